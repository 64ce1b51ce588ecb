//! What a restore would do, pane by pane: decided from what the log says and what the
//! servers show now. It starts nothing, and no pane is chosen because it looks recent.

mod stood;

use crate::address::{self, tmux};
use crate::answer::{Answer, Reach};
use crate::world::World;
use rejoin_store::binding::{Binding, Flag, State};
use rejoin_store::event::Address;
use rejoin_store::text::Text;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stood::{Stood, holders, last_runs, running};

/// Programs in front of which a pane waits for a command, as the kernel names them.
const SHELLS: [&str; 16] = [
    "sh", "ash", "bash", "csh", "dash", "elvish", "fish", "ksh", "mksh", "nu", "oksh", "osh",
    "pwsh", "tcsh", "xonsh", "zsh",
];

/// What is done with all panes.
#[derive(Debug, Default)]
pub struct Plan {
    /// One a pane, in the order of addresses.
    pub steps: Vec<Step>,
    /// Panes of servers before the last one, which are left alone.
    pub earlier: usize,
}

/// What is done with one pane.
#[derive(Debug)]
pub struct Step {
    /// What it holds.
    pub answer: Answer,
    /// Where it stood.
    pub address: Address,
    /// Id of its last launch.
    pub launch: Option<String>,
    /// How its agent starts.
    pub start: Start,
    /// Where, or why not at all.
    pub place: Place,
}

/// How an agent starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// With its conversation.
    Resume,
    /// With a new one, by this program: nothing was said in the old one, or it has no id.
    Fresh(Text),
}

/// Where an agent starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In a pane that is to be made.
    Made,
    /// In this one, which waits for a command.
    In(tmux::Pane),
    /// Nowhere, for this reason.
    Nowhere(String),
}

/// Which panes are meant.
#[derive(Debug, Clone, Copy)]
pub struct Which<'a> {
    /// Also those of servers before the last one.
    pub all: bool,
    /// Only those that are named so.
    pub only: Option<&'a str>,
    /// Only those that stood in the server at this socket.
    pub server: Option<&'a Path>,
}

/// A server, as it is now: its panes, or nothing if it does not run.
pub type Servers = BTreeMap<PathBuf, Option<Vec<tmux::Pane>>>;

/// Returns the sockets at which a known pane stood.
pub fn sockets(bindings: &[Binding]) -> impl Iterator<Item = PathBuf> {
    let located = bindings
        .iter()
        .filter_map(|binding| binding.located.as_ref());
    let tmux = located.filter(|located| located.address.multiplexer == tmux::WORD);
    tmux.map(|located| PathBuf::from(located.address.server.as_os_str()))
}

/// Plans for the panes that the log knows.
pub fn plan(world: &World, bindings: Vec<Binding>, servers: &Servers, which: Which<'_>) -> Plan {
    let meant = |one: &Stood| which.server.is_none_or(|socket| one.socket() == socket);
    let stood = bindings.into_iter().filter_map(Stood::of).filter(meant);
    let stood: Vec<Stood> = stood.collect();
    let last = last_runs(&stood, servers);
    let holders = holders(&stood);
    let mut plan = Plan::default();
    for one in stood {
        let shown = servers.get(one.socket()).and_then(Option::as_deref);
        let live = running(shown);
        if live != Some(one.run()) && last.get(one.socket()).map(String::as_str) != Some(one.run())
        {
            plan.earlier += usize::from(!which.all);
            if !which.all {
                continue;
            }
        }
        let holder = holders.get(&one.spot());
        if holder.is_some_and(|(_, run)| run != one.run()) {
            continue; // a later run of the server went on from there
        }
        let holds = holder.is_some_and(|(at, _)| *at == one.located.position);
        let standing = live == Some(one.run());
        let step = step(world, one, shown, holds, standing);
        plan.steps
            .extend(step.filter(|step| which.only.is_none_or(|word| step.is_named(word))));
    }
    plan.steps.sort_by(|one, two| one.order().cmp(&two.order()));
    plan
}

/// Decides about one pane; nothing if there is nothing to decide.
fn step(
    world: &World,
    stood: Stood,
    shown: Option<&[tmux::Pane]>,
    holds: bool,
    standing: bool,
) -> Option<Step> {
    let Stood { binding, located } = stood;
    let address = located.address;
    let ended = binding.flags.contains(&Flag::Ended);
    let launch = binding.launch.clone();
    let asked = binding.state == State::Asked || binding.flags.contains(&Flag::Provisional);
    let answer = Answer::of(world, binding);
    let alive = answer.owner.as_ref().and_then(|owner| owner.alive);
    // One that a person left, or that was never lost, is none to be brought back.
    if address.left || standing && (ended || alive == Some(true)) {
        return None;
    }
    let never_used = answer.id.is_none() || asked && answer.is_unstored() && !begins(&answer);
    let start = match launch.as_ref().filter(|_| never_used) {
        Some(launch) => Start::Fresh(launch.program.clone()),
        None => Start::Resume,
    };
    let place = match (&answer.resume, alive) {
        _ if !holds => Place::Nowhere("another pane stood there later".to_owned()),
        (_, Some(true)) => Place::Nowhere("its agent still runs".to_owned()),
        (Reach::Not { refused }, _) if start == Start::Resume => {
            Place::Nowhere(refused.cause.clone())
        }
        _ => find(shown, &address),
    };
    Some(Step {
        launch: launch.map(|launch| launch.launch),
        answer,
        address,
        start,
        place,
    })
}

/// Tells whether the conversation begins under its own id when it is resumed.
fn begins(answer: &Answer) -> bool {
    matches!(&answer.resume, Reach::By(way) if way.how == "fresh")
}

fn find(shown: Option<&[tmux::Pane]>, address: &Address) -> Place {
    let mut shown = shown.unwrap_or_default().iter();
    match shown.find(|pane| pane.stands_at(address)) {
        None => Place::Made,
        Some(pane) if is_idle(pane) => Place::In(pane.clone()),
        Some(pane) => Place::Nowhere(format!("the pane runs {}", pane.command)),
    }
}

/// Tells whether a pane waits for a command: its own process is a shell, and nothing that
/// the shell started is in front.
pub fn is_idle(pane: &tmux::Pane) -> bool {
    rejoin_platform::process(pane.pid).is_some_and(|process| {
        let shell = SHELLS
            .iter()
            .any(|shell| shell.as_bytes() == process.name());
        shell && process.foreground
    })
}

impl Step {
    fn order(&self) -> (&Text, Option<&str>, Option<u64>, Option<u64>) {
        let Address {
            server,
            session,
            window,
            index,
            ..
        } = &self.address;
        (server, session.as_deref(), *window, *index)
    }

    fn is_named(&self, word: &str) -> bool {
        let shown = address::shown(&self.address);
        let cwd = self
            .cwd()
            .map(|cwd| cwd.as_os_str().to_string_lossy().into_owned());
        let agent = self.answer.agent.as_deref();
        let texts = [
            Some(&*self.answer.pane),
            Some(&*shown),
            agent,
            self.address.title.as_deref(),
        ];
        let mut texts = texts.into_iter().flatten();
        texts.any(|text| text.contains(word)) || cwd.is_some_and(|cwd| cwd.contains(word))
    }

    /// Returns the directory in which the conversation goes on.
    pub fn cwd(&self) -> Option<&Text> {
        let own = match &self.answer.resume {
            Reach::By(way) => way.cwd.as_ref(),
            Reach::Not { .. } => None,
        };
        let cwd = &self.answer.cwd;
        own.or(cwd.last.as_ref()).or(cwd.launch.as_ref())
    }

    /// Tells whether something is started.
    pub fn starts(&self) -> bool {
        !matches!(self.place, Place::Nowhere(_))
    }

    /// Tells whether the conversation begins under its own id when it is resumed.
    pub fn begins(&self) -> bool {
        begins(&self.answer)
    }

    /// Returns the name that a person or manager gave the pane: it keeps that one. Any other
    /// is a place of its server, which counts anew.
    pub fn given_name(&self) -> Option<&str> {
        (self.answer.pane != self.address.place).then_some(self.answer.pane.as_str())
    }
}
