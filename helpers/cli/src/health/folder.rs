//! The state folder: whose it is, who may look in, and whether the log can be read.

use super::{Problem, text_of};
use crate::command::verify;
use crate::known::Known;
use crate::state;
use crate::world::World;
use rejoin_store::text::Text;
use serde::Serialize;
use std::os::unix::fs::MetadataExt;

/// Facts about the state folder.
#[derive(Debug, Serialize)]
pub struct StateFolder {
    pub path: Text,
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
    let mut problems: Vec<Problem> = state::faults(world).iter().map(Problem::of).collect();
    let damaged = known.map_or(0, |known| known.damaged);
    let unknown = known.map_or(0, |known| known.unknown);
    let segments = known.map_or(0, |known| known.segments);
    if damaged > 0 {
        problems.push(Problem {
            code: "damaged",
            cause: format!("the log: {}", verify::verdict(damaged, 0)),
            remedy: "Run: rejoin verify".to_owned(),
        });
    }
    if segments > SEGMENTS_MAX {
        problems.push(Problem {
            code: "segments",
            cause: format!("{segments} closed segments of the log stand to be folded"),
            remedy: "Run: rejoin gc".to_owned(),
        });
    }
    let path = world.state_folder().unwrap_or_default();
    let facts = path.symlink_metadata().ok();
    let state = StateFolder {
        path: text_of(&path),
        exists: facts.is_some(),
        mode: facts.map(|facts| format!("{:04o}", facts.mode() & 0o7777)),
        records: known.map_or(0, |known| known.records),
        damaged,
        unknown,
        segments,
        verdict: known.map_or("cannot be read".to_owned(), |known| {
            verify::verdict(known.damaged, known.unknown)
        }),
    };
    (state, problems)
}
