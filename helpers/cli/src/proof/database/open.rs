//! Opens an agent's database so that nothing of it changes.
//!
//! SQLite makes files beside a database even for those who only read: an empty write-ahead
//! log where there is none, and the index of one. So how it is opened depends on what is
//! there, and that stays so while a lock of ours is held: the last process that closes a
//! database removes both files, and needs the whole of it for itself to do so.

use super::super::place;
use super::super::within::{self, Barred};
use super::Mute;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use rustix::fs::{FlockOperation, fcntl_lock, fstat, lstat};
use rustix::io::Errno;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long somebody who holds the database for himself is waited for. An agent does so for
/// a write of some milliseconds; a person waits for this answer.
const BUSY_MAX: Duration = Duration::from_millis(250);

/// Pause between two attempts to take the lock.
const PAUSE: Duration = Duration::from_millis(25);

/// Steps of SQLite's machine that one look may take, in pieces of `STEPS_PIECE`. With an
/// index it takes a hundred; without one, some tens a conversation.
const STEP_PIECES_MAX: usize = 2_000;
const STEPS_PIECE: i32 = 10_000;

/// What a database begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Where the header says how it is read, and what it says if that is by a write-ahead log.
const READ_VERSION_AT: usize = 19;
const WITH_LOG: u8 = 2;

/// What stands beside a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Journal {
    /// It writes in place, and SQLite's own locks are enough.
    InPlace,
    /// It has a write-ahead log with something in it.
    Ahead,
    /// It could have one, and has none: nobody works with it.
    Clean,
}

/// A database that keeps what stands beside it.
#[derive(Debug)]
pub(super) struct Locked {
    pub(super) journal: Journal,
    stamp: Stamp,
}

/// What changes with every write.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    bytes: i64,
    at: (i64, i64),
}

impl Locked {
    /// Takes what is needed to read the database, which `file` is and `path` names.
    pub(super) fn take(file: &File, path: &Path) -> Result<Self, Mute> {
        let stamp = Stamp::of(file)?;
        let journal = if is_with_log(file)? {
            lock(file)?;
            beside(path)?
        } else {
            Journal::InPlace
        };
        Ok(Self { journal, stamp })
    }

    /// Tells whether nobody wrote to it since, so that what was read without locks is right.
    pub(super) fn is_unchanged(&self, file: &File, path: &Path) -> bool {
        beside(path).is_ok_and(|journal| journal == self.journal)
            && Stamp::of(file).is_ok_and(|stamp| stamp == self.stamp)
    }
}

impl Stamp {
    fn of(file: &File) -> Result<Self, Mute> {
        let facts = fstat(file).map_err(Barred::from)?;
        #[expect(
            clippy::useless_conversion,
            reason = "of another width on other systems"
        )]
        Ok(Self {
            bytes: facts.st_size,
            at: (facts.st_mtime.into(), facts.st_mtime_nsec as i64),
        })
    }
}

/// Opens it for reading alone.
pub(super) fn connection(path: &Path, journal: Journal) -> Result<Connection, Mute> {
    let name = place::escape(path.as_os_str().as_bytes(), b"/");
    let how = match journal {
        Journal::InPlace => "",
        // Another process's index is used as it is, and without one the log is read anew.
        Journal::Ahead => "&readonly_shm=1",
        // Without a log nobody writes, and a reader that takes no locks makes no files.
        Journal::Clean => "&immutable=1",
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(format!("file:{name}?mode=ro{how}"), flags)?;
    connection.busy_timeout(BUSY_MAX)?;
    // What is written in a database must not be run.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    let mut pieces = 0;
    let is_too_long = move || {
        pieces += 1;
        pieces > STEP_PIECES_MAX
    };
    connection.progress_handler(STEPS_PIECE, Some(is_too_long));
    Ok(connection)
}

fn is_with_log(file: &File) -> Result<bool, Mute> {
    let mut header = [0; READ_VERSION_AT + 1];
    match file.read_exact_at(&mut header, 0) {
        Ok(()) if header.starts_with(MAGIC) => Ok(header[READ_VERSION_AT] == WITH_LOG),
        Ok(()) => Err(Mute::NoDatabase),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Err(Mute::NoDatabase),
        Err(error) => {
            let error = Errno::from_io_error(&error).unwrap_or(Errno::IO);
            Err(Mute::Barred(Barred::System(error)))
        }
    }
}

/// Shares the database with everybody who does not want it for himself.
fn lock(file: &File) -> Result<(), Mute> {
    let attempts = BUSY_MAX.as_millis() / PAUSE.as_millis();
    for _ in 0..attempts {
        match fcntl_lock(file, FlockOperation::NonBlockingLockShared) {
            Ok(()) => return Ok(()),
            Err(Errno::AGAIN | Errno::ACCESS | Errno::INTR) => std::thread::sleep(PAUSE),
            Err(error) => return Err(Barred::System(error).into()),
        }
    }
    Err(Mute::Busy)
}

/// Looks at what stands beside a database that is read by a write-ahead log.
fn beside(path: &Path) -> Result<Journal, Mute> {
    let log = bytes_of(&with(path, "-wal"))?;
    if log.is_none_or(|bytes| bytes == 0) {
        return Ok(Journal::Clean);
    }
    match bytes_of(&with(path, "-shm"))? {
        Some(_) => Ok(Journal::Ahead),
        None => Err(Mute::NoIndex),
    }
}

/// Returns the length of a file of this user; nothing if there is none.
fn bytes_of(path: &Path) -> Result<Option<i64>, Mute> {
    match lstat(path) {
        Ok(facts) => {
            within::plain(&facts)?;
            Ok(Some(facts.st_size))
        }
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(Barred::from(error).into()),
    }
}

fn with(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}
