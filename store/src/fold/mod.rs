//! Folds the records of the log, in order, into bindings.
//!
//! A pure function of the log: no file, no clock, no look at the living system, no
//! knowledge of any agent. Whatever it leaves out it counts, and whatever it decides
//! has a rule. A record of one pane must never change what another pane holds.

mod address;
mod answer;
mod aside;
mod carry;
mod clear;
mod descent;
mod held;
mod import;
mod judge;
mod life;
mod lineage;
mod offer;
mod pairs;
mod panes;
mod pin;
mod rotate;
mod scope;
mod standing;
mod tally;
mod witness;

use std::sync::Arc;

use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

use crate::binding::Binding;
use crate::event::{Event, Launch, NotStarted, Publish};
use crate::reader::{Damage, Piece, Position};
use crate::record::Process;
use crate::verdict::{self, Action, Rule, Verdict};

use panes::Panes;
pub use tally::{Counts, Pieces, Refusals, Unscoped};

/// The state of all panes after the records that were applied.
///
/// A checkpoint keeps it as it is: whatever a later record may depend on is in it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Fold {
    panes: Panes,
    /// Launches by process id and start time; a boot tells equal ones apart.
    #[serde(with = "pairs")]
    launched: HashMap<(u32, u64), Vec<Launched>>,
    /// Panes that had a launch in a terminal, by its device number.
    #[serde(with = "pairs")]
    terminals: HashMap<u64, Vec<Arc<str>>>,
    lives: life::Lives,
    tally: tally::Tally,
}

#[derive(Debug, Serialize, Deserialize)]
struct Launched {
    boot: String,
    pane: Arc<str>,
    generation: u64,
}

impl Fold {
    /// Applies what a reader yielded next. A tail changes nothing: it may still be written.
    pub fn read(&mut self, piece: &Piece) -> Option<Verdict> {
        match piece {
            Piece::Record { position, event } => Some(self.apply(*position, event)),
            Piece::Damage(damage) => {
                self.damaged(damage);
                None
            }
            Piece::Tail { .. } => None,
        }
    }

    /// Applies one record and says what it did.
    pub fn apply(&mut self, position: Position, event: &Event) -> Verdict {
        self.tally.record();
        match event {
            Event::Publish(publish) => self.publish(position, publish),
            Event::Launch(launch) => self.launch(position, launch),
            Event::Address(address) => self.address(position, address),
            Event::Carry(carry) => self.carry(position, carry),
            Event::Pin(pin) => self.pin(position, pin),
            Event::Clear(clear) => self.clear(position, clear),
            Event::Dismiss(dismiss) => self.dismiss(position, dismiss),
            Event::Park(park) => self.park(position, park),
            Event::Import(import) => self.import(position, import),
            Event::Fork(fork) => self.fork(position, fork),
            Event::Adopt(adopt) => self.adopt(position, adopt),
            Event::Witness(witness) => self.witness(position, witness),
            Event::NotStarted(failure) => self.not_started(position, failure),
            Event::Refused(refused) => {
                let pane = self.tally.refuse(position, refused);
                Verdict::about(
                    pane.map(Into::into),
                    Action::Refused,
                    verdict::PAYLOAD_REFUSED,
                )
            }
            Event::Unknown { kind, pane } => self.unknown(kind, pane.as_deref()),
        }
    }

    fn unknown(&mut self, kind: &str, pane: Option<&str>) -> Verdict {
        self.tally.unknown(kind);
        let known = pane.filter(|pane| self.panes.get(pane).is_some());
        if let Some(held) = known.and_then(|pane| self.panes.get_mut(pane)) {
            held.unknown_record = true;
        }
        Verdict::about(known.map(Into::into), Action::Other, verdict::UNKNOWN_KIND)
    }

    /// Counts bytes that could not be read. They can be of any pane: an answer whose last
    /// record lies before them says so, and is otherwise as it was.
    pub fn damaged(&mut self, damage: &Damage) {
        self.tally.damaged(damage);
    }

    /// Returns the answer for every pane that the log knows, in order of their keys.
    #[must_use]
    pub fn panes(&self) -> Vec<Binding> {
        answer::all(&self.panes, self.tally.counts().last_damage)
    }

    /// Returns the answer for one pane.
    #[must_use]
    pub fn pane(&self, key: &str) -> Option<Binding> {
        answer::one(&self.panes, key, self.tally.counts().last_damage)
    }

    /// Returns the publications for which no pane is proven, oldest first. Only the last
    /// ones are kept; [`Counts::unscoped`] counts all.
    pub fn unscoped(&self) -> impl Iterator<Item = &Unscoped> {
        self.tally.unscoped()
    }

    /// Returns what hooks did not accept, by claimed pane and agent.
    pub fn refusals(&self) -> impl Iterator<Item = &Refusals> {
        self.tally.refusals()
    }

    /// Returns the process of a launch, and the boot in which it ran, if it is remembered.
    #[must_use]
    pub fn process_of(&self, launch: &str) -> Option<(Process, &str)> {
        self.panes.sorted().into_iter().find_map(|(pane, held)| {
            let (process, generation) = held.launched(launch)?;
            let mut known = self.launched.get(&key_of(process))?.iter();
            let launched = known.find(|one| one.pane == *pane && one.generation == generation)?;
            Some((process, launched.boot.as_str()))
        })
    }

    /// Returns what was counted over the whole log.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        self.tally.counts()
    }

    fn publish(&mut self, position: Position, publish: &Publish) -> Verdict {
        let gone = self.lives.hear(publish);
        if !gone.is_empty() {
            for held in self.panes.all_mut() {
                held.owner_is_gone_if_in(&publish.boot, &gone);
            }
        }
        let mut scope = match scope::find(self, publish) {
            Ok(scope) => scope,
            Err(none) => {
                self.tally.keep_unscoped(position, publish, none.rule);
                return Verdict::about(none.pane, Action::Unscoped, none.rule);
            }
        };
        let held = self.panes.of(&scope.pane);
        held.last_record = position;
        if judge::began_after_the_last_launch(held, publish)
            && scope.generation != Some(held.generation)
        {
            // Something new in an earlier launch, such as a shell, is no voice from before.
            scope.generation = None;
        }
        let (action, rule) = judge::judge(held, position, publish, &scope);
        Verdict {
            found: Some(scope.found),
            ..Verdict::about(Some(scope.pane), action, rule)
        }
    }

    fn launch(&mut self, position: Position, launch: &Launch) -> Verdict {
        let pane = self.panes.key(&launch.pane);
        let held = self.panes.of(&pane);
        held.last_record = position;
        if held.knows_launch(&launch.launch) {
            return Verdict::about(Some(pane), Action::Ignored, verdict::LAUNCH_REPEATED);
        }
        let forgotten = held.open(position, launch);
        let known = self.launched.entry(key_of(launch.process)).or_default();
        known.push(Launched {
            boot: launch.boot.clone(),
            pane: pane.clone(),
            generation: held.generation,
        });
        if let Some((process, generation)) = forgotten {
            self.forget(&pane, process, generation);
        }
        if launch.tty != 0 {
            let panes = self.terminals.entry(launch.tty).or_default();
            if !panes.contains(&pane) {
                panes.push(pane.clone());
            }
        }
        Verdict::about(Some(pane), Action::Opened, verdict::LAUNCHED)
    }

    fn forget(&mut self, pane: &Arc<str>, process: Process, generation: u64) {
        if let Some(known) = self.launched.get_mut(&key_of(process)) {
            known.retain(|launched| launched.pane != *pane || launched.generation != generation);
            if known.is_empty() {
                self.launched.remove(&key_of(process));
            }
        }
    }

    fn not_started(&mut self, position: Position, failure: &NotStarted) -> Verdict {
        let held = self.panes.get_mut(&failure.pane);
        let last = Some(failure.launch.as_str());
        let Some(held) = held.filter(|held| held.launch_id() == last) else {
            return Verdict::about(None, Action::Ignored, verdict::NO_SUCH_LAUNCH);
        };
        held.last_record = position;
        held.launch_failed();
        let pane = self.panes.key(&failure.pane);
        Verdict::about(Some(pane), Action::Accepted, verdict::NOT_STARTED)
    }

    /// Returns the pane and generation of the launch that became this process.
    fn launched(&self, boot: &str, process: Process) -> Option<&Launched> {
        let known = self.launched.get(&key_of(process))?;
        known.iter().rev().find(|launched| launched.boot == boot)
    }
}

fn key_of(process: Process) -> (u32, u64) {
    (process.pid, process.start)
}

impl Verdict {
    fn about(pane: Option<Arc<str>>, action: Action, rule: Rule) -> Self {
        Self {
            pane,
            action,
            rule,
            found: None,
        }
    }
}
