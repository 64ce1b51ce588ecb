//! From a known conversation to the program that goes on with it: which one is meant, by
//! which exact command line it is reached, and whether anything speaks against it.
//!
//! It must never reach another conversation than the one that was meant, start a new one
//! in its place, or make a directory that is gone.

mod begin;
mod forked;
mod holder;
mod lineage;
mod show;
mod turn;
mod which;
mod words;

use crate::answer::{Answer, Way, as_text, was_never_used};
use crate::command::resolve;
use crate::error::Error;
use crate::here;
use crate::known::{self, Known};
use crate::print::{Printer, note, plain};
use crate::refusal;
use crate::world::World;
use begin::Ready;
use rejoin_agents::Missing;
use rejoin_store::binding::{Binding, Store};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use turn::Turn;
pub use which::of_past;

/// What a person or a manager asks for.
#[derive(Debug)]
pub struct Request<'r> {
    /// What is to be done with the conversation.
    pub aim: Aim,
    /// A pane or a conversation id; nothing means this pane.
    pub named: Option<&'r str>,
    /// Name of the pane in which the program starts.
    pub pane: Option<&'r str>,
    /// Words that stand behind everything else.
    pub extra: &'r [OsString],
    /// Whether it is done or shown.
    pub only: Only,
}

/// What is to be done with a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Go on with it.
    Resume,
    /// Go on with it, or start afresh if that was tried last and failed.
    ResumeOnce,
    /// Go on with a copy of it.
    Fork,
}

/// Whether the program starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// It does.
    Start,
    /// Its command line is printed for people.
    Print,
    /// Its command line is printed for programs.
    Json,
}

impl Only {
    /// Reads the options that say so.
    pub const fn of(print: bool, json: bool) -> Self {
        match (print, json) {
            (_, true) => Self::Json,
            (true, false) => Self::Print,
            (false, false) => Self::Start,
        }
    }
}

/// How a conversation is gone on with.
#[derive(Debug)]
struct Plan {
    /// The pane that holds it.
    from: String,
    /// The pane in which the program starts; nothing if its surroundings name none.
    pane: Option<String>,
    /// The command line and its surroundings.
    way: Way,
    /// The conversation as the pane holds it; the agent may go on with it under another id.
    id: String,
    /// Where the agent keeps it.
    store: Option<Store>,
    /// The transcript that proves it.
    transcript: Option<PathBuf>,
    /// What else there is to say.
    warnings: Vec<String>,
}

/// Becomes the program that goes on with the conversation, or prints how.
///
/// # Errors
/// No conversation is known there, something speaks against it, or the program cannot be
/// started.
pub fn run(world: &World, request: &Request<'_>, out: &mut Printer) -> Result<(), Error> {
    let folder = known::folder(world)?;
    // What is read in a turn holds until the launch is in the log.
    let turn = match request.only {
        Only::Start => Some(Turn::take(&folder)?),
        Only::Print | Only::Json => None,
    };
    let known = known::read(&folder, |_, _, _| {})?;
    let plan = plan(world, &known, request)?;
    plan.warnings.iter().for_each(note);
    holder::is_free(&known, &plan)?;
    let ready = Ready::look(world, &plan, request.extra)?;
    match turn {
        Some(turn) => Err(ready.begin(&turn)),
        None => {
            show::show(out, &plan, request.only);
            Ok(())
        }
    }
}

fn plan(world: &World, known: &Known, request: &Request<'_>) -> Result<Plan, Error> {
    let meant = which::meant(world, known, request)?;
    let pane = pane(world, request, &meant)?;
    let child = match request.aim {
        Aim::Fork => lineage::child(world, known, pane.as_deref(), &meant),
        Aim::Resume | Aim::ResumeOnce => None,
    };
    // A copy that is there already is gone on with, and not made again.
    let (binding, aim) = match child {
        Some(child) => (child, Aim::Resume),
        None => (meant, request.aim),
    };
    let (from, store) = (binding.pane.clone(), binding.store.clone());
    let answer = Answer::of(world, binding.clone());
    resolve::judge(&answer, known)?;
    let warnings = answer.warnings.iter().map(|w| w.text.clone()).collect();
    let unstored = answer.is_unstored();
    let transcript = answer.proven_transcript();
    let failed = aim == Aim::ResumeOnce && lineage::resume_failed(&binding, &answer);
    let reach = match aim {
        Aim::Fork => answer.fork,
        Aim::Resume | Aim::ResumeOnce => answer.resume,
    };
    let mut way = reach.into_way()?;
    directory_is_there(&way)?;
    if failed {
        way = afresh(way);
    }
    if unstored {
        leads_nowhere_else(&way, was_never_used(&binding))?;
    }
    words::check(&way, request.extra)?;
    way.argv.extend(request.extra.iter().cloned().map(as_text));
    way.flags.extend(request.extra.iter().cloned());
    Ok(Plan {
        from,
        pane,
        way,
        id: binding.id.unwrap_or_default(),
        store,
        transcript,
        warnings,
    })
}

/// Returns the pane in which the program starts: the one that was given, else this one,
/// else, where there is none, the one that is continued.
fn pane(world: &World, request: &Request<'_>, meant: &Binding) -> Result<Option<String>, Error> {
    if let Some(title) = here::inside_agent(world).filter(|_| request.pane.is_none()) {
        let cause = format!("this runs inside {title}");
        return Err(refusal::INSIDE_AGENT.error(cause));
    }
    if request.pane.is_some() {
        return here::meant(world, request.pane).map(Some);
    }
    let alone = (request.aim != Aim::Fork).then(|| meant.pane.clone());
    Ok(here::this_pane(world).or(alone))
}

fn directory_is_there(way: &Way) -> Result<(), Error> {
    let Some(cwd) = way.cwd.as_ref().map(|cwd| Path::new(cwd.as_os_str())) else {
        return Ok(());
    };
    if cwd.is_dir() {
        return Ok(());
    }
    let cause = format!(
        "the conversation's directory {} is not there; the conversation is untouched",
        plain(cwd)
    );
    Err(refusal::DIRECTORY_MISSING.error(cause))
}

/// Refuses a way to a conversation that the store does not hold, if there is nothing to
/// copy or the agent might open another one.
fn leads_nowhere_else(way: &Way, unused: bool) -> Result<(), Error> {
    let title = way.agent.title;
    let argv = &way.agent.argv;
    let template = match way.how {
        "fork" if unused => {
            let cause = format!("nothing was said in it, so {title} has nothing to copy");
            return Err(refusal::NOTHING_TO_COPY.error(cause));
        }
        "fork" => &argv.fork,
        "resume" => &argv.resume,
        _ => return Ok(()),
    };
    match template {
        rejoin_agents::Way::Argv {
            missing: Missing::Starts | Missing::Unsaid,
            ..
        } => Err(refusal::TRANSCRIPT_MISSING.error(format!(
            "{title} does not hold it any more, and might start another one in its place"
        ))),
        _ => Ok(()),
    }
}

/// Returns the plain start of the same agent, in the same surroundings.
fn afresh(way: Way) -> Way {
    let program = way.argv.into_iter().take(1);
    let argv = program
        .chain(way.flags.iter().cloned().map(as_text))
        .collect();
    Way {
        how: "plain",
        argv,
        child: None,
        id: String::new(),
        ..way
    }
}

#[cfg(test)]
mod tests;
