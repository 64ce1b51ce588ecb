//! Hook entries in YAML: one list an event, below one key.
//!
//! Lines are added and taken out as text. A parser tells where they go and, read before and
//! after, whether the document still says the same about everything else; where that cannot
//! be shown, the text stays as it is.

mod add;
mod cut;
mod document;
mod layout;
pub(super) mod list;
mod node;
mod path;

use super::entry::is_ours;
use super::steps::carry_out;
use super::text::body;
use super::tree::Tree;
use super::{Created, Edited, Entries, Fault, Standing};
use document::Document;
use layout::{Layout, item_text, key_text};
use node::{Kind, Node};

/// Makes `entries` stand below the key `top`.
///
/// # Errors
/// The text is no YAML, or is laid out so that a change could not be kept apart from what a
/// person wrote.
pub(super) fn insert(
    text: &[u8],
    entries: &Entries<'_>,
    top: &str,
    created: &Created,
) -> Result<Edited, Fault> {
    let step = |text: &str, created: &mut Created| {
        let document = Document::read(text)?;
        let mut served: Vec<&str> = Vec::new();
        for own in own(&document, top, entries.agent) {
            let path = [top, own.event.as_str()];
            let event = entries.events.iter().find(|event| **event == own.event);
            let Some(event) = event.filter(|event| !served.contains(event)) else {
                return cut::cut(&document, &path, own.index, created.hooks);
            };
            let wanted = entries.entry.tree(event);
            if own.entry != wanted {
                return cut::replace(&document, &path, own.index, &wanted);
            }
            served.push(event);
        }
        let missing = entries.events.iter().find(|event| !served.contains(event));
        let Some(event) = missing else {
            return Ok(Vec::new());
        };
        created.hooks |= member(document.root.as_ref(), top).is_none();
        add::add(&document, &[top, event], &entries.entry.tree(event))
    };
    carry_out(text, created, step, |old, new| {
        let (old, new) = (Document::read(old)?, Document::read(new)?);
        let found = own(&new, top, entries.agent);
        let is_wanted = |event: &&str| {
            let wanted = entries.entry.tree(event);
            found
                .iter()
                .any(|own| own.event == **event && own.entry == wanted)
        };
        let complete = found.len() == entries.events.len() && entries.events.iter().all(is_wanted);
        Ok(complete && same_without_ours(&old, &new, top, entries.agent))
    })
}

/// Takes out every entry that runs our program for `agent`, and the key `top` if it is ours
/// and holds nothing then.
///
/// # Errors
/// As in [`insert`].
pub(super) fn remove(
    text: &[u8],
    agent: &str,
    top: &str,
    created: &Created,
) -> Result<Edited, Fault> {
    let step = |text: &str, created: &mut Created| {
        let document = Document::read(text)?;
        let own = own(&document, top, agent);
        let first = own.first();
        first.map_or(Ok(Vec::new()), |own| {
            cut::cut(&document, &[top, &own.event], own.index, created.hooks)
        })
    };
    carry_out(text, created, step, |old, new| {
        let (old, new) = (Document::read(old)?, Document::read(new)?);
        Ok(own(&new, top, agent).is_empty() && same_without_ours(&old, &new, top, agent))
    })
}

/// Returns what stands in a text for `agent`.
///
/// # Errors
/// The text is no YAML.
pub(super) fn standing(text: &[u8], agent: &str, top: &str) -> Result<Vec<Standing>, Fault> {
    Ok(own(&Document::read(body(text)?.1)?, top, agent))
}

/// Tells whether a text says nothing, not even in a comment.
pub(super) fn is_blank(text: &[u8]) -> bool {
    body(text).is_ok_and(|(_, text)| text.trim().is_empty())
}

/// Returns what a person pastes into a file that is not edited for them.
pub(super) fn snippet(entries: &Entries<'_>, top: &str) -> String {
    let layout = Layout {
        newline: "\n",
        indent: 0,
    };
    let list = |event: &&str| {
        let item = item_text(&layout.deeper().deeper(), &entries.entry.tree(event));
        key_text(&layout.deeper(), event) + &item
    };
    key_text(&layout, top) + &entries.events.iter().map(list).collect::<String>()
}

/// Returns our entries, in the order of the text.
fn own(document: &Document<'_>, top: &str, agent: &str) -> Vec<Standing> {
    let mut found = Vec::new();
    let hooks = member(document.root.as_ref(), top).and_then(Node::members);
    for (event, list) in hooks.unwrap_or_default() {
        let Kind::Scalar(event, _) = &event.kind else {
            continue;
        };
        let items = list.items().unwrap_or_default();
        for (index, item) in items.iter().enumerate() {
            let entry = item.tree();
            if is_ours(&entry, agent) {
                let matcher = entry.member("matcher").and_then(Tree::as_text);
                found.push(Standing {
                    event: event.clone(),
                    group: 0,
                    index,
                    matcher: matcher.map(str::to_owned),
                    followed: index + 1 < items.len(),
                    entry,
                });
            }
        }
    }
    found
}

fn member<'d>(node: Option<&'d Node>, name: &str) -> Option<&'d Node> {
    let mut members = node?.members()?.iter();
    members
        .find(|(key, _)| key.is(name))
        .map(|(_, value)| value)
}

/// Tells whether two documents say the same but for our entries and the empty mappings and
/// lists that may be left of them.
fn same_without_ours(old: &Document<'_>, new: &Document<'_>, top: &str, agent: &str) -> bool {
    without_ours(old.root.clone(), top, agent) == without_ours(new.root.clone(), top, agent)
}

fn without_ours(root: Option<Node>, top: &str, agent: &str) -> Option<Node> {
    let mut root = root?;
    let Some(members) = root.members_mut() else {
        return Some(root).filter(|root| !root.is_nothing());
    };
    let hooks = members.iter_mut().find(|(key, _)| key.is(top));
    if let Some(events) = hooks.and_then(|(_, hooks)| hooks.members_mut()) {
        for (_, list) in events.iter_mut() {
            if let Some(items) = list.items_mut() {
                items.retain(|item| !is_ours(&item.tree(), agent));
            }
        }
        events.retain(|(_, list)| !list.is_nothing());
    }
    members.retain(|(key, value)| !(key.is(top) && value.is_nothing()));
    Some(root).filter(|root| !root.is_nothing())
}

#[cfg(test)]
mod tests;
