//! What programs answered: `probes` in the folder of this host. A cache that anybody may
//! delete at any time; whatever is wrong with it, nothing is known.

use crate::edit::file::{self, Open, Plan};
use rejoin_store::text::Text;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Most answers that are kept, the newest.
const ANSWERS_MAX: usize = 64;

/// Largest file in bytes that is read.
const FILE_BYTES_MAX: u64 = 8 << 20;

/// Answers, the oldest first.
#[derive(Debug, Default)]
pub struct Answers {
    place: Option<PathBuf>,
    known: Vec<Known>,
}

/// One answer, or one failure.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Known {
    /// The question.
    pub key: String,
    /// When it was asked: wall clock, in seconds.
    pub at: u64,
    /// What the program said; nothing if it failed.
    pub said: Option<Text>,
}

impl Answers {
    /// Reads those that a folder holds. A folder that is not there is not made.
    pub fn read(folder: Option<&Path>) -> Self {
        let place = folder
            .filter(|folder| folder.is_dir())
            .map(|folder| folder.join("probes"));
        let bytes = place.as_ref().and_then(|place| {
            let mut bytes = Vec::new();
            let file = std::fs::File::open(place).ok()?;
            file.take(FILE_BYTES_MAX).read_to_end(&mut bytes).ok()?;
            Some(bytes)
        });
        let known = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Self {
            place,
            known: known.unwrap_or_default(),
        }
    }

    /// Returns what is known about a question.
    pub fn find(&self, key: &str) -> Option<&Known> {
        self.known.iter().find(|known| known.key == key)
    }

    /// Takes a new answer in the place of an earlier one.
    pub fn put(&mut self, new: Known) {
        self.known.retain(|known| known.key != new.key);
        self.known.push(new);
        let surplus = self.known.len().saturating_sub(ANSWERS_MAX);
        self.known.drain(..surplus);
    }

    /// Keeps them, if there is a place and it takes them.
    pub fn save(&self) {
        let (Some(place), Ok(bytes)) = (&self.place, serde_json::to_vec(&self.known)) else {
            return;
        };
        let _ = file::change(place, &mut Open, &mut |_| Ok(Plan::Write(bytes.clone())));
    }
}
