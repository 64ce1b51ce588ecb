//! The program of an agent that a person starts, and its version, for which it is asked
//! only on demand and in bounded time.

use super::text_of;
use crate::known;
use crate::probe::{self, Question, Really};
use crate::program;
use crate::world::World;
use rejoin_agents::Agent;
use rejoin_store::text::Text;
use serde::Serialize;
use std::ffi::OsStr;
use std::path::Path;

/// The program that a person starts.
#[derive(Debug, Serialize)]
pub struct Program {
    pub path: Text,
    /// Known only if it was asked.
    pub version: Option<String>,
    /// Whether the definition was observed on that version.
    pub version_seen: Option<bool>,
    /// Why it did not say its version though it was asked.
    #[serde(skip)]
    pub silence: Option<String>,
}

impl Program {
    /// Finds the program that a person starts, and asks it for its version if that is wanted.
    pub fn find(world: &World, agent: &Agent, ask_version: bool) -> Option<Self> {
        let path = world.variable("PATH");
        let mut found = agent
            .programs
            .iter()
            .map(|name| program::find(OsStr::new(name), path, &world.cwd));
        let path = found.find_map(Result::ok)?;
        let asked = ask_version.then(|| version_of(world, &path));
        let (version, silence) = match asked {
            Some(Ok(version)) => (Some(version), None),
            Some(Err(silence)) => (None, Some(silence)),
            None => (None, None),
        };
        let version_seen = version
            .as_ref()
            .map(|version| agent.seen.contains(&version.as_str()));
        Some(Self {
            path: text_of(&path),
            version,
            version_seen,
            silence,
        })
    }
}

/// Asks a program for its version, as it would run here.
fn version_of(world: &World, program: &Path) -> Result<String, String> {
    let place = known::folder(world).ok();
    let question = Question {
        program,
        word: "--version",
        cwd: &world.cwd,
        environment: &probe::environment(world),
    };
    let said = probe::ask(place.as_deref(), question, probe::now(), &mut Really);
    let said = said.map_err(|silence| silence.to_string())?;
    let text = String::from_utf8_lossy(said.as_bytes());
    version_in(&text).ok_or_else(|| "it says no version".to_owned())
}

/// Finds the first word that looks like a version.
fn version_in(said: &str) -> Option<String> {
    let looks = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.contains('.')
            && word
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || ".-+".contains(c))
    };
    said.split_whitespace().find(looks).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_found_in_what_a_program_says() {
        assert_eq!(
            version_in("2.1.332 (Claude Code)\n").as_deref(),
            Some("2.1.332")
        );
        assert_eq!(version_in("codex-cli 0.171.0").as_deref(), Some("0.171.0"));
        assert_eq!(version_in("no version here. 12"), None);
    }
}
