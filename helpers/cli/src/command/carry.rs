//! `rejoin carry`: notes that a pane goes on under another name.
//!
//! It never changes what a pane holds by itself: the note is one record, and the fold
//! decides what it means.

use crate::append;
use crate::error::{Error, Kind};
use crate::here;
use crate::known;
use crate::print::{Printer, plain};
use crate::world::World;
use rejoin_platform::Timestamp;
use rejoin_store::record::Carry;
use serde_json::json;
use std::io::Write;

/// Let a pane continue another one whose name has changed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The pane as it was called
    #[arg(value_name = "FROM")]
    from: String,
    /// The pane as it is called now
    #[arg(value_name = "TO")]
    to: String,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Notes it.
///
/// # Errors
/// There is nothing to carry, or the log cannot be read or written.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let from = here::asked(world, Some(&args.from))?;
    let to = here::meant(world, Some(&args.to))?;
    if from == to {
        return Err(Error::new(Kind::Usage, "both names mean one pane")
            .code("same-pane")
            .remedy("Name the pane as it was called, then as it is called now."));
    }
    let known = known::read(&known::folder(world)?, |_, _, _| {})?;
    let binding = known.fold.pane(&from);
    let Some((agent, id)) = binding.and_then(|held| held.agent.zip(held.id)) else {
        let cause = format!("no conversation is known in pane {}", plain(&from));
        return Err(
            Error::new(Kind::NoBinding, cause).remedy("`rejoin list` shows the known panes.")
        );
    };
    let now = Timestamp::now();
    let record = Carry {
        pane: &to,
        from: &from,
        at: now.as_str(),
    };
    append::note(world, |json| record.write(json))?;
    // Standard output keeps its own errors.
    let _ = if args.json {
        let whole = json!({
            "schema": "rejoin.carry.v1", "pane": to, "from": from, "agent": agent, "id": id,
        });
        writeln!(out, "{whole}")
    } else {
        let (to, from, agent, id) = (plain(&to), plain(&from), plain(&agent), plain(&id));
        writeln!(out, "{to} continues {from}: {id} ({agent})")
    };
    Ok(())
}
