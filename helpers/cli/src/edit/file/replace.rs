//! Puts a new file in the place of an old one, or removes it, unless somebody else wrote
//! it meanwhile.

use super::find::{self, Found};
use super::{Gate, Step, shown};
use crate::error::{Error, Kind};
use rustix::fs::{Gid, Mode, OFlags, Uid, XattrFlags};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::{DirBuilder, File};
use std::io::{self, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

/// Mode of a file that did not exist: a configuration may hold secrets later on.
const MODE_NEW: u32 = 0o600;

/// Mode of a folder that did not exist.
const FOLDER_MODE_NEW: u32 = 0o700;

/// Bytes of one write, so that a disk that fills up is noticed where it happens.
const PIECE_BYTES: usize = 4096;

/// Longest extended attribute, and longest list of their names, that the kernel has.
const EXTENDED_BYTES_MAX: usize = 64 << 10;

/// Most names that are tried for the new file.
const NAMES_MAX: u32 = 64;

/// Gives the file new bytes. Returns false, with nothing done, if it is not as it was found.
pub(super) fn write(found: &Found, bytes: &[u8], gate: &mut dyn Gate) -> Result<bool, Error> {
    let made = make_folders(found, gate)?;
    let outcome = write_beside(found, bytes, gate);
    if !matches!(outcome, Ok(true)) {
        for folder in made.iter().rev() {
            let _ = std::fs::remove_dir(folder);
        }
    }
    outcome
}

fn write_beside(found: &Found, bytes: &[u8], gate: &mut dyn Gate) -> Result<bool, Error> {
    let failed = |error: io::Error| failure("write", &found.target, &error);
    gate.pass(Step::Create).map_err(failed)?;
    let (mut file, temporary) = create_beside(&found.target).map_err(failed)?;
    let written = fill(&mut file, found, bytes, gate)
        .map_err(failed)
        .and_then(|()| {
            gate.pass(Step::Compare).map_err(failed)?;
            if !is_unchanged(found)? {
                return Ok(false);
            }
            gate.pass(Step::Swap).map_err(failed)?;
            std::fs::rename(&temporary, &found.target).map_err(failed)?;
            Ok(true)
        });
    if matches!(written, Ok(true)) {
        sync_folder(found, gate)?;
    } else {
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

fn fill(file: &mut File, found: &Found, bytes: &[u8], gate: &mut dyn Gate) -> io::Result<()> {
    gate.pass(Step::Attributes)?;
    if let Some(old) = found.attributes {
        let stat = rustix::fs::fstat(&*file)?;
        let uid = (stat.st_uid != old.uid).then(|| Uid::from_raw(old.uid));
        let gid = (stat.st_gid != old.gid).then(|| Gid::from_raw(old.gid));
        if uid.is_some() || gid.is_some() {
            rustix::fs::fchown(&*file, uid, gid)?;
        }
    }
    for piece in bytes.chunks(PIECE_BYTES) {
        gate.pass(Step::Write)?;
        file.write_all(piece)?;
    }
    if found.bytes.is_some() {
        copy_extended(&found.target, file)?;
    }
    // Last, since a change of owner or content may clear bits.
    let mode = found.attributes.map_or(MODE_NEW, |old| old.mode);
    rustix::fs::fchmod(&*file, Mode::from_raw_mode(mode as rustix::fs::RawMode))?;
    gate.pass(Step::Sync)?;
    file.sync_all()
}

/// Copies the extended attributes: labels, access lists, a person's own. One that this user
/// or this disk cannot give is left out; the text is worth more.
fn copy_extended(from: &Path, to: &File) -> io::Result<()> {
    let Ok(names) = extended(|room| rustix::fs::llistxattr(from, room)) else {
        return Ok(());
    };
    for name in names
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty())
    {
        let name = OsStr::from_bytes(name);
        let Ok(value) = extended(|room| rustix::fs::lgetxattr(from, name, room)) else {
            continue;
        };
        match rustix::fs::fsetxattr(to, name, &value, XattrFlags::empty()) {
            Ok(()) | Err(Errno::NOTSUP | Errno::PERM | Errno::ACCESS) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Reads an attribute, or the list of them, whatever its length.
fn extended(read: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
    let mut room = vec![0; EXTENDED_BYTES_MAX];
    let length = read(&mut room)?;
    room.truncate(length);
    Ok(room)
}

/// Removes the file. Returns false, with nothing done, if it is not as it was found.
pub(super) fn delete(found: &Found, gate: &mut dyn Gate) -> Result<bool, Error> {
    let failed = |error: io::Error| failure("remove", &found.target, &error);
    gate.pass(Step::Compare).map_err(failed)?;
    if !is_unchanged(found)? {
        return Ok(false);
    }
    gate.pass(Step::Swap).map_err(failed)?;
    std::fs::remove_file(&found.target).map_err(failed)?;
    sync_folder(found, gate)?;
    Ok(true)
}

fn is_unchanged(found: &Found) -> Result<bool, Error> {
    let now = find::find(&found.target)?;
    Ok(now.bytes == found.bytes && now.attributes == found.attributes)
}

fn make_folders(found: &Found, gate: &mut dyn Gate) -> Result<Vec<PathBuf>, Error> {
    let mut made = Vec::new();
    for folder in &found.missing {
        let outcome = gate
            .pass(Step::MakeFolder)
            .and_then(|()| DirBuilder::new().mode(FOLDER_MODE_NEW).create(folder));
        match outcome {
            Ok(()) => made.push(folder.clone()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                for folder in made.iter().rev() {
                    let _ = std::fs::remove_dir(folder);
                }
                return Err(failure("make", folder, &error));
            }
        }
    }
    Ok(made)
}

fn sync_folder(found: &Found, gate: &mut dyn Gate) -> Result<(), Error> {
    let Some(folder) = found.target.parent() else {
        return Ok(());
    };
    let synced = gate
        .pass(Step::SyncFolder)
        .and_then(|()| File::open(folder)?.sync_all());
    match synced {
        // Some file systems cannot sync a folder, and need not.
        Err(error) if error.raw_os_error() != Some(Errno::INVAL.raw_os_error()) => {
            Err(failure("sync the folder of", &found.target, &error)
                .remedy("The change is made, and may be undone if the machine fails now."))
        }
        _ => Ok(()),
    }
}

fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let prefix = temporary_prefix(target).ok_or(io::ErrorKind::InvalidInput)?;
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    for number in 0..NAMES_MAX {
        let mut name = prefix.clone();
        name.push(format!("{}-{number}", std::process::id()));
        let path = target.with_file_name(name);
        match rustix::fs::open(
            &path,
            flags,
            Mode::from_raw_mode(MODE_NEW as rustix::fs::RawMode),
        ) {
            Ok(file) => return Ok((File::from(file), path)),
            Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn temporary_prefix(target: &Path) -> Option<OsString> {
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name()?);
    prefix.push(".rejoin-");
    Some(prefix)
}

/// Removes what a killed run left beside the file. What cannot be removed does no harm.
pub(super) fn sweep(target: &Path) {
    let (Some(folder), Some(prefix)) = (target.parent(), temporary_prefix(target)) else {
        return;
    };
    let Ok(names) = std::fs::read_dir(folder) else {
        return;
    };
    for item in names.flatten() {
        let is_file = item.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_temporary(&item.file_name(), &prefix) {
            let _ = std::fs::remove_file(item.path());
        }
    }
}

fn is_temporary(name: &OsStr, prefix: &OsStr) -> bool {
    let Some(rest) = name.as_bytes().strip_prefix(prefix.as_bytes()) else {
        return false;
    };
    let mut numbers = rest.split(|byte| *byte == b'-');
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    numbers.clone().count() == 2 && numbers.all(is_number)
}

fn failure(action: &str, path: &Path, error: &io::Error) -> Error {
    Error::new(
        Kind::Refused,
        format!("cannot {action} {}: {error}", shown(path)),
    )
    .code("file-refused")
}
