//! What a person puts aside: a pane that is no longer offered, a conversation that waits for
//! its agent to come back.
//!
//! Both speak of what the person saw: a pane that holds another conversation by then is left
//! as it is.

use super::Fold;
use super::held::Held;
use super::offer::Offer;
use crate::binding::{Conversation, Moment};
use crate::event::{Dismiss, Named, Park};
use crate::reader::Position;
use crate::verdict::{self, Action, Verdict};

impl Fold {
    /// The pane keeps what it holds, and a person is not offered it until something new is
    /// said in it.
    pub(super) fn dismiss(&mut self, position: Position, dismiss: &Dismiss) -> Verdict {
        let key = self.panes.key(&dismiss.pane);
        let held = self.panes.get_mut(&key);
        let Some(held) = held.filter(|held| held.answers(&dismiss.conversation)) else {
            return Verdict::about(Some(key), Action::Ignored, verdict::NOT_HELD);
        };
        held.last_record = position;
        held.dismissed = true;
        Verdict::about(Some(key), Action::Accepted, verdict::DISMISSED)
    }

    /// The pane holds nothing until something new is said in it; what it held is in its
    /// history, by this rule, and comes back like any other conversation.
    pub(super) fn park(&mut self, position: Position, park: &Park) -> Verdict {
        let key = self.panes.key(&park.pane);
        let held = self.panes.get_mut(&key);
        let Some(held) = held.filter(|held| held.answers(&park.conversation)) else {
            return Verdict::about(Some(key), Action::Ignored, verdict::NOT_HELD);
        };
        let moment = Moment {
            position,
            at: park.at.clone(),
        };
        held.last_record = position;
        held.leave(&park.conversation, moment, verdict::PARKED);
        Verdict::about(Some(key), Action::Accepted, verdict::PARKED)
    }
}

impl Held {
    /// Returns the conversation that is the pane's answer.
    pub(super) fn answer(&self) -> Option<Conversation> {
        Offer::of(self).conversation().cloned()
    }

    fn answers(&self, named: &Named) -> bool {
        let store = named.store();
        let offer = Offer::of(self);
        let answer = offer.conversation();
        answer.is_some_and(|it| it.is(&named.agent, &named.id, store.as_ref()))
    }
}
