//! Whether rejoin does its work here: each agent's hooks, the state folder, and a trial
//! of the main job. It changes nothing, and every problem names its remedy.

pub mod agents;
pub mod folder;
pub mod trial;

use agents::AgentHealth;
use folder::StateFolder;
use serde::Serialize;
use trial::Trial;

/// What `rejoin doctor --json` prints.
#[derive(Debug, Serialize)]
pub struct Report {
    pub schema: &'static str,
    pub good: bool,
    pub problems: Vec<Problem>,
    pub state: StateFolder,
    pub agents: Vec<AgentHealth>,
    pub trial: Vec<Trial>,
}

/// Something that keeps rejoin from its work.
#[derive(Debug, Serialize)]
pub struct Problem {
    /// Stable word.
    pub code: &'static str,
    /// What was found, and where.
    pub cause: String,
    /// What to do.
    pub remedy: String,
}

impl Problem {
    /// Makes a problem of an error.
    pub fn of(error: &crate::error::Error) -> Self {
        let remedy = error
            .remedy
            .clone()
            .unwrap_or_else(|| "See the cause.".to_owned());
        Self {
            code: error.code,
            cause: error.cause.clone(),
            remedy,
        }
    }
}
