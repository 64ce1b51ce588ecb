//! The state folder: whose it is, who may look in, and whether the log can be read.

use super::Problem;
use crate::command::verify;
use crate::known::{self, Known};
use crate::world::World;
use serde::Serialize;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;

/// Facts about the state folder.
#[derive(Debug, Serialize)]
pub struct StateFolder {
    pub path: String,
    pub exists: bool,
    /// Permissions, in octal.
    pub mode: Option<String>,
    pub records: u64,
    pub damaged: u64,
    /// Records of kinds that this version does not know.
    pub unknown: u64,
    /// Closed segments of the log that are not folded.
    pub segments: usize,
    /// What `rejoin verify` says in short.
    pub verdict: String,
}

/// Closed segments that may stand before somebody is told: some thirty megabytes, which
/// each question reads from the start.
const SEGMENTS_MAX: usize = 8;

/// Looks at the state folder, which need not exist yet.
pub fn look(world: &World, known: Option<&Known>) -> (StateFolder, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut problem = |code, cause: String, remedy: String| {
        problems.push(Problem {
            code,
            cause,
            remedy,
        });
    };
    let folder = world.state_folder();
    let path = folder
        .as_ref()
        .map(|path| path.display().to_string())
        .unwrap_or_default();
    let facts = folder
        .as_ref()
        .ok()
        .and_then(|path| path.symlink_metadata().ok());
    match &folder {
        Err(error) => problem(
            "state-folder",
            error.cause.clone(),
            error.remedy.clone().unwrap_or_default(),
        ),
        Ok(_) => {
            if let Some(facts) = &facts {
                if let Some((cause, remedy)) = unfit(&path, facts) {
                    problem("state-folder", cause, remedy);
                }
            }
        }
    }
    if let Ok(host) = known::folder(world)
        && let Ok(facts) = host.symlink_metadata()
        && let Some((cause, remedy)) = unfit(&host.display().to_string(), &facts)
    {
        problem("state-folder", cause, remedy);
    }
    let segments = known.map_or(0, |known| known.segments);
    if segments > SEGMENTS_MAX {
        problem(
            "segments",
            format!("{segments} closed segments of the log stand to be folded"),
            "Run: rejoin gc".to_owned(),
        );
    }
    let state = StateFolder {
        path,
        exists: facts.is_some(),
        mode: facts.map(|facts| format!("{:04o}", facts.mode() & 0o7777)),
        records: known.map_or(0, |known| known.records),
        damaged: known.map_or(0, |known| known.damaged),
        unknown: known.map_or(0, |known| known.unknown),
        segments,
        verdict: known.map_or("cannot be read".to_owned(), |known| {
            verify::verdict(known.damaged, known.unknown)
        }),
    };
    (state, problems)
}

/// Says what makes a folder unfit for the log, and what to do.
fn unfit(path: &str, facts: &Metadata) -> Option<(String, String)> {
    if !facts.is_dir() {
        let remedy = format!("Move {path} away, or set REJOIN_STATE_DIR.");
        return Some((format!("{path} is not a folder"), remedy));
    }
    if facts.uid() != rustix::process::geteuid().as_raw() {
        let remedy = "Set REJOIN_STATE_DIR to a folder of your own.".to_owned();
        return Some((format!("{path} belongs to another user"), remedy));
    }
    (facts.mode() & 0o077 != 0).then(|| {
        let remedy = format!("Run: chmod 700 {}", crate::print::quoted(path));
        (format!("{path} is open to other users"), remedy)
    })
}
