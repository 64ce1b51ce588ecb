//! A publication as it stands in the log, and the processes that it names.
//!
//! It must never be more than what was written: what it means is the fold's work.

use serde::de::Deserializer;
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use crate::multiplexer::{self, Places};
use crate::record::{self, Process};
use crate::text::Text;

/// What an agent's hook saw.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Publish {
    /// Name of the agent definition.
    pub agent: String,
    /// Conversation id.
    pub id: String,
    /// Id of the subagent that the event came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub child: Option<String>,
    /// Pane that the surroundings name.
    #[serde(default)]
    pub claim: Claim,
    /// The agent process that ran the hook.
    pub publisher: Process,
    /// Root under which the agent keeps conversations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<Text>,
    /// Directory of the conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<Text>,
    /// Transcript that the agent names; it need not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<Text>,
    /// What the event says.
    pub class: Class,
    /// Name of the native event.
    #[serde(default)]
    pub event: String,
    /// Reason that the agent gives for the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Wall clock, for people only.
    #[serde(default)]
    pub at: String,
    /// Boot id of the host.
    pub boot: String,
    /// Marks of the agent definition that apply to the publisher.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// Name of the publisher's program.
    #[serde(default)]
    pub name: Text,
    /// Process group of the publisher.
    #[serde(default)]
    pub group: u32,
    /// Whether that group is the foreground group of its terminal.
    #[serde(default)]
    pub foreground: bool,
    /// Device of the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_dev: Option<u64>,
    /// Inode of the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_ino: Option<u64>,
    /// Ancestors of the publisher, nearest first.
    #[serde(default)]
    pub above: Vec<Ancestor>,
    /// Earlier publishers of the pane that were alive; nothing where that was not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alive: Option<Vec<Process>>,
    /// The claims of whose last record that is said.
    #[serde(default)]
    pub alive_of: Vec<String>,
}

impl Publish {
    /// Tells whether the publisher carries this mark.
    #[must_use]
    pub fn marked(&self, mark: &str) -> bool {
        self.marks.iter().any(|known| known == mark)
    }

    /// Returns the leader of the publisher's session, if the walk up met it.
    #[must_use]
    pub fn leader(&self) -> Option<Process> {
        let leads = |process: &Process| process.pid == self.claim.session;
        let above = self.above.iter().map(Ancestor::process);
        core::iter::once(self.publisher).chain(above).find(leads)
    }
}

/// What an event says about a conversation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The conversation begins or is resumed here.
    Begin,
    /// A person's prompt went into it.
    Prompt,
    /// It goes on.
    Continue,
    /// It ends, or is left.
    End,
    /// A word of a later version: it moves nothing.
    #[default]
    #[serde(other)]
    Other,
}

impl Class {
    /// Returns the class of a word that this version writes.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        match word {
            "begin" => Some(Self::Begin),
            "prompt" => Some(Self::Prompt),
            "continue" => Some(Self::Continue),
            "end" => Some(Self::End),
            _ => None,
        }
    }
}

/// The pane that a publisher's surroundings name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Value of `REJOIN_PANE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// Value of `REJOIN_LAUNCH`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launch: Option<String>,
    /// The tmux pane that the environment names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tmux: Option<Tmux>,
    /// The panes of other multiplexers that the environment names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Place>,
    /// Device number of the controlling terminal; 0 is none.
    #[serde(default)]
    pub tty: u64,
    /// Session id of the publisher.
    #[serde(default)]
    pub session: u32,
}

impl Claim {
    /// Returns it as its writer had it.
    #[must_use]
    pub fn as_written(&self) -> record::Claim<'_> {
        record::Claim {
            token: self.token.as_deref(),
            launch: self.launch.as_deref(),
            tmux: self.tmux.as_ref().map(|tmux| record::Tmux {
                socket: tmux.socket.as_bytes(),
                server: tmux.server,
                pane: &tmux.pane,
            }),
            within: Places::recorded(self.within.iter().map(Place::as_written)),
            tty: self.tty,
            session: self.session,
        }
    }
}

/// A pane of one tmux server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tmux {
    /// Socket path of the server.
    pub socket: Text,
    /// Process id of the server.
    pub server: u32,
    /// Pane id, such as `%3`.
    pub pane: String,
}

/// A pane of another multiplexer.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Word of the multiplexer.
    pub multiplexer: String,
    /// Which of its servers.
    pub session: Text,
    /// Number of the pane.
    pub pane: String,
}

impl Place {
    fn as_written(&self) -> multiplexer::Place<'_> {
        multiplexer::Place {
            multiplexer: &self.multiplexer,
            session: self.session.as_bytes(),
            pane: &self.pane,
        }
    }
}

/// One ancestor process of a publisher.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ancestor {
    /// Process id.
    pub pid: u32,
    /// Start time in clock ticks since boot.
    pub start: u64,
    /// Name of its program.
    #[serde(default)]
    pub name: Text,
    /// Agent definition that claims this program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

impl Ancestor {
    /// Returns the process.
    #[must_use]
    pub fn process(&self) -> Process {
        Process {
            pid: self.pid,
            start: self.start,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Process")]
struct ProcessFields {
    pid: u32,
    start: u64,
}

impl Serialize for Process {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ProcessFields::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Process {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ProcessFields::deserialize(deserializer)
    }
}
