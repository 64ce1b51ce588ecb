//! The fold's answer for a pane: which conversation it holds, and how sure that is.
//!
//! An ambiguity is a value here, never an error and never settled by recency. What the
//! living system or an agent's store would say is not known here: whoever answers adds it.

mod conflict;
mod conversation;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::event::{Address, Asked, Named, Publish};
use crate::reader::Position;
use crate::record::Process;
use crate::text::{self, Text};
use crate::verdict::Rule;

pub use conflict::{Conflict, Forked};
pub use conversation::{Conversation, Past};

/// How sure a binding is, as far as the log can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The pane holds no known conversation.
    None,
    /// A launch asked for it.
    Asked,
    /// An agent's hook said it.
    Published,
}

/// What else there is to say about a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// Another pane holds the same conversation.
    Shared,
    /// The conversation ended, or was left.
    Ended,
    /// It began, but nothing shows yet that it was used.
    Provisional,
    /// A publication could have moved the pane if it were known that its owner was gone.
    Unsure,
    /// The last launch has published nothing yet: this is from before it.
    EarlierGeneration,
    /// It was carried here from another pane; nothing was published here since.
    Carried,
    /// It was carried into another pane, which continues this one.
    Continued,
    /// A launch that resumes failed: this is what the pane held before.
    ResumeFailed,
    /// The program of the last launch could not be started.
    NotStarted,
    /// The last launch forks, and the id of its child is not known yet.
    ForkPending,
    /// A person asserted this conversation, and that stands.
    Pinned,
    /// Another program remembered it; no launch asked for it and no agent published it here.
    Imported,
    /// The agent's own list says it; no hook did.
    Witnessed,
    /// A person no longer wants to be offered it.
    Dismissed,
    /// Something that was said of the pane names another conversation.
    Conflict,
    /// Bytes after the last record of this pane could not be read; they may concern it.
    Damaged,
    /// A record of a kind that this version does not know concerns this pane.
    UnknownRecord,
}

/// The answer for one pane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Binding {
    /// Key of the pane.
    pub pane: String,
    /// How sure the answer is.
    pub state: State,
    /// What else there is to say.
    pub flags: BTreeSet<Flag>,
    /// Name of the agent definition.
    pub agent: Option<String>,
    /// Conversation id.
    pub id: Option<String>,
    /// Where the agent keeps it.
    pub store: Option<Store>,
    /// Transcript that the agent names for it; it need not exist.
    pub transcript: Option<Text>,
    /// Directory in which its program was launched.
    pub cwd_launch: Option<Text>,
    /// Directory that it published last.
    pub cwd_last: Option<Text>,
    /// Whether it was published from inside the launch, and agreed with that launch in
    /// agent, store and directory.
    pub qualified: bool,
    /// The agent process that owns the pane.
    pub owner: Option<Owner>,
    /// The agent process that published the conversation last, be it in an earlier
    /// generation.
    pub publisher: Option<Owner>,
    /// When the pane came to hold it.
    pub since: Option<Moment>,
    /// When it was published last.
    pub last_seen: Option<Moment>,
    /// The conversation from which it was forked or resumed under a new id.
    pub parent: Option<String>,
    /// The pane's last launch.
    pub launch: Option<LastLaunch>,
    /// Where the pane stood in its multiplexer.
    pub located: Option<Located>,
    /// What contradicts the answer.
    pub conflict: Option<Conflict>,
    /// The panes that hold the same conversation, this one included.
    pub shared: Option<Shared>,
    /// Conversations that the pane held before, latest first.
    pub history: Vec<Past>,
    /// Subagents and nested agents, latest first.
    pub children: Vec<Child>,
    /// Forks that were made in this pane, latest first.
    pub forks: Vec<Forked>,
    /// Short facts for people.
    pub evidence: Vec<&'static str>,
    /// The last record that concerns the pane.
    pub last_record: Position,
}

/// Where a pane stood in its multiplexer, and the record that says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Located {
    /// Where.
    pub address: Address,
    /// The place of that record.
    pub position: Position,
}

/// A store: its path is a name, device and inode are its identity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Store {
    /// Path.
    pub path: Text,
    /// Device and inode, where they could be looked up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dev: Option<u64>,
    /// See `dev`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ino: Option<u64>,
}

impl Store {
    pub(crate) fn of(path: Option<&Text>, dev: Option<u64>, ino: Option<u64>) -> Option<Self> {
        path.map(|path| Self {
            path: path.clone(),
            dev,
            ino,
        })
    }

    /// Tells whether both are one store: by identity where both have it, else by path.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        self.is_at(&other.path, other.dev, other.ino)
    }

    fn is_at(&self, path: &Text, dev: Option<u64>, ino: Option<u64>) -> bool {
        match (self.dev.zip(self.ino), dev.zip(ino)) {
            (Some(one), Some(two)) => one == two,
            _ => self.path == *path,
        }
    }
}

impl Publish {
    pub(crate) fn store(&self) -> Option<Store> {
        Store::of(self.store.as_ref(), self.store_dev, self.store_ino)
    }
}

impl Named {
    pub(crate) fn store(&self) -> Option<Store> {
        Store::of(self.store.as_ref(), self.store_dev, self.store_ino)
    }
}

/// A place in the log, and what the wall clock said there (for people only).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The place.
    pub position: Position,
    /// The wall clock.
    pub at: String,
}

/// The agent process that owns a pane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// The process.
    pub process: Process,
    /// Boot in which it ran.
    pub boot: String,
    /// Device number of its terminal; 0 is none.
    pub tty: u64,
    /// Its process group.
    pub group: u32,
    /// Whether it ran without a person.
    pub headless: bool,
}

impl Owner {
    pub(crate) fn of(publish: &Publish) -> Self {
        Self {
            process: publish.publisher,
            boot: publish.boot.clone(),
            tty: publish.claim.tty,
            group: publish.group,
            headless: publish.marked("headless"),
        }
    }

    /// Becomes the publisher.
    pub(crate) fn replace(&mut self, publish: &Publish) {
        self.process = publish.publisher;
        text::put(&mut self.boot, &publish.boot);
        self.tty = publish.claim.tty;
        self.group = publish.group;
        self.headless = publish.marked("headless");
    }

    /// Tells whether this process published the record.
    #[must_use]
    pub fn published(&self, publish: &Publish) -> bool {
        self.process == publish.publisher
            && text::same(self.boot.as_bytes(), publish.boot.as_bytes())
    }
}

/// A subagent, or an agent inside what the pane shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Child {
    /// Name of the agent definition.
    pub agent: String,
    /// Id of the subagent, or the conversation id of the nested agent.
    pub id: String,
    /// The conversation that the pane held, or of which it is a subagent.
    pub parent: Option<String>,
    /// Its process.
    pub publisher: Process,
    /// Why it is a child.
    #[serde(with = "crate::verdict::word")]
    pub rule: Rule,
    /// When it was seen last.
    pub last_seen: Moment,
}

/// The pane's last launch, as far as an answer needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LastLaunch {
    /// Id of the launch.
    pub launch: String,
    /// Agent definition of the program.
    pub agent: Option<String>,
    /// Absolute path of the program.
    pub program: Text,
    /// Name under which a person's configuration declares the program as a wrapper.
    pub wrapper: Option<String>,
    /// The program as it was typed, and those of its words that a later start may repeat.
    pub argv: Vec<Text>,
    /// Working directory.
    pub cwd: Text,
    /// Store that was prepared.
    pub store: Option<Store>,
    /// What was asked for.
    pub asked: Option<Asked>,
    /// The launched process.
    pub process: Process,
    /// Boot in which it ran.
    pub boot: String,
    /// Device number of its terminal; 0 is none.
    pub tty: u64,
    /// When.
    pub opened: Moment,
}

/// One conversation in several panes. Which of them live is not known here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Shared {
    /// Keys of the panes.
    pub panes: Vec<String>,
    /// Key of the one that used it last.
    pub last: String,
}
