//! Going down a YAML document to a list, and the reasons not to touch it.

use super::document::Document;
use super::node::{Kind, Node};
use crate::edit::Fault;

/// Key by which a mapping takes members from elsewhere.
const MERGE: &str = "<<";

/// How far a path leads.
#[derive(Debug)]
pub(super) enum Reached<'d> {
    /// To the list, all mappings above it from the outermost.
    List(Vec<&'d Node>, &'d Node),
    /// To a mapping that lacks the key at this depth; nothing if the document is empty.
    Missing(usize, Option<&'d Node>),
    /// To a key at this depth whose value holds nothing.
    Nothing(usize, &'d Node, &'d Node),
}

/// Goes down the keys of a path.
pub(super) fn reach<'d>(document: &'d Document<'_>, path: &[&str]) -> Result<Reached<'d>, Fault> {
    let Some(mut at) = document.root.as_ref().filter(|root| !root.is_nothing()) else {
        let bracketed = document
            .root
            .as_ref()
            .filter(|root| root.flow || root.anchor != 0);
        return match bracketed {
            Some(root) => Err(document.fault(root, "an empty document between brackets")),
            None => Ok(Reached::Missing(0, None)),
        };
    };
    let mut above = Vec::new();
    for (depth, name) in path.iter().enumerate() {
        check_shared(document, at)?;
        let around = if depth == 0 {
            "the document"
        } else {
            path[depth - 1]
        };
        let Some(members) = at.members() else {
            return Err(document.fault(at, format!("{around} is not a mapping")));
        };
        if at.flow {
            return Err(document.fault(at, format!("{around} stands between brackets")));
        }
        let Some((key, value)) = only(document, members, name)? else {
            if let Some((merge, _)) = members.iter().find(|(key, _)| key.is(MERGE)) {
                return Err(document.fault(merge, format!("{name} may come from elsewhere")));
            }
            return Ok(Reached::Missing(depth, Some(at)));
        };
        above.push(at);
        if value.is_nothing() {
            check_shared(document, value)?;
            if value.anchor != 0 || value.tag.is_some() {
                return Err(document.fault(value, format!("{name} has an anchor or a tag")));
            }
            return Ok(Reached::Nothing(depth, key, value));
        }
        at = value;
    }
    check_shared(document, at)?;
    match at.items() {
        Some(_) => Ok(Reached::List(above, at)),
        None => Err(document.fault(at, format!("{} is not a list", path[path.len() - 1]))),
    }
}

/// What stands in one place and is read in several must not change in one of them.
fn check_shared(document: &Document<'_>, node: &Node) -> Result<(), Fault> {
    if matches!(node.kind, Kind::Alias(_)) {
        return Err(document.fault(node, "a reference to what stands elsewhere"));
    }
    if document.referred.contains(&node.anchor) {
        return Err(document.fault(node, "something else refers to this"));
    }
    Ok(())
}

fn only<'d>(
    document: &Document<'_>,
    members: &'d [(Node, Node)],
    name: &str,
) -> Result<Option<&'d (Node, Node)>, Fault> {
    let mut found = members.iter().filter(|(key, _)| key.is(name));
    let first = found.next();
    match found.next() {
        None => Ok(first),
        Some((again, _)) => Err(document.fault(again, format!("{name} stands here a second time"))),
    }
}
