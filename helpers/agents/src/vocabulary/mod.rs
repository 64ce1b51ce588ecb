//! The words in which an agent is described. Data only: nothing here does anything,
//! and a fact that two agents share is one word here.
//!
//! `schemas/agent.schema.json` explains each for people who write a definition.

mod argv;
mod install;
mod payload;
mod store;

pub use argv::{Argv, Ask, Child, Keep, Launch, Missing, Takes, Way};
pub use install::{Consent, Exec, Install, ListEntry, Shape, Unit};
pub use payload::{Class, Condition, Cwd, Event, Payload, Publisher, Sign};
pub use store::{Continued, Proof, Root, Route, Store};

use crate::id::IdForm;

/// One agent, as its definition describes it. Without the feature `whole` it has what a
/// hook needs.
#[derive(Debug)]
pub struct Agent {
    /// Name of the definition, and the word that its hook entries carry.
    pub name: &'static str,
    /// Name that people know it by.
    #[cfg(feature = "whole")]
    pub title: &'static str,
    /// File names of the program that a person starts.
    #[cfg(feature = "whole")]
    pub programs: &'static [&'static str],
    /// Names that the kernel shows for the processes which run its hooks, and for no others.
    pub processes: &'static [&'static str],
    /// Names of interpreters that run its hooks: they do not tell which agent it is.
    #[cfg(feature = "whole")]
    pub runtimes: &'static [&'static str],
    /// Versions on which facts were observed, newest first.
    #[cfg(feature = "whole")]
    pub seen: &'static [&'static str],
    /// Versions of which facts were only read.
    #[cfg(feature = "whole")]
    pub read: &'static [&'static str],
    /// Where and how hook entries are installed.
    #[cfg(feature = "whole")]
    pub install: Install,
    /// Native events, with what each says.
    pub events: &'static [Event],
    /// Where the payload keeps an identity; nothing if none is ever seen.
    pub payload: Option<Payload>,
    /// How its conversations become known.
    #[cfg(feature = "whole")]
    pub conversations: Conversations,
    /// How the processes that run hooks are told apart.
    pub publisher: Publisher,
    /// What an id looks like; a form that fits none if it has no ids.
    pub id: IdForm,
    /// An id of that form.
    #[cfg(feature = "whole")]
    pub id_example: &'static str,
    /// Where settings are kept, if not in the store.
    #[cfg(feature = "whole")]
    pub config: Option<Root>,
    /// Where conversations are kept.
    pub store: Store,
    /// Command lines that reach a conversation.
    #[cfg(feature = "whole")]
    pub argv: Argv,
    /// What a start through rejoin adds.
    #[cfg(feature = "whole")]
    pub launch: Launch,
    /// The bytes which this agent takes as "nothing to say".
    pub reply: &'static str,
    /// What a user should know.
    #[cfg(feature = "whole")]
    pub quirks: &'static [&'static str],
}

/// How a fact is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// The agent was seen at it, in a version that the definition names.
    Seen,
    /// It stands in the agent's documents or source; nobody has tried it.
    Read,
}

/// How conversations become known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Conversations {
    /// When a conversation is first heard of.
    pub heard: Heard,
    /// Whether one process keeps several alive, so that the end of one says nothing of the pane.
    pub several: bool,
}

/// When a conversation is first heard of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// When it starts.
    Start,
    /// When its first prompt is sent.
    Prompt,
    /// When a tool is used or the first answer ends.
    Turn,
    /// Never.
    Never,
}
