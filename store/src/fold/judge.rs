//! What a publication in a pane does: first whether it may speak for the pane at all, then
//! whether its publisher owns the pane, then what it says.
//!
//! It must never look at another pane.

use super::held::Held;
use super::rotate::{self, Heard};
use super::scope::Scope;
use super::standing::{self, Standing};
use super::{descent, pin};
use crate::event::Publish;
use crate::reader::Position;
use crate::record::Process;
use crate::verdict::{self, Action, Rule};

pub(super) fn began_after_the_last_launch(held: &Held, publish: &Publish) -> bool {
    let launch = held.launch_in(&publish.boot);
    // Ids order what began in one tick of the clock.
    let age = |process: Process| (process.start, process.pid);
    launch.is_some_and(|launch| age(publish.publisher) > age(launch.process))
}

/// Decides what a publication in a pane does: first whether it may speak for the pane at
/// all, then whether its publisher owns the pane, then what it says.
pub(super) fn judge(
    held: &mut Held,
    position: Position,
    publish: &Publish,
    scope: &Scope,
) -> (Action, Rule) {
    if scope
        .generation
        .is_some_and(|number| number != held.generation)
    {
        return (Action::Ignored, verdict::OLDER_GENERATION);
    }
    if publish.child.is_some() {
        held.keep_child(position, publish, verdict::SUBAGENT);
        return (Action::Child, verdict::SUBAGENT);
    }
    if let Some(rule) = descent::nested(held, publish, scope) {
        held.keep_child(position, publish, rule);
        return (Action::Child, rule);
    }
    match standing::of(held, publish, scope) {
        Standing::Child(rule) => {
            held.keep_child(position, publish, rule);
            (Action::Child, rule)
        }
        Standing::Owner(standing) => {
            let heard = Heard {
                position,
                found: scope.found,
                standing,
                inside: scope.generation.is_some(),
            };
            if held.excludes(publish) {
                return (Action::Excluded, verdict::EXCLUDED);
            }
            let in_doubt = standing == verdict::OWNER_UNKNOWN;
            if !in_doubt && held.displaced.is_none() {
                return said(held, publish, &heard);
            }
            let before = held.owner.clone();
            let (action, rule) = said(held, publish, &heard);
            if held.owner != before {
                held.unsure |= in_doubt;
                held.displaced = before.filter(|_| in_doubt);
            }
            (action, rule)
        }
    }
}

/// Applies what the owner says, and what a pin makes of it.
fn said(held: &mut Held, publish: &Publish, heard: &Heard) -> (Action, Rule) {
    let said = rotate::says(held, publish, heard);
    pin::heard(held, publish, heard, said)
}
