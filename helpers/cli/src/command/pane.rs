//! `rejoin pane`: what this pane is called, and why.

use crate::error::{Error, Kind};
use crate::here::claims::{self, Claim};
use crate::print::{Printer, plain};
use crate::world::World;
use serde_json::json;
use std::io::Write;

/// Tell what this pane is called, and why.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the name and the claims on it.
///
/// # Errors
/// This process is in no pane.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let claims = claims::all(world);
    let used = claims.iter().find(|claim| claim.used);
    let pane = used.and_then(|claim| claim.pane.as_deref());
    // Standard output keeps its own errors.
    let _ = if args.json {
        let whole = json!({ "schema": "rejoin.pane.v1", "pane": pane, "claims": claims });
        writeln!(out, "{whole}")
    } else {
        show(pane, &claims, out)
    };
    match pane {
        Some(_) => Ok(()),
        None => Err(Error::new(Kind::NoBinding, "this process is in no pane")
            .code("no-pane")
            .remedy("Run it in a terminal, or name the pane: REJOIN_PANE=NAME.")),
    }
}

fn show(pane: Option<&str>, claims: &[Claim], out: &mut Printer) -> std::io::Result<()> {
    if let Some(pane) = pane {
        writeln!(out, "{}", plain(pane))?;
    }
    for claim in claims {
        let mark = if claim.used { "=>" } else { "  " };
        writeln!(out, "{mark} {}: {}", claim.claim, plain(&claim.says))?;
        writeln!(out, "   {}", claim.reason.text)?;
    }
    Ok(())
}
