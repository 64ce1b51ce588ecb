//! `rejoin install`: puts our hook entries into the agents' own configuration.
//!
//! It changes what it says it changes and nothing else. Consent that an agent wants for a
//! hook is a person's: it is written only when they ask for that.

mod entries;
mod trust;
mod whole;

use crate::edit::failures::Failures;
use crate::edit::file::{self, Found, Open, Plan};
use crate::edit::helper::{self, Started};
use crate::edit::place::{is_here, named, parts};
use crate::edit::{self, Fault, Notation};
use crate::error::{Error, Kind};
use crate::ledger::{Fresh, Ledger, Part, Record};
use crate::roster::table;
use crate::state;
use crate::world::World;
use rejoin_agents::{Agent, Known};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Install the hooks of the agents, so that they say which conversation they hold.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Agents to install for, if not all that are here
    #[arg(value_name = "AGENT")]
    pub agents: Vec<String>,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Also give the consent that an agent would ask you for
    #[arg(long)]
    pub trust: bool,
    /// Path of rejoin-hook, if not the one beside this program
    #[arg(long, value_name = "PATH")]
    pub helper: Option<PathBuf>,
}

/// Installs.
///
/// # Errors
/// A file could not be edited; the others are.
pub fn run(world: &World, args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    run_as(world, &Started::read(), args, out)
}

pub(crate) fn run_as(
    world: &World,
    started: &Started,
    args: &Args,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let agents = chosen(world, &args.agents)?;
    if !args.dry_run && table::compile(world)? {
        let own: Vec<_> = world.roster.own().iter().map(|agent| agent.name).collect();
        let _ = writeln!(out, "definitions of your own: {}", told(&own));
    }
    if agents.is_empty() {
        // A reader who went away is noticed by whoever owns the output.
        let _ = writeln!(out, "{}", nobody_here(world));
        return Ok(());
    }
    let helper = helper::locate(world, started, args.helper.as_deref())?;
    for fault in state::faults(world) {
        let remedy = fault.remedy.as_deref().unwrap_or_default();
        let _ = writeln!(
            out,
            "warning: hooks record nothing as it is: {}. {remedy}",
            fault.cause
        );
    }
    let ledger = if args.dry_run {
        Ledger::read(world)?
    } else {
        Ledger::open(world)?
    };
    let mut install = Install {
        world,
        args,
        out,
        ledger,
    };
    let mut failures = Failures::default();
    for agent in agents {
        failures.note(agent.name, install.agent(agent, &helper));
    }
    failures.into_result()
}

fn chosen(world: &World, names: &[String]) -> Result<Vec<&'static Agent>, Error> {
    if !names.is_empty() {
        return named(world, names);
    }
    let here = world.roster.agents().filter(|agent| is_here(world, agent));
    Ok(here.collect())
}

fn told(names: &[&str]) -> String {
    match names {
        [] => "none are left; hooks no longer know any".to_owned(),
        names => format!("{} compiled for the hooks", names.join(", ")),
    }
}

/// Says what to do where there is no agent yet. That is no fault of anybody.
fn nobody_here(world: &World) -> String {
    let known: Vec<_> = world.roster.agents().map(|agent| agent.name).collect();
    format!(
        "no agent that rejoin knows is here ({}); when there is one, run `rejoin install`",
        known.join(", ")
    )
}

/// One run.
struct Install<'r> {
    world: &'r World,
    args: &'r Args,
    out: &'r mut dyn Write,
    ledger: Ledger,
}

impl Install<'_> {
    fn agent(&mut self, agent: &'static Agent, helper: &Path) -> Result<(), Error> {
        if let Some(reason) = agent.install.reason {
            self.say(&format!("{}: nothing to install. {reason}", agent.name));
        }
        if parts(agent).any(|install| install.known == Known::Read) {
            let name = agent.name;
            self.say(&format!(
                "{name}: unverified, from what is written about {}",
                agent.title
            ));
        }
        let mut failures = Failures::default();
        let mut own = Vec::new();
        for install in parts(agent) {
            let outcome = match Notation::of(install) {
                Some(notation) => self.entries(agent, install, &notation, helper),
                None => self.whole(agent, install, helper).map(|()| Vec::new()),
            };
            match outcome {
                Ok(entries) if std::ptr::eq(install, &raw const agent.install) => own = entries,
                Ok(_) => {}
                Err(error) => failures.push(error),
            }
        }
        failures.into_result()?;
        match &agent.install.consent {
            Some(consent) => self.consent(agent, consent, helper, &own),
            None => Ok(()),
        }
    }

    /// Carries a plan out, or shows what it would change.
    fn change(
        &mut self,
        path: &Path,
        plan: &mut dyn FnMut(&mut Ledger, &Found) -> Result<Plan, Error>,
    ) -> Result<bool, Error> {
        if !self.args.dry_run {
            let ledger = &mut self.ledger;
            return file::change(path, &mut Open, &mut |found| {
                let plan = plan(ledger, found)?;
                if plan != Plan::Keep {
                    ledger.save()?;
                }
                Ok(plan)
            });
        }
        let found = file::find(path)?;
        let Plan::Write(new) = plan(&mut self.ledger, &found)? else {
            return Ok(false);
        };
        let old = String::from_utf8_lossy(found.bytes.as_deref().unwrap_or_default());
        let new = String::from_utf8_lossy(&new);
        let diff = edit::unified(&file::shown(&found.target), &old, &new);
        let _ = self.out.write_all(diff.as_bytes());
        Ok(true)
    }

    /// Says a line. A reader who went away is noticed by whoever owns the output.
    fn say(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}");
    }
}

/// Returns the record to go on with: the old one, unless the file starts anew.
fn record(ledger: &Ledger, found: &Found, agent: &str, part: Part, fresh: Fresh) -> Record {
    let known = ledger.find(&found.target, agent, part).cloned();
    let mut record = match (fresh, known) {
        (Fresh::No, Some(known)) => return known,
        (Fresh::No, None) => Record::new(agent, part, found),
        (Fresh::Yes, known) => {
            let mut record = Record::new(agent, part, found);
            // A run that was killed may have made the folders already.
            let made = known.into_iter().flat_map(|known| known.created_folders);
            let missing = std::mem::take(&mut record.created_folders);
            record.created_folders = made.filter(|made| !missing.contains(made)).collect();
            record.created_folders.extend(missing);
            return record;
        }
    };
    record.created_file = false;
    record
}

fn text_of<'f>(found: &'f Found, absent: &'f str) -> Result<&'f str, Error> {
    let Some(bytes) = &found.bytes else {
        return Ok(absent);
    };
    std::str::from_utf8(bytes).map_err(|error| {
        let position = edit::Position::of(bytes, error.valid_up_to());
        let fault = Fault::Text {
            position,
            found: "bytes that are not UTF-8".to_owned(),
        };
        explain(&found.target, &fault)
    })
}

/// Says which file a fault is in.
pub(crate) fn explain(path: &Path, fault: &Fault) -> Error {
    Error::new(Kind::Refused, format!("{}: {fault}", file::shown(path)))
        .code("unreadable-configuration")
}

#[cfg(test)]
mod tests;
