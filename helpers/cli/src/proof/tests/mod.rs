//! Stores as agents keep them, and much that looks like one.

mod agents;
#[cfg(feature = "sqlite")]
mod databases;
mod files;
mod headers;
mod layouts;
mod odd_files;
#[cfg(feature = "sqlite")]
mod rows;
#[cfg(feature = "sqlite")]
mod writer;

use super::*;
use rejoin_agents::{IdForm, Known, Root, Store};
use std::fs;

const A: &str = "aaaaaaaa-0000-4000-8000-00000000000a";
const B: &str = "bbbbbbbb-0000-4000-8000-00000000000b";

/// A store whose transcripts begin with a line that names them.
const fn lines(transcript: &'static str) -> Store {
    store(
        transcript,
        Proves::Jsonl {
            id: "/id",
            cwd: Some("/cwd"),
            needs: None,
            lines: 1,
        },
    )
}

const fn store(transcript: &'static str, proof: Proves) -> Store {
    Store {
        root: Root {
            routes: &[],
            home: ".agent",
        },
        transcript: Some(transcript),
        per_cwd: false,
        proof,
        known: Known::Seen,
    }
}

/// A folder with a store and a project.
struct Lab {
    folder: tempfile::TempDir,
}

impl Lab {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["store", "work/a.b", "work/a-b"] {
            fs::create_dir_all(folder.path().join(name)).expect("made");
        }
        Self { folder }
    }

    fn root(&self) -> PathBuf {
        self.path("store")
    }

    fn path(&self, below: &str) -> PathBuf {
        let real = self.folder.path().canonicalize().expect("it is there");
        real.join(below)
    }

    /// A directory as it stands in the place of a transcript.
    fn dashed(&self, below: &str) -> String {
        let path = self.path(below);
        let dash = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        path.to_str().expect("text").chars().map(dash).collect()
    }

    /// Puts a file into the store.
    #[expect(clippy::disallowed_methods, reason = "a fixture")]
    fn put(&self, below: &str, text: &str) -> PathBuf {
        let path = self.root().join(below);
        fs::create_dir_all(path.parent().expect("has one")).expect("made");
        fs::write(&path, text).expect("written");
        path
    }

    fn look(&self, store: &Store, published: Option<&Path>, directories: &[&Path]) -> Found {
        let form = IdForm::UUID;
        transcript::look(store, form, &self.root(), A, published, directories)
    }
}

fn header(id: &str) -> String {
    format!("{{\"type\":\"session\",\"id\":\"{id}\"}}\n{{\"id\":\"of a message\"}}\n")
}

fn header_in(id: &str, cwd: &Path) -> String {
    format!("{{\"id\":\"{id}\",\"cwd\":{cwd:?}}}\n")
}

fn unreadable(proof: &Proof, part: &str) -> bool {
    matches!(proof, Proof::Unreadable(reason) if reason.contains(part))
}
