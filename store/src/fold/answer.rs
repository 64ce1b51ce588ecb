//! Turns what panes hold into bindings.
//!
//! Only here are panes compared with each other; nothing that they hold may change by it.

use std::collections::{BTreeSet, HashMap};

use super::held::{Held, Opened};
use super::offer::Offer;
use super::panes::Panes;
use crate::binding::{Binding, Conversation, Flag, LastLaunch, Moment, Shared, State};
use crate::reader::Position;

/// Returns the bindings of all panes.
pub(super) fn all(panes: &Panes, damage: Option<Position>) -> Vec<Binding> {
    let mut bindings: Vec<Binding> = panes
        .sorted()
        .into_iter()
        .map(|(pane, held)| binding(pane, held, damage))
        .collect();
    let mut holders: HashMap<(String, String), Vec<usize>> = HashMap::new();
    for (at, binding) in bindings.iter().enumerate() {
        if let (Some(agent), Some(id)) = (binding.agent.clone(), binding.id.clone()) {
            holders.entry((agent, id)).or_default().push(at);
        }
    }
    for holders in holders.into_values().filter(|holders| holders.len() > 1) {
        let found: Vec<Option<Shared>> = holders
            .iter()
            .map(|&at| shared(&bindings, at, &holders))
            .collect();
        for (at, shared) in holders.into_iter().zip(found) {
            if let Some(shared) = shared {
                bindings[at].flags.insert(Flag::Shared);
                bindings[at].shared = Some(shared);
            }
        }
    }
    bindings
}

/// Returns the binding of one pane.
pub(super) fn one(panes: &Panes, key: &str, damage: Option<Position>) -> Option<Binding> {
    panes.get(key)?;
    all(panes, damage)
        .into_iter()
        .find(|binding| binding.pane == key)
}

/// Says with whom a pane shares its conversation. Stores that are known to be two hold
/// two conversations under one id.
fn shared(bindings: &[Binding], at: usize, holders: &[usize]) -> Option<Shared> {
    let this = &bindings[at];
    let one_store = |other: &Binding| match (&this.store, &other.store) {
        (Some(one), Some(two)) => one.is(two),
        _ => true,
    };
    let panes: Vec<&Binding> = holders
        .iter()
        .map(|&at| &bindings[at])
        .filter(|other| one_store(other))
        .collect();
    let used = |binding: &&&Binding| binding.last_seen.as_ref().map(|seen| seen.position);
    let last = panes.iter().max_by_key(used)?;
    (panes.len() > 1).then(|| Shared {
        last: last.pane.clone(),
        panes: panes.iter().map(|binding| binding.pane.clone()).collect(),
    })
}

fn binding(pane: &str, held: &Held, damage: Option<Position>) -> Binding {
    let mut flags = flags_of_pane(held, damage);
    let (state, conversation) = match Offer::of(held) {
        Offer::Nothing => (State::None, None),
        Offer::Published(conversation) => (State::Published, Some(conversation.clone())),
        Offer::Earlier(conversation) => {
            flags.insert(Flag::EarlierGeneration);
            let state = if conversation.published {
                State::Published
            } else {
                State::Asked
            };
            (state, Some(conversation.clone()))
        }
        Offer::Asked(conversation) => (State::Asked, Some(*conversation)),
    };
    let mut binding = Binding {
        pane: pane.to_owned(),
        state,
        flags,
        agent: None,
        id: None,
        store: None,
        transcript: None,
        cwd_launch: None,
        cwd_last: None,
        qualified: false,
        owner: held.owner.clone(),
        since: None,
        last_seen: None,
        parent: None,
        launch: held.launch.as_ref().map(last_launch),
        shared: None,
        history: held.history.iter().cloned().collect(),
        children: held.children.iter().cloned().collect(),
        evidence: Vec::new(),
        last_record: held.last_record,
    };
    match conversation {
        Some(conversation) => fill(&mut binding, conversation),
        // The child's id is to come; that it is no stranger is known.
        None => binding.parent = held.forks().map(str::to_owned),
    }
    binding
}

fn flags_of_pane(held: &Held, damage: Option<Position>) -> BTreeSet<Flag> {
    let fork_pending = held.published().is_none() && held.forks().is_some();
    let flags = [
        (held.unsure, Flag::Unsure),
        (
            held.not_started && held.published().is_none(),
            Flag::NotStarted,
        ),
        (
            held.resume_failed && held.published().is_none(),
            Flag::ResumeFailed,
        ),
        (fork_pending && !held.not_started, Flag::ForkPending),
        (
            damage.is_some_and(|at| at > held.last_record),
            Flag::Damaged,
        ),
        (held.unknown_record, Flag::UnknownRecord),
    ];
    flags
        .into_iter()
        .filter_map(|(holds, flag)| holds.then_some(flag))
        .collect()
}

fn fill(binding: &mut Binding, conversation: Conversation) {
    if conversation.ended {
        binding.flags.insert(Flag::Ended);
    }
    if conversation.published && !conversation.used {
        binding.flags.insert(Flag::Provisional);
    }
    binding.evidence = conversation.why.iter().map(|rule| rule.text).collect();
    binding.evidence.dedup();
    binding.agent = Some(conversation.agent);
    binding.id = Some(conversation.id);
    binding.store = conversation.store;
    binding.transcript = conversation.transcript;
    binding.cwd_launch = conversation.cwd_launch;
    binding.cwd_last = conversation.cwd_last;
    binding.qualified = conversation.qualified;
    binding.since = Some(conversation.since);
    binding.last_seen = Some(conversation.last_seen);
    binding.parent = conversation.parent;
}

fn last_launch(opened: &Opened) -> LastLaunch {
    let launch = &opened.event;
    LastLaunch {
        launch: launch.launch.clone(),
        agent: launch.agent.clone(),
        program: launch.program.clone(),
        cwd: launch.cwd.clone(),
        store: opened.store(),
        asked: launch.asked.clone(),
        process: launch.process,
        boot: launch.boot.clone(),
        tty: launch.tty,
        opened: Moment {
            position: opened.position,
            at: launch.at.clone(),
        },
    }
}
