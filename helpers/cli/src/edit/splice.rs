//! One replacement in a text, in a form that can be taken back.

use serde::{Deserialize, Serialize};

/// One replacement. Offsets count bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Splice {
    /// Where it starts, in the text before and in the text after.
    pub(crate) at: usize,
    /// What stood there before.
    pub(crate) removed: String,
    /// What stands there after.
    pub(crate) inserted: String,
}

impl Splice {
    /// Makes an insertion.
    pub(crate) fn insertion(at: usize, inserted: impl Into<String>) -> Self {
        Self {
            at,
            removed: String::new(),
            inserted: inserted.into(),
        }
    }

    /// Makes a replacement of `range` in `text`.
    pub(crate) fn replacement(text: &str, range: std::ops::Range<usize>, inserted: &str) -> Self {
        let removed = text.get(range.clone()).unwrap_or_default().to_owned();
        Self {
            at: range.start,
            removed,
            inserted: inserted.to_owned(),
        }
    }

    /// Finds the one replacement that turns `old` into `new`; nothing if they are equal.
    pub(crate) fn between(old: &str, new: &str) -> Option<Self> {
        if old == new {
            return None;
        }
        let mut start = old
            .bytes()
            .zip(new.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        while !old.is_char_boundary(start) || !new.is_char_boundary(start) {
            start -= 1;
        }
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let same = |(a, b): &(u8, u8)| a == b;
        let mut tail = old_rest
            .bytes()
            .rev()
            .zip(new_rest.bytes().rev())
            .take_while(same)
            .count();
        while !old_rest.is_char_boundary(old_rest.len() - tail)
            || !new_rest.is_char_boundary(new_rest.len() - tail)
        {
            tail -= 1;
        }
        Some(Self {
            at: start,
            removed: old_rest[..old_rest.len() - tail].to_owned(),
            inserted: new_rest[..new_rest.len() - tail].to_owned(),
        })
    }

    /// Carries the replacement out. Returns nothing if the text is not the one it was made for.
    pub(crate) fn apply(&self, text: &str) -> Option<String> {
        exchange(text, self.at, &self.removed, &self.inserted)
    }

    /// Takes the replacement back. Returns nothing if the text is not the one that it left.
    pub(crate) fn undo(&self, text: &str) -> Option<String> {
        exchange(text, self.at, &self.inserted, &self.removed)
    }
}

fn exchange(text: &str, at: usize, old: &str, new: &str) -> Option<String> {
    let (before, rest) = text.split_at_checked(at)?;
    let after = rest.strip_prefix(old)?;
    Some([before, new, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_of_two_texts_leads_from_each_to_the_other() {
        for (old, new) in [
            ("", "a"),
            ("a", ""),
            ("aa", "aaa"),
            ("a\u{e9}b", "a\u{e8}b"),
            ("x", "y"),
        ] {
            let splice = Splice::between(old, new).expect("they differ");
            assert_eq!(splice.apply(old).as_deref(), Some(new));
            assert_eq!(splice.undo(new).as_deref(), Some(old));
        }
        assert_eq!(Splice::between("same", "same"), None);
    }

    #[test]
    fn a_text_that_changed_is_not_undone() {
        let splice = Splice::insertion(1, "new");
        assert_eq!(splice.undo("{old}"), None);
        assert_eq!(splice.undo("{"), None);
        assert_eq!(splice.undo(""), None);
    }
}
