//! One word in a list of an agent's settings, such as the plugins that it is to load.

use super::{Created, Edited, Fault, json, yaml};
use rejoin_agents::ListEntry;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A word, and where its list is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word<'w> {
    /// JSON pointer to the list.
    pub(crate) at: &'w str,
    /// The word.
    pub(crate) word: &'w str,
}

impl<'w> Word<'w> {
    fn path(self) -> Vec<&'w str> {
        self.at.split('/').skip(1).collect()
    }
}

/// A word of ours that stands in some settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Listed {
    /// How they are written.
    pub(crate) settings: Settings,
    /// JSON pointer to the list.
    at: String,
    /// The word.
    word: String,
}

impl Listed {
    /// Returns the word that a definition wants in a list.
    pub(crate) fn of(list: &ListEntry) -> Self {
        Self {
            settings: Settings::of(Path::new(list.file)),
            at: list.at.to_owned(),
            word: list.entry.to_owned(),
        }
    }

    /// Returns the word without its settings.
    pub(crate) fn word(&self) -> Word<'_> {
        Word {
            at: &self.at,
            word: &self.word,
        }
    }
}

/// How the settings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Settings {
    /// JSON with comments.
    Json,
    /// YAML.
    Yaml,
}

impl Settings {
    /// Tells by the name that a file has for its agent how it is written.
    fn of(file: &Path) -> Self {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("yaml" | "yml") => Self::Yaml,
            _ => Self::Json,
        }
    }

    /// Returns what a file that does not exist is taken to hold.
    pub(crate) fn absent(self) -> &'static str {
        match self {
            Self::Json => "{}\n",
            Self::Yaml => "",
        }
    }

    /// Makes a word stand in its list. `created` are the keys that are known to be ours.
    ///
    /// # Errors
    /// The text is not one that its agent would read in one way only; it stays as it is.
    pub(crate) fn insert(
        self,
        text: &[u8],
        word: Word<'_>,
        created: &Created,
    ) -> Result<Edited, Fault> {
        match self {
            Self::Json => json::list::insert(text, &word.path(), word.word, created),
            Self::Yaml => yaml::list::insert(text, &word.path(), word.word, created),
        }
    }

    /// Takes a word out of its list, with the keys that are ours and hold nothing then.
    ///
    /// # Errors
    /// As in [`Self::insert`].
    pub(crate) fn remove(
        self,
        text: &[u8],
        word: Word<'_>,
        created: &Created,
    ) -> Result<Edited, Fault> {
        match self {
            Self::Json => json::list::remove(text, &word.path(), word.word, created),
            Self::Yaml => yaml::list::remove(text, &word.path(), word.word, created),
        }
    }

    /// Tells whether a text says nothing, not even in a comment.
    pub(crate) fn is_blank(self, text: &[u8]) -> bool {
        match self {
            Self::Json => json::is_blank(text),
            Self::Yaml => yaml::is_blank(text),
        }
    }
}

#[cfg(test)]
mod tests;
