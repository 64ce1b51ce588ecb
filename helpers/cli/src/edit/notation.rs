//! The notations in which agents keep hook entries, and which editor speaks each.

use super::json::{self, Outline};
use super::{Created, Edited, Entries, Fault, Standing};
use super::{toml, yaml};
use rejoin_agents::{Install, Shape};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How a file says which hooks there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Notation {
    /// JSON with comments, one list an event.
    Json(Outline),
    /// TOML, one list of tables.
    Toml {
        /// The list.
        list: Cow<'static, str>,
        /// The member of an entry that names its event.
        event_key: Cow<'static, str>,
    },
    /// YAML, one list an event.
    Yaml {
        /// The key above the events.
        top: Cow<'static, str>,
    },
}

impl Default for Notation {
    fn default() -> Self {
        Self::Json(Outline::Groups)
    }
}

impl Notation {
    /// Returns the notation of a file in which an agent keeps hook entries; nothing if what is
    /// installed is no entry.
    pub(crate) fn of(install: &Install) -> Option<Self> {
        let below = || Cow::Borrowed(install.under.unwrap_or("hooks"));
        match install.shape {
            Shape::JsonHooks => Some(Self::Json(Outline::Groups)),
            Shape::JsonFlat => Some(Self::Json(Outline::Flat {
                version: install.version,
            })),
            Shape::TomlHooks => Some(Self::Toml {
                list: below(),
                event_key: Cow::Borrowed(install.event_key.unwrap_or("event")),
            }),
            Shape::YamlHooks => Some(Self::Yaml { top: below() }),
            Shape::DropIn | Shape::Plugin | Shape::None => None,
        }
    }

    /// Returns what a file that does not exist is taken to hold.
    pub(crate) fn absent(&self) -> &'static str {
        match self {
            Self::Json(_) => "{}\n",
            Self::Toml { .. } | Self::Yaml { .. } => "",
        }
    }

    /// Makes `entries` stand in a text, of whose containers `created` are known to be ours.
    ///
    /// # Errors
    /// The text is not one that its agent would read in one way only; it stays as it is.
    pub(crate) fn insert(
        &self,
        text: &[u8],
        entries: &Entries<'_>,
        created: &Created,
    ) -> Result<Edited, Fault> {
        match self {
            Self::Json(outline) => json::insert(text, entries, *outline, created),
            Self::Toml { list, event_key } => toml::insert(text, entries, list, event_key),
            Self::Yaml { top } => yaml::insert(text, entries, top, created),
        }
    }

    /// Takes out every entry that runs our program for `agent`, and the containers in
    /// `created` that hold nothing afterwards.
    ///
    /// # Errors
    /// As in [`Self::insert`].
    pub(crate) fn remove(
        &self,
        text: &[u8],
        agent: &str,
        created: &Created,
    ) -> Result<Edited, Fault> {
        match self {
            Self::Json(outline) => json::remove(text, agent, *outline, created),
            Self::Toml { list, .. } => toml::remove(text, agent, list),
            Self::Yaml { top } => yaml::remove(text, agent, top, created),
        }
    }

    /// Returns what stands in a text for `agent`.
    ///
    /// # Errors
    /// As in [`Self::insert`].
    pub(crate) fn standing(&self, text: &[u8], agent: &str) -> Result<Vec<Standing>, Fault> {
        match self {
            Self::Json(outline) => json::standing(text, agent, *outline),
            Self::Toml { list, event_key } => toml::standing(text, agent, list, event_key),
            Self::Yaml { top } => yaml::standing(text, agent, top),
        }
    }

    /// Tells whether a text says nothing, not even in a comment.
    pub(crate) fn is_blank(&self, text: &[u8]) -> bool {
        match self {
            Self::Json(_) => json::is_blank(text),
            Self::Toml { .. } => toml::is_blank(text),
            Self::Yaml { .. } => yaml::is_blank(text),
        }
    }

    /// Returns what a person pastes into a file that is not edited for them.
    pub(crate) fn snippet(&self, entries: &Entries<'_>) -> String {
        match self {
            Self::Json(outline) => json::snippet(entries, *outline),
            Self::Toml { list, .. } => toml::snippet(entries, list),
            Self::Yaml { top } => yaml::snippet(entries, top),
        }
    }
}
