//! What the fold decided about one record, and the rules by which it decides.
//!
//! A rule's word is stable and its text is for people: every decision can be explained,
//! and none may be made that has no rule here.

mod rules;

use std::sync::Arc;

use serde::Serialize;

pub use rules::*;

/// One rule of the fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Stable short word.
    pub word: &'static str,
    /// One sentence for people.
    pub text: &'static str,
}

/// A rule as its word alone, where only programs read it.
pub(crate) mod word {
    use super::Rule;
    use core::fmt;
    use serde::de::{Deserializer, Error, Visitor};
    use serde::ser::Serializer;

    pub(crate) fn serialize<S: Serializer>(rule: &Rule, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(rule.word)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rule, D::Error> {
        from.deserialize_str(Word)
    }

    struct Word;

    impl Visitor<'_> for Word {
        type Value = Rule;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("the word of a rule")
        }

        fn visit_str<E: Error>(self, word: &str) -> Result<Rule, E> {
            let rule = Rule::of_word(word).copied();
            rule.ok_or_else(|| E::custom(format_args!("no such rule: {word}")))
        }
    }
}

/// The same for the rules of a conversation.
pub(crate) mod words {
    use super::Rule;
    use serde::de::{Deserialize, Deserializer};
    use serde::ser::{Serialize, Serializer};

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(transparent)]
    struct Word(#[serde(with = "super::word")] Rule);

    pub(crate) fn serialize<S: Serializer>(rules: &[Rule; 3], to: S) -> Result<S::Ok, S::Error> {
        rules.map(Word).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[Rule; 3], D::Error> {
        Ok(<[Word; 3]>::deserialize(from)?.map(|word| word.0))
    }
}

impl Rule {
    /// Returns the rule of this word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<&'static Self> {
        RULES.iter().find(|rule| rule.word == word)
    }
}

/// The decision about one record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The pane which it concerns; of a record that is kept out, the pane to which its
    /// evidence led.
    pub pane: Option<Arc<str>>,
    /// What was done.
    pub action: Action,
    /// Why.
    pub rule: Rule,
    /// How a publication's pane was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Rule>,
}

/// What a record did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// The pane holds this conversation, first or still.
    Accepted,
    /// The pane holds this conversation instead of another.
    Rotated,
    /// Recorded; it moves nothing.
    Ignored,
    /// Believed only until a better word comes.
    Provisional,
    /// A person excluded this conversation here.
    Excluded,
    /// Kept as a child of what the pane holds.
    Child,
    /// No pane is proven; kept aside.
    Unscoped,
    /// A payload that a hook did not accept.
    Refused,
    /// A launch opened a generation of the pane.
    Opened,
    /// Anything else.
    Other,
}

#[cfg(test)]
mod tests {
    use super::RULES;

    #[test]
    fn every_rule_has_a_word_of_its_own_and_a_sentence() {
        for (at, rule) in RULES.iter().enumerate() {
            assert!(rule.text.ends_with('.'), "{}", rule.word);
            assert!(
                rule.word
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
            );
            assert!(RULES[..at].iter().all(|other| other.word != rule.word));
        }
    }
}
