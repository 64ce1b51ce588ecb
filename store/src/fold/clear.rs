//! A pane that starts fresh, and the conversations that may not come back to it.
//!
//! An exclusion holds in one pane and in the namespace in which the conversation was
//! cleared. Nothing is erased: what was held goes into the history.

use serde::{Deserialize, Serialize};

use super::Fold;
use super::held::Held;
use crate::binding::{Conversation, Moment, Store};
use crate::event::{Clear, Named, Publish};
use crate::reader::Position;
use crate::verdict::{self, Action, Rule, Verdict};

/// Exclusions that are kept: more than a person makes in one pane.
const EXCLUDED_MAX: usize = 64;

/// The file system of everything that a hook publishes.
const HOST: &str = "host";

/// A conversation that may not come back by itself. What is not known of its namespace
/// excludes everywhere.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Excluded {
    agent: String,
    id: String,
    store: Option<Store>,
    filesystem: Option<String>,
}

impl Excluded {
    fn of(named: &Named) -> Self {
        Self {
            agent: named.agent.clone(),
            id: named.id.clone(),
            store: named.store(),
            filesystem: named.filesystem.clone(),
        }
    }

    fn covers(&self, agent: &str, id: &str, store: Option<&Store>) -> bool {
        let here = self.filesystem.as_deref().is_none_or(|it| it == HOST);
        let one_store = self.store.as_ref().zip(store).is_none_or(|(a, b)| a.is(b));
        self.id == id && self.agent == agent && one_store && here
    }
}

impl Fold {
    /// Rule 9: the pane holds nothing until something new is said in it, and what it held
    /// stays excluded.
    pub(super) fn clear(&mut self, position: Position, clear: &Clear) -> Verdict {
        let key = self.panes.key(&clear.pane);
        let held = self.panes.of(&key);
        let moment = Moment {
            position,
            at: clear.at.clone(),
        };
        held.last_record = position;
        let named = &clear.conversation;
        held.lift(&named.agent, &named.id, None);
        held.excluded.push_front(Excluded::of(named));
        held.excluded.truncate(EXCLUDED_MAX);
        held.leave(named, moment, verdict::CLEARED);
        Verdict::about(Some(key), Action::Excluded, verdict::CLEARED)
    }
}

impl Held {
    /// Leaves a conversation, wherever the pane has it. If it was the answer, nothing from
    /// before is offered. Tells whether it was.
    pub(super) fn leave(&mut self, named: &Named, until: Moment, rule: Rule) -> bool {
        let store = named.store();
        let is = |known: &Conversation| known.is(&named.agent, &named.id, store.as_ref());
        let answer = self.answer();
        let was = answer.as_ref().is_some_and(is);
        if self.pin.as_ref().is_some_and(|pin| is(&pin.conversation)) {
            self.pin = None;
        }
        if self.witnessed.as_ref().is_some_and(is) {
            self.witnessed = None;
        }
        if let Some(current) = self.current.take_if(|current| was || is(current)) {
            self.keep_past(current, until.clone(), rule);
        }
        if let Some(answer) = answer.filter(|_| was) {
            let known = self.known(&answer.agent, &answer.id, answer.store.as_ref());
            if known.is_none() {
                self.keep_past(answer, until, rule);
            }
            self.cleared = true;
            self.asked_before = true;
            self.carried = false;
            self.conflict = None;
        }
        was
    }

    /// Tells whether a publication is of a conversation that the pane left when it was to
    /// start fresh.
    pub(super) fn left(&self, publish: &Publish) -> bool {
        let mut past = self.history.iter();
        self.cleared && past.any(|past| past.conversation.is_in(publish))
    }

    /// Tells whether a published conversation is excluded.
    pub(super) fn excludes(&self, publish: &Publish) -> bool {
        if self.excluded.is_empty() {
            return false;
        }
        let (agent, id, store) = (&publish.agent, &publish.id, publish.store());
        let mut all = self.excluded.iter();
        all.any(|one| one.covers(agent, id, store.as_ref()))
    }

    /// Tells whether a conversation is excluded.
    pub(super) fn excludes_held(&self, held: &Conversation) -> bool {
        let mut all = self.excluded.iter();
        all.any(|one| one.covers(&held.agent, &held.id, held.store.as_ref()))
    }

    /// Brings a conversation back.
    pub(super) fn lift(&mut self, agent: &str, id: &str, store: Option<&Store>) {
        self.excluded.retain(|one| !one.covers(agent, id, store));
    }
}
