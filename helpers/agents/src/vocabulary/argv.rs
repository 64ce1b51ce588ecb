//! The command lines that reach a conversation.

use super::Known;

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
        /// Arguments after the program. `{id}`, `{new}`, `{cwd}` and `{transcript}` are
        /// holes: a whole argument, or what follows `--option=`.
        argv: &'static [&'static str],
        /// Variables to set, with `{id}` and `{new}` as holes.
        env: &'static [(&'static str, &'static str)],
        /// Whether it works in the conversation's own directory only.
        own_cwd: bool,
        /// How the id of a new conversation becomes known.
        child: Child,
        /// What the agent does if it does not know the id.
        missing: Missing,
        /// How all of this is known.
        known: Known,
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

/// What an agent does with an id that its store does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// It says so and ends.
    Fails,
    /// It starts another conversation, or an empty one: look at the store first.
    Starts,
    /// Nobody has tried.
    Unsaid,
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

/// What a start through rejoin adds.
#[derive(Debug)]
pub struct Launch {
    /// Arguments put right behind the program, unless one of them stands on the line already.
    pub args: &'static [&'static str],
    /// Variables that are set, unless they are.
    pub env: &'static [(&'static str, &'static str)],
    /// Options that a later start of the pane's conversation may repeat: they say how a
    /// conversation is held, never which one or whether there is one, and hold no secret.
    pub keep: &'static [Keep],
}

/// An option that a later start may repeat.
#[derive(Debug)]
pub struct Keep {
    /// The option, with its dashes.
    pub option: &'static str,
    /// What belongs to it.
    pub takes: Takes,
}

/// What belongs to an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// One value: the next word, or attached.
    One,
    /// Every word up to the next one with a dash, at least one.
    Many,
}
