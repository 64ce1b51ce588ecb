//! `rejoin pin`: a person says which conversation a pane holds.
//!
//! It looks at the agent's store and never writes to it; what is asserted is one record.

use crate::append;
use crate::error::{Error, Kind};
use crate::here;
use crate::known;
use crate::named::HOST;
use crate::print::{Printer, plain};
use crate::proof::{self, Proof};
use crate::world::World;
use rejoin_agents::{Agent, Heard};
use rejoin_platform::Timestamp;
use rejoin_store::binding::Binding;
use rejoin_store::record::{Named, Pin};
use serde_json::json;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Say which conversation a pane holds
///
/// It stands above whatever was published before, until its agent has resumed it and goes on
/// with another one.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of a pane, or a tmux pane such as %3
    #[arg(value_name = "PANE")]
    pane: String,
    /// The agent's own id of the conversation
    #[arg(value_name = "ID", allow_hyphen_values = true)]
    id: String,
    /// Whose conversation it is; without it, that of the agent in the pane
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Where the agent keeps it: its folder, or the very file of the conversation
    #[arg(long, value_name = "PATH")]
    store: Option<PathBuf>,
    /// The directory in which it works; without it, the one that the pane knows for it
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl Args {
    /// Says that a pane holds what is known of another pane.
    pub fn of(world: &World, pane: &str, held: &Binding) -> Self {
        let agent = held.agent.as_deref().unwrap_or_default();
        let usual = rejoin_agents::find(agent.as_bytes());
        let usual = usual.and_then(|agent| world.store_of(agent).ok());
        let store = held.store.as_ref();
        let store = store.map(|store| PathBuf::from(store.path.as_os_str()));
        let cwd = held.cwd_launch.as_ref().or(held.cwd_last.as_ref());
        Self {
            pane: pane.to_owned(),
            id: held.id.clone().unwrap_or_default(),
            agent: held.agent.clone(),
            store: store.filter(|store| Some(store) != usual.as_ref()),
            cwd: cwd.map(|cwd| PathBuf::from(cwd.as_os_str())),
            json: false,
        }
    }
}

/// Notes it.
///
/// # Errors
/// The agent, the id or the store is none that could be meant, or the log cannot be read or
/// written.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let pane = here::asked(world, Some(&args.pane))?;
    let known = known::read(&known::folder(world)?, |_, _, _| {})?;
    let binding = known.fold.pane(&pane);
    let agent = agent(world, args, binding.as_ref())?;
    if !agent.id.accepts(&args.id) {
        let cause = format!("{} is no id that {} gives", plain(&args.id), agent.title);
        return Err(Error::new(Kind::Usage, cause)
            .code("id-form")
            .remedy(format!("One looks like {}", agent.id_example)));
    }
    if let Some(path) = [&args.store, &args.cwd]
        .into_iter()
        .flatten()
        .find(|path| !path.is_absolute())
    {
        let cause = format!("{} is no absolute path", plain(path));
        return Err(Error::new(Kind::Usage, cause)
            .code("relative-path")
            .remedy("Name it from the root on."));
    }
    let mut place = match &args.store {
        Some(path) => asserted(world, agent, &args.id, path)?,
        None => Place::by_itself(world, agent, binding.as_ref()),
    };
    place.cwd = args
        .cwd
        .clone()
        .or_else(|| place.proven_cwd(agent, &args.id, binding.as_ref()));
    let now = Timestamp::now();
    let record = Pin {
        pane: &pane,
        conversation: place.named(agent.name, &args.id),
        stays: !agent.is_captured() || agent.conversations.heard == Heard::Never,
        at: now.as_str(),
    };
    append::note(world, |json| record.write(json))?;
    // Standard output keeps its own errors.
    let _ = if args.json {
        let whole = json!({
            "schema": "rejoin.pin.v1", "pane": pane, "agent": agent.name, "id": args.id,
            "stays": record.stays,
        });
        writeln!(out, "{whole}")
    } else {
        let (pane, id) = (plain(&pane), plain(&args.id));
        writeln!(out, "{pane} holds {id} ({})", agent.name)
    };
    Ok(())
}

fn agent(world: &World, args: &Args, binding: Option<&Binding>) -> Result<&'static Agent, Error> {
    let launched = |binding: &'_ Binding| binding.launch.as_ref()?.agent.clone();
    let held = binding.and_then(|binding| binding.agent.clone().or_else(|| launched(binding)));
    let Some(name) = args.agent.clone().or(held) else {
        let cause = format!("no agent is known in pane {}", plain(&args.pane));
        return Err(Error::new(Kind::Usage, cause)
            .code("no-agent")
            .remedy("Name one with --agent; `rejoin agents` lists them."));
    };
    world.roster.find(&name).ok_or_else(|| {
        Error::new(Kind::Usage, format!("{} is no known agent", plain(&name)))
            .code("unknown-agent")
            .remedy("`rejoin agents` lists them.")
    })
}

/// Where a conversation is kept.
#[derive(Default)]
struct Place {
    store: Option<PathBuf>,
    identity: Option<(u64, u64)>,
    transcript: Option<PathBuf>,
    cwd: Option<PathBuf>,
}

impl Place {
    /// Where the pane's agent keeps its conversations, else where this agent does by itself.
    fn by_itself(world: &World, agent: &Agent, binding: Option<&Binding>) -> Self {
        let same = binding.filter(|binding| binding.agent.as_deref() == Some(agent.name));
        let recorded = same.and_then(|binding| binding.store.as_ref());
        let recorded = recorded.map(|store| PathBuf::from(store.path.as_os_str()));
        recorded
            .or_else(|| world.store_of(agent).ok())
            .map_or_else(Self::default, Self::at)
    }

    fn at(store: PathBuf) -> Self {
        let facts = store.metadata().ok();
        Self {
            identity: facts.map(|facts| (facts.dev(), facts.ino())),
            store: Some(store),
            transcript: None,
            cwd: None,
        }
    }

    /// Returns the directory that the store names for the conversation, if it holds it.
    fn proven_cwd(&self, agent: &Agent, id: &str, binding: Option<&Binding>) -> Option<PathBuf> {
        let cwds = binding.map(|binding| [&binding.cwd_launch, &binding.cwd_last]);
        let cwds = cwds.into_iter().flatten().flatten();
        let cwds: Vec<&Path> = cwds.map(|cwd| Path::new(cwd.as_os_str())).collect();
        let file = self.transcript.as_deref();
        let found = proof::look(agent, self.store.as_ref()?, id, file, &cwds);
        let cwd = found.filed.or(found.cwd);
        cwd.filter(|_| found.proof == Proof::Proven)
    }

    fn named<'n>(&'n self, agent: &'n str, id: &'n str) -> Named<'n> {
        let bytes = |path: &'n PathBuf| path.as_os_str().as_bytes();
        Named {
            agent,
            id,
            store: self.store.as_ref().map(bytes),
            store_identity: self.identity,
            filesystem: self.store.as_ref().map(|_| HOST),
            transcript: self.transcript.as_ref().map(bytes),
            cwd: self.cwd.as_ref().map(bytes),
        }
    }
}

/// Checks a store that a person names: a folder that the agent can be told of, or a file whose
/// header names the conversation.
fn asserted(world: &World, agent: &Agent, id: &str, path: &Path) -> Result<Place, Error> {
    let refused = |code, cause: String, remedy: &str| {
        Err(Error::new(Kind::Refused, cause).code(code).remedy(remedy))
    };
    if path.is_dir() {
        if agent.store.root.routes.is_empty() {
            let cause = format!("{} cannot be told where to keep conversations", agent.title);
            return refused("store-fixed", cause, "Leave --store out.");
        }
        return Ok(Place::at(path.to_owned()));
    }
    let folder = path.parent().unwrap_or(path);
    let found = proof::look(agent, folder, id, Some(path), &[]);
    let shown = plain(path);
    let cause = match found.proof {
        Proof::Proven if found.path.as_deref() == Some(path) => {
            let root = world.store_of(agent).ok();
            let transcript = Some(path.to_owned());
            return Ok(Place {
                transcript,
                ..root.map_or_else(Place::default, Place::at)
            });
        }
        Proof::Other(other) => format!("{shown} holds another conversation: {}", plain(&other)),
        Proof::Proven | Proof::Absent => format!("{shown} does not hold it"),
        Proof::Unreadable(reason) => format!("{shown}: {reason}"),
        Proof::Unknown => format!(
            "a file does not tell which conversation of {} it holds",
            agent.title
        ),
    };
    refused(
        "store-unproven",
        cause,
        "Name the file whose header names the id, or the agent's folder.",
    )
}
