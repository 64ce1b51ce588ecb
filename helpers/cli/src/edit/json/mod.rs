//! Hook entries in JSON with comments: one list an event, of groups or of entries.

mod container;
mod document;
mod insert;
pub(super) mod list;
mod remove;
mod style;
mod verify;

pub(super) use insert::insert;
pub(super) use remove::remove;
pub(super) use style::Style;
pub(super) use verify::{is_blank, standing};

use super::Entries;
use super::tree::Tree;
use serde::{Deserialize, Serialize};

/// Member of the root that says which layout the file has.
const VERSION: &str = "version";

/// What the list of an event holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outline {
    /// Groups, each with a list of entries.
    Groups,
    /// Entries.
    Flat {
        /// The number without which the agent voids the file.
        version: Option<u32>,
    },
}

impl Outline {
    fn is_flat(self) -> bool {
        matches!(self, Self::Flat { .. })
    }

    fn version(self) -> Option<Tree> {
        match self {
            Self::Flat { version } => version.map(|number| Tree::Number(number.to_string())),
            Self::Groups => None,
        }
    }
}

/// Matchers that stand for every occasion of an event.
const EVERY_OCCASION: [&str; 2] = ["", "*"];

/// Tells whether a group has entries and nothing by which a person chose when they run.
fn narrows_nothing(group: &Tree) -> bool {
    let members = group.members().unwrap_or_default().iter();
    let is_free = |value: &Tree| {
        value
            .as_text()
            .is_some_and(|text| EVERY_OCCASION.contains(&text))
    };
    members
        .map(|(name, value)| (name.as_str(), value))
        .all(|(name, value)| name == "hooks" || (name == "matcher" && is_free(value)))
}

/// Returns what a person pastes into a file that is not edited for them.
pub(super) fn snippet(entries: &Entries<'_>, outline: Outline) -> String {
    let list = |event: &&str| {
        let element = insert::element(entries, event, outline);
        ((*event).to_owned(), Tree::Array(vec![element]))
    };
    let hooks = Tree::Object(entries.events.iter().map(list).collect());
    let mut root = vec![("hooks".to_owned(), hooks)];
    if let Some(version) = outline.version() {
        root.insert(0, (VERSION.to_owned(), version));
    }
    Tree::Object(root).spread(&Style::default(), "")
}

#[cfg(test)]
mod tests;
