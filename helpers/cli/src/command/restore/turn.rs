//! One restore at a time: two that look at the same idle shell would both type into it.

use crate::error::{Error, Kind};
use crate::print::plain;
use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
use std::os::fd::OwnedFd;
use std::path::Path;

/// The file that is locked; it stays, and says nothing.
const FILE: &str = "restore.lock";

/// The turn; it is over with this value or its process.
#[derive(Debug)]
pub struct Turn(#[expect(dead_code, reason = "the lock is its open file")] OwnedFd);

/// Takes the turn in the folder of the log.
///
/// # Errors
/// Another restore has it, or the file cannot be made.
pub fn take(folder: &Path) -> Result<Turn, Error> {
    let path = folder.join(FILE);
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = open(&path, flags, Mode::RUSR | Mode::WUSR)
        .map_err(|error| Error::file("open", &path, &error.into()))?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Turn(file)),
        Err(rustix::io::Errno::WOULDBLOCK) => {
            Err(Error::new(Kind::Refused, "another restore is at work")
                .code("restore-running")
                .remedy("Wait until it has ended; what it starts is not started again."))
        }
        Err(error) => {
            let cause = format!("cannot lock {}: {error}", plain(&path));
            Err(Error::new(Kind::Damaged, cause).remedy("See `rejoin doctor`."))
        }
    }
}
