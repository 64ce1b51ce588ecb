//! `rejoin`: parse, dispatch, print the error, pick the exit code. Nothing else.
#![forbid(unsafe_code)]
#![allow(
    unreachable_pub,
    reason = "a program exports nothing; `pub` says: for other files"
)]

mod address;
mod answer;
mod append;
mod argv;
mod asks;
mod bounded;
mod command;
mod config;
mod consent;
mod edit;
mod error;
mod health;
mod here;
mod kept;
mod known;
mod ledger;
mod lineage;
mod manual;
mod named;
mod picker;
mod print;
mod probe;
mod program;
mod proof;
mod refusal;
mod reopen;
mod roster;
mod snapshot;
mod state;
mod told;
mod world;

use clap::{FromArgMatches, Parser};
use command::Command;
use error::{Error, Kind};
use print::{Printer, note, plain};
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

fn main() -> ExitCode {
    let mut out = Printer::stdout();
    let read = manual::command_line().try_get_matches();
    let cli = match read.and_then(|words| Cli::from_arg_matches(&words)) {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(misread(&error, out)),
    };
    let world = World::read();
    if !matches!(cli.command, Some(Command::Doctor(_))) {
        // That command has a place of its own for them.
        for fault in &world.roster.faults {
            note(format_args!("a definition is left out: {fault}"));
        }
    }
    let (done, json) = match cli.command {
        None => (command::list::overview(&world, &mut out), false),
        Some(command) => command.run(&world, &mut out),
    };
    ExitCode::from(conclude(done, json, out))
}

/// Prints the help that was asked for, or what is wrong with the call.
fn misread(error: &clap::Error, mut out: Printer) -> u8 {
    let _ = error.print();
    if !error.use_stderr() {
        return 0;
    }
    if std::env::args_os().any(|word| word == "--json") {
        let text = error.to_string();
        let cause = text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches("error: ");
        let error = Error::new(Kind::Usage, cause).remedy("See `rejoin --help`.");
        let _ = writeln!(out, "{}", error.as_json());
        out.finish();
    }
    Kind::Usage.exit_code()
}

/// Says what went wrong, and returns the exit code.
fn conclude(done: Result<(), Error>, json: bool, mut out: Printer) -> u8 {
    if let Err(error) = &done {
        let _ = out.flush(); // what was found stands before what is wrong with it
        note(plain(&error.cause));
        for line in error.remedy.iter().flat_map(|remedy| remedy.lines()) {
            let _ = writeln!(std::io::stderr(), "  {}", plain(line));
        }
        if json && !out.written() {
            let _ = writeln!(out, "{}", error.as_json());
        }
    }
    match (out.finish(), done) {
        (_, Err(error)) => error.kind.exit_code(),
        (Some(error), Ok(())) => {
            note(format_args!("cannot write to standard output: {error}"));
            Kind::Damaged.exit_code()
        }
        (None, Ok(())) => 0,
    }
}
