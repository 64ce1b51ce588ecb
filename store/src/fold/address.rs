//! Where a pane stands in its multiplexer: the last word about it is kept beside what the
//! pane holds, and must never change that.

use super::Fold;
use crate::binding::Located;
use crate::event::Address;
use crate::reader::Position;
use crate::verdict::{self, Action, Verdict};

impl Fold {
    /// Keeps the address of a known pane. One of which nothing else is known is left out:
    /// there is nothing to come back to.
    pub(super) fn address(&mut self, position: Position, address: &Address) -> Verdict {
        let Some(held) = self.panes.get_mut(&address.pane) else {
            return Verdict::about(None, Action::Ignored, verdict::ADDRESS_OF_NOTHING);
        };
        held.located = Some(Box::new(Located {
            address: address.clone(),
            position,
        }));
        let pane = self.panes.key(&address.pane);
        Verdict::about(Some(pane), Action::Accepted, verdict::LOCATED)
    }
}
