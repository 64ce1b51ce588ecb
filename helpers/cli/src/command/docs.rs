//! `rejoin docs`, for whoever works on rejoin: prints the pages under `docs/` that are made
//! from data.

use super::agents;
use crate::error::Error;
use crate::print::Printer;
use crate::refusal;
use std::io::Write;

/// Print a page that is made from data.
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub struct Args {
    /// Which one
    page: Page,
}

/// The pages.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Page {
    /// `docs/agents.md`.
    Agents,
    /// The line about agents in README.md.
    Names,
    /// `docs/refusals.md`.
    Refusals,
}

/// Prints it.
///
/// # Errors
/// None so far.
pub fn run(args: &Args, out: &mut Printer) -> Result<(), Error> {
    let text = match args.page {
        Page::Agents => agents::page(),
        Page::Names => agents::names(),
        Page::Refusals => refusal::page(),
    };
    let _ = out.write_all(text.as_bytes()); // standard output keeps its own errors
    Ok(())
}
