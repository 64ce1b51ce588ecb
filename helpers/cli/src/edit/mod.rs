//! The editor of agents' configuration files: text in, text out, and a shell that moves
//! the text to disk.
//!
//! Every byte that is not ours survives. Nothing here repairs, reformats or reorders what a
//! person wrote; what cannot be understood is refused and left as it is.

mod brackets;
mod diff;
mod entry;
pub(crate) mod failures;
pub(crate) mod file;
pub(crate) mod helper;
mod json;
pub(crate) mod list;
mod notation;
pub(crate) mod place;
pub(crate) mod plugins;
mod splice;
mod steps;
mod text;
mod toml;
mod tree;
mod whole;
mod yaml;

pub(crate) use diff::unified;
pub(crate) use entry::{Entry, HELPER};
pub(crate) use notation::Notation;
pub(crate) use splice::Splice;
pub(crate) use text::Position;
pub(crate) use whole::Whole;

use serde::{Deserialize, Serialize};
use std::fmt;
use tree::Tree;

/// What is to stand in a file for one agent.
#[derive(Debug, Clone)]
pub(crate) struct Entries<'a> {
    /// The agent's word.
    pub(crate) agent: &'a str,
    /// Events that get an entry, in the order in which they are added.
    pub(crate) events: &'a [&'a str],
    /// The entry of each.
    pub(crate) entry: Entry,
    /// The matcher that a group needs to be run.
    pub(crate) matcher: Option<&'a str>,
}

/// Containers that an insertion made because the file had none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Created {
    /// The container of all hooks.
    pub(crate) hooks: bool,
    /// Lists below it, by event.
    pub(crate) events: Vec<String>,
    /// The version of the file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) version: bool,
}

impl Created {
    fn has(&self, event: &str) -> bool {
        self.events.iter().any(|known| known == event)
    }

    fn add(&mut self, event: &str) {
        if !self.has(event) {
            self.events.push(event.to_owned());
        }
    }
}

/// An edited text, with the way back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edited {
    /// The new text.
    pub(crate) text: String,
    /// What was done, in order. Nothing means that the text is as it was.
    pub(crate) splices: Vec<Splice>,
    /// Containers in the new text that are ours.
    pub(crate) created: Created,
}

/// One entry of ours in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Its event.
    pub(crate) event: String,
    /// Index of its group.
    pub(crate) group: usize,
    /// Index within that group.
    pub(crate) index: usize,
    /// The entry.
    pub(crate) entry: Tree,
    /// The occasions of the event to which the group is narrowed, if it says so.
    pub(crate) matcher: Option<String>,
    /// Whether another group stands behind it.
    pub(crate) followed: bool,
}

/// Why a text is not edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It cannot be read as the format that it should have, or not in one way only.
    Text {
        /// Where.
        position: Position,
        /// What stands there.
        found: String,
    },
    /// The edited text did not read back as intended, so it was thrown away.
    Unverified,
}

impl Fault {
    /// Names a byte of a text.
    fn at(text: &str, at: usize, found: impl Into<String>) -> Self {
        Self::Text {
            position: Position::of(text.as_bytes(), at),
            found: found.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { position, found } => {
                write!(
                    f,
                    "line {}, column {}: {found}",
                    position.line, position.column
                )
            }
            Self::Unverified => f.write_str("the edited text would not read back as intended"),
        }
    }
}

impl std::error::Error for Fault {}
