//! What another program remembered about a pane.
//!
//! It fills silence, and must never outrank anything that was said here.

use super::Fold;
use crate::binding::{Conversation, Moment};
use crate::event::Import;
use crate::reader::Position;
use crate::verdict::{self, Action, Verdict};

impl Fold {
    /// The pane holds it if it holds nothing; otherwise it is one of the earlier ones.
    pub(super) fn import(&mut self, position: Position, import: &Import) -> Verdict {
        let key = self.panes.key(&import.pane);
        let held = self.panes.of(&key);
        let moment = Moment {
            position,
            at: import.at.clone(),
        };
        held.last_record = position;
        let named = &import.conversation;
        let conversation = Conversation {
            generation: Self::ELSEWHERE,
            ..held.conversation_of(named, &moment, verdict::IMPORTED)
        };
        if held.excludes_held(&conversation) {
            return Verdict::about(Some(key), Action::Excluded, verdict::EXCLUDED);
        }
        let silent = held.answer().is_none() && held.current.is_none();
        if silent && !held.cleared {
            held.current = Some(conversation);
            held.dismissed = false;
            return Verdict::about(Some(key), Action::Accepted, verdict::IMPORTED);
        }
        let answer = held.answer();
        let known = answer.is_some_and(|answer| answer.names(&conversation));
        let store = conversation.store.as_ref();
        if !known && held.known(&named.agent, &named.id, store).is_none() {
            held.keep_past(conversation, moment, verdict::IMPORT_KNOWN);
        }
        Verdict::about(Some(key), Action::Ignored, verdict::IMPORT_KNOWN)
    }
}
