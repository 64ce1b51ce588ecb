//! Whether rejoin does its work here: each agent's hooks, the state folder, and a trial
//! of the main job. It changes nothing but a cache of answers, and every problem names its
//! remedy.

pub mod agents;
pub mod definitions;
pub mod folder;
mod program;
pub mod trial;

use agents::AgentHealth;
use folder::StateFolder;
use rejoin_store::text::Text;
use serde::Serialize;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use trial::Trial;

/// What `rejoin doctor --json` prints.
#[derive(Debug, Serialize)]
pub struct Report {
    pub schema: &'static str,
    pub good: bool,
    pub problems: Vec<Problem>,
    pub notes: Vec<Note>,
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

/// Something that a person should know and that is in order.
#[derive(Debug, Serialize)]
pub struct Note {
    /// Stable word.
    pub code: &'static str,
    /// What is to know.
    pub text: String,
}

/// Returns a path as it stands in JSON, with every byte.
pub fn text_of(path: &Path) -> Text {
    Text::from(path.as_os_str().as_bytes().to_vec())
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
