//! How a document is laid out: line ends, indentation, spaces. Found in the text, so that
//! what is added looks like what is there.

use super::document::Document;
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

/// Tells whether a text goes over several lines.
pub(crate) fn has_line_end(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

/// Returns the indentation of the line on which `at` stands.
pub(crate) fn leading_space(text: &str, at: usize) -> &str {
    let line = line_until(text, at);
    let space = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..space).unwrap_or_default()
}

fn begins_line(text: &str, at: usize) -> bool {
    let line = line_until(text, at);
    line.len() < at && line.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
}

fn line_until(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    before.get(start..).unwrap_or_default()
}

fn newline(text: &str) -> &'static str {
    match text.find(['\n', '\r']).and_then(|at| text.get(at..)) {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        _ => "\n",
    }
}
