//! Adding to the end of an array or object, and taking one item out.
//!
//! A comment stays where it is, and nothing that is taken out or put in ever ends up
//! behind a comment that would swallow it.

use super::document::{Document, Piece};
use super::style::Style;
use crate::edit::Splice;
use crate::edit::text::{has_line_end, leading_space};
use crate::edit::tree::{Tree, key};
use jsonc_parser::ast::{Array, Object};
use jsonc_parser::common::{Range, Ranged as _};

/// An array or object, as the places of its items.
#[derive(Debug)]
pub(super) struct Container {
    range: Range,
    items: Vec<Range>,
}

impl From<&Array<'_>> for Container {
    fn from(array: &Array<'_>) -> Self {
        Self {
            range: array.range,
            items: array.elements.iter().map(|e| e.range()).collect(),
        }
    }
}

impl From<&Object<'_>> for Container {
    fn from(object: &Object<'_>) -> Self {
        Self {
            range: object.range,
            items: object.properties.iter().map(|p| p.range).collect(),
        }
    }
}

/// An item to be added.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'i> {
    /// Its key, in an object.
    pub(super) key: Option<&'i str>,
    /// Its value.
    pub(super) value: &'i Tree,
}

impl Item<'_> {
    fn line(&self, style: &Style) -> String {
        self.key.map_or_else(String::new, |name| key(name, style)) + &self.value.line(style)
    }

    fn spread(&self, style: &Style, indent: &str) -> String {
        let name = self.key.map_or_else(String::new, |name| key(name, style));
        name + &self.value.spread(style, indent)
    }
}

impl Container {
    /// Adds an item behind the last one.
    pub(super) fn append(
        &self,
        document: &Document<'_>,
        style: &Style,
        item: Item<'_>,
    ) -> Vec<Splice> {
        match self.items.last() {
            Some(last) => self.append_behind(*last, document, style, item),
            None => vec![self.append_first(document, style, item)],
        }
    }

    /// Returns the end of the last piece in front of the closing bracket.
    fn inner_end(&self, document: &Document<'_>) -> usize {
        document
            .before(self.range.end - 1)
            .map_or(self.range.start + 1, |mark| mark.end)
    }

    fn append_behind(
        &self,
        last: Range,
        document: &Document<'_>,
        style: &Style,
        item: Item<'_>,
    ) -> Vec<Splice> {
        let text = document.text;
        let end = self.inner_end(document);
        let comma_follows = document
            .next(last.end)
            .is_some_and(|mark| mark.piece == Piece::Comma);
        let mut added = if has_line_end(&text[self.range.start..self.range.end]) {
            let indent = leading_space(text, last.start);
            format!("{}{indent}{}", style.newline, item.spread(style, indent))
        } else {
            let space = if style.spaced || end != last.end {
                " "
            } else {
                ""
            };
            format!("{space}{}", item.line(style))
        };
        if comma_follows {
            added.push(',');
            return vec![Splice::insertion(end, added)];
        }
        if end == last.end {
            return vec![Splice::insertion(end, format!(",{added}"))];
        }
        vec![
            Splice::insertion(end, added),
            Splice::insertion(last.end, ","),
        ]
    }

    fn append_first(&self, document: &Document<'_>, style: &Style, item: Item<'_>) -> Splice {
        let text = document.text;
        let (end, close) = (self.inner_end(document), self.range.end - 1);
        let tail = &text[end..close];
        if !style.spread && !has_line_end(&text[self.range.start..self.range.end]) {
            let space = if end > self.range.start + 1 { " " } else { "" };
            return Splice::insertion(end, format!("{space}{}", item.line(style)));
        }
        let outer = leading_space(text, self.range.start);
        let indent = format!("{outer}{}", style.unit);
        let added = format!("{}{indent}{}", style.newline, item.spread(style, &indent));
        if has_line_end(tail) {
            Splice::insertion(end, added)
        } else {
            Splice::replacement(
                text,
                end..close,
                &format!("{added}{}{outer}", style.newline),
            )
        }
    }

    /// Takes an item out, with the comma that only it needed. A container that is left
    /// without item and comment closes up.
    pub(super) fn take_out(&self, document: &Document<'_>, index: usize) -> Vec<Splice> {
        let Some(item) = self.items.get(index).copied() else {
            return Vec::new();
        };
        let text = document.text;
        let behind = document
            .next(item.end)
            .filter(|mark| mark.piece == Piece::Comma);
        let front = document
            .previous(item.start)
            .filter(|mark| mark.piece == Piece::Comma);
        let is_last = index + 1 == self.items.len();
        let start = gap_start(document, item.start);
        let mut cuts = Vec::new();
        match (behind, front) {
            (Some(comma), _) if text[item.end..comma.start].trim_ascii().is_empty() => {
                cuts.push(start..comma.end);
            }
            (Some(comma), _) => cuts.extend([comma.start..comma.end, start..item.end]),
            (None, Some(comma)) if is_last && comma.end == start => {
                cuts.push(comma.start..item.end)
            }
            (None, Some(comma)) if is_last => {
                cuts.extend([start..item.end, comma.start..comma.end]);
            }
            (None, _) => cuts.push(start..item.end),
        }
        if self.items.len() == 1 && document.comments(self.range).all(|c| within(c.start, item)) {
            cuts.clear();
            cuts.push(self.range.start + 1..self.range.end - 1);
        }
        cuts.into_iter()
            .map(|cut| keep_line_comment_apart(document, cut))
            .map(|cut| Splice::replacement(text, cut, ""))
            .collect()
    }
}

fn within(at: usize, range: Range) -> bool {
    range.start <= at && at < range.end
}

/// Returns the end of the piece in front of a byte.
fn gap_start(document: &Document<'_>, at: usize) -> usize {
    document.before(at).map_or(at, |mark| mark.end)
}

/// Leaves the line end of a comment in place if what follows the cut stands on its line.
fn keep_line_comment_apart(
    document: &Document<'_>,
    cut: std::ops::Range<usize>,
) -> std::ops::Range<usize> {
    let text = document.text;
    let front = document.before(cut.start);
    let swallows = front.is_some_and(|m| m.piece == Piece::LineComment && m.end == cut.start);
    let rest = text[cut.end..].trim_start_matches([' ', '\t']);
    if !swallows || rest.starts_with(['\n', '\r']) {
        return cut;
    }
    let line_end = if text[cut.start..].starts_with("\r\n") {
        2
    } else {
        1
    };
    cut.start + line_end..cut.end
}
