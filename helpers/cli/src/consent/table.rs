//! The TOML table of consent: finding, adding and taking out what is ours, by splicing text.
//!
//! The parser tells where things stand and checks what came out. It never writes: printed
//! again, a file would lose its line ends.

use crate::edit::{Fault, Position, Splice};
use std::collections::BTreeMap;
use std::ops::Range;
use toml_edit::{Document, Item, Table, TableLike, Value};

/// Key of the hash in an entry's own table.
const HASH: &str = "trusted_hash";

/// Mark that some editors put in front of a text.
const BOM: &str = "\u{feff}";

/// Tells whether a text holds these hashes.
pub(crate) fn holds(text: &str, table: &str, wanted: &BTreeMap<String, String>) -> bool {
    let Ok(document) = read(text) else {
        return false;
    };
    let entries = descend(document.as_table(), table);
    wanted.iter().all(|(key, hash)| {
        let entry = entries
            .and_then(|entries| entries.get(key))
            .and_then(Item::as_table_like);
        entry.and_then(|entry| entry.get(HASH)?.as_str()) == Some(hash)
    })
}

/// Tells whether a text holds each of these hashes or says nothing about it.
pub(crate) fn is_open(text: &str, table: &str, wanted: &BTreeMap<String, String>) -> bool {
    let Ok(document) = read(text) else {
        return false;
    };
    let entries = descend(document.as_table(), table);
    wanted.iter().all(|(key, hash)| {
        let said = entries.is_some_and(|entries| entries.contains_key(key));
        let one = BTreeMap::from([(key.clone(), hash.clone())]);
        !said || holds(text, table, &one)
    })
}

/// Makes a text hold these hashes. Nothing changes if it does.
///
/// # Errors
/// The text is no TOML, or holds an entry of such a key in another form.
pub(crate) fn give(
    text: &str,
    table: &str,
    wanted: &BTreeMap<String, String>,
) -> Result<String, Fault> {
    let mut new = text.to_owned();
    for (key, hash) in wanted {
        let splice = match find(&new, table, key)? {
            None => addition(&new, table, key, hash),
            Some(entry) if entry.hash == *hash => continue,
            Some(entry) => Splice::replacement(&new, entry.value, &format!("\"{hash}\"")),
        };
        new = splice.apply(&new).ok_or(Fault::Unverified)?;
    }
    check(text, &new, table, wanted, |entries, key, hash| {
        let entry = entries
            .entry(key.to_owned())
            .or_insert_with(|| Plain::Table(BTreeMap::new()));
        if let Plain::Table(entry) = entry {
            entry.insert(HASH.to_owned(), Plain::Text(hash.to_owned()));
        }
    })?;
    Ok(new)
}

/// Takes these hashes out of a text, with the table of each that holds nothing else. One
/// that was replaced by another since then stays.
///
/// # Errors
/// The text is no TOML, or holds an entry of such a key in another form.
pub(crate) fn withdraw(
    text: &str,
    table: &str,
    written: &BTreeMap<String, String>,
) -> Result<String, Fault> {
    let mut new = text.to_owned();
    let mut gone = BTreeMap::new();
    for (key, hash) in written {
        let Some(entry) = find(&new, table, key)?.filter(|entry| entry.hash == *hash) else {
            continue;
        };
        let cut = Splice::replacement(&new, entry.whole, "");
        new = cut.apply(&new).ok_or(Fault::Unverified)?;
        gone.insert(key.clone(), hash.clone());
    }
    check(text, &new, table, &gone, |entries, key, _| {
        if let Some(Plain::Table(entry)) = entries.get_mut(key) {
            entry.remove(HASH);
            if entry.is_empty() {
                entries.remove(key);
            }
        }
    })?;
    Ok(new)
}

/// An entry, by the places of its parts.
struct Entry {
    hash: String,
    /// The hash, with its quotes.
    value: Range<usize>,
    /// The lines that go with it.
    whole: Range<usize>,
}

fn read(text: &str) -> Result<Document<String>, Fault> {
    // The parser drops the mark, and counts from behind it.
    let body = text.strip_prefix(BOM).unwrap_or(text);
    Document::parse(body.to_owned()).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let found = error
            .message()
            .lines()
            .next()
            .unwrap_or("no TOML")
            .to_owned();
        Fault::Text {
            position: Position::of(body.as_bytes(), at),
            found,
        }
    })
}

fn descend<'d>(root: &'d Table, table: &str) -> Option<&'d dyn TableLike> {
    table
        .split('.')
        .try_fold(root as &dyn TableLike, |at, name| {
            at.get(name)?.as_table_like()
        })
}

fn find(text: &str, table: &str, key: &str) -> Result<Option<Entry>, Fault> {
    let document = read(text)?;
    let mark = text.len() - text.strip_prefix(BOM).unwrap_or(text).len();
    let Some(item) = descend(document.as_table(), table).and_then(|entries| entries.get(key))
    else {
        return Ok(None);
    };
    let other_form = || Fault::Text {
        position: Position::of(
            text.as_bytes(),
            item.span().map_or(0, |span| span.start + mark),
        ),
        found: format!("consent for {key:?} is not in a table of its own"),
    };
    let entry = item.as_table().ok_or_else(other_form)?;
    let header = entry.span().ok_or_else(other_form)?.start + mark;
    let value = entry.get(HASH).ok_or_else(other_form)?;
    let hash = value.as_str().ok_or_else(other_form)?.to_owned();
    let span = value.span().ok_or_else(other_form)?;
    let value = span.start + mark..span.end + mark;
    let line = line_start(text, value.start)..line_end(text, value.end);
    let first = line_end(text, header);
    let adjoins = text
        .get(first..line.start)
        .is_some_and(|gap| gap.trim().is_empty());
    let alone = entry.len() == 1 && first <= line.start && adjoins;
    let whole = if alone {
        with_blank_line(text, line_start(text, header)..line.end)
    } else {
        line
    };
    Ok(Some(Entry { hash, value, whole }))
}

/// Takes in the blank line in front, if what follows starts after another or ends the text.
fn with_blank_line(text: &str, lines: Range<usize>) -> Range<usize> {
    let (before, after) = (&text[..lines.start], &text[lines.end..]);
    let apart = after.is_empty() || after.starts_with(['\n', '\r']);
    let blank = ["\r\n\r\n", "\n\n"]
        .into_iter()
        .find(|blank| before.ends_with(blank));
    match blank {
        Some(blank) if apart => lines.start - blank.len() / 2..lines.end,
        _ => lines,
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end + 1)
}

/// A table at the end of a text disturbs nothing in front of it.
fn addition(text: &str, table: &str, key: &str, hash: &str) -> Splice {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let apart = match text {
        "" | BOM => String::new(),
        text if text.ends_with('\n') => newline.to_owned(),
        _ => newline.repeat(2),
    };
    let key = serde_json::Value::from(key);
    let lines = format!("{apart}[{table}.{key}]{newline}{HASH} = \"{hash}\"{newline}");
    Splice::insertion(text.len(), lines)
}

/// What a TOML text says, in no order.
#[derive(Debug, Clone, PartialEq)]
enum Plain {
    Text(String),
    Other(String),
    List(Vec<Plain>),
    Table(BTreeMap<String, Plain>),
}

impl Plain {
    fn of(item: &Item) -> Self {
        match item {
            Item::None => Self::Other(String::new()),
            Item::Table(table) => Self::table(table),
            Item::ArrayOfTables(tables) => {
                Self::List(tables.iter().map(|t| Self::table(t)).collect())
            }
            Item::Value(value) => Self::value(value),
        }
    }

    fn table(table: &dyn TableLike) -> Self {
        Self::Table(
            table
                .iter()
                .map(|(key, item)| (key.to_owned(), Self::of(item)))
                .collect(),
        )
    }

    fn value(value: &Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text.value().clone()),
            Value::Array(array) => Self::List(array.iter().map(Self::value).collect()),
            Value::InlineTable(table) => Self::table(table),
            other => Self::Other(other.to_string().trim().to_owned()),
        }
    }
}

/// Compares what was to come out with what did; `put` makes one change to the entries.
fn check(
    old: &str,
    new: &str,
    table: &str,
    changed: &BTreeMap<String, String>,
    put: impl Fn(&mut BTreeMap<String, Plain>, &str, &str),
) -> Result<(), Fault> {
    let mut wanted = Plain::table(read(old)?.as_table());
    let found = Plain::table(read(new).map_err(|_| Fault::Unverified)?.as_table());
    if !changed.is_empty() {
        let mut at = &mut wanted;
        for name in table.split('.') {
            let Plain::Table(members) = at else {
                return Err(Fault::Unverified);
            };
            at = members
                .entry(name.to_owned())
                .or_insert_with(|| Plain::Table(BTreeMap::new()));
        }
        let Plain::Table(entries) = at else {
            return Err(Fault::Unverified);
        };
        changed
            .iter()
            .for_each(|(key, hash)| put(entries, key, hash));
    }
    prune(&mut wanted, table);
    let mut found = found;
    prune(&mut found, table);
    if wanted == found {
        Ok(())
    } else {
        Err(Fault::Unverified)
    }
}

/// Drops the tables that exist only by the headers below them, once those are gone.
fn prune(plain: &mut Plain, table: &str) {
    let Plain::Table(members) = plain else { return };
    let (name, rest) = table.split_once('.').unwrap_or((table, ""));
    let Some(inner) = members.get_mut(name) else {
        return;
    };
    if !rest.is_empty() {
        prune(inner, rest);
    }
    if matches!(inner, Plain::Table(inner) if inner.is_empty()) {
        members.remove(name);
    }
}
