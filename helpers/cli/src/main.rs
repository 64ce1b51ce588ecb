//! `rejoin`: parse, dispatch, print the error, pick the exit code. Nothing else.
#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "a program exports nothing; `pub` says: for other files")]

mod append;
mod argv;
mod asks;
mod command;
mod error;
mod here;
mod print;
mod program;
mod proof;
mod world;

use clap::{Parser, Subcommand};
use command::{agents, log, run};
use error::{Error, Kind};
use print::{Printer, plain};
use std::io::Write;
use std::process::ExitCode;
use world::World;

/// Remembers which agent conversation each terminal pane holds.
#[derive(Debug, Parser)]
#[command(name = "rejoin", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Agents(agents::Args),
    Log(log::Args),
    Run(run::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { Kind::Usage.exit_code() } else { 0 });
        }
    };
    ExitCode::from(answer(&World::read(), cli.command))
}

fn answer(world: &World, command: Option<Command>) -> u8 {
    let mut out = Printer::stdout();
    let (done, json) = match command {
        None => (Ok(()), false),
        Some(Command::Agents(args)) => (agents::run(world, &args, &mut out), args.json),
        Some(Command::Log(args)) => (log::run(world, &args, &mut out), args.json),
        Some(Command::Run(args)) => (run::run(world, &args), false),
    };
    if let Err(error) = &done {
        explain(error, json, &mut out);
    }
    let closed = out.closed();
    match (out.finish(), done) {
        (Some(_), Ok(())) => Kind::Damaged.exit_code(),
        (None, Err(error)) if !closed => error.kind.exit_code(),
        (_, Err(error)) => error.kind.exit_code(),
        (None, Ok(())) => 0,
    }
}

/// Says an error to a person, and to a calling program if it listens.
fn explain(error: &Error, json: bool, out: &mut Printer) {
    print::note(plain(&error.cause));
    for line in error.remedy.iter().flat_map(|remedy| remedy.lines()) {
        let _ = writeln!(std::io::stderr(), "  {}", plain(line));
    }
    if json {
        let _ = writeln!(out, "{}", error.as_json());
    }
}
