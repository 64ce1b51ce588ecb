//! Putting our entries into a hooks file, one for each event, and bringing those that
//! stand there up to date.
//!
//! A new entry comes last of its event: an agent may know a person's consent by position.

use super::container::{Container, Item};
use super::document::Document;
use super::remove::{Place, cut, empty_of_ours, places};
use super::style::Style;
use super::verify::check_inserted;
use super::{Outline, VERSION};
use crate::edit::entry::Entry;
use crate::edit::steps::carry_out;
use crate::edit::text::{has_line_end, leading_space};
use crate::edit::tree::Tree;
use crate::edit::{Created, Edited, Entries, Fault, Splice};
use jsonc_parser::common::Ranged as _;

/// Makes `entries` stand in a text, of whose containers `created` are known to be ours.
///
/// # Errors
/// The text is not one that its agent would read in one way only; it stays as it is.
pub(crate) fn insert(
    text: &[u8],
    entries: &Entries<'_>,
    outline: Outline,
    created: &Created,
) -> Result<Edited, Fault> {
    edit(
        text,
        created,
        |document, created| step(document, entries, outline, created),
        |old, new, created| check_inserted(old, new, entries, outline, created),
    )
}

/// Edits by steps on the document, and compares what was to come out of it with what did.
pub(super) fn edit(
    text: &[u8],
    created: &Created,
    mut step: impl FnMut(&Document<'_>, &mut Created) -> Result<Vec<Splice>, Fault>,
    check: impl FnOnce(&Tree, &Tree, &Created) -> bool,
) -> Result<Edited, Fault> {
    carry_out(
        text,
        created,
        |text, created| step(&Document::read(text)?, created),
        |old, new| {
            let tree = |text| Ok(Tree::from(&Document::read(text)?.root));
            Ok(check(&tree(old)?, &tree(new)?, created))
        },
    )
}

/// Returns the next thing to do, as splices to be applied in turn.
fn step(
    document: &Document<'_>,
    entries: &Entries<'_>,
    outline: Outline,
    created: &mut Created,
) -> Result<Vec<Splice>, Fault> {
    let style = Style::of(document);
    if let Some(version) = outline.version()
        && document.number(VERSION)?.is_none()
    {
        created.version = true;
        let item = Item {
            key: Some(VERSION),
            value: &version,
        };
        return Ok(Container::from(&document.root).append(document, &style, item));
    }
    let Some(hooks) = document.hooks()? else {
        created.hooks = true;
        entries.events.iter().for_each(|event| created.add(event));
        let events = entries
            .events
            .iter()
            .map(|event| ((*event).to_owned(), list(entries, event, outline)));
        let value = &Tree::Object(events.collect());
        let item = Item {
            key: Some("hooks"),
            value,
        };
        return Ok(Container::from(&document.root).append(document, &style, item));
    };
    let mut served: Vec<&str> = Vec::new();
    for place in places(hooks, entries.agent, outline) {
        if !entries.events.contains(&place.event) || served.contains(&place.event) {
            return Ok(cut(document, &place));
        }
        served.push(place.event);
        if let Some(splice) = update(document, &style, &place, &entries.entry) {
            return Ok(vec![splice]);
        }
    }
    let obsolete = |event: &str| !entries.events.contains(&event);
    if let Some((index, event)) = empty_of_ours(document, hooks, created, obsolete) {
        created.events.retain(|known| *known != event);
        return Ok(Container::from(hooks).take_out(document, index));
    }
    let Some(event) = entries.events.iter().find(|event| !served.contains(event)) else {
        return Ok(Vec::new());
    };
    let (container, key, value) = match document.groups(hooks, event)? {
        Some(elements) => {
            let element = element(entries, event, outline);
            (Container::from(elements), None, element)
        }
        None => {
            created.add(event);
            let list = list(entries, event, outline);
            (Container::from(hooks), Some(*event), list)
        }
    };
    Ok(container.append(document, &style, Item { key, value: &value }))
}

fn list(entries: &Entries<'_>, event: &str, outline: Outline) -> Tree {
    Tree::Array(vec![element(entries, event, outline)])
}

/// Returns what stands in the list of an event: the entry, or the group that holds it alone.
pub(super) fn element(entries: &Entries<'_>, event: &str, outline: Outline) -> Tree {
    let entry = entries.entry.tree(event);
    if outline.is_flat() {
        return entry;
    }
    let matcher = entries.matcher.map(Tree::text);
    let matcher = matcher.map(|matcher| ("matcher".to_owned(), matcher));
    let hooks = ("hooks".to_owned(), Tree::Array(vec![entry]));
    Tree::Object(matcher.into_iter().chain([hooks]).collect())
}

/// Writes an entry anew if it does not say what it should.
fn update(
    document: &Document<'_>,
    style: &Style,
    place: &Place<'_, '_>,
    entry: &Entry,
) -> Option<Splice> {
    let tree = entry.tree(place.event);
    if Tree::from(place.entry) == tree {
        return None;
    }
    let range = place.entry.range().start..place.entry.range().end;
    let text = document.text;
    let new = if has_line_end(&text[range.clone()]) {
        tree.spread(style, leading_space(text, range.start))
    } else {
        tree.line(style)
    };
    Some(Splice::replacement(text, range, &new))
}
