//! A JSON document with comments and trailing commas, and where everything in it stands.
//!
//! This is a reader only. It takes what agents' own readers take (JSON, comments, trailing
//! commas) and no more: nothing that an agent would refuse is passed over in silence.

use crate::edit::Fault;
use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::{Range, Ranged as _};
use jsonc_parser::tokens::Token;
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

/// What a piece of the text between two gaps is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    /// A comma.
    Comma,
    /// A comment that goes to the end of its line.
    LineComment,
    /// A comment with an end.
    BlockComment,
    /// A bracket, a colon or a value.
    Other,
}

/// A piece and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    /// What it is.
    pub(super) piece: Piece,
    /// Its first byte.
    pub(super) start: usize,
    /// The byte behind it.
    pub(super) end: usize,
}

impl Mark {
    fn is_comment(self) -> bool {
        matches!(self.piece, Piece::LineComment | Piece::BlockComment)
    }
}

/// A document that was read.
#[derive(Debug)]
pub(super) struct Document<'t> {
    /// The text, without a byte order mark.
    pub(super) text: &'t str,
    /// The object that it holds.
    pub(super) root: Object<'t>,
    marks: Vec<Mark>,
}

impl<'t> Document<'t> {
    /// Reads a document that holds an object.
    pub(super) fn read(text: &'t str) -> Result<Self, Fault> {
        let collect = CollectOptions {
            comments: CommentCollectionStrategy::AsTokens,
            tokens: true,
        };
        let parsed = parse_to_ast(text, &collect, &options()).map_err(|error| {
            Fault::at(
                text,
                error.range().start,
                error.kind().to_string().to_lowercase(),
            )
        })?;
        let root = match parsed.value {
            Some(Value::Object(root)) => root,
            Some(other) => return Err(Fault::at(text, other.start(), "not an object")),
            None => return Err(Fault::at(text, 0, "there is no JSON in this file")),
        };
        let mut marks = Vec::new();
        for token in parsed.tokens.unwrap_or_default() {
            let (start, end) = (token.range.start, token.range.end);
            let piece = match &token.token {
                Token::Comma => Piece::Comma,
                Token::CommentLine(_) => Piece::LineComment,
                Token::CommentBlock(_) => Piece::BlockComment,
                Token::String(_) => {
                    check_string(text, start, end)?;
                    Piece::Other
                }
                _ => Piece::Other,
            };
            let gap_start = marks.last().map_or(0, |mark: &Mark| mark.end);
            check_gap(text, gap_start, start)?;
            marks.push(Mark { piece, start, end });
        }
        check_gap(text, marks.last().map_or(0, |mark| mark.end), text.len())?;
        Ok(Self { text, root, marks })
    }

    /// Returns the `hooks` object and its property, if there is one.
    pub(super) fn hooks(&self) -> Result<Option<&Object<'t>>, Fault> {
        let Some(property) = self.only(&self.root, "hooks")? else {
            return Ok(None);
        };
        match &property.value {
            Value::Object(hooks) => {
                for event in &hooks.properties {
                    self.only(hooks, event.name.as_str())?;
                }
                Ok(Some(hooks))
            }
            other => Err(self.fault(other.start(), "\"hooks\" is not an object")),
        }
    }

    /// Returns a number of the root object, if it is there.
    pub(super) fn number(&self, name: &str) -> Result<Option<&str>, Fault> {
        match self.only(&self.root, name)?.map(|property| &property.value) {
            None => Ok(None),
            Some(Value::NumberLit(number)) => Ok(Some(number.value)),
            Some(other) => Err(self.fault(other.start(), format!("\"{name}\" is not a number"))),
        }
    }

    /// Returns the groups of an event, if `hooks` has it.
    pub(super) fn groups<'d>(
        &self,
        hooks: &'d Object<'t>,
        event: &str,
    ) -> Result<Option<&'d Array<'t>>, Fault> {
        match self.only(hooks, event)?.map(|property| &property.value) {
            None => Ok(None),
            Some(Value::Array(groups)) => Ok(Some(groups)),
            Some(other) => Err(self.fault(other.start(), format!("\"{event}\" is not an array"))),
        }
    }

    /// Returns the last piece that ends at or before a byte.
    pub(super) fn before(&self, at: usize) -> Option<Mark> {
        let count = self.marks.partition_point(|mark| mark.end <= at);
        self.marks.get(count.checked_sub(1)?).copied()
    }

    /// Returns the first piece at or behind a byte that is not a comment.
    pub(super) fn next(&self, at: usize) -> Option<Mark> {
        let first = self.marks.partition_point(|mark| mark.start < at);
        self.marks
            .iter()
            .skip(first)
            .find(|mark| !mark.is_comment())
            .copied()
    }

    /// Returns the last piece that ends at or before a byte and is not a comment.
    pub(super) fn previous(&self, at: usize) -> Option<Mark> {
        let count = self.marks.partition_point(|mark| mark.end <= at);
        self.marks
            .iter()
            .take(count)
            .rev()
            .find(|mark| !mark.is_comment())
            .copied()
    }

    /// Returns where the comments inside a range stand.
    pub(super) fn comments(&self, range: Range) -> impl Iterator<Item = Mark> + '_ {
        let inside = move |mark: &&Mark| range.start <= mark.start && mark.end <= range.end;
        self.marks
            .iter()
            .filter(inside)
            .filter(|mark| mark.is_comment())
            .copied()
    }

    /// Returns the one member of this name, if there is one.
    pub(super) fn only<'d>(
        &self,
        object: &'d Object<'t>,
        name: &str,
    ) -> Result<Option<&'d ObjectProp<'t>>, Fault> {
        let mut found = object
            .properties
            .iter()
            .filter(|known| known.name.as_str() == name);
        let first = found.next();
        match found.next() {
            None => Ok(first),
            Some(again) => {
                let name = serde_json::Value::from(name);
                Err(self.fault(again.start(), format!("{name} stands here a second time")))
            }
        }
    }

    /// Names a byte of the text.
    pub(super) fn fault(&self, at: usize, found: impl Into<String>) -> Fault {
        Fault::at(self.text, at, found)
    }
}

fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

/// The parser lets control characters in strings pass; JSON does not.
fn check_string(text: &str, start: usize, end: usize) -> Result<(), Fault> {
    let bytes = text.as_bytes().get(start..end).unwrap_or_default();
    match bytes.iter().position(|byte| *byte < b' ') {
        Some(at) => Err(Fault::at(
            text,
            start + at,
            "a control character in a string",
        )),
        None => Ok(()),
    }
}

/// The parser takes any Unicode space between two pieces; JSON knows four.
fn check_gap(text: &str, start: usize, end: usize) -> Result<(), Fault> {
    let bytes = text.as_bytes().get(start..end).unwrap_or_default();
    match bytes
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
    {
        Some(at) => Err(Fault::at(text, start + at, "a character that is no JSON")),
        None => Ok(()),
    }
}
