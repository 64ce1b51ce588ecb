//! `rejoin resolve`: which conversation a pane holds, how sure that is, and how it is
//! resumed or forked.

use crate::answer::{Answer, show};
use crate::error::{Error, Kind};
use crate::here;
use crate::known::{self, Known};
use crate::print::Printer;
use crate::refusal;
use crate::world::World;
use serde_json::json;
use std::io::Write;

/// Tell which conversation a pane holds.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of a pane, or a tmux pane such as %3; without it, this pane
    #[arg(value_name = "PANE")]
    pane: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Answer for every known pane
    #[arg(long, conflicts_with = "pane")]
    all: bool,
}

/// Prints the answer.
///
/// # Errors
/// The pane has no binding, the answer is contradicted, or the log cannot be read.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let log = known::folder(world)?;
    if args.all {
        return every(world, &known::read(&log, |_, _, _| {})?, args.json, out);
    }
    let pane = here::asked(world, args.pane.as_deref())?;
    let known = known::read(&log, |_, _, _| {})?;
    let binding = known.fold.pane(&pane);
    let answer = match binding {
        Some(binding) => Answer::of(world, binding),
        None => Answer::none(pane),
    };
    print(&answer, args.json, out);
    judge(&answer, &known)
}

fn every(world: &World, known: &Known, json: bool, out: &mut Printer) -> Result<(), Error> {
    let answers: Vec<Answer> = known
        .panes()
        .into_iter()
        .map(|binding| Answer::of(world, binding))
        .collect();
    if json {
        let whole = json!({
            "schema": "rejoin.resolve-all.v1", "panes": answers, "log": known.facts(),
        });
        let _ = writeln!(out, "{whole}");
        return Ok(());
    }
    for answer in &answers {
        print(answer, false, out);
        let _ = writeln!(out);
    }
    Ok(())
}

// Standard output keeps its own errors.
fn print(answer: &Answer, json: bool, out: &mut Printer) {
    let _ = if json {
        writeln!(out, "{}", serde_json::to_value(answer).unwrap_or_default())
    } else if answer.says_something() {
        show(out, answer)
    } else {
        Ok(())
    };
}

/// Says what about an answer makes it less than one.
///
/// # Errors
/// There is no conversation, or the answer is contradicted.
pub fn judge(answer: &Answer, known: &Known) -> Result<(), Error> {
    let pane = &answer.pane;
    if answer.id.is_none() {
        if known.damaged > 0 {
            let cause = format!(
                "nothing is known about pane {pane}, and {} pieces of the log cannot be read",
                known.damaged
            );
            return Err(Error::new(Kind::Damaged, cause).remedy("See `rejoin log`."));
        }
        let cause = format!("no conversation is known in pane {pane}");
        return Err(refusal::NO_BINDING.error(cause));
    }
    if answer.has("conflict") {
        let cause = format!("what is known about pane {pane} contradicts itself");
        return Err(refusal::CONFLICT.error(cause));
    }
    Ok(())
}
