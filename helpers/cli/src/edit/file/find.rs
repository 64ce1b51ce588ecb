//! Finds and reads the file that is to be edited, and refuses what is no such file.

use super::shown;
use crate::edit::text::TEXT_BYTES_MAX;
use crate::error::{Error, Kind};
use rustix::fs::{Mode, OFlags};
use std::fs::{File, Metadata};
use std::io::{self, Read as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// Most links from a path to its file, as many as the kernel follows.
const LINKS_MAX: usize = 40;

/// A file, or the place where it could be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// The file itself, with no link on the way to it.
    pub(crate) target: PathBuf,
    /// What it holds; nothing if it does not exist.
    pub(crate) bytes: Option<Vec<u8>>,
    /// Folders that do not exist, outermost first.
    pub(crate) missing: Vec<PathBuf>,
    /// Mode and owner, if it exists.
    pub(super) attributes: Option<Attributes>,
}

/// What of a file survives an edit, beside its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Attributes {
    /// Permission bits.
    pub(super) mode: u32,
    /// Owner.
    pub(super) uid: u32,
    /// Group.
    pub(super) gid: u32,
}

/// Finds the file behind `path` and reads it.
///
/// # Errors
/// It cannot be read, or it is something that must not be replaced.
pub(crate) fn find(path: &Path) -> Result<Found, Error> {
    let file = follow(path)?;
    let (folder, missing) = folder_of(&file)?;
    let Some(name) = file.file_name() else {
        return Err(refuse(path, "names no file"));
    };
    let target = folder.join(name);
    let metadata = match std::fs::symlink_metadata(&target) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Found {
                target,
                bytes: None,
                missing,
                attributes: None,
            });
        }
        Err(error) => return Err(unreadable(&target, &error)),
    };
    check(&target, &metadata)?;
    let bytes = read(&target)?;
    let attributes = Attributes {
        mode: metadata.permissions().mode() & 0o7777,
        uid: metadata.uid(),
        gid: metadata.gid(),
    };
    Ok(Found {
        target,
        bytes: Some(bytes),
        missing,
        attributes: Some(attributes),
    })
}

/// Follows links until something else stands there, or nothing.
fn follow(path: &Path) -> Result<PathBuf, Error> {
    let mut file = path.to_owned();
    for _ in 0..LINKS_MAX {
        match std::fs::symlink_metadata(&file) {
            Ok(metadata) if metadata.is_symlink() => {
                let to = std::fs::read_link(&file).map_err(|error| unreadable(&file, &error))?;
                file = file.parent().unwrap_or(Path::new("/")).join(to);
            }
            Ok(_) => return Ok(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(file),
            Err(error) => return Err(unreadable(&file, &error)),
        }
    }
    Err(refuse(path, "is a link that leads back to itself"))
}

/// Returns the folder of a file without links in its path, and which parts of it are missing.
fn folder_of(file: &Path) -> Result<(PathBuf, Vec<PathBuf>), Error> {
    let mut absent = Vec::new();
    for folder in file.ancestors().skip(1) {
        match std::fs::canonicalize(folder) {
            Ok(mut real) => {
                let mut missing = Vec::new();
                for name in absent.into_iter().rev() {
                    real.push(name);
                    missing.push(real.clone());
                }
                return Ok((real, missing));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if std::fs::symlink_metadata(folder).is_ok() {
                    return Err(refuse(folder, "is a link to nothing"));
                }
                absent.push(
                    folder
                        .file_name()
                        .ok_or_else(|| refuse(file, "names no file"))?,
                );
            }
            Err(error) => return Err(unreadable(folder, &error)),
        }
    }
    Err(refuse(file, "names no file"))
}

fn check(target: &Path, metadata: &Metadata) -> Result<(), Error> {
    let me = rustix::process::geteuid();
    if metadata.is_dir() {
        return Err(refuse(target, "is a directory"));
    }
    if !metadata.is_file() {
        return Err(refuse(target, "is not a regular file"));
    }
    if !me.is_root() && metadata.uid() != me.as_raw() {
        return Err(refuse(target, "belongs to another user"));
    }
    if metadata.permissions().mode() & 0o200 == 0 {
        return Err(refuse(target, "is read-only"));
    }
    // A new file takes the place of the old one, under one of its names.
    if metadata.nlink() > 1 {
        return Err(refuse(target, "has more than one name (hard links)"));
    }
    if metadata.len() > TEXT_BYTES_MAX as u64 {
        return Err(refuse(target, "is too large for a configuration file"));
    }
    Ok(())
}

/// Reads the whole file. It was a regular file a moment ago; should it be a pipe by now,
/// opening it does not wait for a writer.
pub(super) fn read(target: &Path) -> Result<Vec<u8>, Error> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let open = rustix::fs::open(target, flags | OFlags::NOCTTY, Mode::empty());
    let mut bytes = Vec::new();
    open.map_err(io::Error::from)
        .and_then(|file| {
            File::from(file)
                .take(TEXT_BYTES_MAX as u64 + 1)
                .read_to_end(&mut bytes)
        })
        .map_err(|error| unreadable(target, &error))?;
    if bytes.len() > TEXT_BYTES_MAX {
        return Err(refuse(target, "is too large for a configuration file"));
    }
    Ok(bytes)
}

fn refuse(path: &Path, why: &str) -> Error {
    Error::new(Kind::Refused, format!("{} {why}", shown(path))).code("file-refused")
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::new(
        Kind::Refused,
        format!("cannot read {}: {error}", shown(path)),
    )
    .code("file-refused")
}
