//! One word in a list of a YAML document.

use super::document::Document;
use super::node::Node;
use super::{add, cut, member};
use crate::edit::steps::carry_out;
use crate::edit::tree::Tree;
use crate::edit::{Created, Edited, Fault};

/// Makes a word stand in the list at `path`, once.
///
/// # Errors
/// The text is no YAML, or is laid out so that a change could not be kept apart from what a
/// person wrote.
pub(in crate::edit) fn insert(
    text: &[u8],
    path: &[&str],
    word: &str,
    created: &Created,
) -> Result<Edited, Fault> {
    let step = |text: &str, created: &mut Created| {
        let document = Document::read(text)?;
        if positions(document.root.as_ref(), path, word)
            .next()
            .is_some()
        {
            return Ok(Vec::new());
        }
        created.hooks |= path
            .first()
            .is_some_and(|top| member(document.root.as_ref(), top).is_none());
        add::add(&document, path, &Tree::text(word))
    };
    carry_out(text, created, step, |old, new| {
        let (old, new) = (Document::read(old)?, Document::read(new)?);
        let found = positions(new.root.as_ref(), path, word).count();
        Ok(found == 1 && without(old.root, path, word) == without(new.root, path, word))
    })
}

/// Takes a word out of the list at `path`, with the keys that hold nothing then. The first
/// one stays unless it is ours.
///
/// # Errors
/// As in [`insert`].
pub(in crate::edit) fn remove(
    text: &[u8],
    path: &[&str],
    word: &str,
    created: &Created,
) -> Result<Edited, Fault> {
    let step = |text: &str, created: &mut Created| {
        let document = Document::read(text)?;
        let index = positions(document.root.as_ref(), path, word).next();
        index.map_or(Ok(Vec::new()), |index| {
            cut::cut(&document, path, index, created.hooks)
        })
    };
    carry_out(text, created, step, |old, new| {
        let (old, new) = (Document::read(old)?, Document::read(new)?);
        let found = positions(new.root.as_ref(), path, word).count();
        Ok(found == 0 && without(old.root, path, word) == without(new.root, path, word))
    })
}

fn positions<'d>(
    root: Option<&'d Node>,
    path: &[&str],
    word: &'d str,
) -> impl Iterator<Item = usize> + use<'d> {
    let list = path
        .iter()
        .try_fold(root, |at, name| Some(member(at, name)))
        .flatten();
    let items = list
        .and_then(Node::items)
        .unwrap_or_default()
        .iter()
        .enumerate();
    items
        .filter(move |(_, item)| item.is(word))
        .map(|(index, _)| index)
}

/// Returns a document without the word and the keys that hold nothing then.
fn without(root: Option<Node>, path: &[&str], word: &str) -> Option<Node> {
    let mut root = root?;
    strip(&mut root, path, word);
    Some(root).filter(|root| !root.is_nothing())
}

fn strip(at: &mut Node, path: &[&str], word: &str) {
    let Some((name, rest)) = path.split_first() else {
        if let Some(items) = at.items_mut() {
            items.retain(|item| !item.is(word));
        }
        return;
    };
    let Some(members) = at.members_mut() else {
        return;
    };
    if let Some((_, value)) = members.iter_mut().find(|(key, _)| key.is(name)) {
        strip(value, rest, word);
    }
    members.retain(|(key, value)| !(key.is(name) && value.is_nothing()));
}
