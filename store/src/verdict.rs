//! What the fold decided about one record, and the rules by which it decides.
//!
//! A rule's word is stable and its text is for people: every decision can be explained,
//! and none may be made that has no rule here.

use std::sync::Arc;

use serde::Serialize;

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

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $text:literal;)*) => {
        $(
            #[doc = $text]
            pub const $name: Rule = Rule { word: $word, text: $text };
        )*

        /// Every rule.
        pub const RULES: &[Rule] = &[$($name),*];
    };
}

// How the pane of a publication is found, strongest evidence first.
rules! {
    IN_LAUNCH = "in-launch",
        "The publisher is the launched process or descends from it.";
    LAUNCH_TERMINAL = "launch-terminal",
        "The publisher is the foreground job of the terminal in which this pane was launched.";
    NAMED = "named",
        "The publisher's surroundings name this pane, and no launch contradicts them.";
    IN_TMUX = "in-tmux",
        "The surroundings name this tmux pane, and the publisher descends from that tmux server.";
    IN_MULTIPLEXER = "in-multiplexer",
        "The surroundings name this pane of a multiplexer, and the publisher descends from its server.";
    IN_TERMINAL = "in-terminal",
        "The publisher has this terminal, and descends from the leader of its session.";

    // Why there is no pane.
    NAMED_OUTSIDE_LAUNCH = "named-outside-launch",
        "The surroundings name a pane which has a launch that the publisher does not belong to.";
    ORPHANED = "orphaned",
        "The agent was gone when its hook began to run, so that nobody vouches for the pane.";
    OTHER_TMUX = "other-tmux",
        "The surroundings name a tmux pane, but the publisher does not descend from that server.";
    OTHER_MULTIPLEXER = "other-multiplexer",
        "The surroundings name a pane of a multiplexer, but the publisher does not descend from its server.";
    NO_PANE = "no-pane",
        "Nothing about the publisher names a pane.";
    BACKGROUND = "background",
        "The publisher is a background worker, whose surroundings may be those of another pane.";

    // Why a publication is a child.
    SUBAGENT = "subagent",
        "The event comes from a subagent of the conversation.";
    UNDER_AGENT = "under-agent",
        "Another agent stands between the publisher and the pane.";
    UNDER_OWNER = "under-owner",
        "The publisher descends from the agent that owns the pane.";
    NESTED_MARK = "nested-mark",
        "The publisher carries the mark of a nested agent and is not what the terminal shows.";
    OWNER_ALIVE = "owner-alive",
        "The agent that owns the pane was alive and is still what the pane shows.";
    NOT_SHOWN = "not-shown",
        "The publisher is not the foreground job of the pane's terminal.";
    HEADLESS = "headless",
        "A run without a person does not displace a person's conversation.";

    // Why another publisher owns the pane now.
    FIRST_OWNER = "first-owner",
        "The first publisher of a generation owns the pane.";
    SAME_OWNER = "same-owner",
        "The agent that owns the pane published it.";
    OWNER_GONE = "owner-gone",
        "The agent that owned the pane was gone.";
    OWNER_UNKNOWN = "owner-unknown",
        "Nobody knew whether the agent that owned the pane was alive; it has the pane back if it speaks.";
    OWNER_BACK = "owner-back",
        "The agent from which the pane was taken, because nobody knew that it was alive, speaks.";
    OWNER_OTHER_BOOT = "owner-other-boot",
        "The agent that owned the pane ran before this host was started.";
    SHOWN_INSTEAD = "shown-instead",
        "Another job is the foreground of the terminal that the owner had.";

    // What a publication by the owner does.
    FIRST_ID = "first-id",
        "It is the first conversation of this generation.";
    RESUMED = "resumed",
        "The pane holds the same conversation in a new generation.";
    REPEATED = "repeated",
        "The pane holds this conversation already.";
    NEW_ID = "new-id",
        "The owner began or prompted another conversation.";
    BACK_AGAIN = "back-again",
        "The owner began or prompted an earlier conversation of this pane anew.";
    FORK_PARENT = "fork-parent",
        "A fork names its parent first; the child is still to come.";
    FORK_CHILD = "fork-child",
        "It is the first other conversation after the launch of a fork.";
    UNUSED_ENDED = "unused-ended",
        "A conversation ended unused, and the one before it had not ended: that one is held again.";
    ENDED = "ended",
        "The conversation ended; the pane keeps it.";
    RESUME_FAILED = "resume-failed",
        "The conversation that was asked for ended without having begun.";
    END_OF_OTHER = "end-of-other",
        "The end of a conversation that the pane does not hold moves nothing.";
    SUPERSEDED = "superseded",
        "An earlier conversation of this pane comes back only by a new begin or prompt.";
    NEVER_ADOPTS = "never-adopts",
        "An event of this class does not move a pane that has a conversation.";
    UNKNOWN_CLASS = "unknown-class",
        "The class of the event is not known to this version.";
    OLDER_GENERATION = "older-generation",
        "The publisher belongs to an earlier launch of this pane.";

    // Other records.
    LAUNCHED = "launched",
        "A launch opened a new generation of the pane.";
    CARRIED = "carried",
        "The pane continues another one, and holds what that one held.";
    NOTHING_TO_CARRY = "nothing-to-carry",
        "The pane that was to be continued holds no conversation, or is the same.";
    LAUNCH_REPEATED = "launch-repeated",
        "This launch is recorded already.";
    NOT_STARTED = "not-started",
        "The launched program could not be started.";
    NO_SUCH_LAUNCH = "no-such-launch",
        "The launch which it names is not remembered, or is not the pane's last.";
    PAYLOAD_REFUSED = "payload-refused",
        "A hook did not accept the payload.";
    UNKNOWN_KIND = "unknown-kind",
        "The kind of the record is not known to this version.";
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
