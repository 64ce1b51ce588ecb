//! Adding an item to a YAML list, with whatever of the path to it is missing.

use super::cut::item_lines;
use super::document::Document;
use super::layout::{Layout, column, item_text, key_text, line_text};
use super::node::Node;
use super::path::{Reached, reach};
use crate::edit::text::{has_line_end, line_end, newline};
use crate::edit::tree::Tree;
use crate::edit::{Fault, Splice, brackets};

/// Adds an item behind the last one of the list at `path`.
pub(super) fn add(
    document: &Document<'_>,
    path: &[&str],
    item: &Tree,
) -> Result<Vec<Splice>, Fault> {
    let text = document.text;
    let layout = |indent: usize| Layout {
        newline: newline(text),
        indent,
    };
    match reach(document, path)? {
        Reached::List(_, list) if list.flow => Ok(vec![add_bracketed(document, list, item)?]),
        Reached::List(_, list) => {
            let items = list.items().unwrap_or_default();
            let (Some(first), Some(last)) = (items.first(), items.last()) else {
                return Err(Fault::Unverified);
            };
            let dash = item_lines(document, first)?.dash;
            Ok(vec![insertion(
                text,
                last.lines_end(text),
                item_text(&layout(dash), item),
            )])
        }
        Reached::Missing(0, root) => {
            if let Some(at) = document_end(text) {
                return Err(Fault::at(
                    text,
                    at,
                    "the document ends before its text does",
                ));
            }
            let first = root.and_then(Node::members).and_then(<[_]>::first);
            let indent = first.map_or(Ok(0), |(key, _)| column(document, key))?;
            let block = block(&layout(indent), path, item);
            Ok(vec![insertion(text, text.len(), block)])
        }
        Reached::Missing(depth, around) => {
            let around = around.ok_or(Fault::Unverified)?;
            let first = around
                .members()
                .and_then(<[_]>::first)
                .ok_or(Fault::Unverified)?;
            let layout = layout(column(document, &first.0)?);
            let block = block(&layout, &path[depth..], item);
            Ok(vec![insertion(text, around.lines_end(text), block)])
        }
        Reached::Nothing(depth, key, value) => {
            let layout = layout(column(document, key)?).deeper();
            let block = block(&layout, &path[depth + 1..], item);
            fill(document, key, value, block)
        }
    }
}

/// Puts a block where a key had nothing.
fn fill(
    document: &Document<'_>,
    key: &Node,
    value: &Node,
    block: String,
) -> Result<Vec<Splice>, Fault> {
    let text = document.text;
    let end = value.end.max(key.end);
    let behind_key = &text[key.end..end];
    let rest = &text[end..line_end(text, end)];
    let rest = rest.strip_prefix(':').unwrap_or(rest).trim_start();
    if has_line_end(behind_key) || !(rest.is_empty() || rest.starts_with('#')) {
        return Err(document.fault(key, "it is laid out in a way that is not taken apart"));
    }
    let mut splices = vec![insertion(text, line_end(text, end), block)];
    if let Some(colon) = behind_key.find(':') {
        let from = key.end + colon + 1;
        splices.push(Splice::replacement(text, from..end, ""));
    }
    Ok(splices)
}

fn add_bracketed(document: &Document<'_>, list: &Node, item: &Tree) -> Result<Splice, Fault> {
    let range = list.start..list.end;
    if !document.text[range.clone()].starts_with('[') {
        return Err(document.fault(list, "it is laid out in a way that is not taken apart"));
    }
    let items = list.items().unwrap_or_default().iter();
    let items: Vec<_> = items.map(|item| item.start..item.end).collect();
    Ok(brackets::addition(
        document.text,
        &range,
        &items,
        &line_text(item),
    ))
}

/// Returns the keys of a path, each below the last, and the item in the end.
fn block(layout: &Layout, path: &[&str], item: &Tree) -> String {
    let mut layout = *layout;
    let mut block = String::new();
    for name in path {
        block += &key_text(&layout, name);
        layout = layout.deeper();
    }
    block + &item_text(&layout, item)
}

/// Makes an insertion of lines, after a line end if there is none.
fn insertion(text: &str, at: usize, lines: String) -> Splice {
    let before = &text[..at];
    if before.is_empty() || before.ends_with('\n') {
        return Splice::insertion(at, lines);
    }
    Splice::insertion(at, format!("{}{lines}", newline(text)))
}

/// Finds the line that ends a document.
fn document_end(text: &str) -> Option<usize> {
    let is_end = |line: &str| line.trim_end() == "..." || line.starts_with("... ");
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if is_end(line) {
            return Some(at);
        }
        at += line.len();
    }
    None
}
