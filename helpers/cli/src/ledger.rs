//! What install changed, and how to take it back: `ledger.json` in the state folder.
//!
//! With it, an untouched file gets its original bytes back. It is a convenience: without it
//! our entries are still found by what they are. It is written before the file is, so a
//! run that is killed in between leaves a note too many and never one too few.

mod path_text;
mod record;

pub(crate) use record::{Fresh, Part, Record};

use crate::edit::file::{self, Open, Plan, shown};
use crate::error::{Error, Kind};
use crate::state;
use crate::world::World;
use rustix::fs::FlockOperation;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fs::{DirBuilder, File};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

/// Version of the file's layout. One that we do not know is left alone.
const VERSION: u32 = 1;

/// Mode of the state folder.
const FOLDER_MODE: u32 = 0o700;

/// The ledger. An open one that may be written is locked against other runs.
#[derive(Debug)]
pub(crate) struct Ledger {
    path: PathBuf,
    /// Holds the lock until the run is over.
    _lock: Option<File>,
    /// The files, in the order in which they were first changed.
    pub(crate) records: Vec<Record>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Page {
    version: u32,
    files: Vec<Record>,
}

impl Ledger {
    /// Reads the ledger, and makes no change to anything.
    ///
    /// # Errors
    /// It is damaged, or of another version.
    pub(crate) fn read(world: &World) -> Result<Self, Error> {
        let folder = world.state_folder()?;
        state::is_own(&folder)?;
        let path = folder.join("ledger.json");
        let records = match file::find(&path)?.bytes {
            None => Vec::new(),
            Some(bytes) => decode(&path, &bytes)?,
        };
        Ok(Self {
            path,
            _lock: None,
            records,
        })
    }

    /// Opens the ledger for writing.
    ///
    /// # Errors
    /// As in [`Self::read`]; or another run has it open, or its folder is not a safe place.
    pub(crate) fn open(world: &World) -> Result<Self, Error> {
        let lock = lock(&world.state_folder()?)?;
        Ok(Self {
            _lock: lock,
            ..Self::read(world)?
        })
    }

    /// Stands for a ledger that cannot be had: it knows nothing and keeps nothing.
    pub(crate) fn lost() -> Self {
        Self {
            path: PathBuf::new(),
            _lock: None,
            records: Vec::new(),
        }
    }

    /// Returns the record of a file.
    pub(crate) fn find(&self, path: &Path, agent: &str, part: Part) -> Option<&Record> {
        self.records
            .iter()
            .find(|known| is_about(known, path, agent, part))
    }

    /// Puts a record in the place of the one about the same file, or at the end.
    pub(crate) fn put(&mut self, record: Record) {
        let known = |known: &&mut Record| is_about(known, &record.path, &record.agent, record.part);
        match self.records.iter_mut().find(known) {
            Some(known) => *known = record,
            None => self.records.push(record),
        }
    }

    /// Drops the record of a file.
    pub(crate) fn drop(&mut self, path: &Path, agent: &str, part: Part) {
        self.records
            .retain(|known| !is_about(known, path, agent, part));
    }

    /// Lets the record of another file in a folder of ours answer for that folder.
    pub(crate) fn hand_over(&mut self, folder: &Path) {
        let mut records = self.records.iter_mut();
        if let Some(record) = records.find(|record| record.path.starts_with(folder)) {
            let folders = &mut record.created_folders;
            if !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_owned());
                // Outermost first, as they were made.
                folders.sort_by_key(|folder| folder.components().count());
            }
        }
    }

    /// Writes the ledger, or removes it if it says nothing.
    ///
    /// # Errors
    /// The disk refused.
    pub(crate) fn save(&self) -> Result<(), Error> {
        let page = Page {
            version: VERSION,
            files: self.records.clone(),
        };
        let mut bytes = serde_json::to_vec_pretty(&page).map_err(|error| {
            Error::new(Kind::Damaged, format!("cannot write the ledger: {error}"))
        })?;
        bytes.push(b'\n');
        file::change(&self.path, &mut Open, &mut |found| {
            Ok(match &found.bytes {
                None if self.records.is_empty() => Plan::Keep,
                Some(_) if self.records.is_empty() => Plan::Delete,
                Some(old) if *old == bytes => Plan::Keep,
                _ => Plan::Write(bytes.clone()),
            })
        })?;
        Ok(())
    }
}

fn is_about(record: &Record, path: &Path, agent: &str, part: Part) -> bool {
    record.path == path && record.agent == agent && record.part == part
}

fn decode(path: &Path, bytes: &[u8]) -> Result<Vec<Record>, Error> {
    let damaged = |why: String| {
        Error::new(Kind::Damaged, format!("{}: {why}", shown(path))).remedy(
            "Move it away: entries are then found by what they are, and empty containers stay.",
        )
    };
    let page: Page = serde_json::from_slice(bytes).map_err(|error| damaged(error.to_string()))?;
    if page.version == VERSION {
        return Ok(page.files);
    }
    Err(damaged(format!(
        "written by another version of rejoin (layout {})",
        page.version
    )))
}

/// Makes the folder if need be and locks it, so that two installs do not cross.
fn lock(folder: &Path) -> Result<Option<File>, Error> {
    let refuse = |error: &std::io::Error| Error::file("use", folder, error);
    DirBuilder::new()
        .recursive(true)
        .mode(FOLDER_MODE)
        .create(folder)
        .map_err(|error| refuse(&error))?;
    state::is_own(folder)?;
    let folder_file = File::open(folder).map_err(|error| refuse(&error))?;
    match rustix::fs::flock(&folder_file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(folder_file)),
        Err(rustix::io::Errno::WOULDBLOCK) => {
            let cause = "another install or uninstall is running";
            Err(Error::new(Kind::Refused, cause)
                .code("busy")
                .remedy("Try again when it is done."))
        }
        // A file system without locks: two runs at once are then a person's own doing.
        Err(_) => Ok(None),
    }
}

/// Returns the SHA-256 of some bytes, as agents write it.
pub(crate) fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::from("sha256:"), |text, byte| {
        text + &format!("{byte:02x}")
    })
}

#[cfg(test)]
mod tests;
