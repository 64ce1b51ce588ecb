//! The seam to the disk: everything that the append half does to files goes through
//! [`Storage`], so that a test can make any single operation fail.

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{self, FlockOperation, Mode, OFlags};
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

/// Files of the state folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The records.
    Log,
    /// The cache from a pane to its last record.
    Heads,
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

    /// Returns the length of a file in bytes.
    ///
    /// # Errors
    /// As the system says.
    fn size(&self, part: Part) -> Result<u64, Errno>;

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

    /// Cuts the log back to `size` bytes, to take an own half record away.
    ///
    /// # Errors
    /// As the system says.
    fn cut(&self, size: u64) -> Result<(), Errno>;

    /// Makes the log durable.
    ///
    /// # Errors
    /// As the system says; the record may then be lost with the power.
    fn sync(&self) -> Result<(), Errno>;

    /// Makes the log's name durable.
    ///
    /// # Errors
    /// As the system says.
    fn sync_name(&self) -> Result<(), Errno>;

    /// Writes heads at `offset`.
    ///
    /// # Errors
    /// As the system says.
    fn write_heads(&self, bytes: &[u8], offset: u64) -> Result<usize, Errno>;
}

/// The files of an opened state folder.
#[derive(Debug)]
pub struct Files {
    folder: OwnedFd,
    log: OwnedFd,
    heads: Option<OwnedFd>,
}

impl Files {
    /// Opens the files below `folder`, making those that are missing.
    ///
    /// # Errors
    /// The log cannot be opened for reading and appending.
    pub fn open(folder: OwnedFd) -> Result<Self, Errno> {
        let kept = OFlags::CREATE | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NOCTTY;
        let private = Mode::RUSR | Mode::WUSR;
        let log = fs::openat(
            &folder,
            c"log",
            kept | OFlags::RDWR | OFlags::APPEND,
            private,
        )?;
        // A cache that cannot be had costs time and nothing else.
        let heads = fs::openat(&folder, c"heads", kept | OFlags::RDWR, private).ok();
        Ok(Self { folder, log, heads })
    }

    fn part(&self, part: Part) -> Result<BorrowedFd<'_>, Errno> {
        match part {
            Part::Log => Ok(self.log.as_fd()),
            Part::Heads => self.heads.as_ref().map(AsFd::as_fd).ok_or(Errno::NOENT),
        }
    }
}

impl Storage for Files {
    fn lock(&self) -> Result<(), Errno> {
        let deadline = milliseconds() + LOCK_WAIT_MS;
        loop {
            match fs::flock(&self.log, FlockOperation::NonBlockingLockExclusive) {
                Err(Errno::WOULDBLOCK) if milliseconds() < deadline => {
                    let (NanosleepRelativeResult::Ok
                    | NanosleepRelativeResult::Interrupted(_)
                    | NanosleepRelativeResult::Err(_)) = nanosleep(&LOCK_RETRY);
                }
                Err(Errno::INTR) => {}
                outcome => return outcome,
            }
        }
    }

    fn unlock(&self) {
        // It goes with the descriptor at the latest.
        let _ = fs::flock(&self.log, FlockOperation::Unlock);
    }

    fn size(&self, part: Part) -> Result<u64, Errno> {
        Ok(fs::fstat(self.part(part)?)?.st_size.cast_unsigned())
    }

    fn read_at(&self, part: Part, bytes: &mut [u8], offset: u64) -> Result<usize, Errno> {
        let file = self.part(part)?;
        rustix::io::retry_on_intr(|| rustix::io::pread(file, &mut *bytes, offset))
    }

    fn append(&self, bytes: &[u8]) -> Result<usize, Errno> {
        rustix::io::retry_on_intr(|| rustix::io::write(&self.log, bytes))
    }

    fn cut(&self, size: u64) -> Result<(), Errno> {
        fs::ftruncate(&self.log, size)
    }

    fn sync(&self) -> Result<(), Errno> {
        rustix::io::retry_on_intr(|| sync_data(&self.log))
    }

    fn sync_name(&self) -> Result<(), Errno> {
        rustix::io::retry_on_intr(|| fs::fsync(&self.folder))
    }

    fn write_heads(&self, bytes: &[u8], offset: u64) -> Result<usize, Errno> {
        let heads = self.part(Part::Heads)?;
        rustix::io::retry_on_intr(|| rustix::io::pwrite(heads, bytes, offset))
    }
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
