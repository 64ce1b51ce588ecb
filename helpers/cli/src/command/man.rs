//! `rejoin man [COMMAND]`: prints a man page, for `man -l -` or a package.

use crate::error::{Error, Kind};
use crate::manual;
use crate::print::Printer;
use std::io::Write;

/// Print a man page (`rejoin man run | man -l -`)
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The command; the page of rejoin itself without it
    command: Option<String>,
    /// Print the names of all pages instead, one a line
    #[arg(long, conflicts_with = "command")]
    names: bool,
}

pub fn run(args: &Args, out: &mut Printer) -> Result<(), Error> {
    let pages = manual::pages();
    if args.names {
        for (name, _) in &pages {
            let _ = writeln!(out, "{name}");
        }
        return Ok(());
    }
    let wanted = match &args.command {
        Some(command) => format!("rejoin-{command}.1"),
        None => "rejoin.1".to_owned(),
    };
    let Some((_, text)) = pages.iter().find(|(name, _)| *name == wanted) else {
        let command = args.command.as_deref().unwrap_or_default();
        let error = Error::new(Kind::Usage, format!("there is no command `{command}`"));
        return Err(error.remedy("`rejoin man --names` lists the pages."));
    };
    let _ = out.write_all(text);
    Ok(())
}
