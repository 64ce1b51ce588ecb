//! What contradicts a binding, and what was forked in its pane.
//!
//! A contradiction is told, and must never be settled by which of the two came later.

use serde::{Deserialize, Serialize};

use super::Moment;
use crate::event::{Fork, Publish};
use crate::verdict::{self, Rule};

/// Another conversation than the answer, and who says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    /// Name of its agent definition.
    pub agent: String,
    /// Its id.
    pub id: String,
    /// The rule by which it moved nothing.
    #[serde(with = "crate::verdict::word")]
    pub rule: Rule,
    /// When it was said last.
    pub seen: Moment,
}

impl Conflict {
    /// An event that does not adopt names another conversation.
    pub(crate) fn said(publish: &Publish, seen: Moment) -> Self {
        Self::by(verdict::NEVER_ADOPTS, &publish.agent, &publish.id, seen)
    }

    /// Something that moved nothing, by this rule, names another conversation.
    pub(crate) fn by(rule: Rule, agent: &str, id: &str, seen: Moment) -> Self {
        Self {
            agent: agent.to_owned(),
            id: id.to_owned(),
            rule,
            seen,
        }
    }
}

/// A fork that was made in a pane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forked {
    /// What was recorded; the child is filled in when it is known.
    pub event: Fork,
    /// When.
    pub made: Moment,
}
