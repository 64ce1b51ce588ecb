//! Which processes are known to be gone, by what publications say about each other.
//!
//! A publication lists which publishers named by the record before it, under the same
//! claim, were alive. It must never be read as saying anything about another process: a
//! record whose predecessor was not known lists nobody, and starts anew.

use std::collections::HashMap;

use crate::event::{Claim, Publish};
use crate::record::Process;

/// Length from which a list may be cut: a writer lists no more.
const ALIVE_FULL: usize = 8;

/// The last publication under each claim.
#[derive(Debug, Default)]
pub(super) struct Lives {
    said: HashMap<Name, Said>,
}

/// What makes two publications follow each other.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Name {
    Token(String),
    Tmux(Vec<u8>, u32, String),
    Terminal(u64, u32),
}

#[derive(Debug)]
struct Said {
    boot: String,
    processes: Vec<Process>,
}

impl Lives {
    /// Hears a publication; returns the processes of its boot that it shows to be gone.
    pub(super) fn hear(&mut self, publish: &Publish) -> Vec<Process> {
        // Each subagent is compared with itself alone, and owns nothing.
        let Some(name) = Name::of(&publish.claim).filter(|_| publish.child.is_none()) else {
            return Vec::new();
        };
        let alive = publish.alive.as_deref();
        let mut processes = vec![publish.publisher];
        processes.extend(alive.unwrap_or_default());
        let said = Said {
            boot: publish.boot.clone(),
            processes,
        };
        let before = self.said.insert(name, said);
        let (Some(before), Some(alive)) = (before, alive) else {
            return Vec::new();
        };
        if before.boot != publish.boot || alive.len() >= ALIVE_FULL {
            return Vec::new();
        }
        let lives = |process: &Process| alive.contains(process) || *process == publish.publisher;
        let named = before.processes.into_iter();
        named.filter(|process| !lives(process)).collect()
    }
}

impl Name {
    /// Names a claim as the writer does; without any, a publisher follows only itself.
    fn of(claim: &Claim) -> Option<Self> {
        if let Some(token) = &claim.token {
            return Some(Self::Token(token.clone()));
        }
        if let Some(tmux) = &claim.tmux {
            let socket = tmux.socket.as_bytes().to_vec();
            return Some(Self::Tmux(socket, tmux.server, tmux.pane.clone()));
        }
        (claim.tty != 0).then_some(Self::Terminal(claim.tty, claim.session))
    }
}
