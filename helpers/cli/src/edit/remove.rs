//! Taking our entries out of a hooks file, with the containers that were made for them.
//!
//! A container that a person may have made stays, empty or not, and so does one in which
//! somebody has written a comment.

use super::container::Container;
use super::document::Document;
use super::entry::is_ours;
use super::insert::edit;
use super::splice::Splice;
use super::tree::Tree;
use super::verify::check_removed;
use super::{Created, Edited, Fault};
use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged as _;

/// Takes out every entry that runs our program for `agent`, and the containers in `created`
/// that hold nothing afterwards.
///
/// # Errors
/// The text is not one that its agent would read in one way only; it stays as it is.
pub(crate) fn remove(text: &[u8], agent: &str, created: &Created) -> Result<Edited, Fault> {
    edit(
        text,
        created,
        |document, created| step(document, agent, created),
        |old, new, created| check_removed(old, new, agent, created),
    )
}

fn step(document: &Document<'_>, agent: &str, created: &mut Created) -> Result<Vec<Splice>, Fault> {
    let Some(hooks) = document.hooks()? else {
        return Ok(Vec::new());
    };
    if let Some(place) = places(hooks, agent).first() {
        return Ok(cut(document, place));
    }
    if let Some((index, event)) = empty_of_ours(document, hooks, created, |_| true) {
        created.events.retain(|known| *known != event);
        return Ok(Container::from(hooks).take_out(document, index));
    }
    let empty = hooks.properties.is_empty() && document.comments(hooks.range).next().is_none();
    if created.hooks && empty {
        created.hooks = false;
        let root = &document.root;
        let index = root
            .properties
            .iter()
            .position(|property| property.name.as_str() == "hooks");
        return Ok(Container::from(root).take_out(document, index.unwrap_or(usize::MAX)));
    }
    Ok(Vec::new())
}

/// Where one of our entries stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'d, 't> {
    /// Its event.
    pub(super) event: &'d str,
    /// The groups of that event.
    groups: &'d Array<'t>,
    /// Index of its group.
    pub(super) group: usize,
    /// That group.
    around: &'d Object<'t>,
    /// The entries of that group.
    entries: &'d Array<'t>,
    /// Its index there.
    pub(super) index: usize,
    /// The entry.
    pub(super) entry: &'d Value<'t>,
}

/// Finds our entries, in the order of the text.
pub(super) fn places<'d, 't>(hooks: &'d Object<'t>, agent: &str) -> Vec<Place<'d, 't>> {
    let mut found = Vec::new();
    for property in &hooks.properties {
        let Some(groups) = property.value.as_array() else {
            continue;
        };
        for (group, around) in groups.elements.iter().enumerate() {
            let Some(around) = around.as_object() else {
                continue;
            };
            let Some(entries) = entries_of(around) else {
                continue;
            };
            for (index, entry) in entries.elements.iter().enumerate() {
                if is_ours(&Tree::from(entry), agent) {
                    let event = property.name.as_str();
                    found.push(Place {
                        event,
                        groups,
                        group,
                        around,
                        entries,
                        index,
                        entry,
                    });
                }
            }
        }
    }
    found
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
    let alone = place.around.properties.len() == 1 && place.entries.elements.len() == 1;
    if alone {
        Container::from(place.groups).take_out(document, place.group)
    } else {
        Container::from(place.entries).take_out(document, place.index)
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
