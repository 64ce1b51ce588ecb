//! Whether a publisher stands inside another agent of the same pane.
//!
//! An inherited mark must never be proof alone: some agents set it always.

use super::held::Held;
use super::scope::Scope;
use crate::event::{Ancestor, Publish};
use crate::verdict::{self, Rule};

/// Says why the publisher is nested, if it is.
pub(super) fn nested(held: &Held, publish: &Publish, scope: &Scope) -> Option<Rule> {
    let owner = held
        .owner
        .as_ref()
        .filter(|owner| owner.boot == publish.boot);
    if owner.is_some_and(|owner| {
        publish
            .above
            .iter()
            .any(|one| one.process() == owner.process)
    }) {
        return Some(verdict::UNDER_OWNER);
    }
    if between(publish, scope)
        .iter()
        .any(|one| one.agent.is_some())
    {
        return Some(verdict::UNDER_AGENT);
    }
    // What was launched in the pane is not nested in it, whatever it inherited.
    let launched = scope.generation.is_some() && scope.ancestors == Some(0);
    let marked = publish.marked("nested") && !launched && !is_shown(held, publish, scope);
    marked.then_some(verdict::NESTED_MARK)
}

/// Returns the ancestors between the publisher and the pane: up to the leader of its
/// terminal's session, and up to the evidence for the pane if that is farther. What is
/// above the leader shows the terminal and may well be a program of an agent's maker.
fn between<'a>(publish: &'a Publish, scope: &Scope) -> &'a [Ancestor] {
    let all = publish.above.len();
    let (tty, session) = (publish.claim.tty, publish.claim.session);
    let to_leader = if tty == 0 || publish.publisher.pid == session {
        0
    } else {
        let leader = publish.above.iter().position(|one| one.pid == session);
        leader.map_or(all, |at| at + 1)
    };
    // Without a terminal nothing but the evidence bounds the walk.
    let to_evidence = scope.ancestors.unwrap_or(if tty == 0 { all } else { 0 });
    &publish.above[..to_leader.max(to_evidence).min(all)]
}

/// Tells whether the publisher is what the pane's terminal shows.
fn is_shown(held: &Held, publish: &Publish, scope: &Scope) -> bool {
    let tty = publish.claim.tty;
    if tty == 0 || !publish.foreground {
        return false;
    }
    if let Some(launch) = held.launch_in(&publish.boot) {
        return launch.tty == tty;
    }
    // The terminal of a pane that was only named is known by its owner.
    let owner = held
        .owner
        .as_ref()
        .filter(|owner| owner.boot == publish.boot);
    scope.found != verdict::NAMED || owner.is_none_or(|owner| owner.tty == tty)
}
