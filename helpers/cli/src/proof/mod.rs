//! Whether an agent's own store holds a conversation: its transcript, its folder or its row
//! names the id. One interpreter for all agents; their definitions say where to look.
//!
//! It only reads, a bounded part of what the layout names. It must never open what is no
//! plain file of this user inside the store, never leave a file behind, never wait for
//! long, and never take the newest of several for the right one.

#[cfg(feature = "sqlite")]
mod database;
#[cfg(not(feature = "sqlite"))]
#[path = "no_database.rs"]
mod database;
mod header;
mod place;
mod search;
mod transcript;
mod within;

pub use place::is_one_of;

use rejoin_agents::{Agent, Proof as Proves};
use std::path::{Path, PathBuf};

/// Most steps from a conversation to the one that it goes on from, or that goes on from it.
/// Each step was a person's fork or a context that ran full; a longer chain is a circle.
const LINEAGE_MAX: usize = 32;

/// Longest path that is taken from a store, in bytes: that of the system.
const PATH_BYTES_MAX: usize = 4096;

/// What the store says about an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// It names it.
    Proven,
    /// There is no such transcript or row.
    Absent,
    /// The transcript that should be its own names another id.
    Other(String),
    /// There is something, and it says nothing; with the reason.
    Unreadable(String),
    /// No place is known at which to look.
    Unknown,
}

impl Proof {
    /// Returns the word that stands in answers.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Absent => "absent",
            Self::Other(_) => "other",
            Self::Unreadable(_) => "unreadable",
            Self::Unknown => "unknown",
        }
    }
}

/// What was found in a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The transcript, folder or database that was looked at last; nothing if several prove
    /// the id and none of them was published.
    pub path: Option<PathBuf>,
    /// What it says about the id.
    pub proof: Proof,
    /// The recorded directory under which it is filed, where the agent files by directory.
    pub filed: Option<PathBuf>,
    /// The directory that its header or row names.
    pub cwd: Option<PathBuf>,
    /// All files that name the id, if there is more than one.
    pub twins: Vec<PathBuf>,
    /// The conversation without which this one is not whole, if the store does not hold it.
    pub lacks: Option<String>,
    /// The conversation whose subagent this one is.
    pub parent: Option<String>,
    /// The conversations in which it goes on, each the last of its line.
    pub continued: Vec<String>,
}

impl Found {
    fn new(path: Option<PathBuf>, proof: Proof) -> Self {
        Self {
            path,
            proof,
            filed: None,
            cwd: None,
            twins: Vec::new(),
            lacks: None,
            parent: None,
            continued: Vec::new(),
        }
    }
}

/// Looks `id` up below `root`: at the transcript that was published, then where each of the
/// recorded directories would put it, then wherever the layout leaves open.
pub fn look(
    agent: &Agent,
    root: &Path,
    id: &str,
    published: Option<&Path>,
    directories: &[&Path],
) -> Found {
    // It becomes a part of paths.
    if !agent.id.accepts(id) {
        let reason = "it has not the form of this agent's ids".to_owned();
        return Found::new(None, Proof::Unreadable(reason));
    }
    match &agent.store.proof {
        Proves::None { .. } => Found::new(None, Proof::Unknown),
        Proves::Sqlite { file, .. } => {
            let path = root.join(place::with_id(file, id));
            database::look(&agent.store.proof, root, &path, id)
        }
        Proves::Jsonl { .. } | Proves::Json { .. } | Proves::Directory => {
            transcript::look(&agent.store, agent.id, root, id, published, directories)
        }
    }
}

/// Takes a path from a store; nothing if it is none that a process could work in.
fn directory(text: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    let path = Path::new(std::ffi::OsStr::from_bytes(text));
    let sound = path.is_absolute() && text.len() <= PATH_BYTES_MAX && !text.contains(&0);
    sound.then(|| path.to_owned())
}

#[cfg(test)]
mod tests;
