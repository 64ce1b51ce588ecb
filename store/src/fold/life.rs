//! Which processes are known to be gone, by what publications say about each other.
//!
//! A publication lists which publishers were alive, of those whom the record before it named
//! under the same claim, and says of which claims it knew that record. It must never be read
//! as saying anything about another process.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::event::{Claim, Publish};
use crate::record::{CLAIMS, Process};
use crate::text::Text;

/// Length from which a list may be cut: a writer lists no more.
const ALIVE_FULL: usize = 8;

/// The last publication under each claim.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Lives {
    #[serde(with = "super::pairs")]
    said: BTreeMap<Name, Said>,
}

/// What makes two publications follow each other.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Name {
    Token(String),
    Tmux(Text, u32, String),
    Terminal(u64, u32),
}

#[derive(Debug, Serialize, Deserialize)]
struct Said {
    boot: String,
    processes: Vec<Process>,
}

impl Lives {
    /// Hears a publication; returns the processes of its boot that it shows to be gone.
    pub(super) fn hear(&mut self, publish: &Publish) -> Vec<Process> {
        // Each subagent is compared with itself alone, and owns nothing.
        if publish.child.is_some() {
            return Vec::new();
        }
        let alive = publish.alive.as_deref();
        let mut gone = Vec::new();
        for (claim, name) in CLAIMS.into_iter().zip(Name::all(&publish.claim)) {
            let Some(name) = name else { continue };
            let mut processes = vec![publish.publisher];
            processes.extend(alive.unwrap_or_default());
            let said = Said {
                boot: publish.boot.clone(),
                processes,
            };
            let before = self.said.insert(name, said);
            let spoken_of = publish.alive_of.iter().any(|known| known == claim);
            let (Some(before), Some(alive), true) = (before, alive, spoken_of) else {
                continue;
            };
            if before.boot == publish.boot && alive.len() < ALIVE_FULL {
                let lives =
                    |process: &Process| alive.contains(process) || *process == publish.publisher;
                gone.extend(
                    before
                        .processes
                        .into_iter()
                        .filter(|process| !lives(process)),
                );
            }
        }
        gone
    }
}

impl Name {
    /// Names the claims as the writer does, in its order; without any, a publisher follows
    /// only itself.
    fn all(claim: &Claim) -> [Option<Self>; 3] {
        let tmux = claim.tmux.as_ref();
        [
            claim.token.clone().map(Self::Token),
            tmux.map(|tmux| Self::Tmux(tmux.socket.clone(), tmux.server, tmux.pane.clone())),
            (claim.tty != 0).then_some(Self::Terminal(claim.tty, claim.session)),
        ]
    }
}
