//! What a hook is given, and what tells the processes apart that run it.

#[cfg(feature = "whole")]
use super::Known;

/// One native event.
#[derive(Debug)]
pub struct Event {
    /// Name as the payload, or the installed entry, gives it.
    pub name: &'static str,
    /// What it says.
    pub class: Class,
}

/// What an event says about a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// It begins or is resumed here.
    Begin,
    /// A person's prompt went into it.
    Prompt,
    /// It goes on.
    Continue,
    /// It ends, or is left.
    End,
}

/// JSON pointers (RFC 6901) into a payload.
#[derive(Debug)]
pub struct Payload {
    /// Event name; nothing if the installed entry names the event.
    pub event: Option<&'static str>,
    /// Conversation id.
    pub id: &'static str,
    /// In what a subagent says: the conversation that it works for, where `id` is its own.
    pub parent: Option<&'static str>,
    /// Present only in what a subagent says; its value is the subagent's id.
    pub child: Option<&'static str>,
    /// Other signs of a subagent; one is enough.
    pub child_if: &'static [Sign],
    /// Signs of another agent's payload; one is enough.
    pub foreign_if: &'static [Sign],
    /// Signs of a run without a screen; one is enough.
    pub headless_if: &'static [Sign],
    /// Working directory.
    pub cwd: Option<Cwd>,
    /// Transcript path.
    pub transcript: Option<&'static str>,
    /// The agent's reason for the event.
    pub source: Option<&'static str>,
    /// Id fields of other agents: one with another value means a foreign payload.
    pub rivals: &'static [&'static str],
    /// How all of this is known.
    #[cfg(feature = "whole")]
    pub known: Known,
}

/// A field that tells something by being there, or by its value.
#[derive(Debug)]
pub struct Sign {
    /// JSON pointer to it.
    pub field: &'static str,
    /// The exact text that it has; any but `null`, `false` and the empty one if nothing.
    pub is: Option<&'static str>,
}

/// Where a working directory is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cwd {
    /// At this JSON pointer.
    Field(&'static str),
    /// In this variable of the hook.
    Variable(&'static str),
}

/// How processes that run hooks are told apart. A group is a list of alternatives,
/// and an alternative holds if all of its conditions hold.
#[derive(Debug)]
pub struct Publisher {
    /// Shared workers whose environment is some other pane's.
    pub background: &'static [&'static [Condition]],
    /// Runs without a screen.
    pub headless: &'static [&'static [Condition]],
    /// Runs that a tool call of the agent started.
    pub nested: &'static [&'static [Condition]],
    /// Other agents that run these entries as well.
    pub foreign: &'static [&'static [Condition]],
}

/// A fact about a process that runs a hook.
#[derive(Debug, PartialEq, Eq)]
pub enum Condition {
    /// An environment variable is set and not empty.
    Set(&'static str),
    /// An environment variable has exactly this value.
    Is(&'static str, &'static str),
    /// The publisher's command line has this word.
    Argument(&'static str),
}
