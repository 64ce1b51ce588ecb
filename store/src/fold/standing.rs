//! Whether a publisher owns its pane, takes it over, or is another agent in it.
//!
//! It must never call silence a death: an owner is gone only if a record says so, and one
//! that was passed over in doubt has its pane back when it speaks.

use super::held::Held;
use super::scope::Scope;
use crate::binding::Owner;
use crate::event::Publish;
use crate::verdict::{self, Rule};

/// What a publisher is to its pane.
#[derive(Debug)]
pub(super) enum Standing {
    /// It speaks for the pane, by this rule.
    Owner(Rule),
    /// It is another agent in the pane, by this rule.
    Child(Rule),
}

/// Decides it for a publisher that is not nested.
pub(super) fn of(held: &Held, publish: &Publish, scope: &Scope) -> Standing {
    let outside = scope.generation.is_none();
    let Some(owner) = &held.owner else {
        return if outside && hidden_in(held.launch_in(&publish.boot).map(|l| l.tty), publish) {
            child(verdict::NOT_SHOWN)
        } else {
            Standing::Owner(verdict::FIRST_OWNER)
        };
    };
    if owner.published(publish) {
        return Standing::Owner(verdict::SAME_OWNER);
    }
    if publish.marked("headless") && !owner.headless {
        return child(verdict::HEADLESS);
    }
    if owner.boot != publish.boot {
        return Standing::Owner(verdict::OWNER_OTHER_BOOT);
    }
    if held.owner_gone {
        return if outside && hidden_in(Some(owner.tty), publish) {
            child(verdict::NOT_SHOWN)
        } else {
            Standing::Owner(verdict::OWNER_GONE)
        };
    }
    if shown_instead(owner, publish) {
        return Standing::Owner(verdict::SHOWN_INSTEAD);
    }
    let displaced = held.displaced.as_ref();
    if displaced.is_some_and(|displaced| displaced.published(publish)) {
        return Standing::Owner(verdict::OWNER_BACK);
    }
    let alive = publish.alive.as_ref();
    if alive.is_some_and(|alive| alive.contains(&owner.process)) {
        return child(verdict::OWNER_ALIVE);
    }
    // A pane that stays with an agent which is long gone is worse than one that comes back
    // to an agent which was not.
    Standing::Owner(verdict::OWNER_UNKNOWN)
}

/// Another job of the owner's terminal came to the foreground: the owner is suspended,
/// or runs behind it.
fn shown_instead(owner: &Owner, publish: &Publish) -> bool {
    let tty = publish.claim.tty;
    tty != 0 && publish.foreground && tty == owner.tty && publish.group != owner.group
}

/// Tells whether the publisher is in the background of this terminal of the pane.
fn hidden_in(tty: Option<u64>, publish: &Publish) -> bool {
    publish.claim.tty != 0 && !publish.foreground && tty == Some(publish.claim.tty)
}

fn child(rule: Rule) -> Standing {
    Standing::Child(rule)
}
