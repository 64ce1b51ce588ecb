//! What a writer puts into the log: publications, launches, refusals, forks, and somebody's
//! word about a pane, as JSON.
//!
//! A record states facts and must never judge: which conversation a pane holds is
//! decided by whoever reads the log. No heap, and no payload text but the identity.
//!
//! A record is written in two parts. The *identity* comes first and is a function
//! of what was said and by whom; equal identities are equal bytes, so that a
//! republication is recognised by comparing prefixes. The *facts* follow.

mod address;
mod carry;
mod claim;
mod fork;
mod known;
mod launch;
mod named;
mod refusal;
mod word;

pub use address::Address;
pub use carry::Carry;
pub use claim::{CLAIMS, Claim, Tmux};
pub use fork::{Adopt, Cut, Fork, Revision};
pub use known::{publishers, says};
pub use launch::{Asked, Launch, NotStarted};
pub use named::Named;
pub use refusal::Refusal;
pub use word::{Clear, Dismiss, Import, Park, Pin, Witness};

use crate::heads::Keys;
use crate::json::Writer;
use claim::write_claim;

/// One process of one boot: an id alone is used again, an id with its start time is not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Process {
    /// Process id.
    pub pid: u32,
    /// Start time in clock ticks since boot.
    pub start: u64,
}

/// What a native event says about a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// The conversation begins or is resumed here.
    Begin,
    /// A person's prompt went into it: the strongest word.
    Prompt,
    /// It goes on.
    Continue,
    /// It ends, or is left.
    End,
}

impl Class {
    /// Returns the word that stands in the record.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Prompt => "prompt",
            Self::Continue => "continue",
            Self::End => "end",
        }
    }

    /// Tells whether an event of class `later` says nothing that a recorded one of
    /// this class has not said about the same conversation.
    #[must_use]
    pub fn covers(self, later: Self) -> bool {
        match self {
            Self::Prompt => later != Self::End,
            Self::Begin => matches!(later, Self::Begin | Self::Continue),
            Self::Continue | Self::End => later == self,
        }
    }

    fn of_word(word: &[u8]) -> Option<Self> {
        [Self::Begin, Self::Prompt, Self::Continue, Self::End]
            .into_iter()
            .find(|class| class.word().as_bytes() == word)
    }
}

/// An identity that an agent published.
#[derive(Debug, Clone, Copy)]
pub struct Publication<'a> {
    /// Name of the agent definition.
    pub agent: &'a str,
    /// Conversation id.
    pub id: &'a str,
    /// Id of the subagent that the event came from.
    pub child: Option<&'a str>,
    /// Pane that the surroundings name.
    pub claim: Claim<'a>,
    /// The agent process that ran the hook.
    pub publisher: Process,
    /// Root under which the agent keeps conversations.
    pub store: Option<&'a [u8]>,
    /// Directory of the conversation.
    pub cwd: Option<&'a str>,
    /// Transcript that the agent names; it need not exist.
    pub transcript: Option<&'a str>,
    /// What the event says.
    pub class: Class,
    /// Name of the native event.
    pub event: &'a str,
    /// Reason that the agent gives for the event.
    pub source: Option<&'a str>,
}

/// What was looked up about a publisher because its identity is new.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// Boot id of this host.
    pub boot: &'a str,
    /// Wall clock, for people only.
    pub at: &'a str,
    /// Marks of the agent definition that apply to the publisher, such as `background`.
    pub marks: &'a [&'a str],
    /// Name of the publisher's program as the kernel has it.
    pub name: &'a [u8],
    /// Process group of the publisher.
    pub group: u32,
    /// Whether that group is the foreground group of its terminal.
    pub foreground: bool,
    /// Ancestors of the publisher, nearest first, up to the terminal's session leader and one more.
    pub above: &'a [Ancestor<'a>],
    /// Earlier publishers of this pane that are alive, among those whom the last record
    /// under each of `alive_of` names; nothing where no such record is known.
    pub alive: Option<&'a [Process]>,
    /// The claims, of [`CLAIMS`], whose last record is known.
    pub alive_of: &'a [&'a str],
    /// Device and inode of the store.
    pub store: Option<(u64, u64)>,
}

/// One ancestor process of a publisher.
#[derive(Debug, Clone, Copy)]
pub struct Ancestor<'a> {
    /// The process.
    pub process: Process,
    /// Name of its program as the kernel has it.
    pub name: &'a [u8],
    /// Agent definition that claims this program.
    pub agent: Option<&'a str>,
}

impl Publication<'_> {
    /// Returns the keys under which the last publication of its pane is found.
    #[must_use]
    pub fn keys(&self) -> Keys {
        let child = self.child.unwrap_or_default();
        self.claim
            .keys(self.publisher, b"publish", child.as_bytes())
    }

    /// Writes the identity. [`Self::write_facts`] must follow on the same writer.
    pub fn write_identity(&self, json: &mut Writer<'_>) {
        json.open(b'{');
        json.field("kind", "publish");
        json.field("agent", self.agent);
        json.field("id", self.id);
        optional(json, "child", self.child);
        write_claim(json, &self.claim);
        json.key("publisher");
        write_process(json, self.publisher);
        if let Some(store) = self.store {
            json.key("store");
            json.bytes_value(store);
        }
        optional(json, "cwd", self.cwd);
        optional(json, "transcript", self.transcript);
    }

    /// Writes the event and the facts, and closes the record.
    pub fn write_facts(&self, json: &mut Writer<'_>, facts: &Facts<'_>) {
        json.field("class", self.class.word());
        json.field("event", self.event);
        optional(json, "source", self.source);
        json.field("at", facts.at);
        json.field("boot", facts.boot);
        words(json, "marks", facts.marks);
        json.key("name");
        json.bytes_value(facts.name);
        json.field_number("group", u64::from(facts.group));
        json.key("foreground");
        json.truth(facts.foreground);
        write_identity_of_store(json, facts.store);
        json.key("above");
        json.open(b'[');
        for ancestor in facts.above {
            json.open(b'{');
            json.field_number("pid", u64::from(ancestor.process.pid));
            json.field_number("start", ancestor.process.start);
            json.key("name");
            json.bytes_value(ancestor.name);
            optional(json, "agent", ancestor.agent);
            json.close(b'}');
        }
        json.close(b']');
        words(json, "alive_of", facts.alive_of);
        if let Some(alive) = facts.alive {
            json.key("alive");
            json.open(b'[');
            for &process in alive {
                write_process(json, process);
            }
            json.close(b']');
        }
        json.close(b'}');
    }
}

fn write_process(json: &mut Writer<'_>, process: Process) {
    json.open(b'{');
    json.field_number("pid", u64::from(process.pid));
    json.field_number("start", process.start);
    json.close(b'}');
}

fn write_identity_of_store(json: &mut Writer<'_>, identity: Option<(u64, u64)>) {
    if let Some((dev, ino)) = identity {
        json.field_number("store_dev", dev);
        json.field_number("store_ino", ino);
    }
}

fn optional(json: &mut Writer<'_>, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        json.field(key, value);
    }
}

fn words(json: &mut Writer<'_>, key: &str, words: &[&str]) {
    if words.is_empty() {
        return;
    }
    json.key(key);
    json.open(b'[');
    for word in words {
        json.text_value(word);
    }
    json.close(b']');
}
