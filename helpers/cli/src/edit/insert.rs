//! Putting our entries into a hooks file, one for each event, and bringing those that
//! stand there up to date.
//!
//! A new entry comes last of its event: an agent may know a person's consent by position.

use super::container::{Container, Item};
use super::document::{BOM, Document};
use super::entry::Entry;
use super::remove::{Place, cut, empty_of_ours, places};
use super::splice::Splice;
use super::style::{Style, has_line_end, leading_space};
use super::tree::Tree;
use super::verify::check_inserted;
use super::{Created, Edited, Entries, Fault, Position, STEPS_MAX};
use jsonc_parser::common::Ranged as _;

/// Makes `entries` stand in a text, of whose containers `created` are known to be ours.
///
/// # Errors
/// The text is not one that its agent would read in one way only; it stays as it is.
pub(crate) fn insert(
    text: &[u8],
    entries: &Entries<'_>,
    created: &Created,
) -> Result<Edited, Fault> {
    edit(
        text,
        created,
        |document, created| step(document, entries, created),
        |old, new, created| check_inserted(old, new, entries, created),
    )
}

/// Applies steps until there is none left, then compares what was to come out of it with
/// what did.
pub(super) fn edit(
    text: &[u8],
    created: &Created,
    mut step: impl FnMut(&Document<'_>, &mut Created) -> Result<Vec<Splice>, Fault>,
    check: impl FnOnce(&Tree, &Tree, &Created) -> bool,
) -> Result<Edited, Fault> {
    let (bom, original) = body(text)?;
    let before = Tree::from(&Document::read(original)?.root);
    let mut edited = Edited {
        text: original.to_owned(),
        splices: Vec::new(),
        created: created.clone(),
    };
    for _ in 0..STEPS_MAX {
        let splices = step(&Document::read(&edited.text)?, &mut edited.created)?;
        if splices.is_empty() {
            let after = Tree::from(&Document::read(&edited.text)?.root);
            if !check(&before, &after, created) {
                return Err(Fault::Unverified);
            }
            edited.text.insert_str(0, bom);
            edited
                .splices
                .iter_mut()
                .for_each(|splice| splice.at += bom.len());
            return Ok(edited);
        }
        for splice in splices {
            edited.text = splice.apply(&edited.text).ok_or(Fault::Unverified)?;
            edited.splices.push(splice);
        }
    }
    Err(Fault::Unverified)
}

/// Splits off the byte order mark.
pub(super) fn body(text: &[u8]) -> Result<(&str, &str), Fault> {
    let text = std::str::from_utf8(text).map_err(|error| Fault::Text {
        position: Position::of(text, error.valid_up_to()),
        found: "bytes that are not UTF-8".to_owned(),
    })?;
    let bom = if text.starts_with(BOM) {
        BOM.len_utf8()
    } else {
        0
    };
    Ok(text.split_at(bom))
}

/// Returns the next thing to do, as splices to be applied in turn.
fn step(
    document: &Document<'_>,
    entries: &Entries<'_>,
    created: &mut Created,
) -> Result<Vec<Splice>, Fault> {
    let style = Style::of(document);
    let Some(hooks) = document.hooks()? else {
        created.hooks = true;
        entries.events.iter().for_each(|event| created.add(event));
        let events = entries
            .events
            .iter()
            .map(|event| ((*event).to_owned(), groups(&entries.entry)));
        let value = &Tree::Object(events.collect());
        let item = Item {
            key: Some("hooks"),
            value,
        };
        return Ok(Container::from(&document.root).append(document, &style, item));
    };
    let mut served: Vec<&str> = Vec::new();
    for place in places(hooks, entries.agent) {
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
        Some(groups) => (Container::from(groups), None, entries.entry.group()),
        None => {
            created.add(event);
            (Container::from(hooks), Some(*event), groups(&entries.entry))
        }
    };
    Ok(container.append(document, &style, Item { key, value: &value }))
}

fn groups(entry: &Entry) -> Tree {
    Tree::Array(vec![entry.group()])
}

/// Writes an entry anew if it does not say what it should.
fn update(
    document: &Document<'_>,
    style: &Style,
    place: &Place<'_, '_>,
    entry: &Entry,
) -> Option<Splice> {
    let tree = entry.tree();
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
