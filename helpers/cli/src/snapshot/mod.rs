//! What a command line is, before anything starts: one snapshot of the program, its agent,
//! the conversation that is asked for, the directory and the store.
//!
//! It looks and never starts, writes or guesses. What it cannot stand for is a *doubt*: a
//! plain start goes on with it, and what must reach one exact conversation refuses it.

mod active;
mod doubt;
mod identity;

use crate::asks::{Asked, asked};
use crate::config::Config;
use crate::error::{Error, Kind};
use crate::kept::{Kept, kept};
use crate::print::plain;
use crate::program::{self, Missing};
use crate::world::World;
use active::{Active, active};
pub use doubt::{Doubt, Loss};
use identity::{Identity, identify};
use rejoin_agents::Agent;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// A command line, and what was said about it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'r> {
    /// The program and its arguments.
    pub command: &'r [OsString],
    /// Name of the agent that a person says it is.
    pub declared: Option<&'r str>,
    /// Directory to start it in; absolute.
    pub cwd: &'r Path,
}

/// A command line, looked at.
#[derive(Debug)]
pub struct Snapshot {
    /// The program as it was typed.
    pub word: OsString,
    /// The file that it means.
    pub program: Pinned,
    /// The arguments as they were typed.
    pub words: Vec<OsString>,
    /// The agent that it becomes.
    pub agent: Option<&'static Agent>,
    /// Name of the wrapper that a person's configuration declares.
    pub wrapper: Option<String>,
    /// The conversation that the words name.
    pub asked: Option<Asked>,
    /// The words that a later start may repeat.
    pub kept: Kept,
    /// Directory to start it in.
    pub cwd: PathBuf,
    /// Where the agent keeps conversations.
    pub store: Option<StoreRoot>,
    /// Whether all this is on the file system of this host.
    pub on_host: bool,
    /// What this snapshot cannot stand for.
    pub doubts: Vec<Doubt>,
}

/// A file that is known by more than its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pinned {
    /// Absolute path.
    pub path: PathBuf,
    /// Device and inode.
    pub identity: Option<(u64, u64)>,
}

/// The root under which an agent keeps conversations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreRoot {
    /// The root; it need not exist.
    pub root: Pinned,
    /// The variable that says so; nothing if it is where the agent has it by itself, or
    /// where a wrapper has it.
    pub by: Option<&'static str>,
}

/// Looks at a command line.
///
/// # Errors
/// No program is named or found, no agent has the declared name, or the program is
/// another agent than declared.
pub fn take(world: &World, config: &Config, request: Request<'_>) -> Result<Snapshot, Error> {
    let Some((word, words)) = request.command.split_first() else {
        return Err(Error::new(Kind::Usage, "no program is named").code("no-program"));
    };
    let identity = identify(word, request.declared, config, &world.roster)?;
    let path = program::find(word, world.variable("PATH"), request.cwd)
        .map_err(|missing| explain(word, &missing))?;
    let mut doubts = identity.doubts(word);
    let active = active(request.command);
    let hidden = active.as_ref().is_some_and(Active::hides);
    let elsewhere = matches!(active, Some(Active::Remote(_)));
    doubts.extend(active.map(Doubt::Active));
    // Of a line that another program carries out nothing can be told from its words.
    let readable = identity.agent().filter(|_| !hidden);
    let asked = readable.map_or(Ok(None), |agent| asked(agent, words));
    let asked = asked.unwrap_or_else(|conflict| {
        doubts.push(Doubt::Selectors(conflict));
        None
    });
    let store = readable.map(|agent| store_of(world, &identity, agent));
    let store = store.transpose().unwrap_or_else(|error| {
        doubts.push(Doubt::Store(error.cause, error.remedy));
        None
    });
    Ok(Snapshot {
        word: word.clone(),
        program: Pinned::at(path),
        words: words.to_vec(),
        agent: identity.agent(),
        wrapper: identity.wrapper(),
        asked,
        kept: readable.map_or_else(|| nothing_kept(words), |agent| kept(agent, words)),
        cwd: request.cwd.to_owned(),
        store,
        on_host: !elsewhere,
        doubts,
    })
}

/// Looks at a command line that must reach one exact conversation.
///
/// # Errors
/// Those of [`take`], and every doubt.
pub fn take_exactly(
    world: &World,
    config: &Config,
    request: Request<'_>,
) -> Result<Snapshot, Error> {
    // A line that takes a shell is told as that, and not as a program that is missing.
    if let Some(active) = active(request.command) {
        return Err(active.refusal().into());
    }
    let snapshot = take(world, config, request)?;
    match snapshot.doubts.first() {
        Some(doubt) => Err(doubt.refusal().into()),
        None => Ok(snapshot),
    }
}

impl Snapshot {
    /// Returns what a plain start loses. A program that is no agent
    /// loses nothing.
    pub fn losses(&self) -> impl Iterator<Item = Loss> {
        let doubts = self.agent.is_some().then_some(&self.doubts);
        doubts.into_iter().flatten().filter_map(Doubt::loss)
    }

    /// Tells whether the words are a line that some other program carries out.
    pub fn is_carried_out_by_another(&self) -> bool {
        let hides = |doubt: &Doubt| matches!(doubt, Doubt::Active(active) if active.hides());
        self.doubts.iter().any(hides)
    }
}

impl Pinned {
    fn at(path: PathBuf) -> Self {
        let facts = path.metadata().ok();
        Self {
            identity: facts.map(|facts| (facts.dev(), facts.ino())),
            path,
        }
    }
}

fn store_of(
    world: &World,
    identity: &Identity<'_>,
    agent: &'static Agent,
) -> Result<StoreRoot, Error> {
    if let Some(store) = identity.store() {
        let root = Pinned::at(store.clone());
        return Ok(StoreRoot { root, by: None });
    }
    let root = Pinned::at(world.store_of(agent)?);
    let mut routes = agent.store.root.routes.iter().map(|route| route.env);
    let by = routes.find(|name| world.variable(name).is_some());
    Ok(StoreRoot { root, by })
}

fn nothing_kept(words: &[OsString]) -> Kept {
    Kept {
        words: Vec::new(),
        left_out: words.len(),
    }
}

fn explain(word: &OsStr, missing: &Missing) -> Error {
    let word = plain(word);
    match missing {
        Missing::NotFound => Error::new(Kind::ProgramMissing, format!("{word}: command not found"))
            .remedy("Install it, or put its folder on PATH."),
        Missing::NotExecutable(file) => Error::new(
            Kind::ProgramUnfit,
            format!("{}: cannot be executed", plain(file)),
        )
        .remedy("It must be a file with permission to execute."),
    }
}

#[cfg(test)]
mod tests;
