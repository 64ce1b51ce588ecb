//! Reads what is handed over by an inherited descriptor: a sealed file in memory, a file of
//! ours, a pipe or a socket. It is closed before this returns.

use crate::deadline::seconds;
use crate::refusal::Unusable;
use rejoin_entry::inherited;
use rejoin_handover::{Fault, HANDOVER_BYTES_MAX, HEADER_BYTES, Header};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, OwnedFd, RawFd};
use rustix::fs::{FileType, Mode, Stat, fstat};
use rustix::io::{Errno, pread, read as read_once};
use rustix::process::geteuid;

/// How long a pipe or socket may take to give everything, in seconds. Its writer has it
/// all in hand; one that stopped half way would hold the pane for ever.
const WAIT_SECONDS_MAX: i64 = 5;

/// Reads the handover behind the descriptor of this number; returns its length.
pub(crate) fn read(number: RawFd, into: &mut [u8]) -> Result<usize, Unusable> {
    let descriptor = match inherited(number) {
        Err(Errno::BADF) => return Err(Unusable::Unfit(b"is not open")),
        other => other.map_err(Unusable::when(b"cannot be taken over"))?,
    };
    let stat = fstat(&descriptor).map_err(Unusable::when(b"cannot be looked at"))?;
    match FileType::from_raw_mode(stat.st_mode as _) {
        FileType::RegularFile => {
            check(&descriptor, &stat)?;
            whole(&descriptor, &stat, into)
        }
        FileType::Fifo | FileType::Socket => stream(&descriptor, into),
        _ => Err(Unusable::Unfit(b"is neither a file, a pipe nor a socket")),
    }
}

/// Checks that nobody can change a file while it is read, or that nobody else can.
#[cfg(target_os = "linux")]
fn check(file: &OwnedFd, stat: &Stat) -> Result<(), Unusable> {
    use rustix::fs::{SealFlags, fcntl_get_seals};
    let all = SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
    match fcntl_get_seals(file) {
        Ok(seals) if seals.contains(all) => Ok(()),
        // A file with a name may lie in memory too, and answers that no more seals are
        // possible. Without a name, it is one that was made to be handed over.
        Ok(_) if stat.st_nlink == 0 => Err(Unusable::Unfit(
            b"is in memory and not sealed against writing, shrinking, growing and more seals",
        )),
        Ok(_) | Err(_) => is_ours_alone(stat),
    }
}

/// Checks that nobody else can change a file while it is read.
#[cfg(not(target_os = "linux"))]
fn check(_: &OwnedFd, stat: &Stat) -> Result<(), Unusable> {
    is_ours_alone(stat)
}

/// Checks that a file is this user's and that no one else may read or write it.
pub(crate) fn is_ours_alone(stat: &Stat) -> Result<(), Unusable> {
    if stat.st_uid != geteuid().as_raw() {
        return Err(Unusable::Unfit(b"belongs to another user"));
    }
    if Mode::from_raw_mode(stat.st_mode as _).intersects(Mode::RWXG | Mode::RWXO) {
        return Err(Unusable::Unfit(b"is open to other users"));
    }
    Ok(())
}

/// Reads a file from its beginning to its end; returns its length.
pub(crate) fn whole(file: &OwnedFd, stat: &Stat, into: &mut [u8]) -> Result<usize, Unusable> {
    let bytes = usize::try_from(stat.st_size).unwrap_or(usize::MAX);
    if bytes > HANDOVER_BYTES_MAX {
        return Err(Unusable::Handover(Fault::TooLarge));
    }
    let mut used = 0;
    while let Some(rest) = into.get_mut(used..bytes).filter(|rest| !rest.is_empty()) {
        match pread(file, rest, used as u64) {
            Ok(0) => return Err(Unusable::Handover(Fault::Cut)),
            Ok(count) => used += count,
            Err(Errno::INTR) => {}
            Err(errno) => return Err(Unusable::System(b"cannot be read", errno)),
        }
    }
    Ok(used)
}

/// Reads as much as the head promises, and no byte more; returns that length.
fn stream(from: &OwnedFd, into: &mut [u8]) -> Result<usize, Unusable> {
    let until = seconds()? + WAIT_SECONDS_MAX;
    let mut used = 0;
    let mut bytes = HEADER_BYTES;
    while let Some(rest) = into.get_mut(used..bytes).filter(|rest| !rest.is_empty()) {
        wait(from, until)?;
        match read_once(from, rest) {
            Ok(0) if used == 0 => return Err(Unusable::Handover(Fault::NotOne)),
            Ok(0) => {
                let begun = Header::read(into.get(..used).unwrap_or_default());
                return Err(Unusable::Handover(begun.err().unwrap_or(Fault::Cut)));
            }
            Ok(count) => used += count,
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(errno) => return Err(Unusable::System(b"cannot be read", errno)),
        }
        if used == HEADER_BYTES && bytes == HEADER_BYTES {
            let header = Header::read(into).map_err(Unusable::Handover)?;
            bytes = header.bytes as usize;
        }
    }
    Ok(used)
}

/// Waits until there is something to read, but not beyond a time.
fn wait(from: &OwnedFd, until: i64) -> Result<(), Unusable> {
    loop {
        let left = (until - seconds()?).max(0);
        let limit = Timespec {
            tv_sec: left,
            tv_nsec: 0,
        };
        let mut asked = [PollFd::from_borrowed_fd(from.as_fd(), PollFlags::IN)];
        match poll(&mut asked, Some(&limit)) {
            Ok(0) => return Err(Unusable::Unfit(b"did not give everything in time")),
            Ok(_) => return Ok(()),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(Unusable::System(b"cannot be waited for", errno)),
        }
    }
}
