//! `rejoin run`: notes which program starts in which pane, then becomes that program:
//! same process, same terminal, standard input untouched.
//!
//! Keeping the note may fail, and the program starts nevertheless.

mod arguments;
mod launch;
mod replace;

use crate::address;
use crate::append::Appender;
use crate::argv::{hex, random};
use crate::config::Config;
use crate::error::{Error, Kind};
use crate::here;
use crate::print::note;
use crate::refusal;
use crate::snapshot::{self, Request, Snapshot};
use crate::world::World;
use arguments::Arguments;
use launch::Start;
use std::ffi::OsString;

/// Start a program in this pane, so that its conversations belong to it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of the pane, if not this one
    #[arg(long, value_name = "PANE")]
    pane: Option<String>,
    /// Agent that the program is, if its file name does not say it
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<OsString>,
}

/// Becomes the program.
///
/// # Errors
/// There is no such program, or the system refused to start it.
pub fn run(world: &World, args: &Args) -> Result<(), Error> {
    let config = Config::read(world).unwrap_or_else(|error| {
        note(format_args!(
            "this start goes on without wrappers: {}",
            error.cause
        ));
        Config::default()
    });
    let request = Request {
        command: &args.command,
        declared: args.agent.as_deref(),
        cwd: &world.cwd,
    };
    let snapshot = snapshot::take(world, &config, request)?;
    let launch = new_launch()?;
    let pane = match &args.pane {
        Some(pane) => here::meant(world, Some(pane))?,
        None => here::this_pane(world).unwrap_or_else(|| format!("run:{}", &launch[..12])),
    };
    let mut arguments = Arguments::of(&snapshot);
    // Neither the log nor the note about it may keep the program from starting.
    let limit = rejoin_entry::ignore_file_size_limit();
    // Recorded, it would open a new generation of the pane that shows the outer agent.
    let inside = here::inside_agent(world).filter(|_| args.pane.is_none());
    let start = Start {
        launch: &launch,
        pane: &pane,
        snapshot: &snapshot,
        asked: arguments.asked(),
    };
    let appender = match inside {
        Some(title) => Err(format!(
            "it runs inside {title}; --pane gives it a pane of its own"
        )),
        None => Appender::open(world),
    };
    let mut appender = appender.and_then(|mut appender| {
        start.append(&mut appender)?;
        address::note(world, &pane, &mut appender);
        Ok(appender)
    });
    match &appender {
        Ok(_) => snapshot.losses().for_each(|loss| note(loss.text)),
        Err(reason) => {
            arguments.choose_nothing();
            note(format_args!("this start is not recorded: {reason}"));
        }
    }
    limit.restore();
    let named = inside.is_none().then_some(&start);
    let failure = replace::become_program(world, &snapshot, &arguments, named);
    rejoin_entry::ignore_file_size_limit();
    let error = replace::refused(&snapshot.program.path, &failure);
    if let Ok(appender) = &mut appender {
        start.append_failure(appender, error.kind.exit_code());
    }
    Err(error)
}

/// Becomes the program of a snapshot, in a start that is recorded or does not happen.
/// Returns only if it did not. Without a pane it gets one of its own.
pub fn recorded(world: &World, snapshot: &Snapshot, pane: Option<&str>) -> Error {
    let launch = match new_launch() {
        Ok(launch) => launch,
        Err(error) => return error,
    };
    let own = format!("run:{}", &launch[..12]);
    let arguments = Arguments::of(snapshot);
    let start = Start {
        launch: &launch,
        pane: pane.unwrap_or(&own),
        snapshot,
        asked: arguments.asked(),
    };
    let limit = rejoin_entry::ignore_file_size_limit();
    let appender = Appender::open(world).and_then(|mut appender| {
        start.append(&mut appender)?;
        address::note(world, start.pane, &mut appender);
        Ok(appender)
    });
    let mut appender = match appender {
        Ok(appender) => appender,
        Err(reason) => {
            return refusal::NOT_RECORDED.error(format!("this start cannot be recorded: {reason}"));
        }
    };
    limit.restore();
    let failure = replace::become_program(world, snapshot, &arguments, Some(&start));
    rejoin_entry::ignore_file_size_limit();
    let error = replace::refused(&snapshot.program.path, &failure);
    start.append_failure(&mut appender, error.kind.exit_code());
    error
}

fn new_launch() -> Result<String, Error> {
    let bytes = random::<16>();
    let bytes =
        bytes.ok_or_else(|| Error::new(Kind::System, "the system gives no random bytes"))?;
    Ok(hex(&bytes))
}
