//! What installs changed in one file, and the way back.

use super::{hash, path_text};
use crate::edit::file;
use crate::edit::list::Listed;
use crate::edit::{Created, Notation, Splice};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Most stages of one file. Each is an install that changed something; older ones would
/// only serve to undo a file that was put back to what it was long ago.
const STAGES_MAX: usize = 64;

/// What in a file is ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Part {
    /// Hook entries.
    Hooks,
    /// The agent's record of a person's consent.
    Consent,
    /// All of it.
    File,
    /// A word in a list.
    Word,
}

/// One changed file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The file itself, behind all links.
    #[serde(with = "path_text")]
    pub(crate) path: PathBuf,
    /// The agent that it belongs to.
    pub(crate) agent: String,
    /// What of it is ours.
    pub(crate) part: Part,
    /// How it says which hooks there are.
    #[serde(default)]
    pub(crate) notation: Notation,
    /// The word that was put into a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) word: Option<Listed>,
    /// Whether it did not exist before.
    pub(crate) created_file: bool,
    /// Folders that did not exist before, outermost first.
    #[serde(with = "path_text::list")]
    pub(crate) created_folders: Vec<PathBuf>,
    /// Containers that did not exist before.
    pub(crate) created: Created,
    /// Consent that was written, by key.
    pub(crate) consent: BTreeMap<String, String>,
    /// Installs that changed it, in order; nothing if somebody else's change lies between.
    stages: Vec<Stage>,
}

/// What one install did to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Stage {
    /// Hash of the bytes before.
    found: String,
    /// Hash of the bytes after.
    left: String,
    /// The way from one to the other.
    splices: Vec<Splice>,
}

impl Record {
    /// Starts the record of a file that was not touched yet.
    pub(crate) fn new(agent: &str, part: Part, found: &file::Found) -> Self {
        Self {
            path: found.target.clone(),
            agent: agent.to_owned(),
            part,
            notation: Notation::default(),
            word: None,
            created_file: found.bytes.is_none(),
            created_folders: found.missing.clone(),
            created: Created::default(),
            consent: BTreeMap::new(),
            stages: Vec::new(),
        }
    }

    /// Adds an edit. `fresh` says that nothing of ours stood in the text before.
    pub(crate) fn add(&mut self, before: &str, after: &str, splices: Vec<Splice>, fresh: Fresh) {
        let found = hash(before.as_bytes());
        match (
            fresh,
            self.stages.iter().position(|stage| stage.left == found),
        ) {
            (Fresh::Yes, _) => self.stages.clear(),
            (Fresh::No, Some(known)) => self.stages.truncate(known + 1),
            (Fresh::No, None) => {
                self.stages.clear();
                return;
            }
        }
        self.stages.push(Stage {
            found,
            left: hash(after.as_bytes()),
            splices,
        });
        if self.stages.len() > STAGES_MAX {
            self.stages.clear();
        }
    }

    /// Returns the text before the first install, if nobody else changed the file since.
    pub(crate) fn original(&self, bytes: &[u8]) -> Option<String> {
        let now = hash(bytes);
        let last = self.stages.iter().rposition(|stage| stage.left == now)?;
        let mut text = std::str::from_utf8(bytes).ok()?.to_owned();
        for stage in self.stages.get(..=last)?.iter().rev() {
            for splice in stage.splices.iter().rev() {
                text = splice.undo(&text)?;
            }
            if hash(text.as_bytes()) != stage.found {
                return None;
            }
        }
        Some(text)
    }
}

/// Whether an edit found nothing of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fresh {
    /// It did not.
    Yes,
    /// There was something.
    No,
}
