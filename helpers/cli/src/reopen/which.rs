//! Which conversation is meant: the one that a pane holds, or one that some pane holds or
//! held under an id. Two of one id are told apart by nobody's guess.

use super::{Aim, Request, lineage};
use crate::error::Error;
use crate::here;
use crate::known::Known;
use crate::print::plain;
use crate::refusal;
use crate::world::World;
use rejoin_store::binding::{Binding, Conversation, State};

/// Returns what the log says about the conversation that is meant.
///
/// # Errors
/// Nothing is known under that name, or more than one conversation is.
pub fn meant(world: &World, known: &Known, request: &Request<'_>) -> Result<Binding, Error> {
    let Some(name) = request.named else {
        let pane = here::meant(world, None)?;
        return in_pane(world, known, &pane, request.aim).unwrap_or_else(|| {
            Err(refusal::NO_BINDING
                .error(format!("no conversation is known in pane {}", plain(&pane))))
        });
    };
    let pane = match here::meant(world, Some(name)) {
        Ok(pane) => pane,
        Err(_) => name.to_owned(), // it may still be the literal name of a known pane
    };
    if let Some(found) = in_pane(world, known, &pane, request.aim) {
        return found;
    }
    by_id(known, name)?.ok_or_else(|| {
        refusal::NO_BINDING.error(format!(
            "no conversation is known in a pane or under an id called {}",
            plain(name)
        ))
    })
}

/// Returns the conversation of a pane that the log knows. Of a copy that never came about
/// only the original can be copied again.
fn in_pane(world: &World, known: &Known, pane: &str, aim: Aim) -> Option<Result<Binding, Error>> {
    let binding = known.fold.pane(pane)?;
    let Some(parent) = lineage::pending(world, &binding, aim) else {
        return Some(Ok(binding));
    };
    if aim == Aim::Fork {
        return by_id(known, &parent).transpose();
    }
    let cause = format!(
        "a fork of {} was started in pane {}, and the copy is not there",
        plain(&parent),
        plain(pane)
    );
    Some(Err(refusal::FORK_PENDING.error(cause)))
}

/// Returns the conversation of this id that a pane holds, else that a pane held.
fn by_id(known: &Known, id: &str) -> Result<Option<Binding>, Error> {
    let panes = known.panes();
    let held = panes.iter().filter(|pane| pane.id.as_deref() == Some(id));
    let past = panes.iter().flat_map(|pane| {
        let mut history = pane.history.iter().map(|past| &past.conversation);
        let past = history.find(|past| past.id == id);
        past.map(|past| of_past(pane, past))
    });
    let all: Vec<Binding> = held.cloned().chain(past).collect();
    let Some(first) = all.first() else {
        return Ok(None);
    };
    let other = all.iter().find(|other| !is_same(first, other));
    match other {
        None => Ok(Some(first.clone())),
        Some(other) => {
            let cause = format!(
                "{} is one conversation in pane {} and another in pane {}",
                plain(id),
                plain(&first.pane),
                plain(&other.pane)
            );
            Err(refusal::ID_AMBIGUOUS.error(cause))
        }
    }
}

/// Tells whether two panes hold one conversation, unless their stores are known to be two.
fn is_same(one: &Binding, other: &Binding) -> bool {
    let stores = one.store.as_ref().zip(other.store.as_ref());
    one.agent == other.agent && stores.is_none_or(|(one, other)| one.is(other))
}

/// Returns a pane as if it still held an earlier conversation; what its last launch was
/// given is not part of it.
pub fn of_past(pane: &Binding, past: &Conversation) -> Binding {
    let past = past.clone();
    Binding {
        state: if past.published {
            State::Published
        } else {
            State::Asked
        },
        flags: Default::default(),
        agent: Some(past.agent),
        id: Some(past.id),
        store: past.store,
        transcript: past.transcript,
        cwd_launch: past.cwd_launch,
        cwd_last: past.cwd_last,
        qualified: false,
        owner: past.publisher.clone(),
        publisher: past.publisher,
        conflict: None,
        forks: Vec::new(),
        since: Some(past.since),
        last_seen: Some(past.last_seen),
        parent: past.parent,
        launch: None,
        shared: None,
        history: Vec::new(),
        children: Vec::new(),
        evidence: Vec::new(),
        ..pane.clone()
    }
}
