//! The editor of agents' configuration files: text in, text out, and a shell that moves
//! the text to disk.
//!
//! Every byte that is not ours survives. Nothing here repairs, reformats or reorders what a
//! person wrote; what cannot be understood is refused and left as it is.

mod container;
mod diff;
mod document;
mod entry;
pub(crate) mod failures;
pub(crate) mod file;
pub(crate) mod helper;
mod insert;
pub(crate) mod place;
mod remove;
mod splice;
mod style;
mod tree;
mod verify;

pub(crate) use diff::unified;
pub(crate) use document::Position;
pub(crate) use entry::{Entry, HELPER, snippet};
pub(crate) use insert::insert;
pub(crate) use remove::remove;
pub(crate) use splice::Splice;
pub(crate) use verify::{Standing, is_blank, standing};

use serde::{Deserialize, Serialize};
use std::fmt;

/// Most edits of one run. One is an entry or an empty container, and a file that needs more
/// than this is not one that we made.
const STEPS_MAX: usize = 256;

/// What is to stand in a file for one agent.
#[derive(Debug, Clone)]
pub(crate) struct Entries<'a> {
    /// The agent's word.
    pub(crate) agent: &'a str,
    /// Events that get an entry, in the order in which they are added.
    pub(crate) events: &'a [&'a str],
    /// The entry itself, the same for every event.
    pub(crate) entry: Entry,
}

/// Containers that an insertion made because the file had none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Created {
    /// The `hooks` object.
    pub(crate) hooks: bool,
    /// Arrays below it, by event.
    pub(crate) events: Vec<String>,
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

#[cfg(test)]
mod tests;
