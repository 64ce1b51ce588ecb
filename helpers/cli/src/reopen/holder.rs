//! Whether a living process holds a conversation: two that write to one lose parts of it.
//!
//! A process is its boot, its id and its start time, so a holder that died holds nothing,
//! whoever has its id now.

use super::Plan;
use crate::error::Error;
use crate::here;
use crate::known::Known;
use crate::print::plain;
use crate::refusal;
use rejoin_store::binding::{Binding, Flag, LastLaunch, Owner, Store};
use rejoin_store::record::Process;

/// A conversation, as two panes may both hold it.
struct Conversation<'c> {
    agent: &'c str,
    id: &'c str,
    store: Option<&'c Store>,
}

/// Checks that nobody holds what the plan goes on with, or makes the same copy.
///
/// # Errors
/// A living process does.
pub fn is_free(known: &Known, plan: &Plan) -> Result<(), Error> {
    let all = [&plan.way.id, &plan.id].map(|id| Conversation {
        agent: plan.way.agent.name,
        id,
        store: plan.store.as_ref(),
    });
    let panes = known.panes();
    for (pane, wanted) in panes
        .iter()
        .flat_map(|pane| all.iter().map(move |one| (pane, one)))
    {
        let is_target = Some(&pane.pane) == plan.pane.as_ref();
        match plan.way.how {
            "plain" => {}
            "fork" if !is_target => {}
            "fork" => forking(pane, wanted).map_or(Ok(()), |pid| Err(is_forked(pane, pid)))?,
            _ => holder(pane, wanted).map_or(Ok(()), |pid| Err(in_use(pane, pid)))?,
        }
    }
    Ok(())
}

fn in_use(pane: &Binding, pid: u32) -> Error {
    let name = plain(&pane.pane);
    let cause = format!("process {pid} in pane {name} holds this conversation");
    refusal::IN_USE.error(cause)
}

fn is_forked(pane: &Binding, pid: u32) -> Error {
    let name = plain(&pane.pane);
    let cause = format!("process {pid} in pane {name} forks this conversation already");
    refusal::FORK_RUNNING.error(cause)
}

/// Returns the living process by which a pane holds a conversation.
fn holder(pane: &Binding, wanted: &Conversation<'_>) -> Option<u32> {
    asking(pane, wanted).or_else(|| publishing(pane, wanted))
}

/// The launch that asked for what the pane holds.
fn asking(pane: &Binding, wanted: &Conversation<'_>) -> Option<u32> {
    let launch = living(pane)?;
    let asked = launch.asked.as_ref()?;
    let id = match asked.how.as_str() {
        "resume" => asked.id.as_deref(),
        _ => asked.new.as_deref(),
    };
    let still = pane.id.as_deref() == id && !pane.flags.contains(&Flag::Ended);
    let is = id == Some(wanted.id)
        && launch.agent.as_deref() == Some(wanted.agent)
        && wanted.is_in(launch.store.as_ref());
    (still && is).then_some(launch.process.pid)
}

/// The launch in this pane that makes a copy whose id is not known yet.
fn forking(pane: &Binding, wanted: &Conversation<'_>) -> Option<u32> {
    let launch = living(pane)?;
    let asked = launch.asked.as_ref()?;
    let is = asked.how == "fork" && asked.id.as_deref() == Some(wanted.id);
    is.then_some(launch.process.pid)
}

fn living(pane: &Binding) -> Option<&LastLaunch> {
    let started = !pane.flags.contains(&Flag::NotStarted);
    let launch = pane.launch.as_ref().filter(|_| started)?;
    lives(launch.process, &launch.boot).then_some(launch)
}

/// The process that said last that it has the conversation. One that said another id
/// later has left it, wherever the pane went since.
fn publishing(pane: &Binding, wanted: &Conversation<'_>) -> Option<u32> {
    let now = pane
        .agent
        .as_deref()
        .zip(pane.id.as_deref())
        .map(|(agent, id)| Said {
            what: Conversation {
                agent,
                id,
                store: pane.store.as_ref(),
            },
            by: pane.publisher.as_ref(),
            ended: pane.flags.contains(&Flag::Ended),
        });
    let past = pane.history.iter().map(|past| &past.conversation);
    let past = past.map(|past| Said {
        what: Conversation {
            agent: &past.agent,
            id: &past.id,
            store: past.store.as_ref(),
        },
        by: past.publisher.as_ref(),
        ended: past.ended,
    });
    let mut spoke: Vec<&Owner> = Vec::new();
    for said in now.into_iter().chain(past) {
        let Some(by) = said.by else { continue };
        let is_process = |other: &&Owner| other.process == by.process && other.boot == by.boot;
        let last_word = !spoke.iter().any(is_process);
        spoke.push(by);
        if last_word && !said.ended && said.what.is(wanted) && lives(by.process, &by.boot) {
            return Some(by.process.pid);
        }
    }
    None
}

/// What a process said that it has.
struct Said<'s> {
    what: Conversation<'s>,
    by: Option<&'s Owner>,
    ended: bool,
}

fn lives(process: Process, boot: &str) -> bool {
    here::lives(process, boot) == Some(true)
}

impl Conversation<'_> {
    fn is(&self, other: &Conversation<'_>) -> bool {
        self.agent == other.agent && self.id == other.id && self.is_in(other.store)
    }

    fn is_in(&self, store: Option<&Store>) -> bool {
        let stores = self.store.zip(store);
        stores.is_none_or(|(one, other)| one.is(other))
    }
}
