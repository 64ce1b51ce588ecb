//! The proof of the main job: the installed hook is shown what an agent really said, in
//! a throw-away state folder and an empty environment, and the log it leaves is folded.

use super::Problem;
use crate::argv::{hex, random};
use crate::bounded;
use crate::known;
use crate::world::World;
use rejoin_agents::{Agent, Class};
use serde::Serialize;
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What each agent was recorded to say at a prompt.
const PAYLOADS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/payloads.rs"));

/// Pane under which the trial publishes; it exists in the throw-away log only.
const PANE: &str = "trial";

/// How long the hook may take. It bounds itself far below this.
const TIME_MAX: Duration = Duration::from_secs(10);

/// What came of a trial.
#[derive(Debug, Serialize)]
pub struct Trial {
    pub agent: &'static str,
    pub good: bool,
    /// The binding that the hook's record makes.
    pub pane: Option<String>,
    pub state: Option<String>,
    pub id: Option<String>,
}

/// Tries the hook with what each agent says.
pub fn run(world: &World, hook: &Path) -> (Vec<Trial>, Vec<Problem>) {
    let mut problems = Vec::new();
    let trials = recorded().map(|(agent, payload)| {
        let tried = try_hook(world, hook, agent, payload);
        let mut trial = Trial {
            agent: agent.name,
            good: true,
            pane: None,
            state: None,
            id: None,
        };
        match tried {
            Ok(found) => Trial {
                pane: Some(found.pane),
                state: Some(found.state),
                id: Some(found.id),
                ..trial
            },
            Err(cause) => {
                trial.good = false;
                problems.push(Problem {
                    code: "hook-broken",
                    cause: format!("{}: {cause}", agent.name),
                    remedy: "Install rejoin again, with rejoin-hook beside rejoin.".to_owned(),
                });
                trial
            }
        }
    });
    (trials.collect(), problems)
}

struct Found {
    pane: String,
    state: String,
    id: String,
}

/// The agents of which something that they said is recorded, each with that.
fn recorded() -> impl Iterator<Item = (&'static Agent, &'static [u8])> {
    PAYLOADS
        .iter()
        .filter_map(|(name, payload)| Some((rejoin_agents::find(name.as_bytes())?, *payload)))
}

fn try_hook(world: &World, hook: &Path, agent: &Agent, payload: &[u8]) -> Result<Found, String> {
    let told = serde_json::from_slice::<serde_json::Value>(payload).unwrap_or_default();
    let id = told
        .pointer(agent.payload.as_ref().map_or("", |payload| payload.id))
        .and_then(|id| id.as_str())
        .unwrap_or_default();
    let folder = Folder::make(world)?;
    let reply = speak(hook, agent, payload, &folder.0)?;
    if reply != agent.reply.as_bytes() {
        return Err("the hook wrote something that the agent does not expect".to_owned());
    }
    let known = known::of_host(&folder.0.join("state"))
        .and_then(|host| known::read(&host, |_, _, _| {}))
        .map_err(|error| error.cause)?;
    let binding = known
        .fold
        .pane(PANE)
        .ok_or("the hook ran and recorded nothing")?;
    match &binding.id {
        Some(held) if held == id => Ok(Found {
            pane: binding.pane.clone(),
            state: serde_json::to_value(binding.state)
                .ok()
                .and_then(|state| state.as_str().map(str::to_owned))
                .unwrap_or_default(),
            id: held.clone(),
        }),
        _ => Err("the hook recorded another conversation than it was told".to_owned()),
    }
}

/// The event of a prompt, for an agent whose entry has to name it.
fn prompt_event(agent: &Agent) -> Option<&'static str> {
    let named = agent
        .payload
        .as_ref()
        .is_some_and(|said| said.event.is_some());
    let mut events = agent.events.iter();
    let prompt = events.find(|event| event.class == Class::Prompt)?;
    (!named).then_some(prompt.name)
}

/// Runs the hook and returns what it wrote.
fn speak(hook: &Path, agent: &Agent, payload: &[u8], folder: &Path) -> Result<Vec<u8>, String> {
    let mut command = Command::new(hook);
    command
        .arg(agent.name)
        .args(prompt_event(agent))
        .env_clear()
        .env("HOME", folder)
        .env("REJOIN_STATE_DIR", folder.join("state"))
        .env("REJOIN_PANE", PANE)
        .current_dir(folder);
    let ended = bounded::run(
        &mut command,
        payload,
        agent.reply.len() as u64 + 1,
        TIME_MAX,
    )?;
    if ended.status.success() {
        return Ok(ended.said);
    }
    Err(format!("the hook ended with {}", ended.status))
}

/// A folder that is gone when the trial is over.
struct Folder(PathBuf);

impl Folder {
    fn make(world: &World) -> Result<Self, String> {
        let name = random::<8>().map(|bytes| format!("rejoin-trial-{}", hex(&bytes)));
        let name = name.ok_or("the system gives no random bytes")?;
        let roots = ["XDG_RUNTIME_DIR", "TMPDIR"].map(|name| world.absolute(name).ok().flatten());
        let roots = roots.into_iter().flatten().chain([PathBuf::from("/tmp")]);
        let mut made = roots.map(|root| {
            let folder = root.join(&name);
            DirBuilder::new()
                .mode(0o700)
                .create(&folder)
                .map(|()| Self(folder))
        });
        made.find_map(Result::ok)
            .ok_or("no folder for temporary files can be written".to_owned())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_recorded_payload_is_of_an_agent_and_has_an_id_of_its_form() {
        assert_eq!(recorded().count(), PAYLOADS.len());
        for (agent, payload) in recorded() {
            let told: serde_json::Value = serde_json::from_slice(payload).expect("JSON");
            let id = told
                .pointer(agent.payload.as_ref().map_or("", |payload| payload.id))
                .and_then(|id| id.as_str())
                .expect("an id");
            assert!(agent.id.accepts(id), "{}", agent.name);
        }
    }

    #[test]
    fn a_throw_away_folder_is_private_and_goes_away() {
        use std::os::unix::fs::PermissionsExt;
        let root = tempfile::tempdir().expect("a folder");
        let world = World::of(&[("XDG_RUNTIME_DIR", root.path())]);
        let folder = Folder::make(&world).expect("made");
        let path = folder.0.clone();
        assert!(path.starts_with(root.path()));
        assert_eq!(
            path.metadata().expect("there").permissions().mode() & 0o777,
            0o700
        );
        drop(folder);
        assert!(!path.exists());
    }
}
