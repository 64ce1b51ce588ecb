//! Finds the line of a key and the key at a byte, so that an error can be gone to.

use toml::de::{DeTable, DeValue};

/// Returns the line, from 1, at which the deepest known part of a dotted key stands.
pub(crate) fn of_key(text: &str, key: &str) -> Option<usize> {
    let document = DeTable::parse(text).ok()?;
    let mut table = document.get_ref();
    let mut found = None;
    for part in key.split('.') {
        let Some((name, value)) = table.get_key_value(part) else {
            break;
        };
        found = Some(name.span().start);
        table = match value.get_ref() {
            DeValue::Table(inner) => inner,
            DeValue::Array(list) => match list.iter().next().map(|first| first.get_ref()) {
                Some(DeValue::Table(inner)) => inner,
                _ => break,
            },
            _ => break,
        };
    }
    found.map(|at| of_offset(text, at))
}

/// Returns the line, from 1, of a byte.
pub(crate) fn of_offset(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}

/// Returns the dotted key that stands last before the byte at `at`.
pub(crate) fn key_at(text: &str, at: usize) -> Option<String> {
    let document = DeTable::parse(text).ok()?;
    let mut keys = Vec::new();
    let mut table = Some(document.get_ref());
    while let Some(here) = table.take() {
        let before = here.iter().filter(|(name, _)| name.span().start <= at);
        let Some((name, value)) = before.max_by_key(|(name, _)| name.span().start) else {
            break;
        };
        keys.push(name.get_ref().to_string());
        table = match value.get_ref() {
            DeValue::Table(inner) => Some(inner),
            _ => None,
        };
    }
    (!keys.is_empty()).then(|| keys.join("."))
}
