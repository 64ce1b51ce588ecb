//! Whether what is installed for an agent stands in its files.

use crate::edit::file;
use crate::edit::list::Listed;
use crate::edit::place::{parts, place};
use crate::edit::{Created, Entry, Fault, Notation, Standing, Whole};
use crate::error::{Error, Kind};
use crate::world::World;
use rejoin_agents::{Agent, Install};
use std::path::Path;

/// Whether entries stand in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Installed {
    /// All of them.
    Yes,
    /// Some events have none, or have two.
    Partly,
    /// None.
    No,
    /// All of them, but they run this and not the program beside us.
    OtherPath(String),
}

/// Returns our entries in a file.
///
/// # Errors
/// It cannot be read, or not in one way only.
pub(super) fn entries(
    path: &Path,
    agent: &Agent,
    notation: &Notation,
) -> Result<Vec<Standing>, Error> {
    let found = file::find(path)?;
    let Some(bytes) = &found.bytes else {
        return Ok(Vec::new());
    };
    notation
        .standing(bytes, agent.name)
        .map_err(|fault| unreadable(&found.target, &fault))
}

/// Looks at every file in which something of ours should stand.
///
/// # Errors
/// A file cannot be read, or not in one way only.
pub(super) fn all(
    world: &World,
    agent: &'static Agent,
    wanted: Option<&Path>,
) -> Result<Installed, Error> {
    let mut found = Vec::new();
    for install in parts(agent) {
        found.push(match Notation::of(install) {
            Some(notation) => {
                let path = place(world, agent, install.file)?;
                let wanted = wanted.and_then(|helper| Entry::new(helper, agent, install).ok());
                of_entries(install, &entries(&path, agent, &notation)?, wanted.as_ref())
            }
            None => of_file(world, agent, install, wanted)?,
        });
    }
    let is_no = |part: &Installed| *part == Installed::No;
    if found.iter().all(is_no) {
        return Ok(Installed::No);
    }
    if found
        .iter()
        .any(|part| is_no(part) || *part == Installed::Partly)
    {
        return Ok(Installed::Partly);
    }
    let other = found.into_iter().find(|part| *part != Installed::Yes);
    Ok(other.unwrap_or(Installed::Yes))
}

fn of_entries(install: &Install, entries: &[Standing], wanted: Option<&Entry>) -> Installed {
    if entries.is_empty() {
        return Installed::No;
    }
    let complete = install.events.iter().all(|event| {
        let mut own = entries.iter().filter(|standing| standing.event == *event);
        own.next().is_some() && own.next().is_none()
    });
    if !complete || entries.len() != install.events.len() {
        return Installed::Partly;
    }
    let other = wanted.and_then(|wanted| {
        let other = entries
            .iter()
            .find(|standing| standing.entry != wanted.tree(&standing.event))?;
        other.entry.member("command")?.as_text()
    });
    other.map_or(Installed::Yes, |command| {
        Installed::OtherPath(command.to_owned())
    })
}

fn of_file(
    world: &World,
    agent: &Agent,
    install: &Install,
    wanted: Option<&Path>,
) -> Result<Installed, Error> {
    let found = file::find(&place(world, agent, install.file)?)?;
    let text = found.bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let program = text
        .as_deref()
        .and_then(|text| Whole::of(agent, install)?.program(text));
    let Some(program) = program else {
        return Ok(Installed::No);
    };
    if !is_listed(world, agent, install)? {
        return Ok(Installed::Partly);
    }
    Ok(match wanted {
        Some(wanted) if !program.is_empty() && Path::new(program) != wanted => {
            Installed::OtherPath(program.to_owned())
        }
        _ => Installed::Yes,
    })
}

fn is_listed(world: &World, agent: &Agent, install: &Install) -> Result<bool, Error> {
    let Some(list) = &install.list else {
        return Ok(true);
    };
    let found = file::find(&place(world, agent, list.file)?)?;
    let Some(bytes) = found.bytes else {
        return Ok(false);
    };
    let listed = Listed::of(list);
    let edited = listed
        .settings
        .insert(&bytes, listed.word(), &Created::default());
    let edited = edited.map_err(|fault| unreadable(&found.target, &fault))?;
    Ok(edited.splices.is_empty())
}

fn unreadable(path: &Path, fault: &Fault) -> Error {
    Error::new(Kind::Refused, format!("{}: {fault}", file::shown(path)))
        .code("unreadable-configuration")
}
