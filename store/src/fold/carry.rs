//! A pane that goes on under another name: what it holds comes to the other one.
//!
//! It is somebody's word about two panes, and must never change a third. Nothing is taken
//! away: the first pane keeps what it holds, and the second what it held, in its history.

use super::Fold;
use super::held::Held;
use crate::binding::{Conversation, Moment, Past};
use crate::event::Carry;
use crate::reader::Position;
use crate::verdict::{self, Action, Verdict};

impl Fold {
    /// Stands for the generation of a conversation that was not published in its pane: no
    /// pane opens as many.
    pub(super) const ELSEWHERE: u64 = u64::MAX;

    /// Lets one pane continue another. What is published in it later has the last word, so
    /// it is held as if from before the pane's present generation.
    pub(super) fn carry(&mut self, position: Position, carry: &Carry) -> Verdict {
        let key = self.panes.key(&carry.pane);
        let to = Some(key.clone());
        let moment = Moment {
            position,
            at: carry.at.clone(),
        };
        let refuses = |held: &Held, from: &Held| {
            let answer = from.answer();
            answer.is_some_and(|answer| held.excludes_held(&answer))
        };
        let both = self.panes.get(&key).zip(self.panes.get(&carry.from));
        if both.is_some_and(|(held, from)| refuses(held, from)) {
            return Verdict::about(to, Action::Excluded, verdict::EXCLUDED);
        }
        let from = self.panes.get_mut(&carry.from);
        let from = from.filter(|_| carry.from != carry.pane);
        let pin = from.as_ref().and_then(|held| held.pin.clone());
        let Some((conversation, history)) = from.and_then(|held| goes_on(held, &moment)) else {
            return Verdict::about(to, Action::Ignored, verdict::NOTHING_TO_CARRY);
        };
        let held = self.panes.of(&key);
        held.last_record = position;
        held.continued = false;
        held.dismissed = false;
        if pin.is_some() {
            held.unpin(moment.clone(), verdict::CARRIED);
            held.pin = pin;
        }
        if held.published().is_some_and(|own| own.names(&conversation)) {
            return Verdict::about(to, Action::Accepted, verdict::CARRIED);
        }
        if held
            .pin
            .as_ref()
            .is_some_and(|pin| !pin.conversation.names(&conversation))
        {
            held.unpin(moment.clone(), verdict::CARRIED);
        }
        held.carried = true;
        held.cleared = false;
        held.conflict = None;
        let action = match held.take_over(conversation, history) {
            Some(before) => {
                held.keep_past(before, moment, verdict::CARRIED);
                Action::Rotated
            }
            None => Action::Accepted,
        };
        Verdict::about(to, action, verdict::CARRIED)
    }
}

/// Returns what goes on in the other pane, and what the pane held before that.
fn goes_on(held: &mut Held, moment: &Moment) -> Option<(Conversation, Vec<Past>)> {
    let conversation = held.answer()?;
    held.last_record = moment.position;
    held.continued = true;
    let [found, standing, _] = conversation.why;
    let conversation = Conversation {
        since: moment.clone(),
        generation: Fold::ELSEWHERE,
        why: [found, standing, verdict::CARRIED],
        ..conversation
    };
    let history = held.history.iter().cloned();
    Some((conversation, history.map(elsewhere).collect()))
}

fn elsewhere(mut past: Past) -> Past {
    past.conversation.generation = Fold::ELSEWHERE;
    past
}
