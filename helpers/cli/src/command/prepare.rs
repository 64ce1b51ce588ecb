//! `rejoin prepare`: for a terminal manager, which opens a pane and can hand it a command
//! line only. Puts the whole start into a ticket, and says the short command line that
//! takes it up.
//!
//! What the ticket starts is `rejoin run`, so that the launch is recorded by the process
//! that becomes the program, in the pane where it does. Nothing is recorded here, and no
//! value of the environment is printed.

mod ticket;

use crate::config::Config;
use crate::edit::helper::Started;
use crate::error::{Error, Kind};
use crate::here;
use crate::print::{Printer, note, plain, quoted};
use crate::snapshot::{self, Loss, Request, Snapshot};
use crate::world::World;
use rejoin_handover::{Draft, Pinned, TICKET_SECONDS_MAX};
use rejoin_store::text::Text;
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Name of the program that takes a ticket; it stands beside this one.
const TAKER: &str = "rejoin-exec";

/// Variables that name the pane of whoever prepares: the new pane is another one.
const OF_THIS_PANE: [&str; 2] = ["REJOIN_PANE", "REJOIN_LAUNCH"];

/// Prepare a start in a new pane, and print the command line for it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Name of the new pane, if not what its terminal says
    #[arg(long, value_name = "PANE")]
    pane: Option<String>,
    /// Agent that the program is, if its file name does not say it
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// Directory to start in, if not this one
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<OsString>,
}

/// What `rejoin prepare --json` prints.
#[derive(Debug, Serialize)]
struct Prepared {
    schema: &'static str,
    pane: Option<String>,
    agent: Option<&'static str>,
    asked: Option<Asked>,
    cwd: Text,
    argv: Vec<Text>,
    ticket: Ticket,
    warnings: Vec<Loss>,
}

#[derive(Debug, Serialize)]
struct Asked {
    how: &'static str,
    id: Option<String>,
    new: Option<String>,
}

#[derive(Debug, Serialize)]
struct Ticket {
    path: Text,
    seconds: u64,
}

/// Prints the command line.
///
/// # Errors
/// There is no such program or directory, a name contradicts another, or the ticket cannot
/// be kept.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let cwd = directory(world, args.cwd.as_deref())?;
    let config = Config::read(world)?;
    let request = Request {
        command: &args.command,
        declared: args.agent.as_deref(),
        cwd: &cwd,
    };
    let snapshot = snapshot::take(world, &config, request)?;
    let pane = args.pane.as_deref().map(here::checked).transpose()?;
    let (taker, itself) = programs()?;
    let arguments = arguments(args, pane);
    let variables = variables(world, args.cwd.is_some().then_some(&cwd));
    let handover = Draft {
        program: Pinned {
            path: itself.0.as_os_str().as_bytes(),
            device: itself.1.0,
            inode: itself.1.1,
        },
        directory: Some(cwd.as_os_str().as_bytes()),
        deadline: Some(ticket::now()? + TICKET_SECONDS_MAX),
        arguments: &arguments,
        variables: &variables,
    };
    let bytes = handover.encode().map_err(|unfit| {
        Error::new(Kind::Refused, unfit.to_string())
            .code("too-large")
            .remedy("Shorten the command line or the environment.")
    })?;
    let path = ticket::write(world, &bytes)?;
    let argv = [taker.as_os_str(), OsStr::new("--ticket"), path.as_os_str()];
    print(out, args.json, &snapshot, pane, &argv);
    Ok(())
}

fn print(out: &mut Printer, json: bool, snapshot: &Snapshot, pane: Option<&str>, argv: &[&OsStr]) {
    let text = |word: &OsStr| Text::from(word.as_bytes().to_vec());
    let asked = snapshot.asked.clone().map(|asked| Asked {
        how: asked.how,
        id: asked.id,
        new: asked.new,
    });
    // Standard output keeps its own errors.
    let _ = if json {
        let prepared = Prepared {
            schema: "rejoin.prepare.v1",
            pane: pane.map(str::to_owned),
            agent: snapshot.agent.map(|agent| agent.name),
            asked,
            cwd: text(snapshot.cwd.as_os_str()),
            argv: argv.iter().map(|word| text(word)).collect(),
            ticket: Ticket {
                path: text(argv[argv.len() - 1]),
                seconds: TICKET_SECONDS_MAX,
            },
            warnings: snapshot.losses().collect(),
        };
        writeln!(
            out,
            "{}",
            serde_json::to_value(&prepared).unwrap_or_default()
        )
    } else {
        snapshot.losses().for_each(|loss| note(loss.text));
        let words: Vec<String> = argv.iter().map(quoted).collect();
        writeln!(out, "{}", words.join(" "))
    };
}

/// Returns the command line of the start: this program with what was asked of it here.
fn arguments(args: &Args, pane: Option<&str>) -> Vec<Vec<u8>> {
    let mut words = vec![OsStr::new("rejoin"), OsStr::new("run")];
    for (option, value) in [("--pane", pane), ("--agent", args.agent.as_deref())] {
        if let Some(value) = value {
            words.extend([OsStr::new(option), OsStr::new(value)]);
        }
    }
    words.push(OsStr::new("--"));
    words.extend(args.command.iter().map(OsString::as_os_str));
    words.iter().map(|word| word.as_bytes().to_vec()).collect()
}

/// Returns the environment of the start: that of this process, without what names its
/// pane, and with the directory under its name if another one was given.
fn variables(world: &World, cwd: Option<&PathBuf>) -> Vec<Vec<u8>> {
    let entry = |name: &OsStr, value: &OsStr| [name.as_bytes(), b"=", value.as_bytes()].concat();
    let stays = |name: &OsStr| {
        OF_THIS_PANE.iter().all(|own| name != *own) && (cwd.is_none() || name != "PWD")
    };
    let all = world.environment().filter(|(name, _)| stays(name));
    let pwd = cwd.map(|cwd| entry(OsStr::new("PWD"), cwd.as_os_str()));
    all.map(|(name, value)| entry(name, value))
        .chain(pwd)
        .collect()
}

fn directory(world: &World, named: Option<&Path>) -> Result<PathBuf, Error> {
    let cwd = named.map_or_else(|| world.cwd.clone(), |named| world.cwd.join(named));
    if cwd.is_absolute() && cwd.is_dir() {
        return Ok(cwd);
    }
    Err(
        Error::new(Kind::Usage, format!("{} is no directory", plain(&cwd)))
            .code("no-directory")
            .remedy("Name one that is there with --cwd."),
    )
}

type Located = (PathBuf, (u64, u64));

/// Returns the path of the program that takes tickets, and this program.
fn programs() -> Result<(PathBuf, Located), Error> {
    let itself = Started::read().program;
    let facts = itself
        .metadata()
        .map_err(|error| Error::file("find", &itself, &error))?;
    let taker = itself.with_file_name(TAKER);
    if !taker.is_file() {
        return Err(Error::new(
            Kind::Refused,
            format!("there is no {TAKER} beside {}", plain(&itself)),
        )
        .code("no-helper")
        .remedy("Install the programs of rejoin into one folder."));
    }
    Ok((taker, (itself, (facts.dev(), facts.ino()))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt;

    #[test]
    fn the_new_pane_does_not_inherit_the_name_of_this_one() {
        let path = Path::new;
        let world = World::of(&[
            ("REJOIN_PANE", path("p")),
            ("REJOIN_LAUNCH", path("l")),
            ("PWD", path("/old")),
            ("X", path("1")),
        ]);
        let named = |cwd| {
            let entries = variables(&world, cwd).into_iter();
            entries.map(OsString::from_vec).collect::<Vec<_>>()
        };
        assert_eq!(named(None), ["PWD=/old", "X=1"]);
        assert_eq!(named(Some(&PathBuf::from("/new"))), ["X=1", "PWD=/new"]);
    }
}
