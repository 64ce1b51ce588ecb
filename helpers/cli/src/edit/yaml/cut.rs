//! Taking an item out of a YAML list, with the keys that only it needed.

use super::document::Document;
use super::layout::{Layout, column, item_text, line_text};
use super::node::Node;
use super::path::{Reached, reach};
use crate::edit::text::{line_end, line_start, line_until, newline};
use crate::edit::tree::Tree;
use crate::edit::{Fault, Splice, brackets};
use std::ops::Range;

/// Where an item of a list stands.
#[derive(Debug)]
pub(super) struct ItemLines {
    /// Column of its dash.
    pub(super) dash: usize,
    /// Its lines.
    lines: Range<usize>,
}

/// Finds the lines of an item that stands alone on them.
pub(super) fn item_lines(document: &Document<'_>, item: &Node) -> Result<ItemLines, Fault> {
    let text = document.text;
    let before = line_until(text, item.start);
    let dash = before.len() - before.trim_start_matches(' ').len();
    let is_dash = before[dash..]
        .strip_prefix('-')
        .is_some_and(|gap| gap.trim().is_empty());
    if !is_dash {
        return Err(document.fault(item, "it is laid out in a way that is not taken apart"));
    }
    Ok(ItemLines {
        dash,
        lines: line_start(text, item.start)..item.lines_end(text),
    })
}

/// Takes an item out of the list at `path`. The keys that are left with nothing go too, but
/// for the first one, which stays as an empty mapping unless it is ours.
pub(super) fn cut(
    document: &Document<'_>,
    path: &[&str],
    index: usize,
    first_is_ours: bool,
) -> Result<Vec<Splice>, Fault> {
    let text = document.text;
    let Reached::List(above, list) = reach(document, path)? else {
        return Err(Fault::Unverified);
    };
    let items = list.items().unwrap_or_default();
    let item = items.get(index).ok_or(Fault::Unverified)?;
    if list.flow && (items.len() > 1 || path.len() == 1) {
        let items: Vec<_> = items.iter().map(|item| item.start..item.end).collect();
        let cuts = brackets::element(text, &(list.start..list.end), &items, index);
        return Ok(without(text, &cuts));
    }
    let end = list.lines_end(text);
    if items.len() > 1 {
        return Ok(without(
            text,
            &apart_from_comments(text, item_lines(document, item)?.lines),
        ));
    }
    // The outermost key that has nothing else below it.
    let alone = |around: &&Node| around.members().is_some_and(|members| members.len() == 1);
    let lonely = above
        .iter()
        .skip(1)
        .rev()
        .take_while(|around| alone(around))
        .count();
    let depth = path.len() - 1 - lonely;
    let key_at = |depth: usize| {
        let members = above[depth].members().unwrap_or_default();
        let found = members.iter().find(|(key, _)| key.is(path[depth]));
        found.map(|(key, _)| key).ok_or(Fault::Unverified)
    };
    let key = key_at(depth)?;
    column(document, key)?;
    if depth > 0 || first_is_ours || path.len() == 1 {
        let lines = line_start(text, key.start)..end;
        return Ok(without(text, &apart_from_comments(text, lines)));
    }
    let below = key_at(1)?;
    column(document, below)?;
    let mut splices = without(
        text,
        &apart_from_comments(text, line_start(text, below.start)..end),
    );
    let colon = text[key.end..].find(':').ok_or(Fault::Unverified)? + key.end + 1;
    splices.push(Splice::insertion(colon, " {}"));
    Ok(splices)
}

/// Writes an item anew.
pub(super) fn replace(
    document: &Document<'_>,
    path: &[&str],
    index: usize,
    item: &Tree,
) -> Result<Vec<Splice>, Fault> {
    let text = document.text;
    let Reached::List(_, list) = reach(document, path)? else {
        return Err(Fault::Unverified);
    };
    let old = list
        .items()
        .unwrap_or_default()
        .get(index)
        .ok_or(Fault::Unverified)?;
    if list.flow {
        let range = old.start..old.end;
        return Ok(vec![Splice::replacement(text, range, &line_text(item))]);
    }
    let place = item_lines(document, old)?;
    let layout = Layout {
        newline: newline(text),
        indent: place.dash,
    };
    let start = place.lines.start;
    let mut splices = without(text, &apart_from_comments(text, place.lines));
    splices.push(Splice::insertion(start, item_text(&layout, item)));
    Ok(splices)
}

/// Splits lines where comments stand between them.
fn apart_from_comments(text: &str, lines: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut from = lines.start;
    let mut at = lines.start;
    while at < lines.end {
        let next = line_end(text, at).min(lines.end);
        if text[at..next].trim_start().starts_with('#') {
            parts.push(from..at);
            from = next;
        }
        at = next;
    }
    parts.push(from..lines.end);
    parts.retain(|part| !part.is_empty());
    parts
}

/// Makes cuts from the end, so that none moves another.
fn without(text: &str, cuts: &[Range<usize>]) -> Vec<Splice> {
    let cut = |range: &Range<usize>| Splice::replacement(text, range.clone(), "");
    cuts.iter().rev().map(cut).collect()
}
