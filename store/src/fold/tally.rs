//! What is counted and kept aside over the whole log, apart from any pane.
//!
//! It must never grow with the log: lists keep their last entries, counts keep the rest.

use std::collections::{BTreeMap, VecDeque};

use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

use super::pairs::sorted;
use crate::binding::Moment;
use crate::event::{Claim, Class, Publish, Refused};
use crate::pane;
use crate::reader::{Damage, DamageKind, Position};
use crate::record::Process;
use crate::verdict::Rule;

/// Unscoped publications that are kept: enough to see which agent misses its pane.
const UNSCOPED_MAX: usize = 256;
/// Claimed panes and agents whose refusals are told apart: a person's panes, not a flood.
const REFUSALS_MAX: usize = 512;
/// Unknown kinds that are told apart: a later version has a few, random text any number.
const KINDS_MAX: usize = 32;

/// What was counted over the whole log.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Whole records.
    pub records: u64,
    /// Publications for which no pane is proven.
    pub unscoped: u64,
    /// Payloads that hooks did not accept.
    pub refused: u64,
    /// Records of a kind that this version does not know.
    pub unknown: u64,
    /// The first such kinds, each with its count.
    pub unknown_kinds: BTreeMap<String, u64>,
    /// Pieces that could not be read, by what is wrong with them.
    pub damage: BTreeMap<DamageKind, Pieces>,
    /// Where the last that may have been a record starts.
    pub last_damage: Option<Position>,
}

impl Counts {
    /// Returns how many pieces may have been records that somebody relied on: all but those
    /// whose writer never came to their end.
    #[must_use]
    pub fn unreadable(&self) -> u64 {
        let kinds = self
            .damage
            .iter()
            .filter(|(kind, _)| **kind != DamageKind::Cut);
        kinds.map(|(_, pieces)| pieces.pieces).sum()
    }
}

/// Some damaged pieces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pieces {
    /// How many.
    pub pieces: u64,
    /// How many bytes they have together.
    pub bytes: u64,
}

/// A publication for which no pane is proven.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unscoped {
    /// Name of the agent definition.
    pub agent: String,
    /// Conversation id.
    pub id: String,
    /// What the event says.
    pub class: Class,
    /// The publisher.
    pub publisher: Process,
    /// Why there is no pane.
    #[serde(with = "crate::verdict::word")]
    pub rule: Rule,
    /// When.
    pub seen: Moment,
}

/// Payloads of one agent that were not accepted under one claimed pane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusals {
    /// Pane that the surroundings named, as they named it: no proof.
    pub claimed: Option<String>,
    /// Name of the agent definition.
    pub agent: String,
    /// How many.
    pub count: u64,
    /// Stable word for what was wrong last.
    pub last_reason: String,
    /// When that was.
    pub last: Moment,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Tally {
    counts: Counts,
    unscoped: VecDeque<Unscoped>,
    #[serde(with = "super::pairs")]
    refusals: HashMap<(Option<String>, String), Refusals>,
}

impl Tally {
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    pub(super) fn unscoped(&self) -> impl Iterator<Item = &Unscoped> {
        self.unscoped.iter()
    }

    pub(super) fn refusals(&self) -> impl Iterator<Item = &Refusals> {
        sorted(&self.refusals).into_iter().map(|(_, known)| known)
    }

    pub(super) fn record(&mut self) {
        self.counts.records += 1;
    }

    pub(super) fn unknown(&mut self, kind: &str) {
        self.counts.unknown += 1;
        let kinds = &mut self.counts.unknown_kinds;
        if kinds.len() < KINDS_MAX || kinds.contains_key(kind) {
            *kinds.entry(kind.to_owned()).or_default() += 1;
        }
    }

    pub(super) fn damaged(&mut self, damage: &Damage) {
        let pieces = self.counts.damage.entry(damage.kind).or_default();
        pieces.pieces += 1;
        pieces.bytes = pieces.bytes.saturating_add(damage.bytes);
        if damage.kind != DamageKind::Cut {
            let last = self.counts.last_damage.max(Some(damage.position));
            self.counts.last_damage = last;
        }
    }

    pub(super) fn keep_unscoped(&mut self, position: Position, publish: &Publish, rule: Rule) {
        self.counts.unscoped += 1;
        if self.unscoped.len() == UNSCOPED_MAX {
            self.unscoped.pop_front();
        }
        self.unscoped.push_back(Unscoped {
            agent: publish.agent.clone(),
            id: publish.id.clone(),
            class: publish.class,
            publisher: publish.publisher,
            rule,
            seen: Moment {
                position,
                at: publish.at.clone(),
            },
        });
    }

    /// Counts a refusal and returns the pane that was claimed by name.
    pub(super) fn refuse(&mut self, position: Position, refused: &Refused) -> Option<String> {
        self.counts.refused += 1;
        let claimed = claimed(&refused.claim);
        let key = (claimed.clone(), refused.agent.clone());
        if self.refusals.len() < REFUSALS_MAX || self.refusals.contains_key(&key) {
            let last = Moment {
                position,
                at: refused.at.clone(),
            };
            let known = self.refusals.entry(key).or_insert_with(|| Refusals {
                claimed: claimed.clone(),
                agent: refused.agent.clone(),
                count: 0,
                last_reason: String::new(),
                last: last.clone(),
            });
            known.count += 1;
            known.last_reason.clone_from(&refused.reason);
            known.last = last;
        }
        claimed
    }
}

/// Names the claimed pane as its surroundings do. A refusal looks up no process, so the
/// identity of a tmux server or a session is not known, and this need not be a pane key.
fn claimed(claim: &Claim) -> Option<String> {
    if let Some(token) = &claim.token {
        return Some(pane::key_of_token(token).to_owned());
    }
    if let Some(tmux) = &claim.tmux {
        let socket = String::from_utf8_lossy(tmux.socket.as_bytes()).into_owned();
        return Some(format!("tmux:{socket}:{}", tmux.pane));
    }
    if let [.., place] = claim.within.as_slice() {
        let session = String::from_utf8_lossy(place.session.as_bytes()).into_owned();
        let (word, pane) = (&place.multiplexer, &place.pane);
        return Some(format!("{word}:{session}:{pane}"));
    }
    (claim.tty != 0).then(|| format!("tty:{}", pane::tty_name(claim.tty)))
}
