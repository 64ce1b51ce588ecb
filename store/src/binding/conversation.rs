//! A conversation as a pane holds it, or held it before.
//!
//! Facts of one conversation must never stand in another one.

use serde::{Deserialize, Serialize};

use super::{Moment, Owner, Store};
use crate::event::Publish;
use crate::text::{self, Text};
use crate::verdict::Rule;

/// A conversation as it was published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversation {
    /// Name of the agent definition.
    pub agent: String,
    /// Conversation id.
    pub id: String,
    /// Where the agent keeps it.
    pub store: Option<Store>,
    /// Transcript that the agent names for it.
    pub transcript: Option<Text>,
    /// Directory in which its program was launched.
    pub cwd_launch: Option<Text>,
    /// Directory that it published last.
    pub cwd_last: Option<Text>,
    /// See [`super::Binding::qualified`].
    pub qualified: bool,
    /// Conversation from which it came.
    pub parent: Option<String>,
    /// When the pane came to hold it.
    pub since: Moment,
    /// When it was published last.
    pub last_seen: Moment,
    /// Whether a prompt, or any sign that it went on, was seen in it.
    pub used: bool,
    /// Whether it ended.
    pub ended: bool,
    /// Whether an agent published it; else a launch asked for it and nothing more.
    pub published: bool,
    /// Its last publisher.
    pub publisher: Option<Owner>,
    /// Generation of the pane in which it was held last.
    pub generation: u64,
    /// How its pane was found, why its publisher spoke for the pane, why it was adopted.
    #[serde(with = "crate::verdict::words")]
    pub(crate) why: [Rule; 3],
}

impl Conversation {
    /// Tells whether this is conversation `id` of `agent`, unless the stores are two.
    #[must_use]
    pub fn is(&self, agent: &str, id: &str, store: Option<&Store>) -> bool {
        let one_store = self.store.as_ref().zip(store).is_none_or(|(a, b)| a.is(b));
        self.id == id && self.agent == agent && one_store
    }
}

impl Conversation {
    /// Tells whether it is the published one, unless the stores are two.
    pub(crate) fn is_in(&self, publish: &Publish) -> bool {
        let stores = self.store.as_ref().zip(publish.store.as_ref());
        let one_store = || {
            stores.is_none_or(|(own, path)| own.is_at(path, publish.store_dev, publish.store_ino))
        };
        let same = |one: &str, two: &str| text::same(one.as_bytes(), two.as_bytes());
        same(&self.id, &publish.id) && same(&self.agent, &publish.agent) && one_store()
    }
}

/// A conversation that a pane held before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Past {
    /// The conversation; it was held since [`Conversation::since`].
    #[serde(flatten)]
    pub conversation: Conversation,
    /// When the pane left it.
    pub until: Moment,
    /// The rule by which it was left.
    #[serde(with = "crate::verdict::word")]
    pub rule: Rule,
}

/// A [`Past`] as it stands in a checkpoint, which has thousands: a flattened struct would be
/// read by way of a tree.
#[derive(Deserialize)]
struct Written {
    agent: String,
    id: String,
    store: Option<Store>,
    transcript: Option<Text>,
    cwd_launch: Option<Text>,
    cwd_last: Option<Text>,
    qualified: bool,
    parent: Option<String>,
    since: Moment,
    last_seen: Moment,
    used: bool,
    ended: bool,
    published: bool,
    publisher: Option<Owner>,
    generation: u64,
    #[serde(with = "crate::verdict::words")]
    why: [Rule; 3],
    until: Moment,
    #[serde(with = "crate::verdict::word")]
    rule: Rule,
}

impl From<Written> for Past {
    fn from(written: Written) -> Self {
        let Written {
            agent,
            id,
            store,
            transcript,
            cwd_launch,
            cwd_last,
            qualified,
            parent,
            since,
            last_seen,
            used,
            ended,
            published,
            publisher,
            generation,
            why,
            until,
            rule,
        } = written;
        Self {
            conversation: Conversation {
                agent,
                id,
                store,
                transcript,
                cwd_launch,
                cwd_last,
                qualified,
                parent,
                since,
                last_seen,
                used,
                ended,
                published,
                publisher,
                generation,
                why,
            },
            until,
            rule,
        }
    }
}
