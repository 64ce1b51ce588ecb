//! One node of a YAML document: what it says, and where.

use crate::edit::text::{line_end, line_start};
use crate::edit::tree::Tree;
use saphyr_parser::ScalarStyle;

/// Words that stand for nothing.
const NULLS: [&str; 5] = ["", "~", "null", "Null", "NULL"];

/// What a node is. Spans and layout are no part of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// A text, and how it is written.
    Scalar(String, ScalarStyle),
    /// A list.
    Sequence(Vec<Node>),
    /// Members in their order; while it is read, the key that waits for its value.
    Mapping(Vec<(Node, Node)>, Option<Box<Node>>),
    /// A reference to an anchor.
    Alias(usize),
}

/// A node.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// What it is.
    pub(super) kind: Kind,
    /// Its anchor, by number; zero if it has none.
    pub(super) anchor: usize,
    /// Its tag.
    pub(super) tag: Option<String>,
    /// Its first byte.
    pub(super) start: usize,
    /// The byte behind it. A block reaches up to what follows it.
    pub(super) end: usize,
    /// Whether it stands between brackets.
    pub(super) flow: bool,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.anchor == other.anchor && self.tag == other.tag
    }
}

impl Node {
    /// Returns the members, if it is a mapping.
    pub(super) fn members(&self) -> Option<&[(Self, Self)]> {
        match &self.kind {
            Kind::Mapping(members, _) => Some(members),
            _ => None,
        }
    }

    /// Returns the members, if it is a mapping.
    pub(super) fn members_mut(&mut self) -> Option<&mut Vec<(Self, Self)>> {
        match &mut self.kind {
            Kind::Mapping(members, _) => Some(members),
            _ => None,
        }
    }

    /// Returns the items, if it is a list.
    pub(super) fn items(&self) -> Option<&[Self]> {
        match &self.kind {
            Kind::Sequence(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the items, if it is a list.
    pub(super) fn items_mut(&mut self) -> Option<&mut Vec<Self>> {
        match &mut self.kind {
            Kind::Sequence(items) => Some(items),
            _ => None,
        }
    }

    /// Tells whether it is a scalar that reads like this, quoted or not.
    pub(super) fn is(&self, text: &str) -> bool {
        matches!(&self.kind, Kind::Scalar(value, _) if value == text)
    }

    /// Tells whether it holds nothing: null, or empty brackets.
    pub(super) fn is_nothing(&self) -> bool {
        match &self.kind {
            Kind::Scalar(value, style) => {
                *style == ScalarStyle::Plain && NULLS.contains(&value.as_str())
            }
            Kind::Sequence(items) => items.is_empty(),
            Kind::Mapping(members, _) => members.is_empty(),
            Kind::Alias(_) => false,
        }
    }

    /// Returns where the line after its last one starts.
    pub(super) fn lines_end(&self, text: &str) -> usize {
        let last = match &self.kind {
            Kind::Sequence(items) if !self.flow => items.last(),
            Kind::Mapping(members, _) if !self.flow => members.last().map(|(_, value)| value),
            _ => None,
        };
        if let Some(last) = last {
            return last.lines_end(text);
        }
        let block = [ScalarStyle::Literal, ScalarStyle::Folded];
        if matches!(&self.kind, Kind::Scalar(_, style) if block.contains(style)) {
            let start = line_start(text, self.end);
            let is_before = text
                .get(start..self.end)
                .is_some_and(|gap| gap.trim().is_empty());
            if is_before {
                return start;
            }
        }
        line_end(text, self.end)
    }

    /// Returns what it says, as far as that needs no reference.
    pub(super) fn tree(&self) -> Tree {
        match &self.kind {
            Kind::Scalar(value, ScalarStyle::Plain) if is_integer(value) => {
                Tree::Number(value.clone())
            }
            Kind::Scalar(value, _) => Tree::text(value),
            Kind::Sequence(items) => Tree::Array(items.iter().map(Self::tree).collect()),
            Kind::Mapping(members, _) => {
                let name = |key: &Self| match &key.kind {
                    Kind::Scalar(name, _) => name.clone(),
                    _ => String::new(),
                };
                let member = |(key, value): &(Self, Self)| (name(key), value.tree());
                Tree::Object(members.iter().map(member).collect())
            }
            Kind::Alias(_) => Tree::Null,
        }
    }
}

fn is_integer(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
