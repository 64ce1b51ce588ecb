//! What is handed to `rejoin-exec`, written here anew from its contract rather than with
//! the code that is checked, and the ways in which it is handed over.

use crate::{Home, Run, programs};
use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::time::{ClockId, clock_gettime};
use std::fs::{self, DirBuilder, File};
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A handover with every part open to the test.
#[derive(Debug, Clone)]
pub struct Handover {
    /// Version of the contract.
    pub version: u32,
    /// Device and inode of the program.
    pub identity: (u64, u64),
    /// Seconds since boot, or 0.
    pub deadline: u64,
    /// Path of the program.
    pub program: Vec<u8>,
    /// Path of the directory, or nothing.
    pub directory: Vec<u8>,
    /// Arguments, the name first.
    pub arguments: Vec<Vec<u8>>,
    /// Entries of the environment.
    pub variables: Vec<Vec<u8>>,
}

impl Handover {
    /// Names a program that is there, called by its path, with no further argument, no
    /// variable and no deadline.
    ///
    /// # Panics
    /// It is not there.
    #[must_use]
    pub fn of(program: impl AsRef<Path>) -> Self {
        let program = program.as_ref();
        let stat = program.metadata().expect("the program is there");
        let path = program.as_os_str().as_bytes().to_vec();
        Self {
            version: 1,
            identity: (stat.dev(), stat.ino()),
            deadline: 0,
            program: path.clone(),
            directory: Vec::new(),
            arguments: vec![path],
            variables: Vec::new(),
        }
    }

    /// Adds arguments.
    #[must_use]
    pub fn arguments<W: AsRef<[u8]>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        let words = words.into_iter().map(|word| word.as_ref().to_vec());
        self.arguments.extend(words);
        self
    }

    /// Adds entries of the environment.
    #[must_use]
    pub fn variables<W: AsRef<[u8]>>(mut self, entries: impl IntoIterator<Item = W>) -> Self {
        let entries = entries.into_iter().map(|entry| entry.as_ref().to_vec());
        self.variables.extend(entries);
        self
    }

    /// Sets the directory.
    #[must_use]
    pub fn directory(mut self, path: impl AsRef<Path>) -> Self {
        self.directory = path.as_ref().as_os_str().as_bytes().to_vec();
        self
    }

    /// Sets the deadline to so many seconds from now, or before now.
    #[must_use]
    pub fn good_for(mut self, seconds: i64) -> Self {
        self.deadline = since_boot().saturating_add_signed(seconds);
        self
    }

    /// Returns the bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut strings = Vec::new();
        let paths = [&self.program, &self.directory];
        for string in paths
            .into_iter()
            .chain(&self.arguments)
            .chain(&self.variables)
        {
            strings.extend_from_slice(string);
            strings.push(0);
        }
        let count = |number: usize| u32::try_from(number).expect("few").to_le_bytes();
        [
            &b"handover"[..],
            &self.version.to_le_bytes(),
            &count(48 + strings.len()),
            &self.identity.0.to_le_bytes(),
            &self.identity.1.to_le_bytes(),
            &self.deadline.to_le_bytes(),
            &count(self.arguments.len()),
            &count(self.variables.len()),
            &strings,
        ]
        .concat()
    }

    /// Writes it to a sealed file in memory.
    #[must_use]
    pub fn sealed(&self) -> OwnedFd {
        let seals = SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
        in_memory(&self.bytes(), seals)
    }

    /// Writes it to a ticket, good for a minute unless there is a deadline; returns its path.
    #[must_use]
    pub fn ticket(&self, home: &Home) -> PathBuf {
        let mut handover = self.clone();
        if handover.deadline == 0 {
            handover = handover.good_for(60);
        }
        ticket(home, &handover.bytes())
    }
}

/// Writes bytes to a file in memory that has these seals.
///
/// # Panics
/// The system gives none.
#[must_use]
pub fn in_memory(bytes: &[u8], seals: SealFlags) -> OwnedFd {
    let flags = MemfdFlags::ALLOW_SEALING | MemfdFlags::CLOEXEC;
    let mut file = File::from(memfd_create("handover", flags).expect("a file in memory"));
    file.write_all(bytes).expect("is written");
    if !seals.is_empty() {
        fcntl_add_seals(&file, seals).expect("is sealed");
    }
    file.into()
}

/// Writes bytes to where a ticket stands in this home; returns its path.
///
/// # Panics
/// There is one already.
#[must_use]
pub fn ticket(home: &Home, bytes: &[u8]) -> PathBuf {
    let folder = home.root().join("runtime");
    if !folder.exists() {
        DirBuilder::new()
            .mode(0o700)
            .create(&folder)
            .expect("is made");
    }
    let path = folder.join("ticket");
    let mut file = fs::File::options();
    let file = file.write(true).create_new(true).mode(0o600).open(&path);
    file.expect("is made").write_all(bytes).expect("is written");
    path
}

/// Returns the seconds since boot, sleep included.
///
/// # Panics
/// It is before boot.
#[must_use]
pub fn since_boot() -> u64 {
    let now = clock_gettime(ClockId::Boottime).tv_sec;
    u64::try_from(now).expect("after boot")
}

/// Prepares a run of `rejoin-exec --fd 7` that has `descriptor` as 7, and no input.
pub fn by_descriptor(home: &Home, descriptor: impl Into<OwnedFd>) -> Run {
    home.run("/bin/sh")
        .arguments(["-c", "exec \"$@\" 7<&0 </dev/null", "sh"])
        .argument(programs::exec())
        .arguments(["--fd", "7"])
        .input_from(descriptor)
}

/// Prepares a run of `rejoin-exec --ticket PATH`.
pub fn by_ticket(home: &Home, path: &Path) -> Run {
    home.run(programs::exec())
        .argument("--ticket")
        .argument(path)
}
