//! How a document is laid out: line ends, indentation, spaces. Found in the text, so that
//! what is added looks like what is there.

use super::document::Document;
use crate::edit::text::{has_line_end, leading_space, line_until, newline};
use jsonc_parser::common::Ranged as _;

/// Indentation of a document that shows none.
const UNIT_DEFAULT: &str = "  ";

/// The layout of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Style {
    /// Line end.
    pub(crate) newline: &'static str,
    /// Indentation of one level.
    pub(crate) unit: String,
    /// Whether a space follows colons and commas on a line.
    pub(crate) spaced: bool,
    /// Whether the document goes over several lines; an empty one would.
    pub(crate) spread: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            newline: "\n",
            unit: UNIT_DEFAULT.to_owned(),
            spaced: true,
            spread: true,
        }
    }
}

impl Style {
    /// Finds the layout of a document.
    pub(super) fn of(document: &Document<'_>) -> Self {
        let text = document.text;
        let root = &document.root;
        let properties = &root.properties;
        let base = leading_space(text, root.range.start);
        let unit = properties
            .iter()
            .find(|property| begins_line(text, property.range.start))
            .map(|property| leading_space(text, property.range.start))
            .and_then(|indent| indent.strip_prefix(base))
            .unwrap_or(UNIT_DEFAULT);
        let spaced = properties.first().is_none_or(|property| {
            let between = text.get(property.name.end()..property.value.start());
            between.is_some_and(|between| between.ends_with([' ', '\t', '\n', '\r']))
        });
        let inside = text
            .get(root.range.start..root.range.end)
            .unwrap_or_default();
        Self {
            newline: newline(text),
            unit: unit.to_owned(),
            spaced,
            spread: properties.is_empty() || has_line_end(inside),
        }
    }
}

fn begins_line(text: &str, at: usize) -> bool {
    let line = line_until(text, at);
    line.len() < at && line.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
}
