//! Becomes the program of a plan, by the way of `rejoin run`: one snapshot, one launch in
//! the log, then the program in this process.

use super::turn::Turn;
use super::{Plan, forked};
use crate::asks::Asked;
use crate::command::run;
use crate::config::Config;
use crate::error::Error;
use crate::kept::kept;
use crate::print::plain;
use crate::refusal;
use crate::snapshot::{self, Snapshot};
use crate::world::World;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// A plan that was held against the programs, settings and stores of this moment.
pub struct Ready<'p> {
    world: World,
    snapshot: Snapshot,
    plan: &'p Plan,
}

impl<'p> Ready<'p> {
    /// Looks at the program; `extra` are the words of this call.
    ///
    /// # Errors
    /// There is no such program, or it would not do what the plan says.
    pub fn look(world: &World, plan: &'p Plan, extra: &[OsString]) -> Result<Self, Error> {
        let way = &plan.way;
        let cwd = way
            .cwd
            .as_ref()
            .map_or(world.cwd.as_path(), |cwd| Path::new(cwd.as_os_str()));
        let set = way
            .env
            .iter()
            .map(|(name, value)| (*name, value.as_os_str()));
        let world = world.moved(cwd, set, &way.unset);
        let snapshot = snapshot_of(&world, plan, extra)?;
        Ok(Self {
            world,
            snapshot,
            plan,
        })
    }

    /// Becomes the program; returns only if that failed. The turn ends when it begins.
    pub fn begin(&self, _turn: &Turn) -> Error {
        forked::note_fork(&self.world, self.plan, &self.snapshot);
        run::recorded(&self.world, &self.snapshot, self.plan.pane.as_deref())
    }
}

fn snapshot_of(world: &World, plan: &Plan, extra: &[OsString]) -> Result<Snapshot, Error> {
    let way = &plan.way;
    let mut words = way.argv.iter().map(|word| word.as_os_str().to_owned());
    let program = words.next().unwrap_or_default();
    // Only these words were typed for this start, and can be text that was meant for a shell.
    let typed: Vec<OsString> = [program].into_iter().chain(extra.iter().cloned()).collect();
    let config = Config::read(world)?;
    let looked = snapshot::Request {
        command: &typed,
        declared: Some(way.agent.name),
        cwd: &world.cwd,
    };
    let snapshot = snapshot::take_exactly(world, &config, looked)?;
    if let (Some(recorded), Some(found)) = (&plan.store, &snapshot.store) {
        same_store(recorded.path.as_os_str(), &found.root.path)?;
    }
    let asked = (way.how != "plain").then(|| Asked {
        how: way.how,
        id: (way.how != "fresh").then(|| way.id.clone()),
        new: match (way.how, &way.child) {
            ("fresh", _) => Some(way.id.clone()),
            (_, child) => child.as_ref().and_then(|child| child.id.clone()),
        },
    });
    Ok(Snapshot {
        words: words.collect(),
        asked,
        kept: kept(way.agent, &way.flags),
        ..snapshot
    })
}

/// Checks that the agent will look where the conversation is kept.
fn same_store(recorded: &OsStr, found: &Path) -> Result<(), Error> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let recorded = Path::new(recorded);
    if real(recorded) == real(found) {
        return Ok(());
    }
    Err(refusal::STORE_DIFFERS.error(format!(
        "the conversation is kept in {}, and this start would look in {}",
        plain(recorded),
        plain(found)
    )))
}
