//! The seam to the disk: everything that the append half does to files goes through
//! [`Storage`], so that a test can make any single operation fail.

use crate::segment::{self, SegmentName};
use core::ffi::CStr;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{self, AtFlags, FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use rustix::thread::{NanosleepRelativeResult, nanosleep};
use rustix::time::{ClockId, Timespec, clock_gettime};

/// How long a writer waits for the lock, in milliseconds. A holder writes one record
/// and a few cache bytes; two hundred writers at once need some tens of milliseconds.
pub const LOCK_WAIT_MS: u64 = 1_000;

/// Pause between two tries for the lock.
const LOCK_RETRY: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 1_000_000,
};

/// Files of a host's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The records: the file that was opened or started as `log`.
    Log,
    /// The cache from a pane to its last record.
    Heads,
    /// The folded segments.
    Checkpoint,
}

/// The opened log as it is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogState {
    /// Its length in bytes.
    pub size: u64,
    /// The number by which the file system tells it from other files.
    pub file: u64,
}

/// What a writer does to the disk.
pub trait Storage {
    /// Takes the write lock, waiting at most [`LOCK_WAIT_MS`].
    ///
    /// # Errors
    /// The lock cannot be had, or the file system has no locks.
    fn lock(&self) -> Result<(), Errno>;

    /// Gives the write lock back.
    fn unlock(&self);

    /// Looks at the opened log.
    ///
    /// # Errors
    /// As the system says.
    fn log_state(&self) -> Result<LogState, Errno>;

    /// Looks at the opened log, if it is still the one that is named so.
    ///
    /// # Errors
    /// As the system says.
    fn log_state_if_named(&self) -> Result<Option<LogState>, Errno>;

    /// Opens the log that is named so now, without its lock.
    ///
    /// # Errors
    /// As the system says; the one that was open stays so.
    fn reopen(&mut self) -> Result<(), Errno>;

    /// Gives the opened log the name of a segment; `false` if another file has that name.
    ///
    /// # Errors
    /// As the system says.
    fn name_segment(&self, number: u64) -> Result<bool, Errno>;

    /// Puts an empty log, whose lock is held, in the place of the opened one, whose lock
    /// must be held: at every moment one of the two is named `log`.
    ///
    /// # Errors
    /// As the system says; the one that was open stays so.
    fn start_log(&mut self) -> Result<(), Errno>;

    /// Reads at `offset`; fewer bytes than asked for mean the end of the file.
    ///
    /// # Errors
    /// As the system says.
    fn read_at(&self, part: Part, bytes: &mut [u8], offset: u64) -> Result<usize, Errno>;

    /// Appends to the log by one write; the result may be short.
    ///
    /// # Errors
    /// As the system says.
    fn append(&self, bytes: &[u8]) -> Result<usize, Errno>;

    /// Makes the opened log durable.
    ///
    /// # Errors
    /// As the system says; the record may then be lost with the power.
    fn sync(&self) -> Result<(), Errno>;

    /// Makes the names in the folder durable.
    ///
    /// # Errors
    /// As the system says.
    fn sync_names(&self) -> Result<(), Errno>;

    /// Writes heads at `offset`; the result may be short.
    ///
    /// # Errors
    /// As the system says.
    fn write_heads(&self, bytes: &[u8], offset: u64) -> Result<usize, Errno>;

    /// Empties heads.
    ///
    /// # Errors
    /// As the system says.
    fn clear_heads(&self) -> Result<(), Errno>;
}

/// The files of an opened host's folder.
#[derive(Debug)]
pub struct Files {
    folder: OwnedFd,
    log: OwnedFd,
    heads: Option<OwnedFd>,
}

/// How every file is opened for writing.
const KEPT: OFlags = OFlags::CREATE
    .union(OFlags::CLOEXEC)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NOCTTY);
const PRIVATE: Mode = Mode::RUSR.union(Mode::WUSR);

impl Files {
    /// Opens the files below `folder`, making those that are missing.
    ///
    /// # Errors
    /// The log cannot be opened for reading and appending.
    pub fn open(folder: OwnedFd) -> Result<Self, Errno> {
        let log = open_log(&folder, segment::LOG)?;
        // A cache that cannot be had costs time and nothing else.
        let heads = fs::openat(&folder, segment::HEADS, KEPT | OFlags::RDWR, PRIVATE).ok();
        Ok(Self { folder, log, heads })
    }

    fn part(&self, part: Part) -> Result<BorrowedFd<'_>, Errno> {
        match part {
            Part::Log => Ok(self.log.as_fd()),
            Part::Heads => self.heads.as_ref().map(AsFd::as_fd).ok_or(Errno::NOENT),
            Part::Checkpoint => Err(Errno::NOENT), // opened when it is read
        }
    }

    fn is_opened_log(&self, name: &CStr) -> Result<bool, Errno> {
        let named = fs::statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
        let opened = fs::fstat(&self.log)?;
        Ok((named.st_dev, named.st_ino) == (opened.st_dev, opened.st_ino))
    }
}

impl Storage for Files {
    fn lock(&self) -> Result<(), Errno> {
        let mut deadline = None; // the clock is read only if there is something to wait for
        loop {
            let outcome = fs::flock(&self.log, FlockOperation::NonBlockingLockExclusive);
            let Err(Errno::WOULDBLOCK | Errno::INTR) = outcome else {
                return outcome;
            };
            let now = milliseconds();
            if now >= *deadline.get_or_insert(now + LOCK_WAIT_MS) {
                return outcome;
            }
            let (NanosleepRelativeResult::Ok
            | NanosleepRelativeResult::Interrupted(_)
            | NanosleepRelativeResult::Err(_)) = nanosleep(&LOCK_RETRY);
        }
    }

    fn unlock(&self) {
        // It goes with the descriptor at the latest.
        let _ = fs::flock(&self.log, FlockOperation::Unlock);
    }

    fn log_state(&self) -> Result<LogState, Errno> {
        Ok(state_of(&fs::fstat(&self.log)?))
    }

    fn log_state_if_named(&self) -> Result<Option<LogState>, Errno> {
        let opened = fs::fstat(&self.log)?;
        match fs::statat(&self.folder, segment::LOG, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(named) if (named.st_dev, named.st_ino) == (opened.st_dev, opened.st_ino) => {
                Ok(Some(state_of(&opened)))
            }
            Ok(_) | Err(Errno::NOENT) => Ok(None),
            Err(errno) => Err(errno),
        }
    }

    fn reopen(&mut self) -> Result<(), Errno> {
        self.log = open_log(&self.folder, segment::LOG)?;
        Ok(())
    }

    fn name_segment(&self, number: u64) -> Result<bool, Errno> {
        let name = SegmentName::of(number);
        let name = name.as_c_str();
        match fs::linkat(
            &self.folder,
            segment::LOG,
            &self.folder,
            name,
            AtFlags::empty(),
        ) {
            Ok(()) => Ok(true),
            // It may be our own: from a writer that was killed here, or of a server that
            // did it and whose answer was lost.
            Err(Errno::EXIST) => self.is_opened_log(name),
            Err(errno) => Err(errno),
        }
    }

    fn start_log(&mut self) -> Result<(), Errno> {
        // One that was left behind by a killed writer is empty: nobody writes under this name.
        let log = open_log(&self.folder, segment::NEXT_LOG)?;
        fs::flock(&log, FlockOperation::NonBlockingLockExclusive)?;
        fs::renameat(&self.folder, segment::NEXT_LOG, &self.folder, segment::LOG)?;
        self.log = log; // the other one's lock goes with its descriptor
        Ok(())
    }

    fn read_at(&self, part: Part, bytes: &mut [u8], offset: u64) -> Result<usize, Errno> {
        let read = |file: BorrowedFd<'_>, bytes: &mut [u8]| {
            rustix::io::retry_on_intr(|| rustix::io::pread(file, &mut *bytes, offset))
        };
        if part != Part::Checkpoint {
            return read(self.part(part)?, bytes);
        }
        let how = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NOCTTY;
        let file = fs::openat(&self.folder, segment::CHECKPOINT, how, Mode::empty())?;
        read(file.as_fd(), bytes)
    }

    fn append(&self, bytes: &[u8]) -> Result<usize, Errno> {
        rustix::io::retry_on_intr(|| rustix::io::write(&self.log, bytes))
    }

    fn sync(&self) -> Result<(), Errno> {
        rustix::io::retry_on_intr(|| sync_data(&self.log))
    }

    fn sync_names(&self) -> Result<(), Errno> {
        rustix::io::retry_on_intr(|| fs::fsync(&self.folder))
    }

    fn write_heads(&self, bytes: &[u8], offset: u64) -> Result<usize, Errno> {
        let heads = self.part(Part::Heads)?;
        rustix::io::retry_on_intr(|| rustix::io::pwrite(heads, bytes, offset))
    }

    fn clear_heads(&self) -> Result<(), Errno> {
        fs::ftruncate(self.part(Part::Heads)?, 0)
    }
}

fn state_of(stat: &fs::Stat) -> LogState {
    LogState {
        size: stat.st_size.cast_unsigned(),
        file: stat.st_ino,
    }
}

fn open_log(folder: &OwnedFd, name: &CStr) -> Result<OwnedFd, Errno> {
    fs::openat(folder, name, KEPT | OFlags::RDWR | OFlags::APPEND, PRIVATE)
}

#[cfg(not(target_vendor = "apple"))]
fn sync_data(file: &OwnedFd) -> Result<(), Errno> {
    fs::fdatasync(file)
}

/// Plain `fsync` on Apple systems leaves the data in the drive's cache.
#[cfg(target_vendor = "apple")]
fn sync_data(file: &OwnedFd) -> Result<(), Errno> {
    fs::fcntl_fullfsync(file)
}

fn milliseconds() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec.cast_unsigned() * 1_000 + now.tv_nsec.cast_unsigned() / 1_000_000
}
