//! `rejoin clear`: a pane starts fresh, and what it held does not come back by itself.
//!
//! It never touches the conversation: its agent still has it, and the log all that was said.

use crate::append;
use crate::error::Error;
use crate::here;
use crate::named::Held;
use crate::print::{Printer, plain};
use crate::world::World;
use rejoin_platform::Timestamp;
use rejoin_store::record::Clear;
use std::io::Write;

/// Let a pane start fresh
///
/// The conversation that it holds does not come back by itself, also if its agent still speaks
/// of it. `rejoin pin`, or a launch that asks for it, brings it back.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of a pane, or a tmux pane such as %3; without it, this pane
    #[arg(value_name = "PANE")]
    pane: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Notes it.
///
/// # Errors
/// The pane holds nothing, or the log cannot be read or written.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let pane = here::asked(world, args.pane.as_deref())?;
    let held = Held::find(world, &pane)?;
    let now = Timestamp::now();
    let record = Clear {
        pane: &pane,
        conversation: held.named(),
        at: now.as_str(),
    };
    append::note(world, |json| record.write(json))?;
    // Standard output keeps its own errors.
    let _ = if args.json {
        writeln!(out, "{}", held.as_json("rejoin.clear.v1"))
    } else {
        writeln!(
            out,
            "{} starts fresh, without {}",
            plain(&pane),
            held.shown()
        )
    };
    Ok(())
}
