//! What an agent's own list of what runs says about a pane's process.
//!
//! A second witness: it confirms, fills silence, or contradicts. It must never override in
//! secret.

use std::sync::Arc;

use super::Fold;
use super::held::Held;
use crate::binding::{Conflict, Moment};
use crate::event::Witness;
use crate::reader::Position;
use crate::verdict::{self, Action, Rule, Verdict};

impl Fold {
    /// Hears it for the pane that the process owns, or in which it was launched last.
    pub(super) fn witness(&mut self, position: Position, witness: &Witness) -> Verdict {
        let key = self.owned_by(witness).or_else(|| self.launched_as(witness));
        let Some(key) = key else {
            return Verdict::about(None, Action::Unscoped, verdict::NO_SUCH_PROCESS);
        };
        let held = self.panes.of(&key);
        held.last_record = position;
        let (action, rule) = held.hear_witness(position, witness);
        Verdict::about(Some(key), action, rule)
    }

    fn owned_by(&self, witness: &Witness) -> Option<Arc<str>> {
        let owns = |held: &Held| {
            let owner = held.owner.as_ref();
            owner.is_some_and(|it| it.process == witness.process && it.boot == witness.boot)
        };
        let mut panes = self.panes.sorted().into_iter();
        let (key, _) = panes.find(|(_, held)| owns(held))?;
        Some(key.clone())
    }

    fn launched_as(&self, witness: &Witness) -> Option<Arc<str>> {
        let launched = self.launched(&witness.boot, witness.process)?;
        let held = self.panes.get(&launched.pane)?;
        (held.generation == launched.generation).then(|| launched.pane.clone())
    }
}

impl Held {
    fn hear_witness(&mut self, position: Position, witness: &Witness) -> (Action, Rule) {
        let moment = Moment {
            position,
            at: witness.at.clone(),
        };
        let named = &witness.conversation;
        let conversation = self.conversation_of(named, &moment, verdict::WITNESSED);
        if self.excludes_held(&conversation) {
            return (Action::Excluded, verdict::EXCLUDED);
        }
        match self.published() {
            Some(published) if published.names(&conversation) => {
                self.conflict = None;
                (Action::Accepted, verdict::CONFIRMED)
            }
            Some(_) => {
                let (agent, id) = (&named.agent, &named.id);
                let conflict = Conflict::by(verdict::CONTRADICTED, agent, id, moment);
                self.conflict = Some(conflict);
                (Action::Ignored, verdict::CONTRADICTED)
            }
            None => {
                self.witnessed = Some(conversation);
                (Action::Accepted, verdict::WITNESSED)
            }
        }
    }
}
