//! `rejoin list`: every known pane on one line.

use crate::answer::Answer;
use crate::consent::{self, Installed};
use crate::error::Error;
use crate::known::{self, LogFacts};
use crate::print::{Printer, note, plain, table};
use crate::world::World;
use rejoin_store::binding::{Binding, Flag};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Characters of an id that are shown: two groups of a UUID tell conversations apart.
pub const ID_SHOWN: usize = 13;

/// Show every known pane.
#[derive(Debug, Default, clap::Args)]
pub struct Args {
    /// Show also what was dismissed
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the table.
///
/// # Errors
/// The log cannot be read.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let (answers, facts) = answers(world, args.all)?;
    // Standard output keeps its own errors.
    let _ = if args.json {
        let panes: Vec<Value> = answers.iter().map(value).collect();
        writeln!(
            out,
            "{}",
            json!({"schema": "rejoin.list.v1", "panes": panes, "log": facts})
        )
    } else {
        rows(world, &answers, out)
    };
    Ok(())
}

/// Prints the table, and what a person may do next.
///
/// # Errors
/// The log cannot be read.
pub fn overview(world: &World, out: &mut Printer) -> Result<(), Error> {
    let (answers, _) = answers(world, false)?;
    let _ = rows(world, &answers, out).and_then(|()| out.flush());
    let installed =
        |agent| consent::state(agent, world).is_ok_and(|state| state.installed != Installed::No);
    note(match answers.first() {
        Some(_) => "`rejoin resolve PANE` shows how to resume one; see also `rejoin --help`",
        None if !world.roster.agents().any(installed) => {
            "no hooks are installed; run `rejoin install`, see also `rejoin --help`"
        }
        None => "no conversation is known yet; start an agent and send it one prompt",
    });
    Ok(())
}

fn answers(world: &World, all: bool) -> Result<(Vec<Answer>, LogFacts), Error> {
    let known = known::read(&known::folder(world)?, |_, _, _| {})?;
    let offered = |binding: &Binding| all || !binding.flags.contains(&Flag::Dismissed);
    let panes = known
        .panes()
        .into_iter()
        .filter(offered)
        .map(|binding| Answer::of(world, binding));
    Ok((
        panes.filter(|answer| answer.id.is_some()).collect(),
        known.facts(),
    ))
}

fn rows(world: &World, answers: &[Answer], out: &mut Printer) -> std::io::Result<()> {
    if answers.is_empty() {
        return Ok(());
    }
    let names = [
        "PANE",
        "AGENT",
        "STATE",
        "ID",
        "DIRECTORY",
        "LAST SEEN (UTC)",
    ];
    let mut rows = vec![names.map(str::to_owned).to_vec()];
    rows.extend(answers.iter().map(|answer| row(world, answer)));
    table(out, &rows)
}

fn value(answer: &Answer) -> Value {
    json!({
        "pane": answer.pane,
        "agent": answer.agent,
        "state": answer.state,
        "flags": answer.flags,
        "id": answer.id,
        "cwd": answer.cwd.last.as_ref().or(answer.cwd.launch.as_ref()),
        "last_seen": answer.last_seen,
    })
}

fn row(world: &World, answer: &Answer) -> Vec<String> {
    let id: String = answer
        .id
        .iter()
        .flat_map(|id| id.chars())
        .take(ID_SHOWN)
        .collect();
    let state = [&[answer.state.to_owned()], answer.flags.as_slice()]
        .concat()
        .join(" ");
    let cwd = answer.cwd.last.as_ref().or(answer.cwd.launch.as_ref());
    let cwd = cwd.map_or(String::new(), |cwd| {
        short(world, Path::new(cwd.as_os_str()))
    });
    let seen = answer.last_seen.as_deref().unwrap_or_default();
    let agent = answer.agent.clone().unwrap_or_default();
    vec![
        answer.pane.clone(),
        agent,
        state,
        id,
        cwd,
        to_the_minute(seen),
    ]
}

/// Shortens a moment, for people only.
pub fn to_the_minute(moment: &str) -> String {
    let shown = moment.chars().take(16);
    shown.map(|c| if c == 'T' { ' ' } else { c }).collect()
}

/// Shortens a path below the home directory, for people only.
pub fn short(world: &World, path: &Path) -> String {
    let home = world.home().ok();
    let below = home
        .as_deref()
        .and_then(|home| path.strip_prefix(home).ok());
    match below {
        Some(below) => plain(&PathBuf::from("~").join(below)).to_string(),
        None => plain(path).to_string(),
    }
}
