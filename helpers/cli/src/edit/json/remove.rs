//! Taking our entries out of a hooks file, with the containers that were made for them.
//!
//! A container that a person may have made stays, empty or not, and so does one in which
//! somebody has written a comment.

use super::container::Container;
use super::document::Document;
use super::insert::edit;
use super::verify::check_removed;
use super::{Outline, VERSION, narrows_nothing};
use crate::edit::entry::is_ours;
use crate::edit::tree::Tree;
use crate::edit::{Created, Edited, Fault, Splice};
use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged as _;

/// Takes out every entry that runs our program for `agent`, and the containers in `created`
/// that hold nothing afterwards.
///
/// # Errors
/// The text is not one that its agent would read in one way only; it stays as it is.
pub(crate) fn remove(
    text: &[u8],
    agent: &str,
    outline: Outline,
    created: &Created,
) -> Result<Edited, Fault> {
    edit(
        text,
        created,
        |document, created| step(document, agent, outline, created),
        |old, new, created| check_removed(old, new, agent, outline, created),
    )
}

fn step(
    document: &Document<'_>,
    agent: &str,
    outline: Outline,
    created: &mut Created,
) -> Result<Vec<Splice>, Fault> {
    let hooks = document.hooks()?;
    if let Some(hooks) = hooks {
        if let Some(place) = places(hooks, agent, outline).first() {
            return Ok(cut(document, place));
        }
        if let Some((index, event)) = empty_of_ours(document, hooks, created, |_| true) {
            created.events.retain(|known| *known != event);
            return Ok(Container::from(hooks).take_out(document, index));
        }
        let empty = hooks.properties.is_empty() && document.comments(hooks.range).next().is_none();
        if created.hooks && empty {
            created.hooks = false;
            return Ok(take_out(document, "hooks"));
        }
    }
    if created.version && outline.version().is_some() && !hooks.is_some_and(has_entries) {
        created.version = false;
        return Ok(take_out(document, VERSION));
    }
    Ok(Vec::new())
}

fn take_out(document: &Document<'_>, name: &str) -> Vec<Splice> {
    let root = &document.root;
    let named = |property: &ObjectProp<'_>| property.name.as_str() == name;
    let index = root.properties.iter().position(named);
    index.map_or_else(Vec::new, |index| {
        Container::from(root).take_out(document, index)
    })
}

/// Tells whether an event has anything for which the file needs a version.
fn has_entries(hooks: &Object<'_>) -> bool {
    let is_empty = |value: &Value<'_>| {
        value
            .as_array()
            .is_some_and(|list| list.elements.is_empty())
    };
    hooks.properties.iter().any(|event| !is_empty(&event.value))
}

/// Where one of our entries stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'d, 't> {
    /// Its event.
    pub(super) event: &'d str,
    /// The group that holds it alone, by the groups of the event and its index there.
    alone: Option<(&'d Array<'t>, usize)>,
    /// The list that it is in.
    entries: &'d Array<'t>,
    /// Its index there.
    index: usize,
    /// The entry.
    pub(super) entry: &'d Value<'t>,
}

/// Finds our entries, in the order of the text.
pub(super) fn places<'d, 't>(
    hooks: &'d Object<'t>,
    agent: &str,
    outline: Outline,
) -> Vec<Place<'d, 't>> {
    let mut found = Vec::new();
    for property in &hooks.properties {
        let Some(elements) = property.value.as_array() else {
            continue;
        };
        let event = property.name.as_str();
        if outline.is_flat() {
            found.extend(places_in(event, elements, None, agent));
            continue;
        }
        for (group, around) in elements.elements.iter().enumerate() {
            let Some(around) = around.as_object() else {
                continue;
            };
            let Some(entries) = entries_of(around) else {
                continue;
            };
            let free = narrows_nothing(&Tree::from(around));
            let only = free && entries.elements.len() == 1;
            let alone = only.then_some((elements, group));
            found.extend(places_in(event, entries, alone, agent));
        }
    }
    found
}

fn places_in<'d, 't>(
    event: &'d str,
    entries: &'d Array<'t>,
    alone: Option<(&'d Array<'t>, usize)>,
    agent: &str,
) -> impl Iterator<Item = Place<'d, 't>> {
    let ours = move |entry: &Value<'_>| is_ours(&Tree::from(entry), agent);
    entries
        .elements
        .iter()
        .enumerate()
        .filter(move |(_, entry)| ours(entry))
        .map(move |(index, entry)| Place {
            event,
            alone,
            entries,
            index,
            entry,
        })
}

fn entries_of<'d, 't>(group: &'d Object<'t>) -> Option<&'d Array<'t>> {
    let mut named = group
        .properties
        .iter()
        .filter(|property| property.name.as_str() == "hooks");
    let entries = named.next()?.value.as_array()?;
    named.next().is_none().then_some(entries)
}

/// Takes an entry out; with its group, if that holds nothing else.
pub(super) fn cut(document: &Document<'_>, place: &Place<'_, '_>) -> Vec<Splice> {
    match place.alone {
        Some((groups, group)) => Container::from(groups).take_out(document, group),
        None => Container::from(place.entries).take_out(document, place.index),
    }
}

/// Finds an event of ours that holds neither group nor comment.
pub(super) fn empty_of_ours(
    document: &Document<'_>,
    hooks: &Object<'_>,
    created: &Created,
    concerns: impl Fn(&str) -> bool,
) -> Option<(usize, String)> {
    hooks
        .properties
        .iter()
        .enumerate()
        .find_map(|(index, property)| {
            let event = property.name.as_str();
            let groups = property.value.as_array()?;
            let empty =
                groups.elements.is_empty() && document.comments(groups.range()).next().is_none();
            (empty && created.has(event) && concerns(event)).then(|| (index, event.to_owned()))
        })
}
