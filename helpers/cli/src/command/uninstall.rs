//! `rejoin uninstall`: takes our hook entries out again, from every file that install
//! touched and from every place where it would have put them.
//!
//! A file that nobody changed since gets its original bytes back.

mod stood;

use crate::edit::failures::Failures;
use crate::edit::file::{self, Found, Open, Plan};
use crate::edit::list::Listed;
use crate::edit::place::{named, parts, place, short};
use crate::edit::{self, Notation, Whole};
use crate::error::Error;
use crate::ledger::{Ledger, Part};
use crate::world::World;
use rejoin_agents::Agent;
use std::io::Write;
use stood::{Stood, What, consent_table, plan, shifts_others};

/// Take the hooks out of the agents' configuration again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Agents to uninstall from, if not all
    #[arg(value_name = "AGENT")]
    pub agents: Vec<String>,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// Uninstalls.
///
/// # Errors
/// A file could not be edited; the others are.
pub fn run(world: &World, args: &Args, out: &mut dyn Write) -> Result<(), Error> {
    let agents: Vec<&'static Agent> = match args.agents.as_slice() {
        [] => world.roster.agents().collect(),
        names => named(world, names)?,
    };
    let ledger = match ledger(world, args.dry_run) {
        // Another run is at work on these very files.
        Err(error) if error.code == "busy" => return Err(error),
        Err(error) => {
            // A reader who went away is noticed by whoever owns the output.
            let _ = writeln!(
                out,
                "warning: the way back to the very bytes is gone, and our entries are taken \
                 out by what they are: {}",
                error.cause
            );
            Ledger::lost()
        }
        Ok(ledger) => ledger,
    };
    let mut names: Vec<String> = agents.iter().map(|agent| agent.name.to_owned()).collect();
    if args.agents.is_empty() {
        // An older version may have known agents that this one does not.
        let other = ledger.records.iter().map(|record| record.agent.clone());
        names.extend(other);
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
    }
    let mut uninstall = Uninstall {
        world,
        dry_run: args.dry_run,
        out,
        ledger,
    };
    let mut failures = Failures::default();
    let mut removed = false;
    for name in &names {
        let outcome = uninstall.agent(name).map(|of_agent| {
            removed |= of_agent;
            if !of_agent && !args.agents.is_empty() {
                uninstall.say(&format!("{name}: not installed"));
            }
        });
        failures.note(name, outcome);
    }
    failures.into_result()?;
    if !removed && args.agents.is_empty() {
        uninstall.say("nothing of rejoin is installed for any agent");
    }
    Ok(())
}

fn ledger(world: &World, dry_run: bool) -> Result<Ledger, Error> {
    let there = std::fs::symlink_metadata(world.state_folder()?).is_ok();
    if there && !dry_run {
        return Ledger::open(world);
    }
    Ledger::read(world)
}

/// One run.
struct Uninstall<'r> {
    world: &'r World,
    dry_run: bool,
    out: &'r mut dyn Write,
    ledger: Ledger,
}

impl Uninstall<'_> {
    /// Takes out all that stands for one agent. Tells whether there was anything.
    fn agent(&mut self, name: &str) -> Result<bool, Error> {
        // The last change first: each then finds the text that it left.
        let mut places: Vec<Stood> = self
            .ledger
            .records
            .iter()
            .rev()
            .filter(|record| record.agent == name)
            .map(|record| Stood::of(&self.world.roster, record))
            .collect();
        let mut failures = Failures::default();
        match self.usual_places(name) {
            Ok(usual) => {
                for stood in usual {
                    let known =
                        |other: &Stood| other.path == stood.path && other.part == stood.part;
                    if !places.iter().any(known) {
                        places.push(stood);
                    }
                }
            }
            Err(error) => failures.push(error),
        }
        let mut removed = false;
        for stood in places {
            match self.file(name, &stood) {
                Ok(changed) => removed |= changed,
                Err(error) => failures.push(error),
            }
        }
        failures.into_result().map(|()| removed)
    }

    /// Returns where an install would put something now, the last first.
    fn usual_places(&self, name: &str) -> Result<Vec<Stood>, Error> {
        let Some(agent) = self.world.roster.find(name) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for install in parts(agent) {
            let mut look = |file: &str, part: Part, what: What| -> Result<(), Error> {
                let at = file::find(&place(self.world, agent, file)?)?;
                if at.bytes.is_some() {
                    let path = at.target;
                    found.push(Stood { path, part, what });
                }
                Ok(())
            };
            match (Notation::of(install), Whole::of(agent, install)) {
                (Some(notation), _) => look(install.file, Part::Hooks, What::Entries(notation))?,
                (None, Some(whole)) => look(install.file, Part::File, What::File(Some(whole)))?,
                (None, None) => {}
            }
            if let Some(list) = &install.list {
                let word = Some(Listed::of(list));
                look(list.file, Part::Word, What::Word(word))?;
            }
        }
        found.reverse();
        Ok(found)
    }

    /// Takes what is ours out of one file. Tells whether that changed it.
    fn file(&mut self, agent: &str, stood: &Stood) -> Result<bool, Error> {
        let Stood { path, part, .. } = stood;
        let part = *part;
        let record = self.ledger.find(path, agent, part).cloned();
        let mut moved = false;
        let roster = &self.world.roster;
        let mut plan = |found: &Found| {
            let plan = plan(
                found,
                consent_table(roster, agent),
                agent,
                &stood.what,
                record.as_ref(),
            )?;
            moved = plan != Plan::Keep && shifts_others(found, &stood.what, agent);
            Ok(plan)
        };
        let changed = if self.dry_run {
            let found = file::find(path)?;
            let plan = plan(&found)?;
            self.show(&found, &plan)
        } else {
            file::change(path, &mut Open, &mut plan)?
        };
        if !self.dry_run
            && let Some(record) = &record
        {
            self.ledger.drop(path, agent, part);
            for folder in record.created_folders.iter().rev() {
                // It stays if somebody keeps something in it by now; if that is us, it goes
                // with what we keep there.
                if std::fs::remove_dir(folder).is_err() {
                    self.ledger.hand_over(folder);
                }
            }
            if let Err(error) = self.ledger.save() {
                // The entries are out; a record too many does no harm.
                self.say(&format!("warning: {}", error.cause));
            }
        }
        if changed {
            let verb = if self.dry_run {
                "would be removed"
            } else {
                "removed"
            };
            self.say(&format!("{agent}: {verb} from {}", short(self.world, path)));
        }
        if !changed && part == Part::File && path.exists() {
            let shown = short(self.world, path);
            self.say(&format!(
                "{agent}: {shown} is not as it was installed, and stays"
            ));
        }
        if moved && consent_table(roster, agent).is_some() {
            self.say(&format!(
                "{agent}: hooks that stood behind ours moved up, so it may ask about them again"
            ));
        }
        Ok(changed)
    }

    /// Shows what a plan would change, and tells whether it would.
    fn show(&mut self, found: &Found, plan: &Plan) -> bool {
        let new: &[u8] = match plan {
            Plan::Keep => return false,
            Plan::Write(bytes) => bytes,
            Plan::Delete => &[],
        };
        let old = String::from_utf8_lossy(found.bytes.as_deref().unwrap_or_default());
        let diff = edit::unified(
            &file::shown(&found.target),
            &old,
            &String::from_utf8_lossy(new),
        );
        let _ = self.out.write_all(diff.as_bytes());
        true
    }

    /// Says a line. A reader who went away is noticed by whoever owns the output.
    fn say(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}");
    }
}
