//! `rejoin pick`: a person finds a conversation among all that any pane holds or held, and
//! goes on with it.

use super::pin;
use crate::answer::shell_line;
use crate::error::{Error, Kind};
use crate::here;
use crate::known;
use crate::picker::{self, Action, Choice, Question};
use crate::print::{Printer, plain};
use crate::reopen::{self, Aim, Only, Request};
use crate::world::World;
use std::ffi::OsString;
use std::io::Write;

/// Find a conversation among all that are known, and go on with it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to look for, as if it were typed
    #[arg(value_name = "WORDS")]
    words: Vec<String>,
}

/// Asks, and does what was chosen.
///
/// # Errors
/// There is no terminal or nothing to choose from, nothing was chosen, or what was chosen
/// cannot be done.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let known = known::read(&known::folder(world)?, |_, _, _| {})?;
    let entries = picker::all(&known.panes());
    if entries.is_empty() {
        return Err(Error::new(Kind::NoBinding, "no conversation is known yet")
            .remedy("Start an agent and send it one prompt; see also `rejoin doctor`."));
    }
    let question = Question {
        title: "pick",
        note: None,
        query: &args.words.join(" "),
        entries,
    };
    act(world, picker::ask(world, question)?, &[], out)
}

/// Asks which of the conversations that were held at the place of this pane, or in its
/// directory, is meant. Where there is none, what was `refused` stands.
///
/// # Errors
/// As in [`run`].
pub fn nearby(
    world: &World,
    refused: Error,
    extra: &[OsString],
    out: &mut Printer,
) -> Result<(), Error> {
    let pane = here::meant(world, None)?;
    let known = known::read(&known::folder(world)?, |_, _, _| {})?;
    let entries = picker::near(picker::all(&known.panes()), &pane, &world.cwd);
    if entries.is_empty() {
        return Err(refused);
    }
    let note = format!(
        "Nothing is known in pane {}. Of the same place or directory:",
        plain(&pane)
    );
    let question = Question {
        title: "resume",
        note: Some(&note),
        query: "",
        entries,
    };
    act(world, picker::ask(world, question)?, extra, out)
}

fn act(
    world: &World,
    choice: Option<Choice>,
    extra: &[OsString],
    out: &mut Printer,
) -> Result<(), Error> {
    let Some(choice) = choice else {
        return Err(Error::new(Kind::NoBinding, "nothing was chosen"));
    };
    let entry = &choice.entry;
    let aim = match choice.action {
        Action::Resume => Aim::Resume,
        Action::Fork => Aim::Fork,
        Action::Pin => {
            let pane = here::meant(world, None)?;
            return pin::run(world, &pin::Args::of(world, &pane, &entry.binding), out);
        }
        Action::Copy => {
            let way = choice.answer.resume.into_way()?;
            // Standard output keeps its own errors.
            let _ = writeln!(out, "{}", shell_line(&way));
            return Ok(());
        }
    };
    // A pane says which store is meant; what it held before has only its id.
    let named = match entry.now {
        true => &entry.binding.pane,
        false => entry.id(),
    };
    let request = Request {
        aim,
        named: Some(named),
        pane: None,
        extra,
        only: Only::Start,
    };
    reopen::run(world, &request, out)
}
