//! Which processes are known to be gone, by what publications say about each other.
//!
//! A publication lists which publishers were alive, of those whom the record before it named
//! under the same claim, and says of which claims it knew that record. It must never be read
//! as saying anything about another process.

use core::hash::{Hash, Hasher};

use hashbrown::{Equivalent, HashMap};
use serde::{Deserialize, Serialize};

use crate::event::{Claim, Place, Publish};
use crate::record::{CLAIMS, Process};
use crate::text::{self, Text};

/// Length from which a list may be cut: a writer lists no more.
const ALIVE_FULL: usize = 8;

/// The last publication under each claim.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Lives {
    #[serde(with = "super::pairs")]
    said: HashMap<Name, Said>,
}

/// What makes two publications follow each other.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Name {
    Token(String),
    Tmux(Text, u32, String),
    Terminal(u64, u32),
    /// Other multiplexers, with a tmux pane between them where one is named.
    Within(Option<(Text, u32, String)>, Vec<Place>),
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
        let mut gone = Vec::new();
        for (claim, name) in CLAIMS.into_iter().zip(Called::all(&publish.claim)) {
            let Some(name) = name else { continue };
            let Some(said) = self.said.get_mut(&name) else {
                self.said.insert(name.to_name(), Said::by(publish));
                continue;
            };
            if publish.alive_of.iter().any(|known| known == claim) {
                gone.extend(said.gone_by(publish));
            }
            said.replace(publish);
        }
        gone
    }
}

impl Said {
    fn by(publish: &Publish) -> Self {
        let mut said = Self {
            boot: String::new(),
            processes: Vec::new(),
        };
        said.replace(publish);
        said
    }

    fn replace(&mut self, publish: &Publish) {
        text::put(&mut self.boot, &publish.boot);
        self.processes.clear();
        self.processes.push(publish.publisher);
        let alive = publish.alive.as_deref();
        self.processes.extend(alive.unwrap_or_default());
    }

    /// Returns the processes that the next publication under the same claim shows to be gone.
    fn gone_by<'s>(&'s self, publish: &'s Publish) -> impl Iterator<Item = Process> + 's {
        let listed = publish.alive.as_deref();
        let whole = listed.filter(|alive| alive.len() < ALIVE_FULL && self.boot == publish.boot);
        whole.into_iter().flat_map(|alive| {
            let gone =
                |process: &&Process| !alive.contains(process) && **process != publish.publisher;
            self.processes.iter().filter(gone).copied()
        })
    }
}

/// A [`Name`] where it is claimed.
#[derive(PartialEq, Eq, Hash)]
enum Called<'a> {
    Token(&'a str),
    Tmux(&'a Text, u32, &'a str),
    Terminal(u64, u32),
    Within(Option<(&'a Text, u32, &'a str)>, &'a [Place]),
}

impl<'a> Called<'a> {
    /// Names the claims as the writer does, in its order; without any, a publisher follows
    /// only itself.
    fn all(claim: &'a Claim) -> [Option<Self>; 3] {
        let tmux = claim.tmux.as_ref();
        let tmux = tmux.map(|tmux| (&tmux.socket, tmux.server, tmux.pane.as_str()));
        let multiplexers = match (tmux, claim.within.as_slice()) {
            (tmux, []) => tmux.map(|(socket, server, pane)| Self::Tmux(socket, server, pane)),
            (tmux, within) => Some(Self::Within(tmux, within)),
        };
        [
            claim.token.as_deref().map(Self::Token),
            multiplexers,
            (claim.tty != 0).then_some(Self::Terminal(claim.tty, claim.session)),
        ]
    }

    fn to_name(&self) -> Name {
        match *self {
            Self::Token(token) => Name::Token(token.to_owned()),
            Self::Tmux(socket, server, pane) => Name::Tmux(socket.clone(), server, pane.to_owned()),
            Self::Terminal(tty, session) => Name::Terminal(tty, session),
            Self::Within(tmux, within) => {
                let owned = |(socket, server, pane): (&Text, u32, &str)| {
                    (socket.clone(), server, pane.to_owned())
                };
                Name::Within(tmux.map(owned), within.to_vec())
            }
        }
    }
}

impl Name {
    fn called(&self) -> Called<'_> {
        match self {
            Self::Token(token) => Called::Token(token),
            Self::Tmux(socket, server, pane) => Called::Tmux(socket, *server, pane),
            Self::Terminal(tty, session) => Called::Terminal(*tty, *session),
            Self::Within(tmux, within) => {
                let tmux = tmux.as_ref();
                let tmux = tmux.map(|(socket, server, pane)| (socket, *server, pane.as_str()));
                Called::Within(tmux, within)
            }
        }
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.called().hash(state);
    }
}

impl Equivalent<Name> for Called<'_> {
    fn equivalent(&self, name: &Name) -> bool {
        *self == name.called()
    }
}
