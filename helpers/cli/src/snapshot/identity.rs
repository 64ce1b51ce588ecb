//! Which agent a command line starts: by the file name of its program, by a person's
//! configuration, or only because this call says so.

use super::Doubt;
use crate::config::{Config, Wrapper};
use crate::error::{Error, Kind};
use crate::print::plain;
use crate::roster::Roster;
use rejoin_agents::Agent;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Which agent a command line starts, and how that is known.
#[derive(Debug, Clone, Copy)]
pub enum Identity<'c> {
    /// By the file name of its program.
    Named(&'static Agent),
    /// By a person's configuration.
    Wrapped(&'c Wrapper),
    /// Only by what was said on this call.
    Declared(&'static Agent),
    /// Not at all.
    Unknown,
}

/// Identifies the program `word`, of which a person may have declared what it is.
///
/// # Errors
/// No agent has the declared name, or the program is another agent.
pub fn identify<'c>(
    word: &OsStr,
    declared: Option<&str>,
    config: &'c Config,
    roster: &Roster,
) -> Result<Identity<'c>, Error> {
    let name = Path::new(word).file_name().unwrap_or_default();
    let found = match (config.wrapper(name), roster.of_program(name)) {
        (Some(wrapper), _) => Identity::Wrapped(wrapper),
        (None, Some(agent)) => Identity::Named(agent),
        (None, None) => Identity::Unknown,
    };
    let Some(declared) = declared else {
        return Ok(found);
    };
    let agent = roster.find(declared).ok_or_else(|| {
        Error::new(
            Kind::Usage,
            format!("there is no agent called {}", plain(declared)),
        )
        .code("unknown-agent")
        .remedy("See `rejoin agents`.")
    })?;
    match found.agent() {
        Some(other) if other.name != agent.name => Err(Error::new(
            Kind::Usage,
            format!("{} is {}, not {}", plain(name), other.title, agent.title),
        )
        .code("other-agent")
        .remedy("Leave --agent out, or name the program of that agent.")),
        Some(_) => Ok(found),
        None => Ok(Identity::Declared(agent)),
    }
}

impl Identity<'_> {
    pub fn agent(&self) -> Option<&'static Agent> {
        match self {
            Self::Named(agent) | Self::Declared(agent) => Some(agent),
            Self::Wrapped(wrapper) => Some(wrapper.agent),
            Self::Unknown => None,
        }
    }

    pub fn wrapper(&self) -> Option<String> {
        match self {
            Self::Wrapped(wrapper) => Some(wrapper.name.clone()),
            _ => None,
        }
    }

    pub fn doubts(&self, word: &OsStr) -> Vec<Doubt> {
        match self {
            Self::Named(_) | Self::Wrapped(_) => Vec::new(),
            Self::Declared(_) | Self::Unknown => vec![Doubt::Opaque(word.to_owned())],
        }
    }

    /// Returns where a wrapper has its agent keep conversations.
    pub fn store(&self) -> Option<&PathBuf> {
        match self {
            Self::Wrapped(wrapper) => wrapper.store.as_ref(),
            _ => None,
        }
    }
}
