//! One start at a time: who looks whether a conversation is free must have its own launch
//! in the log before the next one looks.
//!
//! A lock belongs to an open file, so it ends when the file is closed by the start of the
//! program, or with this process. The file holds nothing and is never deleted.

use crate::error::Error;
use crate::refusal;
use rustix::fs::{CWD, FlockOperation, Mode, OFlags, flock, openat};
use rustix::io::Errno;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::{Duration, Instant};

/// Name of the file in the host's folder.
const FILE: &str = "turn";

/// How long to wait: each start before us reads the log once and appends one record.
const WAIT_MAX: Duration = Duration::from_secs(20);

/// How often to look.
const PAUSE: Duration = Duration::from_millis(5);

/// The right to start; it ends with the value.
pub struct Turn {
    _file: Option<OwnedFd>,
}

impl Turn {
    /// Waits for the turn. Where there is no folder yet nothing is known, and where locks do
    /// not work a start goes on without.
    ///
    /// # Errors
    /// Others do not end, or the file cannot be made.
    pub fn take(folder: &Path) -> Result<Self, Error> {
        Self::within(WAIT_MAX, folder)
    }

    fn within(wait_max: Duration, folder: &Path) -> Result<Self, Error> {
        let path = folder.join(FILE);
        let flags = OFlags::CREATE | OFlags::RDWR | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        let file = match openat(CWD, &path, flags, Mode::RUSR | Mode::WUSR) {
            Ok(file) => file,
            Err(Errno::NOENT) => return Ok(Self { _file: None }),
            Err(error) => return Err(Error::file("open", &path, &error.into())),
        };
        let since = Instant::now();
        loop {
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => break,
                Err(Errno::WOULDBLOCK) if since.elapsed() < wait_max => {
                    std::thread::sleep(PAUSE);
                }
                Err(Errno::WOULDBLOCK) => {
                    return Err(refusal::BUSY.error("other starts are under way and do not end"));
                }
                Err(_) => break,
            }
        }
        Ok(Self { _file: Some(file) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_turn_at_a_time_and_it_ends_with_its_holder() {
        let folder = tempfile::tempdir().expect("a folder");
        let take = || Turn::within(Duration::ZERO, folder.path());
        let first = take().expect("free");
        assert_eq!(take().err().map(|error| error.code), Some("busy"));
        drop(first);
        assert!(take().is_ok());
    }

    #[test]
    fn where_nothing_is_recorded_nothing_is_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = folder.path().join("missing");
        assert!(Turn::within(Duration::ZERO, &missing).is_ok());
        assert!(!missing.exists());
    }
}
