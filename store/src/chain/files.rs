//! What stands in a host's folder, and whether a name still means the same file.

use core::ffi::CStr;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::segment::number_of;

pub(crate) fn path_of(folder: &Path, name: &CStr) -> PathBuf {
    folder.join(OsStr::from_bytes(name.to_bytes()))
}

/// Returns the numbers of the segments above `covers`, rising.
pub(crate) fn numbers(folder: &Path, covers: u64) -> io::Result<Vec<u64>> {
    let mut numbers = Vec::new();
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(numbers),
        entries => entries?,
    };
    for entry in entries {
        numbers.extend(number_of(entry?.file_name().as_bytes()));
    }
    numbers.retain(|&number| number > covers);
    numbers.sort_unstable();
    Ok(numbers)
}

/// Opens a file of the log. Something else of its name must neither lead elsewhere nor
/// keep the reader waiting, and is never an empty log.
pub(super) fn open_if_there(path: &Path) -> io::Result<Option<File>> {
    let how = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let how = how.bits().cast_signed();
    let opened = File::options().read(true).custom_flags(how).open(path);
    match opened {
        Ok(file) if file.metadata()?.is_file() => Ok(Some(file)),
        Ok(_) => Err(io::Error::other("it is not a regular file")),
        Err(error) if error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => {
            Err(io::Error::other("it is a link"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Tells whether a name means what it meant: the opened file, or nothing.
pub(super) fn is_still(file: Option<&File>, path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(named) => is_file(file, &named),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(file.is_none()),
        Err(error) => Err(error),
    }
}

pub(super) fn is_file(file: Option<&File>, facts: &Metadata) -> io::Result<bool> {
    let Some(file) = file else {
        return Ok(false);
    };
    let opened = file.metadata()?;
    Ok((opened.dev(), opened.ino()) == (facts.dev(), facts.ino()))
}
