//! Takes what is handed over by a ticket: a file of ours that is used once. It is gone from
//! its folder before anything in it is used.
//!
//! It must never remove a file that does not say itself that it is a ticket.

use crate::descriptor::{is_ours_alone, whole};
use crate::refusal::Unusable;
use core::ffi::CStr;
use rejoin_handover::{Fault, Header, PATH_BYTES_MAX};
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, fstat, open, openat, unlinkat};
use rustix::io::Errno;

const USED: Unusable = Unusable::Unfit(b"is not there: used already, or never made");

/// Reads the ticket at this absolute path and removes it; returns its length.
pub(crate) fn take(path: &CStr, into: &mut [u8]) -> Result<usize, Unusable> {
    let (folder, name) = parts(path)?;
    let how = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    // A pipe or terminal in its place neither blocks nor becomes ours.
    let how = how | OFlags::NONBLOCK | OFlags::NOCTTY;
    let ticket = match openat(&folder, name, how, Mode::empty()) {
        Err(Errno::NOENT) => return Err(USED),
        Err(Errno::LOOP) => return Err(Unusable::Unfit(b"is a link")),
        other => other.map_err(Unusable::when(b"cannot be opened"))?,
    };
    let stat = fstat(&ticket).map_err(Unusable::when(b"cannot be looked at"))?;
    if FileType::from_raw_mode(stat.st_mode as _) != FileType::RegularFile {
        return Err(Unusable::Unfit(b"is not a regular file"));
    }
    is_ours_alone(&stat)?;
    match stat.st_nlink {
        0 => return Err(USED),
        1 => {}
        _ => return Err(Unusable::Unfit(b"has more than one name")),
    }
    let used = whole(&ticket, &stat, into)?;
    if !Header::begins(into.get(..used).unwrap_or_default()) {
        return Err(Unusable::Handover(Fault::NotOne));
    }
    remove(&folder, name, &ticket)?;
    Ok(used)
}

/// Removes the name of an open ticket. Of several that do, one succeeds.
fn remove(folder: &OwnedFd, name: &CStr, ticket: &OwnedFd) -> Result<(), Unusable> {
    match unlinkat(folder, name, AtFlags::empty()) {
        Err(Errno::NOENT) => return Err(USED),
        other => other.map_err(Unusable::when(b"cannot be removed"))?,
    }
    let stat = fstat(ticket).map_err(Unusable::when(b"cannot be looked at"))?;
    if stat.st_nlink != 0 {
        return Err(Unusable::Unfit(b"was replaced while it was read"));
    }
    Ok(())
}

/// Opens the folder of a path, if nobody else may enter it, and returns the name in it.
fn parts(path: &CStr) -> Result<(OwnedFd, &CStr), Unusable> {
    let bytes = path.to_bytes_with_nul();
    let slash = bytes.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
    let (above, name) = bytes.split_at(slash + 1);
    let name = CStr::from_bytes_with_nul(name).unwrap_or(c"");
    let mut folder = [0; PATH_BYTES_MAX];
    let room = folder.get_mut(..above.len()).filter(|_| !name.is_empty());
    room.ok_or(Unusable::Unfit(b"is no path of a file"))?
        .copy_from_slice(above);
    let folder = CStr::from_bytes_until_nul(&folder).unwrap_or(c"");
    let how = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = match open(folder, how, Mode::empty()) {
        Err(Errno::NOENT) => return Err(USED),
        other => other.map_err(Unusable::when(b"its folder cannot be opened"))?,
    };
    let stat = fstat(&folder).map_err(Unusable::when(b"its folder cannot be looked at"))?;
    match is_ours_alone(&stat) {
        Ok(()) => Ok((folder, name)),
        Err(_) => Err(Unusable::Unfit(
            b"its folder belongs to another user, or is open to others",
        )),
    }
}
