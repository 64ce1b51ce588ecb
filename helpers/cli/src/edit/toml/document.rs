//! A TOML document as a value, and where the entries of one list stand in it.

use crate::edit::Fault;
use crate::edit::tree::Tree;
use std::ops::Range;
use toml_edit::{Item, Table, TableLike, Value};

/// A document that was read.
#[derive(Debug)]
pub(super) struct Document {
    document: toml_edit::Document<String>,
}

/// The entries of a list, and where they stand.
#[derive(Debug)]
pub(super) enum Hooks {
    /// There is no list.
    None,
    /// Tables with a header each.
    Tables {
        /// What they say.
        entries: Vec<Tree>,
        /// The header of each, then its members; nothing if one has tables of its own.
        places: Vec<Option<Vec<Range<usize>>>>,
    },
    /// Inline tables in an array.
    Inline {
        /// What they say.
        entries: Vec<Tree>,
        /// The array with its brackets.
        array: Range<usize>,
        /// Its elements.
        items: Vec<Range<usize>>,
    },
}

impl Hooks {
    /// Returns what the entries say.
    pub(super) fn entries(&self) -> &[Tree] {
        match self {
            Self::None => &[],
            Self::Tables { entries, .. } | Self::Inline { entries, .. } => entries,
        }
    }
}

impl Document {
    /// Reads a text without byte order mark.
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let document = toml_edit::Document::parse(text.to_owned()).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let found = error.message().lines().next().unwrap_or("no TOML");
            Fault::at(text, at, found)
        })?;
        Ok(Self { document })
    }

    /// Returns the text.
    pub(super) fn text(&self) -> &str {
        self.document.raw()
    }

    /// Returns all that the document says, but for one list.
    pub(super) fn rest(&self, list: &str) -> Tree {
        let mut members = members(self.document.as_table());
        members.retain(|(name, _)| name != list);
        Tree::Object(members)
    }

    /// Returns the entries of a list.
    pub(super) fn hooks(&self, list: &str) -> Result<Hooks, Fault> {
        let item = match self.document.as_table().get(list) {
            None | Some(Item::None) => return Ok(Hooks::None),
            Some(item) => item,
        };
        match item {
            Item::ArrayOfTables(tables) => Ok(Hooks::Tables {
                entries: tables
                    .iter()
                    .map(|table| Tree::Object(members(table)))
                    .collect(),
                places: tables.iter().map(places).collect(),
            }),
            Item::Value(Value::Array(array)) => {
                let spans = array.iter().map(Value::span).collect::<Option<_>>();
                let (Some(items), Some(span)) = (spans, array.span()) else {
                    return Err(Fault::Unverified);
                };
                Ok(Hooks::Inline {
                    entries: array.iter().map(tree).collect(),
                    array: span,
                    items,
                })
            }
            other => {
                let key = self
                    .document
                    .as_table()
                    .key(list)
                    .and_then(|key| key.span());
                let at = other.span().or(key).map_or(0, |span| span.start);
                Err(Fault::at(
                    self.text(),
                    at,
                    format!("\"{list}\" is not a list of tables"),
                ))
            }
        }
    }
}

/// Returns where the header and the members of a table stand.
fn places(table: &Table) -> Option<Vec<Range<usize>>> {
    let mut found = vec![table.span()?];
    for (name, item) in table.iter() {
        let key = table.key(name)?.span()?;
        found.push(key.start..item.as_value()?.span()?.end);
    }
    Some(found)
}

fn members(table: &dyn TableLike) -> Vec<(String, Tree)> {
    let member = |(name, item): (&str, &Item)| (name.to_owned(), tree_of(item));
    table.iter().map(member).collect()
}

fn tree_of(item: &Item) -> Tree {
    match item {
        Item::None => Tree::Null,
        Item::Table(table) => Tree::Object(members(table)),
        Item::ArrayOfTables(tables) => Tree::Array(
            tables
                .iter()
                .map(|table| Tree::Object(members(table)))
                .collect(),
        ),
        Item::Value(value) => tree(value),
    }
}

fn tree(value: &Value) -> Tree {
    match value {
        Value::String(text) => Tree::text(text.value()),
        Value::Boolean(flag) => Tree::Bool(*flag.value()),
        Value::Array(array) => Tree::Array(array.iter().map(tree).collect()),
        Value::InlineTable(table) => Tree::Object(members(table)),
        // Numbers and times keep the way in which they are written.
        other => Tree::Number(other.to_string().trim().to_owned()),
    }
}
