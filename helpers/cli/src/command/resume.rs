//! `rejoin resume`: goes on with the conversation of a pane, in this process.

use super::pick;
use crate::error::{Error, Kind};
use crate::picker;
use crate::print::Printer;
use crate::reopen::{self, Aim, Only, Request};
use crate::world::World;
use std::ffi::OsString;

/// Go on with a conversation.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of a pane, or a conversation id; without it, what this pane holds
    #[arg(value_name = "PANE|ID")]
    named: Option<String>,
    /// Name of the pane in which it goes on, if not this one
    #[arg(long, value_name = "PANE")]
    pane: Option<String>,
    /// Start a new conversation instead if the last attempt failed
    #[arg(long)]
    auto: bool,
    /// Print the command line, and start nothing
    #[arg(long)]
    print: bool,
    /// Print the command line as JSON, and start nothing
    #[arg(long, conflicts_with = "print")]
    pub json: bool,
    /// More options for the agent
    #[arg(last = true, value_name = "FLAGS")]
    extra: Vec<OsString>,
}

/// Becomes the agent's program.
///
/// # Errors
/// No conversation is known there, something speaks against it, or the program cannot be
/// started.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let request = Request {
        aim: if args.auto {
            Aim::ResumeOnce
        } else {
            Aim::Resume
        },
        named: args.named.as_deref(),
        pane: args.pane.as_deref(),
        extra: &args.extra,
        only: Only::of(args.print, args.json),
    };
    match reopen::run(world, &request, out) {
        // A person is asked; a program is not, and nothing is assumed for either.
        Err(error) if error.kind == Kind::NoBinding && args.asks() && picker::can_ask() => {
            pick::nearby(world, error, &args.extra, out)
        }
        done => done,
    }
}

impl Args {
    /// Tells whether this pane is meant and nothing but a start will do.
    fn asks(&self) -> bool {
        self.named.is_none() && self.pane.is_none() && !(self.auto || self.print || self.json)
    }
}
