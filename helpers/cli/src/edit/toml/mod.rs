//! Hook entries in TOML: one list of tables, each of which names its event.
//!
//! The parser tells where things stand and checks what came out. It never writes: printed
//! again, a file would lose its line ends.

mod cut;
mod document;

use super::brackets;
use super::entry::is_ours;
use super::steps::carry_out;
use super::text::{body, line_end, line_start, newline};
use super::tree::Tree;
use super::{Created, Edited, Entries, Fault, Splice, Standing};
use document::{Document, Hooks};
use std::ops::Range;

/// Makes `entries` stand in the list `list`, each with its event as `event_key`.
///
/// # Errors
/// The text is no TOML, or has something else by that name.
pub(super) fn insert(
    text: &[u8],
    entries: &Entries<'_>,
    list: &str,
    event_key: &str,
) -> Result<Edited, Fault> {
    let wanted = |event: &str| entries.entry.tree(event);
    let step = |text: &str, _: &mut Created| {
        let document = Document::read(text)?;
        let hooks = document.hooks(list)?;
        let mut served: Vec<&str> = Vec::new();
        for (index, entry) in hooks.entries().iter().enumerate() {
            if !is_ours(entry, entries.agent) {
                continue;
            }
            let event = entry.member(event_key).and_then(Tree::as_text);
            let event = entries.events.iter().find(|known| Some(**known) == event);
            match event {
                Some(event) if !served.contains(event) && *entry == wanted(event) => {
                    served.push(event);
                }
                _ => return cut::cut(&document, &hooks, index),
            }
        }
        let missing = entries.events.iter().find(|event| !served.contains(event));
        Ok(missing.map_or_else(Vec::new, |event| {
            vec![addition(text, &hooks, list, &wanted(event))]
        }))
    };
    carry_out(text, &Created::default(), step, |old, new| {
        let (old, new) = (Document::read(old)?, Document::read(new)?);
        let mut found = new.hooks(list)?.entries().to_vec();
        let mut mine = found.iter().filter(|entry| is_ours(entry, entries.agent));
        let complete = mine.clone().count() == entries.events.len()
            && entries
                .events
                .iter()
                .all(|event| mine.any(|entry| *entry == wanted(event)));
        found.retain(|entry| !is_ours(entry, entries.agent));
        Ok(complete
            && found == others(&old, list, entries.agent)?
            && old.rest(list) == new.rest(list))
    })
}

/// Takes out every entry that runs our program for `agent`.
///
/// # Errors
/// As in [`insert`].
pub(super) fn remove(text: &[u8], agent: &str, list: &str) -> Result<Edited, Fault> {
    let step = |text: &str, _: &mut Created| {
        let document = Document::read(text)?;
        let hooks = document.hooks(list)?;
        let ours = hooks
            .entries()
            .iter()
            .position(|entry| is_ours(entry, agent));
        ours.map_or(Ok(Vec::new()), |index| cut::cut(&document, &hooks, index))
    };
    carry_out(text, &Created::default(), step, |old, new| {
        let (old, new) = (Document::read(old)?, Document::read(new)?);
        let left = new.hooks(list)?.entries().to_vec();
        Ok(left == others(&old, list, agent)? && old.rest(list) == new.rest(list))
    })
}

/// Returns the entries that are not ours.
fn others(document: &Document, list: &str, agent: &str) -> Result<Vec<Tree>, Fault> {
    let mut entries = document.hooks(list)?.entries().to_vec();
    entries.retain(|entry| !is_ours(entry, agent));
    Ok(entries)
}

/// Returns what stands in a text for `agent`.
///
/// # Errors
/// As in [`insert`].
pub(super) fn standing(
    text: &[u8],
    agent: &str,
    list: &str,
    event_key: &str,
) -> Result<Vec<Standing>, Fault> {
    let document = Document::read(body(text)?.1)?;
    let hooks = document.hooks(list)?;
    let entries = hooks.entries();
    let text_of = |entry: &Tree, name: &str| {
        let member = entry.member(name).and_then(Tree::as_text);
        member.map(str::to_owned)
    };
    let ours = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_ours(entry, agent));
    Ok(ours
        .map(|(index, entry)| Standing {
            event: text_of(entry, event_key).unwrap_or_default(),
            group: index,
            index: 0,
            entry: entry.clone(),
            matcher: text_of(entry, "matcher"),
            followed: index + 1 < entries.len(),
        })
        .collect())
}

/// Tells whether a text says nothing, not even in a comment.
pub(super) fn is_blank(text: &[u8]) -> bool {
    body(text).is_ok_and(|(_, text)| text.trim().is_empty())
}

/// Returns what a person pastes into a file that is not edited for them.
pub(super) fn snippet(entries: &Entries<'_>, list: &str) -> String {
    let table = |event: &&str| table(list, &entries.entry.tree(event), "\n");
    entries
        .events
        .iter()
        .map(table)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Adds an entry behind the last one, in the form that the list has.
fn addition(text: &str, hooks: &Hooks, list: &str, entry: &Tree) -> Splice {
    let newline = newline(text);
    let Hooks::Inline { array, items, .. } = hooks else {
        let apart = match text {
            "" => "",
            text if text.ends_with('\n') => newline,
            _ => &newline.repeat(2),
        };
        return Splice::insertion(
            text.len(),
            format!("{apart}{}", table(list, entry, newline)),
        );
    };
    brackets::addition(text, array, items, &inline(entry))
}

fn members(entry: &Tree) -> impl Iterator<Item = String> {
    let members = entry.members().unwrap_or_default().iter();
    members.map(|(name, value)| format!("{name} = {}", value_text(value)))
}

fn table(list: &str, entry: &Tree, newline: &str) -> String {
    let head = format!("[[{list}]]{newline}");
    members(entry).fold(head, |text, member| text + &member + newline)
}

fn inline(entry: &Tree) -> String {
    format!("{{ {} }}", members(entry).collect::<Vec<_>>().join(", "))
}

fn value_text(value: &Tree) -> String {
    match value {
        Tree::Text(text) => toml_edit::Value::from(text).to_string(),
        Tree::Array(elements) => {
            let elements: Vec<_> = elements.iter().map(value_text).collect();
            format!("[{}]", elements.join(", "))
        }
        Tree::Number(number) => number.clone(),
        Tree::Bool(flag) => flag.to_string(),
        // Neither is a value that an entry has.
        Tree::Null | Tree::Object(_) => String::new(),
    }
}

/// Widens a range to whole lines.
fn lines(text: &str, range: Range<usize>) -> Range<usize> {
    line_start(text, range.start)..line_end(text, range.end)
}

#[cfg(test)]
mod tests;
