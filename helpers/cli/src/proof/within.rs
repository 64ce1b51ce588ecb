//! Opens what stands inside a store, and nothing else: a file of this user that is no
//! FIFO, device or socket, whose real path, links resolved, is below the store's.
//!
//! What is looked at first is checked again once it is open. Between the two only the user
//! could put something else there, which harms nobody else.

use rustix::fs::{FileType, Mode, OFlags, Stat, fstat, open, stat};
use rustix::io::Errno;
use std::fs::{File, ReadDir};
use std::path::{Path, PathBuf};

/// Why something in a store is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Barred {
    /// It is not there.
    Absent,
    /// It is, or leads, out of the store.
    Outside,
    /// It is a folder, a FIFO, a device or a socket.
    NoFile,
    /// It is another user's.
    Foreign,
    /// The system refuses.
    System(Errno),
}

impl Barred {
    /// Returns the reason for people.
    pub(super) fn reason(self) -> String {
        match self {
            Self::Absent => "it does not exist".to_owned(),
            Self::Outside => "it is outside the agent's store".to_owned(),
            Self::NoFile => "it is not a file".to_owned(),
            Self::Foreign => "it is not yours".to_owned(),
            Self::System(error) => std::io::Error::from(error).to_string(),
        }
    }
}

impl From<Errno> for Barred {
    fn from(error: Errno) -> Self {
        match error {
            Errno::NOENT | Errno::NOTDIR => Self::Absent,
            error => Self::System(error),
        }
    }
}

/// Returns the real path of something inside `root`.
pub(super) fn real(root: &Path, path: &Path) -> Result<PathBuf, Barred> {
    let real = |path: &Path| path.canonicalize().map_err(|error| errno(&error));
    let path = real(path)?;
    if path.starts_with(real(root)?) {
        Ok(path)
    } else {
        Err(Barred::Outside)
    }
}

/// Lists a folder whose real path this is.
pub(super) fn list(real: &Path) -> Result<ReadDir, Barred> {
    Ok(real.read_dir().map_err(|error| errno(&error))?)
}

/// Looks whether a file or folder of this user stands inside `root`.
pub(super) fn exists(root: &Path, path: &Path) -> Result<(), Barred> {
    let facts = stat(&real(root, path)?)?;
    match kind(&facts) {
        FileType::Directory | FileType::RegularFile => own(&facts),
        _ => Err(Barred::NoFile),
    }
}

/// Opens a file of this user inside `root` for reading, and returns its real path.
pub(super) fn file(root: &Path, path: &Path) -> Result<(File, PathBuf), Barred> {
    let path = real(root, path)?;
    plain(&stat(&path)?)?;
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = open(&path, flags | OFlags::CLOEXEC, Mode::empty())?;
    plain(&fstat(&file)?)?;
    Ok((File::from(file), path))
}

/// Checks that these are facts about a file of this user.
pub(super) fn plain(facts: &Stat) -> Result<(), Barred> {
    if kind(facts) != FileType::RegularFile {
        return Err(Barred::NoFile);
    }
    own(facts)
}

fn own(facts: &Stat) -> Result<(), Barred> {
    let ours = facts.st_uid == rustix::process::geteuid().as_raw();
    ours.then_some(()).ok_or(Barred::Foreign)
}

const fn kind(facts: &Stat) -> FileType {
    FileType::from_raw_mode(facts.st_mode)
}

fn errno(error: &std::io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}
