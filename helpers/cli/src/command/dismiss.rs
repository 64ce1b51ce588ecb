//! `rejoin dismiss`: a pane is no longer offered. It erases nothing.

use crate::append;
use crate::error::Error;
use crate::here;
use crate::named::Held;
use crate::print::{Printer, plain};
use crate::world::World;
use rejoin_platform::Timestamp;
use rejoin_store::record::Dismiss;
use std::io::Write;

/// Leave a pane out of the list
///
/// Nothing is erased: `rejoin list --all` shows it, and it is back when something new is said
/// in it.
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
    let record = Dismiss {
        pane: &pane,
        conversation: held.named(),
        at: now.as_str(),
    };
    append::note(world, |json| record.write(json))?;
    // Standard output keeps its own errors.
    let _ = if args.json {
        writeln!(out, "{}", held.as_json("rejoin.dismiss.v1"))
    } else {
        writeln!(out, "{} is not offered with {}", plain(&pane), held.shown())
    };
    Ok(())
}
