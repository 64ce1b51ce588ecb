//! `rejoin completions SHELL`: prints what a shell needs to complete our commands.

use crate::error::Error;
use crate::manual;
use crate::print::Printer;
use std::io::Write;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

pub fn run(args: &Args, out: &mut Printer) -> Result<(), Error> {
    // What cannot be printed is told when the printer is finished.
    let _ = out.write_all(&manual::completions(args.shell));
    Ok(())
}
