//! One agent: its program, its hook entries, its consent, and what its hooks said so far.

use super::Problem;
use crate::bounded;
use crate::consent::{self, Consent, Installed};
use crate::known::Known;
use crate::program;
use crate::world::World;
use rejoin_agents::Agent;
use rejoin_store::event::Event;
use rejoin_store::verdict::{Action, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How much of what a program says about its version is read, in bytes.
const VERSION_BYTES_MAX: u64 = 4_096;

/// How long a program may think about its version; some are slow scripts.
const VERSION_TIME_MAX: Duration = Duration::from_secs(10);

/// Facts about one agent.
#[derive(Debug, Serialize)]
pub struct AgentHealth {
    pub name: &'static str,
    pub program: Option<Program>,
    pub hooks: Option<Hooks>,
    pub heard: Heard,
    pub refusals: Vec<Refusal>,
}

/// The program that a person starts.
#[derive(Debug, Serialize)]
pub struct Program {
    pub path: String,
    /// Known only if it was asked.
    pub version: Option<String>,
    /// Whether the definition was observed on that version.
    pub version_seen: Option<bool>,
}

/// The hook entries in the agent's configuration.
#[derive(Debug, Serialize)]
pub struct Hooks {
    pub file: String,
    /// `yes`, `partly`, `no` or `other-path`.
    pub installed: &'static str,
    /// `given`, `missing` or `not-needed`.
    pub consent: &'static str,
}

/// What an agent's hooks recorded, by what it did.
#[derive(Debug, Default, Clone, Serialize)]
pub struct Heard {
    /// It spoke for a pane.
    pub accepted: u64,
    /// It came from a subagent or a nested agent.
    pub children: u64,
    /// No pane is proven for it: background workers and the like.
    pub unscoped: u64,
    /// It moved nothing.
    pub ignored: u64,
    /// The last one.
    pub last: Option<LastEvent>,
}

/// The last event of an agent.
#[derive(Debug, Clone, Serialize)]
pub struct LastEvent {
    pub at: String,
    pub event: String,
    pub id: String,
}

/// Payloads that were not accepted.
#[derive(Debug, Serialize)]
pub struct Refusal {
    pub claimed: Option<String>,
    pub count: u64,
    pub last_reason: String,
    pub last_at: String,
}

/// Counts what the hooks of each agent recorded.
#[derive(Debug, Default)]
pub struct Census(BTreeMap<String, Heard>);

impl Census {
    /// Counts one record.
    pub fn count(&mut self, event: &Event, verdict: &Verdict) {
        let Event::Publish(publish) = event else {
            return;
        };
        let heard = self.0.entry(publish.agent.clone()).or_default();
        *match verdict.action {
            Action::Accepted | Action::Rotated | Action::Provisional => &mut heard.accepted,
            Action::Child => &mut heard.children,
            Action::Unscoped => &mut heard.unscoped,
            _ => &mut heard.ignored,
        } += 1;
        let (at, event) = (publish.at.clone(), publish.event.clone());
        heard.last = Some(LastEvent {
            at,
            event,
            id: publish.id.clone(),
        });
    }
}

/// Looks at one agent. An agent that is not here has no problems.
pub fn look(
    world: &World,
    agent: &'static Agent,
    ask_version: bool,
    known: Option<&Known>,
    census: &Census,
) -> (AgentHealth, Vec<Problem>) {
    let mut problems = Vec::new();
    let program = program(world, agent, ask_version);
    let here = crate::edit::place::is_here(world, agent);
    let hooks = match consent::state(agent, world) {
        Ok(state) => {
            if here {
                problems.extend(faults(agent, &state));
            }
            Some(Hooks {
                file: state.file.display().to_string(),
                installed: installed_word(&state.installed),
                consent: consent_word(state.consent),
            })
        }
        Err(error) => {
            problems.push(Problem::of(&error));
            None
        }
    };
    let refusals = known.into_iter().flat_map(|known| known.fold.refusals());
    let refusals = refusals
        .filter(|refusals| refusals.agent == agent.name)
        .map(|refusals| Refusal {
            claimed: refusals.claimed.clone(),
            count: refusals.count,
            last_reason: refusals.last_reason.clone(),
            last_at: refusals.last.at.clone(),
        });
    let heard = census.0.get(agent.name).cloned().unwrap_or_default();
    (
        AgentHealth {
            name: agent.name,
            program,
            hooks,
            heard,
            refusals: refusals.collect(),
        },
        problems,
    )
}

fn faults(agent: &Agent, state: &consent::State) -> Option<Problem> {
    let again = format!("Run: rejoin install {}", agent.name);
    let file = state.file.display();
    let (code, cause, remedy) = match (&state.installed, state.consent) {
        (Installed::No, _) => (
            "not-installed",
            format!("{file} has no hooks of rejoin"),
            again,
        ),
        (Installed::Partly, _) => (
            "partly-installed",
            format!("{file} has not all hooks of rejoin, each once"),
            again,
        ),
        (Installed::OtherPath(path), _) => (
            "other-helper",
            format!("the hooks in {file} run {path}"),
            again,
        ),
        (Installed::Yes, Consent::Missing) => {
            let ask = agent
                .install
                .consent
                .as_ref()
                .map_or("", |consent| consent.ask);
            (
                "no-consent",
                format!("{} does not run its hooks yet", agent.title),
                ask.to_owned(),
            )
        }
        (Installed::Yes, Consent::Given | Consent::NotNeeded) => return None,
    };
    Some(Problem {
        code,
        cause,
        remedy,
    })
}

const fn installed_word(installed: &Installed) -> &'static str {
    match installed {
        Installed::Yes => "yes",
        Installed::Partly => "partly",
        Installed::No => "no",
        Installed::OtherPath(_) => "other-path",
    }
}

const fn consent_word(consent: Consent) -> &'static str {
    match consent {
        Consent::Given => "given",
        Consent::Missing => "missing",
        Consent::NotNeeded => "not-needed",
    }
}

fn program(world: &World, agent: &Agent, ask_version: bool) -> Option<Program> {
    let path = world.variable("PATH");
    let mut found = agent
        .programs
        .iter()
        .map(|name| program::find(OsStr::new(name), path, &world.cwd));
    let path = found.find_map(Result::ok)?;
    let version = if ask_version { version_of(&path) } else { None };
    let version_seen = version
        .as_ref()
        .map(|version| agent.seen.contains(&version.as_str()));
    Some(Program {
        path: path.display().to_string(),
        version,
        version_seen,
    })
}

/// Asks a program for its version.
fn version_of(program: &Path) -> Option<String> {
    let mut command = Command::new(program);
    let ended = bounded::run(
        command.arg("--version"),
        b"",
        VERSION_BYTES_MAX,
        VERSION_TIME_MAX,
    );
    version_in(&String::from_utf8_lossy(&ended.ok()?.said))
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
