//! How what we add to a YAML document is written.

use super::document::Document;
use super::node::Node;
use crate::edit::Fault;
use crate::edit::text::line_until;
use crate::edit::tree::Tree;

/// Columns from one level to the next.
const UNIT: usize = 2;

/// Where lines start and how they end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// Line end.
    pub(super) newline: &'static str,
    /// Column of a key or a dash.
    pub(super) indent: usize,
}

impl Layout {
    /// Returns the layout one level below.
    pub(super) fn deeper(self) -> Self {
        Self {
            indent: self.indent + UNIT,
            ..self
        }
    }

    fn line(&self, text: &str) -> String {
        format!("{:indent$}{text}{}", "", self.newline, indent = self.indent)
    }
}

/// Returns the column of a key that begins its line.
pub(super) fn column(document: &Document<'_>, key: &Node) -> Result<usize, Fault> {
    let before = line_until(document.text, key.start);
    if before.bytes().all(|byte| byte == b' ') {
        return Ok(before.len());
    }
    Err(document.fault(key, "it is laid out in a way that is not taken apart"))
}

/// Writes a key whose value follows on the next lines.
pub(super) fn key_text(layout: &Layout, name: &str) -> String {
    layout.line(&format!("{}:", scalar(name)))
}

/// Writes an item of a list over several lines.
pub(super) fn item_text(layout: &Layout, item: &Tree) -> String {
    let Some(members) = item.members() else {
        return layout.line(&format!("- {}", value(item)));
    };
    let mut text = String::new();
    for (index, (name, member)) in members.iter().enumerate() {
        let dash = if index == 0 { "- " } else { "  " };
        text += &layout.line(&format!("{dash}{}: {}", scalar(name), value(member)));
    }
    text
}

/// Writes an item on one line.
pub(super) fn line_text(item: &Tree) -> String {
    let Some(members) = item.members() else {
        return value(item);
    };
    let member = |(name, member): &(String, Tree)| format!("{}: {}", scalar(name), value(member));
    format!(
        "{{{}}}",
        members.iter().map(member).collect::<Vec<_>>().join(", ")
    )
}

fn value(tree: &Tree) -> String {
    match tree {
        Tree::Text(text) => scalar(text),
        Tree::Number(number) => number.clone(),
        Tree::Bool(flag) => flag.to_string(),
        Tree::Array(elements) => {
            let elements: Vec<_> = elements.iter().map(value).collect();
            format!("[{}]", elements.join(", "))
        }
        // Neither is a value that an entry has.
        Tree::Null | Tree::Object(_) => String::new(),
    }
}

/// Writes a text plainly where that reads as this text in every version of YAML, else
/// between quotes.
fn scalar(text: &str) -> String {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let is_word = words.contains(&text.to_ascii_lowercase().as_str());
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._- ".contains(&byte);
    let starts = text.starts_with(|c: char| c == '/' || c.is_ascii_alphabetic());
    if starts && !is_word && text.bytes().all(plain) && text.trim() == text {
        return text.to_owned();
    }
    serde_json::Value::from(text).to_string()
}
