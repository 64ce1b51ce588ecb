//! `rejoin verify`: reads everything and names what is not as it was written, and what
//! that means for which panes.

use crate::error::{Error, Kind};
use crate::known;
use crate::print::{Printer, plain};
use crate::world::World;
use rejoin_store::reader::DamageKind;
use rejoin_store::verify::{self, Found, Heads, HeadsState, Verified};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Panes that are named on a line; JSON names more.
const PANES_SHOWN: usize = 8;

/// Check every byte of the log.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints what was found.
///
/// # Errors
/// A part of the log is damaged, or cannot be read.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let folder = known::folder(world)?;
    let verified = verify::run(&folder, rejoin_platform::boot_second())
        .map_err(|error| known::unreadable(&folder, &error))?;
    // Standard output keeps its own errors.
    let _ = if args.json {
        writeln!(out, "{}", as_json(&verified))
    } else {
        show(out, &verified)
    };
    let counts = verified.fold.counts();
    let damaged = counts.unreadable();
    match damaged {
        0 => Ok(()),
        _ => Err(Error::new(Kind::Damaged, verdict(damaged, counts.unknown)).code("damaged")),
    }
}

/// Says in one line whether the log is as it was written.
pub fn verdict(damaged: u64, unknown: u64) -> String {
    let later = match unknown {
        0 => String::new(),
        1 => "; one record is of a later version".to_owned(),
        many => format!("; {many} records are of a later version"),
    };
    match damaged {
        0 => format!("whole{later}"),
        1 => format!("one piece cannot be read{later}"),
        many => format!("{many} pieces cannot be read{later}"),
    }
}

fn show(out: &mut Printer, verified: &Verified) -> io::Result<()> {
    let counts = verified.fold.counts();
    for found in &verified.found {
        show_found(out, found)?;
    }
    if verified.more > 0 {
        writeln!(out, "and {} more", verified.more)?;
    }
    if verified.unfinished > 0 {
        let bytes = verified.unfinished;
        writeln!(
            out,
            "unfinished  {bytes} bytes: maybe a record that is being written"
        )?;
    }
    writeln!(out, "heads       {}", heads_told(&verified.heads))?;
    let folded = match verified.covers {
        0 => String::new(),
        covers => format!(", folded up to segment {covers}"),
    };
    let pieces = counts.unreadable();
    writeln!(
        out,
        "log         {} records in {} closed segments and the open one{folded}: {}",
        counts.records,
        verified.segments,
        verdict(pieces, counts.unknown)
    )
}

fn show_found(out: &mut Printer, found: &Found) -> io::Result<()> {
    let damage = &found.damage;
    let (offset, bytes, kind) = (damage.position.offset, damage.bytes, damage.kind.word());
    if damage.kind == DamageKind::Cut {
        let file = plain(&found.file);
        return writeln!(
            out,
            "cut         {file} at {offset}, {bytes} bytes: never written to its end, and nothing relied on it"
        );
    }
    writeln!(
        out,
        "DAMAGED     {} at {offset}, {bytes} bytes: {kind}",
        plain(&found.file)
    )?;
    if !found.named.is_empty() {
        writeln!(out, "            names {}", some(&found.named, 0))?;
    }
    if found.moved.is_empty() {
        return writeln!(out, "            every pane has a later record");
    }
    writeln!(
        out,
        "            may have moved {}",
        some(&found.moved, found.moved_more)
    )
}

fn some(panes: &[String], more: usize) -> String {
    let shown: Vec<String> = panes
        .iter()
        .take(PANES_SHOWN)
        .map(|pane| plain(pane).to_string())
        .collect();
    match panes.len() - shown.len() + more {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

fn heads_told(heads: &Heads) -> String {
    let state = match heads.state {
        HeadsState::Missing => return "none; the next record starts them".to_owned(),
        HeadsState::Torn => "forgotten or torn; the next record starts them anew",
        HeadsState::Stale => "stale; the next record starts them anew",
        HeadsState::Current => "current",
    };
    let Heads {
        places,
        torn,
        lying,
        ..
    } = heads;
    format!("{state}; {places} places, {torn} torn, {lying} lying")
}

fn as_json(verified: &Verified) -> Value {
    let counts = verified.fold.counts();
    let pieces = counts.unreadable();
    let found: Vec<Value> = verified.found.iter().map(found_as_json).collect();
    let heads = &verified.heads;
    json!({
        "schema": "rejoin.verify.v1",
        "whole": pieces == 0,
        "verdict": verdict(pieces, counts.unknown),
        "covers": verified.covers,
        "segments": verified.segments,
        "records": counts.records,
        "unknown": counts.unknown,
        "unfinished": verified.unfinished,
        "damage": found,
        "damage_more": verified.more,
        "heads": {
            "state": match heads.state {
                HeadsState::Missing => "missing",
                HeadsState::Torn => "torn",
                HeadsState::Stale => "stale",
                HeadsState::Current => "current",
            },
            "places": heads.places,
            "torn": heads.torn,
            "lying": heads.lying,
        },
    })
}

fn found_as_json(found: &Found) -> Value {
    json!({
        "file": found.file,
        "position": found.damage.position,
        "bytes": found.damage.bytes,
        "kind": found.damage.kind,
        "named": found.named,
        "moved": found.moved,
        "moved_more": found.moved_more,
    })
}
