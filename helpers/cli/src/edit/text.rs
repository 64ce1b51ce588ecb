//! What texts of every notation have in common: places, line ends, indentation, the byte
//! order mark.

use super::Fault;

/// Largest configuration file that is read, in bytes. Real ones are a few kilobytes.
pub(crate) const TEXT_BYTES_MAX: usize = 4 << 20;

/// Where in a text, as editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    /// Line, from 1.
    pub(crate) line: usize,
    /// Character on that line, from 1.
    pub(crate) column: usize,
}

impl Position {
    /// Returns the position of a byte.
    pub(crate) fn of(text: &[u8], at: usize) -> Self {
        let before = String::from_utf8_lossy(text.get(..at).unwrap_or(text));
        let before = before.strip_prefix(BOM).unwrap_or(&before);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
        }
    }
}

/// The mark that some editors put in front of a text.
pub(crate) const BOM: char = '\u{feff}';

/// Splits off the byte order mark.
pub(crate) fn body(text: &[u8]) -> Result<(&str, &str), Fault> {
    let text = std::str::from_utf8(text).map_err(|error| Fault::Text {
        position: Position::of(text, error.valid_up_to()),
        found: "bytes that are not UTF-8".to_owned(),
    })?;
    let bom = if text.starts_with(BOM) {
        BOM.len_utf8()
    } else {
        0
    };
    Ok(text.split_at(bom))
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

/// Returns what stands on the line of `at` in front of it.
pub(super) fn line_until(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    before.get(start..).unwrap_or_default()
}

/// Returns the line end that a text uses.
pub(super) fn newline(text: &str) -> &'static str {
    match text.find(['\n', '\r']).and_then(|at| text.get(at..)) {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// Returns where the line of a byte starts.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    at - line_until(text, at).len()
}

/// Returns where the next line after a byte starts.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.find('\n').map_or(text.len(), |end| at + end + 1)
}
