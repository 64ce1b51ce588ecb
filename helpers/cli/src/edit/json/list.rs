//! One word in a list of a JSON document.

use super::container::{Container, Item};
use super::document::Document;
use super::insert::edit;
use super::style::Style;
use crate::edit::tree::Tree;
use crate::edit::{Created, Edited, Fault, Splice};
use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged as _;

/// How far a path leads.
enum Reached<'d, 't> {
    /// To the list.
    List(&'d Array<'t>),
    /// To an object that lacks the key at this depth.
    Missing(&'d Object<'t>, usize),
}

/// Makes a word stand in the list at `path`, once.
///
/// # Errors
/// The text is no JSON, or there is something else on the path.
pub(in crate::edit) fn insert(
    text: &[u8],
    path: &[&str],
    word: &str,
    created: &Created,
) -> Result<Edited, Fault> {
    let step = |document: &Document<'_>, created: &mut Created| {
        let style = Style::of(document);
        let value = Tree::text(word);
        match reach(document, path)? {
            Reached::List(list) if positions(list, word).next().is_some() => Ok(Vec::new()),
            Reached::List(list) => {
                let item = Item {
                    key: None,
                    value: &value,
                };
                Ok(Container::from(list).append(document, &style, item))
            }
            Reached::Missing(around, depth) => {
                created.hooks |= depth == 0;
                path[depth.max(1)..]
                    .iter()
                    .for_each(|name| created.add(name));
                let below = path[depth + 1..].iter().rev();
                let list = Tree::Array(vec![value]);
                let nest = |value, name: &&str| Tree::Object(vec![((*name).to_owned(), value)]);
                let value = &below.fold(list, nest);
                let item = Item {
                    key: Some(path[depth]),
                    value,
                };
                Ok(Container::from(around).append(document, &style, item))
            }
        }
    };
    edit(text, created, step, |old, new, _| {
        has(new, path, word) == 1 && without(old, path, word) == without(new, path, word)
    })
}

/// Takes a word out of the list at `path`, with the keys in `created` that hold nothing then.
///
/// # Errors
/// As in [`insert`].
pub(in crate::edit) fn remove(
    text: &[u8],
    path: &[&str],
    word: &str,
    created: &Created,
) -> Result<Edited, Fault> {
    let step = |document: &Document<'_>, created: &mut Created| {
        if let Reached::List(list) = reach(document, path)?
            && let Some(index) = positions(list, word).next()
        {
            return Ok(Container::from(list).take_out(document, index));
        }
        take_out_empty(document, path, created)
    };
    edit(text, created, step, |old, new, _| {
        has(new, path, word) == 0 && without(old, path, word) == without(new, path, word)
    })
}

fn reach<'d, 't>(document: &'d Document<'t>, path: &[&str]) -> Result<Reached<'d, 't>, Fault> {
    let mut at = &document.root;
    for (depth, name) in path.iter().enumerate() {
        let last = depth + 1 == path.len();
        match document.only(at, name)?.map(|property| &property.value) {
            None => return Ok(Reached::Missing(at, depth)),
            Some(Value::Array(list)) if last => return Ok(Reached::List(list)),
            Some(Value::Object(below)) if !last => at = below,
            Some(other) => {
                let wanted = if last { "a list" } else { "an object" };
                return Err(document.fault(other.start(), format!("\"{name}\" is not {wanted}")));
            }
        }
    }
    Err(Fault::Unverified)
}

fn positions(list: &Array<'_>, word: &str) -> impl Iterator<Item = usize> {
    let is_word =
        move |value: &Value<'_>| matches!(value, Value::StringLit(text) if text.value == word);
    let found = list.elements.iter().enumerate();
    found
        .filter(move |(_, value)| is_word(value))
        .map(|(index, _)| index)
}

/// Takes out the innermost key of ours that holds nothing.
fn take_out_empty(
    document: &Document<'_>,
    path: &[&str],
    created: &mut Created,
) -> Result<Vec<Splice>, Fault> {
    let mut around = &document.root;
    let mut found = None;
    for (depth, name) in path.iter().enumerate() {
        let Some(property) = document.only(around, name)? else {
            break;
        };
        let range = property.value.range();
        let (empty, below) = match &property.value {
            Value::Array(list) => (list.elements.is_empty(), None),
            Value::Object(below) => (below.properties.is_empty(), Some(below)),
            _ => break,
        };
        let ours = if depth == 0 {
            created.hooks
        } else {
            created.has(name)
        };
        if ours && empty && document.comments(range).next().is_none() {
            found = Some((around, depth));
        }
        let Some(below) = below else { break };
        around = below;
    }
    let Some((around, depth)) = found else {
        return Ok(Vec::new());
    };
    match depth {
        0 => created.hooks = false,
        _ => created.events.retain(|known| known != path[depth]),
    }
    let named = |name: &str| name == path[depth];
    let index = around
        .properties
        .iter()
        .position(|property| named(property.name.as_str()));
    Ok(index.map_or_else(Vec::new, |index| {
        Container::from(around).take_out(document, index)
    }))
}

fn list_of<'v>(root: &'v Tree, path: &[&str]) -> Option<&'v [Tree]> {
    let mut at = root;
    for name in path {
        at = at.member(name)?;
    }
    at.elements()
}

fn has(root: &Tree, path: &[&str], word: &str) -> usize {
    let list = list_of(root, path).unwrap_or_default();
    list.iter()
        .filter(|value| value.as_text() == Some(word))
        .count()
}

/// Returns a document without the word and the empty containers of the path.
fn without(root: &Tree, path: &[&str], word: &str) -> Tree {
    let mut root = root.clone();
    strip(&mut root, path, word);
    root
}

fn strip(at: &mut Tree, path: &[&str], word: &str) {
    let Some((name, rest)) = path.split_first() else {
        if let Some(elements) = at.elements_mut() {
            elements.retain(|value| value.as_text() != Some(word));
        }
        return;
    };
    let Some(members) = at.members_mut() else {
        return;
    };
    if let Some((_, value)) = members.iter_mut().find(|(known, _)| known == name) {
        strip(value, rest, word);
    }
    members.retain(|(known, value)| {
        let empty = value.members().is_some_and(<[_]>::is_empty)
            || value.elements().is_some_and(<[_]>::is_empty);
        known != name || !empty
    });
}
