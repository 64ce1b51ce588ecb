//! A YAML document as a tree, and where everything in it stands.
//!
//! A reader only. What cannot be told apart by places in the text (several documents, a key
//! that stands twice, nesting without end) is refused.

use super::node::{Kind, Node};
use crate::edit::Fault;
use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use std::collections::BTreeSet;

/// Deepest nesting that is read. Configuration has a handful of levels.
const DEPTH_MAX: usize = 64;

/// A document that was read.
#[derive(Debug)]
pub(super) struct Document<'t> {
    /// The text, without a byte order mark.
    pub(super) text: &'t str,
    /// What it holds; nothing if it has only comments.
    pub(super) root: Option<Node>,
    /// Anchors that an alias refers to.
    pub(super) referred: BTreeSet<usize>,
}

impl<'t> Document<'t> {
    /// Reads a text that holds one document at most.
    pub(super) fn read(text: &'t str) -> Result<Self, Fault> {
        let mut builder = Builder::new(text);
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error| {
                let at = builder.byte(error.marker().index());
                Fault::at(text, at, error.info())
            })?;
            builder.event(&event, span)?;
        }
        Ok(Self {
            text,
            root: builder.root,
            referred: builder.referred,
        })
    }

    /// Names a node of the text.
    pub(super) fn fault(&self, node: &Node, found: impl Into<String>) -> Fault {
        Fault::at(self.text, node.start, found)
    }
}

/// Puts a tree together from events.
struct Builder<'t> {
    text: &'t str,
    /// Byte of each character: the parser counts characters.
    bytes: Vec<usize>,
    open: Vec<Node>,
    root: Option<Node>,
    documents: usize,
    referred: BTreeSet<usize>,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            bytes: text.char_indices().map(|(at, _)| at).collect(),
            open: Vec::new(),
            root: None,
            documents: 0,
            referred: BTreeSet::new(),
        }
    }

    fn byte(&self, character: usize) -> usize {
        self.bytes
            .get(character)
            .copied()
            .unwrap_or(self.text.len())
    }

    fn event(&mut self, event: &Event<'_>, span: Span) -> Result<(), Fault> {
        let (start, end) = (self.byte(span.start.index()), self.byte(span.end.index()));
        let node = |kind, anchor: usize, tag: Option<String>| Node {
            kind,
            anchor,
            tag,
            start,
            end,
            flow: false,
        };
        let said = |tag: &Option<std::borrow::Cow<'_, saphyr_parser::Tag>>| {
            tag.as_ref().map(|tag| tag.to_string())
        };
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(Fault::at(self.text, start, "a second document starts here"));
                }
            }
            Event::Alias(anchor) => {
                self.referred.insert(*anchor);
                self.close(node(Kind::Alias(*anchor), 0, None))?;
            }
            Event::Scalar(value, style, anchor, tag) => {
                let kind = Kind::Scalar(value.to_string(), *style);
                let bare = *anchor == 0 && tag.is_none();
                if bare && *style == ScalarStyle::Plain && !value.contains(['\n', ' ']) {
                    self.check_place(value, start, end)?;
                }
                self.close(node(kind, *anchor, said(tag)))?;
            }
            Event::SequenceStart(anchor, tag) => {
                self.push(node(Kind::Sequence(Vec::new()), *anchor, said(tag)))?;
            }
            Event::MappingStart(anchor, tag) => {
                self.push(node(Kind::Mapping(Vec::new(), None), *anchor, said(tag)))?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let mut done = self.open.pop().ok_or(Fault::Unverified)?;
                // What ends between lines has no text; a bracket has, with the space behind it.
                let ends_with = self.text.get(start..end).unwrap_or_default();
                done.flow = ends_with.starts_with([']', '}']);
                done.end = if done.flow { start + 1 } else { end };
                self.close(done)?;
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
        Ok(())
    }

    /// A place that does not hold what the parser says would lead every edit astray.
    fn check_place(&self, value: &str, start: usize, end: usize) -> Result<(), Fault> {
        match self.text.get(start..end) {
            Some(found) if found == value => Ok(()),
            _ => Err(Fault::Unverified),
        }
    }

    fn push(&mut self, node: Node) -> Result<(), Fault> {
        if self.open.len() == DEPTH_MAX {
            return Err(Fault::at(self.text, node.start, "nested too deeply"));
        }
        self.open.push(node);
        Ok(())
    }

    /// Puts a complete node where it belongs.
    fn close(&mut self, node: Node) -> Result<(), Fault> {
        let Some(around) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        match &mut around.kind {
            Kind::Sequence(items) => items.push(node),
            Kind::Mapping(members, key) => match key.take() {
                None => *key = Some(Box::new(node)),
                Some(key) => members.push((*key, node)),
            },
            Kind::Scalar(..) | Kind::Alias(_) => return Err(Fault::Unverified),
        }
        Ok(())
    }
}
