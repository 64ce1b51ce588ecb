//! Turns what panes hold into bindings.
//!
//! Only here are panes compared with each other; nothing that they hold may change by it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::held::{Held, Opened};
use super::offer::Offer;
use super::panes::Panes;
use crate::binding::{Binding, Conversation, Flag, LastLaunch, Moment, Past, Shared, State};
use crate::reader::Position;
use crate::verdict;

/// Returns the bindings of all panes.
pub(super) fn all(panes: &Panes, damage: Option<Position>) -> Vec<Binding> {
    let panes = panes.sorted();
    let offers = offers(&panes);
    let mut holders: HashMap<(&str, &str), Vec<Holder>> = HashMap::new();
    for holder in offers
        .iter()
        .filter_map(|(pane, offer)| Holder::of(pane, offer))
    {
        holders.entry(holder.of_what()).or_default().push(holder);
    }
    let mut shares: HashMap<&str, Shared> = HashMap::new();
    for holders in holders.values().filter(|holders| holders.len() > 1) {
        let found = holders
            .iter()
            .filter_map(|this| Some((this.pane, shared(this, holders)?)));
        shares.extend(found);
    }
    panes
        .iter()
        .map(|(key, held)| with(binding(key, held, damage), shares.remove(&***key)))
        .collect()
}

/// Returns the binding of one pane.
pub(super) fn one(panes: &Panes, key: &str, damage: Option<Position>) -> Option<Binding> {
    let binding = binding(key, panes.get(key)?, damage);
    let panes = panes.sorted();
    let offers = offers(&panes);
    let holders = offers
        .iter()
        .filter_map(|(pane, offer)| Holder::of(pane, offer));
    let what = binding.agent.as_deref().zip(binding.id.as_deref());
    let holders: Vec<Holder> = holders
        .filter(|holder| Some(holder.of_what()) == what)
        .collect();
    let this = holders.iter().find(|holder| holder.pane == key);
    let shared = this.and_then(|this| shared(this, &holders));
    Some(with(binding, shared))
}

/// Returns what the panes answer that speak for themselves: one that goes on under another
/// name shares nothing with it.
fn offers<'p>(panes: &[(&'p Arc<str>, &'p Held)]) -> Vec<(&'p str, Offer<'p>)> {
    let own = panes.iter().filter(|(_, held)| !held.continued);
    own.map(|&(key, held)| (&**key, Offer::of(held))).collect()
}

/// A pane, and the conversation that is its answer.
struct Holder<'p> {
    pane: &'p str,
    conversation: &'p Conversation,
}

impl<'p> Holder<'p> {
    fn of(pane: &'p str, offer: &'p Offer<'_>) -> Option<Self> {
        let conversation = offer.conversation()?;
        Some(Self { pane, conversation })
    }

    fn of_what(&self) -> (&'p str, &'p str) {
        (&self.conversation.agent, &self.conversation.id)
    }
}

fn with(mut binding: Binding, shared: Option<Shared>) -> Binding {
    if shared.is_some() {
        binding.flags.insert(Flag::Shared);
    }
    binding.shared = shared;
    binding
}

/// Says with whom a pane shares its conversation, of those that hold one of this agent and
/// id. Stores that are known to be two hold two conversations under one id.
fn shared(this: &Holder, holders: &[Holder]) -> Option<Shared> {
    let store = this.conversation.store.as_ref();
    let one_store = |other: &&Holder| {
        let stores = store.zip(other.conversation.store.as_ref());
        stores.is_none_or(|(one, two)| one.is(two))
    };
    let panes: Vec<&Holder> = holders.iter().filter(one_store).collect();
    let last = panes
        .iter()
        .max_by_key(|holder| holder.conversation.last_seen.position)?;
    (panes.len() > 1).then(|| Shared {
        last: last.pane.to_owned(),
        panes: panes.iter().map(|holder| holder.pane.to_owned()).collect(),
    })
}

fn binding(pane: &str, held: &Held, damage: Option<Position>) -> Binding {
    let mut flags = flags_of_pane(held, damage);
    let offer = Offer::of(held);
    let history = history(held, &offer);
    let (state, conversation) = match offer {
        Offer::Nothing => (State::None, None),
        Offer::Published(conversation) => (State::Published, Some(conversation.clone())),
        Offer::Pinned(conversation) => (State::Asked, Some(conversation.clone())),
        Offer::Witnessed(conversation) => {
            flags.insert(Flag::Witnessed);
            (State::Asked, Some(conversation.clone()))
        }
        Offer::Earlier(conversation) => {
            flags.insert(if held.carried {
                Flag::Carried
            } else if conversation.why.contains(&verdict::IMPORTED) {
                Flag::Imported
            } else {
                Flag::EarlierGeneration
            });
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
        publisher: None,
        since: None,
        last_seen: None,
        parent: None,
        conflict: held.conflict.clone(),
        launch: held.launch.as_ref().map(last_launch),
        located: held.located.as_deref().cloned(),
        shared: None,
        history,
        children: held.children.iter().cloned().collect(),
        forks: held.forks.iter().cloned().collect(),
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

/// Returns what the pane held before. What was published last is among that when something
/// else is offered: a launch may ask for it, or a person assert it.
fn history(held: &Held, offer: &Offer<'_>) -> Vec<Past> {
    let offered = offer.conversation();
    let current = held.current.as_ref();
    let left = current.filter(|current| offered.is_some_and(|offered| !current.names(offered)));
    let left = left.map(|current| Past {
        conversation: current.clone(),
        until: until(held, current),
        rule: verdict::LAUNCHED,
    });
    left.into_iter()
        .chain(held.history.iter().cloned())
        .collect()
}

/// Returns when a conversation was left for what is offered now: at the last launch, or
/// when it was heard of last.
fn until(held: &Held, current: &Conversation) -> Moment {
    let launch = held.launch.as_ref();
    let launch = launch.filter(|opened| opened.position > current.last_seen.position);
    launch.map_or_else(
        || current.last_seen.clone(),
        |opened| Moment {
            position: opened.position,
            at: opened.event.at.clone(),
        },
    )
}

fn flags_of_pane(held: &Held, damage: Option<Position>) -> BTreeSet<Flag> {
    let chosen = held.asked().is_some_and(|asked| asked.new.is_some());
    let fork_pending = held.published().is_none() && held.forks().is_some() && !chosen;
    let flags = [
        (held.unsure, Flag::Unsure),
        (held.pin.is_some(), Flag::Pinned),
        (held.dismissed, Flag::Dismissed),
        (held.conflict.is_some(), Flag::Conflict),
        (held.continued, Flag::Continued),
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
    binding.publisher = conversation.publisher;
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
        wrapper: launch.wrapper.clone(),
        argv: launch.argv.clone(),
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
