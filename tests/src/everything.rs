//! All records that a home holds, wherever they stand: in closed files and in the one that
//! is being written.

use crate::{Home, Log, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Name of the file that is being written.
const ACTIVE: &str = "log";

/// What a home's files hold together.
pub struct Everything {
    /// The bytes of all files, one after the other.
    pub bytes: Vec<u8>,
    /// Closed files, oldest first.
    pub closed: Vec<PathBuf>,
}

impl Everything {
    /// Reads all of it.
    #[must_use]
    pub fn read(&self) -> Read {
        Read::of(&self.bytes)
    }

    /// Reads what was added to what was there `before`; nothing if that has changed.
    #[must_use]
    pub fn added_to(&self, before: &Self) -> Option<Read> {
        self.bytes.strip_prefix(&*before.bytes).map(Read::of)
    }
}

impl Home {
    /// Returns the folder in which the log of this host stands, whether or not it does yet.
    ///
    /// # Panics
    /// Never: a host's name is hex digits.
    #[must_use]
    pub fn log_folder(&self) -> PathBuf {
        this_host_in(&self.state())
    }

    /// Returns what stands in the state folder for hosts.
    #[must_use]
    pub fn host_folders(&self) -> Vec<PathBuf> {
        let below = std::fs::read_dir(self.state()).into_iter().flatten();
        let below = below.filter_map(|entry| Some(entry.ok()?.path()));
        below.filter(|path| path.is_dir()).collect()
    }

    /// Returns the file that is being written.
    #[must_use]
    pub fn active_log(&self) -> PathBuf {
        self.log_folder().join(ACTIVE)
    }
}

/// Returns this host's folder in a state folder.
#[must_use]
pub fn this_host_in(state: &Path) -> PathBuf {
    let host = rejoin_platform::host_id().expect("it can be read");
    state.join(std::str::from_utf8(&host).expect("hex digits"))
}

fn identity(path: &Path) -> Option<(u64, u64)> {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Takes every file of a log, in order.
#[must_use]
pub fn everything(home: &Home) -> Everything {
    let folder = home.log_folder();
    let listed = std::fs::read_dir(&folder).into_iter().flatten();
    let mut closed: Vec<(u64, PathBuf)> = listed
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let number = path.file_name()?.to_str()?.strip_prefix("log.")?.parse();
            Some((number.ok()?, path))
        })
        .collect();
    closed.sort();
    // A file that is being closed has two names for a moment, or for ever if its writer died.
    let active = identity(&folder.join(ACTIVE));
    let closed = closed.into_iter().map(|(_, path)| path);
    let closed: Vec<PathBuf> = closed.filter(|path| identity(path) != active).collect();
    let files = closed.iter().cloned().chain([folder.join(ACTIVE)]);
    let parts: Vec<Vec<u8>> = files.map(|path| Log::at(path).bytes()).collect();
    Everything {
        bytes: parts.concat(),
        closed,
    }
}
