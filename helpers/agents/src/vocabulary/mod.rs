//! The words in which an agent is described. Data only: nothing here does anything,
//! and a fact that two agents share is one word here.
//!
//! `schemas/agent.schema.json` explains each for people who write a definition.

/// One agent, as its definition describes it.
#[derive(Debug)]
pub struct Agent {
    /// Name of the definition, and the word that its hook entries carry.
    pub name: &'static str,
    /// Name that people know it by.
    pub title: &'static str,
    /// File names of the program that a person starts.
    pub programs: &'static [&'static str],
    /// Names that the kernel shows for the processes which run its hooks.
    pub processes: &'static [&'static str],
    /// Versions on which these facts were observed, newest first.
    pub seen: &'static [&'static str],
    /// Where and how hook entries are installed.
    pub install: Install,
    /// Native events, with what each says.
    pub events: &'static [Event],
    /// Where the payload keeps an identity.
    pub payload: Payload,
    /// How the processes that run hooks are told apart.
    pub publisher: Publisher,
    /// What an id looks like.
    pub id: IdForm,
    /// Where conversations are kept.
    pub store: Store,
    /// Command lines that reach a conversation.
    pub argv: Argv,
    /// What a start through rejoin adds.
    pub launch: Launch,
    /// The bytes which this agent takes as "nothing to say".
    pub reply: &'static str,
    /// What a user should know.
    pub quirks: &'static [&'static str],
}

/// Where and how hook entries are installed.
#[derive(Debug)]
pub struct Install {
    /// The file, with `{store}` for the store root.
    pub file: &'static str,
    /// The shape of that file.
    pub shape: Shape,
    /// How the agent runs an entry.
    pub exec: Exec,
    /// Time limit that is written into an entry, in the unit that the agent reads (seconds).
    pub timeout_s: u32,
    /// Events that get an entry.
    pub events: &'static [&'static str],
    /// The agent's own consent, without which an entry does not run.
    pub consent: Option<Consent>,
}

/// Shape of a configuration file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// JSON: `{"hooks":{EVENT:[{"hooks":[ENTRY]}]}}`.
    JsonHooks,
}

/// How an agent runs an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exec {
    /// Directly: a program and a list of arguments.
    Args,
    /// As one command line through a shell.
    Line,
}

/// Consent that the agent asks a person for, once for each entry text.
#[derive(Debug)]
pub struct Consent {
    /// The TOML file that keeps it, with `{store}` for the store root.
    pub file: &'static str,
    /// Table in that file, one sub-table an entry.
    pub table: &'static str,
    /// What a person does to give it.
    pub ask: &'static str,
}

/// One native event.
#[derive(Debug)]
pub struct Event {
    /// Name as the payload gives it.
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
    /// Working directory.
    pub cwd: Option<&'static str>,
    /// Transcript path.
    pub transcript: Option<&'static str>,
    /// The agent's reason for the event.
    pub source: Option<&'static str>,
    /// Present only in what a subagent says; its value is the subagent's id.
    pub child: Option<&'static str>,
    /// Id fields of other agents: one with another value means a foreign payload.
    pub rivals: &'static [&'static str],
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

/// What an id looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdForm {
    /// Hex digits in groups of 8-4-4-4-12.
    Uuid,
}

/// Where conversations are kept.
#[derive(Debug)]
pub struct Store {
    /// Variable that moves the root; an empty value counts as unset.
    pub env: &'static str,
    /// Root without it, below the home directory.
    pub home: &'static str,
    /// Path of a transcript below the root. Holes: `{id}`, `{cwd|dashes}` (the real path of
    /// the directory, each character that is no ASCII letter or digit as `-`), and `{*}` for what
    /// cannot be known beforehand.
    pub transcript: &'static str,
    /// What in a transcript names its id.
    pub proof: Proof,
}

/// What in a transcript proves an id.
#[derive(Debug)]
pub struct Proof {
    /// Pointer to the id in the JSON object of the first line.
    pub id: &'static str,
}

/// Command lines that reach a conversation.
#[derive(Debug)]
pub struct Argv {
    /// Starts a conversation under an id chosen by us.
    pub fresh: Way,
    /// Resumes a conversation.
    pub resume: Way,
    /// Forks one.
    pub fork: Way,
    /// Selectors by which a person's command line asks for a conversation, most specific first.
    pub asks: &'static [Ask],
}

/// One way to reach a conversation, or why there is none.
#[derive(Debug)]
pub enum Way {
    /// By these arguments.
    Argv {
        /// Arguments after the program; `{id}`, `{new}` and `{cwd}` are holes.
        argv: &'static [&'static str],
        /// Whether it works in the conversation's own directory only.
        own_cwd: bool,
        /// How the id of a new conversation becomes known.
        child: Child,
    },
    /// Not at all.
    Refused {
        /// Stable word.
        code: &'static str,
        /// Why.
        cause: &'static str,
        /// What to do instead.
        remedy: &'static str,
    },
}

/// How the id of a new conversation becomes known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Child {
    /// There is no new conversation.
    None,
    /// We choose it.
    Preassigned,
    /// The agent's hook says it.
    Announced,
}

/// A selector on a person's command line.
#[derive(Debug)]
pub struct Ask {
    /// `fresh`, `resume` or `fork`.
    pub how: &'static str,
    /// Consecutive arguments; `{id}` and `{new}` are holes.
    pub argv: &'static [&'static str],
    /// Arguments that must stand elsewhere on the same line.
    pub with: &'static [&'static str],
}

/// What a start through rejoin adds to a command line.
#[derive(Debug)]
pub struct Launch {
    /// Arguments put right behind the program, unless one of them stands on the line already.
    pub args: &'static [&'static str],
}
