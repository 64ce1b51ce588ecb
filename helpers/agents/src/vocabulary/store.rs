//! Where an agent keeps conversations, and what in there proves one.

#[cfg(feature = "whole")]
use super::Known;

/// A folder that variables may move.
#[derive(Debug)]
pub struct Root {
    /// Variables that move it, in the order in which the agent asks them.
    pub routes: &'static [Route],
    /// Where it is if none is set, below the home directory; empty if there is no such folder.
    pub home: &'static str,
}

/// A variable that moves a root. An empty value counts as unset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Route {
    /// The variable.
    pub env: &'static str,
    /// What the agent appends to its value; empty for nothing.
    pub below: &'static str,
}

/// Where conversations are kept.
#[derive(Debug)]
pub struct Store {
    /// The root of all paths.
    pub root: Root,
    /// Path of a transcript below it, with holes; nothing if a conversation has no file.
    #[cfg(feature = "whole")]
    pub transcript: Option<&'static str>,
    /// Whether one id in two directories is two conversations.
    #[cfg(feature = "whole")]
    pub per_cwd: bool,
    /// What proves that it is the conversation's.
    #[cfg(feature = "whole")]
    pub proof: Proof,
    /// How all of this is known.
    #[cfg(feature = "whole")]
    pub known: Known,
}

/// What in a store proves an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The transcript has a JSON object a line, and one near its beginning names the id.
    Jsonl {
        /// Pointer to the id.
        id: &'static str,
        /// Pointer to the directory.
        cwd: Option<&'static str>,
        /// Pointer to the id of a conversation without whose transcript this one is not whole.
        needs: Option<&'static str>,
        /// How many lines from the first may hold them.
        lines: u32,
    },
    /// The transcript is one JSON object that names the id.
    Json {
        /// Pointer to the id.
        id: &'static str,
        /// Pointer to the directory.
        cwd: Option<&'static str>,
    },
    /// A row of a `SQLite` database names the id.
    Sqlite {
        /// Its file below the root.
        file: &'static str,
        /// Table with one row a conversation.
        table: &'static str,
        /// Column of the id.
        id: &'static str,
        /// Column of the directory.
        cwd: Option<&'static str>,
        /// Column that is set in a subagent's row.
        parent: Option<&'static str>,
        /// How a row tells that its conversation goes on in another one.
        continued: Option<Continued>,
    },
    /// The path of the transcript exists.
    Directory,
    /// Nothing on this machine.
    None {
        /// Why.
        reason: &'static str,
    },
}

/// How a row tells that its conversation goes on in another one: it ended with this word,
/// and a row which began no earlier than that names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Continued {
    /// Column of the later row with the id of the earlier one.
    pub from: &'static str,
    /// Column of why the earlier row ended.
    pub reason: &'static str,
    /// What it says then.
    pub is: &'static str,
    /// Column of when a row ended.
    pub ended: &'static str,
    /// Column of when a row began, in the same unit.
    pub began: &'static str,
}
