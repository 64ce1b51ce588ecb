//! What is shown of the chosen row: the answer as everywhere else, what matters most to a
//! choice first, and from which conversations it came.

use super::entry::Entry;
use crate::answer::{Answer, fields};
use crate::command::list::ID_SHOWN;
use crate::print::plain;

/// The order in which a person who chooses asks. What is not named here follows.
const FIRST: [&str; 9] = [
    "conversation",
    "state",
    "flags",
    "directory",
    "resume",
    "fork",
    "lineage",
    "went on as",
    "warning",
];

/// Most conversations that are shown of a line of descent, or beside each other.
const LINEAGE_MAX: usize = 8;

/// Returns named lines, safe for a terminal.
pub fn lines(entry: &Entry, answer: &Answer) -> Vec<(&'static str, String)> {
    let mut lines = fields(answer);
    lines.retain(|(name, _)| *name != "came from");
    lines.extend(lineage(entry));
    lines.sort_by_key(|(name, _)| {
        let rank = FIRST.iter().position(|first| first == name);
        rank.unwrap_or(FIRST.len())
    });
    lines
}

/// Says which conversations it comes from, and which come from it.
fn lineage(entry: &Entry) -> Vec<(&'static str, String)> {
    let join = |ids: &[String], with: &str| {
        let from = ids.len().saturating_sub(LINEAGE_MAX);
        let ids: Vec<String> = ids.iter().skip(from).map(|id| short(id)).collect();
        ids.join(with)
    };
    let mut lines = Vec::new();
    if entry.line.len() > 1 {
        lines.push(("lineage", join(&entry.line, " -> ")));
    }
    if !entry.children.is_empty() {
        lines.push(("went on as", join(&entry.children, ", ")));
    }
    lines
}

/// Shortens an id to what tells conversations apart.
pub fn short(id: &str) -> String {
    let id: String = id.chars().take(ID_SHOWN).collect();
    plain(&id).to_string()
}
