//! `rejoin doctor`: says whether rejoin does its work here, and proves the main job.

use crate::edit::helper::Started;
use crate::error::{Error, Kind};
use crate::health::agents::{self, AgentHealth, Census};
use crate::health::{Problem, Report, definitions, folder, trial};
use crate::known;
use crate::print::{Printer, plain};
use crate::world::World;
use std::io::{self, Write};
use std::path::Path;

/// Problems of the state folder for which the log could not be read either.
const KEEP_READERS_OUT: [&str; 3] = ["state-folder", "log-unusable", "usage"];

/// Check that hooks are installed and that one does its work.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Run each agent's program to ask for its version
    #[arg(long)]
    versions: bool,
}

/// Prints the report.
///
/// # Errors
/// Something is broken.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let report = examine(world, args.versions);
    // Standard output keeps its own errors.
    let _ = if args.json {
        writeln!(out, "{}", serde_json::to_value(&report).unwrap_or_default())
    } else {
        show(out, &report)
    };
    match report.problems.len() {
        0 => Ok(()),
        1 => Err(Error::new(Kind::Damaged, "one thing needs care").code("unhealthy")),
        many => {
            Err(Error::new(Kind::Damaged, format!("{many} things need care")).code("unhealthy"))
        }
    }
}

fn examine(world: &World, versions: bool) -> Report {
    let mut problems = Vec::new();
    let mut census = Census::default();
    let known = known::folder(world)
        .and_then(|folder| known::read(&folder, |_, event, verdict| census.count(event, verdict)));
    let (state, found) = folder::look(world, known.as_ref().ok());
    let said = found.iter().any(|p| KEEP_READERS_OUT.contains(&p.code));
    problems.extend(found);
    if let Some(error) = known.as_ref().err().filter(|_| !said) {
        problems.push(Problem::of(error));
    }
    let known = known.ok();
    let mut healths = Vec::new();
    let mut notes = Vec::new();
    problems.extend(definitions::look(world));
    for agent in world.roster.agents() {
        let looked = agents::look(world, agent, versions, known.as_ref(), &census);
        healths.push(looked.health);
        problems.extend(looked.problems);
        notes.extend(looked.notes);
    }
    let beside = Started::read().program;
    let hook = beside
        .parent()
        .unwrap_or(Path::new("/"))
        .join("rejoin-hook");
    let (trial, found) = trial::run(world, &hook);
    problems.extend(found);
    let good = problems.is_empty();
    Report {
        schema: "rejoin.doctor.v1",
        good,
        problems,
        notes,
        state,
        agents: healths,
        trial,
    }
}

fn show(out: &mut Printer, report: &Report) -> io::Result<()> {
    let state = &report.state;
    let exists = state
        .mode
        .as_ref()
        .map_or("not there yet".to_owned(), |mode| format!("mode {mode}"));
    writeln!(out, "state    {} ({exists})", plain(state.path.as_os_str()))?;
    writeln!(
        out,
        "log      {} records, {} damaged pieces, {} of a later version",
        state.records, state.damaged, state.unknown
    )?;
    writeln!(out, "verify   {}", state.verdict)?;
    for agent in &report.agents {
        show_agent(out, agent)?;
    }
    for trial in &report.trial {
        match (&trial.pane, &trial.state, &trial.id) {
            (Some(pane), Some(state), Some(id)) => {
                writeln!(
                    out,
                    "trial    {}: pane {pane} holds {id} ({state})",
                    trial.agent
                )?;
            }
            _ => writeln!(out, "trial    {}: FAILED", trial.agent)?,
        }
    }
    for note in &report.notes {
        writeln!(out, "NOTE     {}", plain(&note.text))?;
    }
    for problem in &report.problems {
        writeln!(out, "PROBLEM  {}", plain(&problem.cause))?;
        writeln!(out, "         {}", plain(&problem.remedy))?;
    }
    Ok(())
}

fn show_agent(out: &mut Printer, agent: &AgentHealth) -> io::Result<()> {
    writeln!(out, "agent    {}", agent.name)?;
    let program = agent
        .program
        .as_ref()
        .map_or("not on PATH".to_owned(), |program| {
            let path = plain(program.path.as_os_str());
            let version = match (&program.version, program.version_seen) {
                (Some(version), Some(true)) => format!(", version {version}"),
                (Some(version), _) => {
                    format!(", version {version}, on which nothing was observed yet")
                }
                (None, _) => String::new(),
            };
            format!("{path}{version}")
        });
    writeln!(out, "  program  {}", plain(&program))?;
    if let Some(hooks) = &agent.hooks {
        let (file, installed, consent) = (
            plain(hooks.file.as_os_str()),
            hooks.installed,
            hooks.consent,
        );
        writeln!(out, "  hooks    {installed}, consent {consent}, in {file}")?;
    }
    let heard = &agent.heard;
    writeln!(
        out,
        "  heard    {} for a pane, {} of subagents, {} without a pane, {} that moved nothing",
        heard.accepted, heard.children, heard.unscoped, heard.ignored
    )?;
    if let Some(last) = &heard.last {
        writeln!(
            out,
            "  last     {} {} {}",
            plain(&last.at),
            plain(&last.event),
            plain(&last.id)
        )?;
    }
    for refusal in &agent.refusals {
        let reason = plain(&refusal.last_reason);
        writeln!(
            out,
            "  refused  {}, last at {}: {reason}",
            refusal.count,
            plain(&refusal.last_at)
        )?;
    }
    Ok(())
}
