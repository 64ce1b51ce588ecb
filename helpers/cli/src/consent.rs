//! The consent that an agent keeps for each hook, by position and content: whether it is
//! given, and, only when a person says so, giving it.
//!
//! Never writes consent for an entry that is not ours word for word.

mod installed;
pub(crate) mod table;

pub(crate) use installed::Installed;

use crate::edit::file;
use crate::edit::helper::{self, Started};
use crate::edit::place::{place, place_as_named};
use crate::edit::{Entry, Notation, Standing};
use crate::error::{Error, Kind};
use crate::ledger::hash;
use crate::print::plain;
use crate::world::World;
use rejoin_agents::{Agent, Class, Shape};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a file says about us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    /// The file that holds the entries.
    pub(crate) file: PathBuf,
    /// Whether they stand there.
    pub(crate) installed: Installed,
    /// Whether the agent runs them.
    pub(crate) consent: Consent,
    /// Those that a person lets run on some occasions only.
    pub(crate) narrowed: Vec<Narrowed>,
}

/// An entry of ours that a person narrowed by a matcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Narrowed {
    event: String,
    matcher: String,
}

impl std::fmt::Display for Narrowed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { event, matcher } = self;
        let matcher = plain(matcher);
        write!(
            f,
            "your matcher \"{matcher}\" on {event} stays: any other {event} is missed"
        )
    }
}

/// Returns those of our entries that do not run on every occasion of their event.
///
/// `own` is the matcher that we write.
pub(crate) fn narrowed(entries: &[Standing], own: Option<&str>) -> Vec<Narrowed> {
    let narrows = |matcher: &&String| {
        !EVERY_OCCASION.contains(&matcher.as_str()) && own != Some(matcher.as_str())
    };
    entries
        .iter()
        .filter_map(|standing| {
            Some(Narrowed {
                event: standing.event.clone(),
                matcher: standing.matcher.as_ref().filter(narrows)?.clone(),
            })
        })
        .collect()
}

/// Matchers that agents take for all.
const EVERY_OCCASION: [&str; 2] = ["", "*"];

/// Whether an agent has a person's consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Consent {
    /// For every entry.
    Given,
    /// For none that it would refuse: it will ask by itself.
    Pending,
    /// For something else than stands there, or it cannot be known.
    Missing,
    /// It asks for none.
    NotNeeded,
}

/// Returns what an agent's files say about us.
///
/// # Errors
/// A file cannot be read, or not in one way only.
pub(crate) fn state(agent: &'static Agent, world: &World) -> Result<State, Error> {
    let helper = helper::locate(world, &Started::read(), None).ok();
    state_for(agent, world, helper.as_deref())
}

/// As [`state`], for the program that is wanted; without one, any program of ours will do.
pub(crate) fn state_for(
    agent: &'static Agent,
    world: &World,
    wanted: Option<&Path>,
) -> Result<State, Error> {
    let path = place(world, agent, agent.install.file)?;
    let entries = match Notation::of(&agent.install) {
        Some(notation) => installed::entries(&path, agent, &notation)?,
        None => Vec::new(),
    };
    let consent = match &agent.install.consent {
        None => Consent::NotNeeded,
        Some(_) if entries.is_empty() => Consent::Missing,
        Some(asked) => given(world, agent, asked, &entries)?,
    };
    Ok(State {
        file: path,
        installed: installed::all(world, agent, wanted)?,
        consent,
        narrowed: narrowed(&entries, agent.install.matcher),
    })
}

fn given(
    world: &World,
    agent: &Agent,
    asked: &rejoin_agents::Consent,
    entries: &[Standing],
) -> Result<Consent, Error> {
    if !is_kept_by_position(agent) {
        return Ok(Consent::Pending);
    }
    let keys = keys(world, agent, entries)?;
    let text = file::find(&place(world, agent, asked.file)?)?
        .bytes
        .unwrap_or_default();
    let text = String::from_utf8(text).unwrap_or_default();
    // A person who narrowed an entry answers for it.
    let own = entries.iter().filter(|standing| standing.matcher.is_none());
    Ok(match keys.len() == own.count() {
        true if table::holds(&text, asked.table, &keys) => Consent::Given,
        true if table::is_open(&text, asked.table, &keys) => Consent::Pending,
        _ => Consent::Missing,
    })
}

/// Tells whether the agent's record of consent is one that we can read and write: by the
/// position of an entry in groups. Others are the agent's own matter.
pub(crate) fn is_kept_by_position(agent: &Agent) -> bool {
    agent.install.shape == Shape::JsonHooks
}

/// Returns the key and the hash by which the agent knows each of our entries. An entry that
/// somebody rewrote has none: what it hashes to is not ours to vouch for.
///
/// # Errors
/// The file has a name that the agent's record cannot hold.
pub(crate) fn keys(
    world: &World,
    agent: &Agent,
    entries: &[Standing],
) -> Result<BTreeMap<String, String>, Error> {
    let path = place_as_named(world, agent, agent.install.file)?;
    let path = checked(&path)?;
    let own = entries
        .iter()
        .filter(|standing| standing.matcher.is_none() && is_of_this_version(standing, agent));
    Ok(own
        .map(|standing| {
            let event = snake(&standing.event);
            let key = format!("{path}:{event}:{}:{}", standing.group, standing.index);
            (key, fingerprint(&event, standing, agent))
        })
        .collect())
}

fn checked(path: &Path) -> Result<&str, Error> {
    path.to_str()
        .filter(|path| !path.chars().any(char::is_control))
        .ok_or_else(|| {
            let cause = format!("consent cannot name {}", file::shown(path));
            Error::new(Kind::Refused, cause).code("path-unusable")
        })
}

/// An entry with just the members that the fingerprint covers, for an event whose time limit
/// the agent takes as it is written. It shortens that of events which end a conversation.
fn is_of_this_version(standing: &Standing, agent: &Agent) -> bool {
    let command = standing
        .entry
        .member("command")
        .and_then(|command| command.as_text());
    agent.class(&standing.event) != Class::End
        && command.is_some_and(|command| {
            let wanted = Entry::of_line(command, agent.install.timeout_s);
            standing.entry == wanted.tree(&standing.event)
        })
}

/// Hashes what an entry does, in the agent's own notation: compact JSON with sorted keys.
fn fingerprint(event: &str, standing: &Standing, agent: &Agent) -> String {
    let command = standing
        .entry
        .member("command")
        .and_then(|command| command.as_text());
    let command = serde_json::Value::from(command.unwrap_or_default());
    let timeout = agent.install.timeout_s;
    let text = format!(
        "{{\"event_name\":\"{event}\",\"hooks\":[{{\"async\":false,\"command\":{command},\
         \"timeout\":{timeout},\"type\":\"command\"}}]}}"
    );
    hash(text.as_bytes())
}

/// Writes `SessionStart` as `session_start`.
fn snake(event: &str) -> String {
    let mut snake = String::new();
    for (at, c) in event.chars().enumerate() {
        if c.is_ascii_uppercase() && at > 0 {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests;
