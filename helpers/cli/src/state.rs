//! Whether the state folder may be read, and whether records can be kept there: by the
//! rules of the program that appends, and without touching anything.

use crate::error::{Error, Kind};
use crate::known;
use crate::print::{plain, quoted};
use crate::world::World;
use rustix::fs::{Access, AtFlags, CWD, StatVfs, accessat, statvfs};
use rustix::process::geteuid;
use std::fs::Metadata;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Permissions of others to look in.
const OTHERS: u32 = 0o077;

/// Permissions of others to put something in.
const OTHERS_WRITE: u32 = 0o022;

/// Returns the folder of this host, if it may be read. It need not exist.
///
/// # Errors
/// It, or the state folder, is a link, another user's, or open to others.
pub fn readable(world: &World) -> Result<PathBuf, Error> {
    let state = world.state_folder()?;
    let host = known::of_host(&state)?;
    for folder in [&state, &host] {
        facts(folder)?.map_or(Ok(()), |facts| check(folder, &facts, OTHERS))?;
    }
    Ok(host)
}

/// Checks that nobody else can have written what stands in a folder. It need not exist.
///
/// # Errors
/// It is a link, another user's, or others may write to it.
pub fn is_own(folder: &Path) -> Result<(), Error> {
    facts(folder)?.map_or(Ok(()), |facts| check(folder, &facts, OTHERS_WRITE))
}

/// Returns what keeps records from being kept, the folder first.
pub fn faults(world: &World) -> Vec<Error> {
    let host = match readable(world) {
        Ok(host) => host,
        Err(error) => return vec![error],
    };
    let state = host.parent().unwrap_or(&host);
    let mut faults = Vec::new();
    let there: Vec<&Path> = [state, &host].into_iter().filter(|f| f.exists()).collect();
    faults.extend(there.iter().filter_map(|folder| locked(folder)));
    let deepest = there.last().copied().or_else(|| {
        let above = state.ancestors().find(|above| above.exists())?;
        let fault = locked(above).map(|_| cannot_be_made(state, above));
        faults.extend(fault);
        Some(above)
    });
    faults.extend(log_fault(&host.join("log")));
    if let Some(space) = deepest.and_then(|folder| statvfs(folder).ok()) {
        faults.extend(full(state, &space, geteuid().is_root()));
    }
    faults
}

/// Checks that a folder is there and nobody else may look into it.
///
/// # Errors
/// It is none, a link, another user's, or open to others.
pub fn is_private(folder: &Path) -> Result<(), Error> {
    match facts(folder)? {
        Some(facts) => check(folder, &facts, OTHERS),
        None => Err(folder_fault(folder, "is not there", elsewhere())),
    }
}

fn facts(path: &Path) -> Result<Option<Metadata>, Error> {
    match path.symlink_metadata() {
        Ok(facts) => Ok(Some(facts)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(folder_fault(
            path,
            &format!("cannot be looked at: {error}"),
            elsewhere(),
        )),
    }
}

/// Checks a folder as the program that appends does.
fn check(path: &Path, facts: &Metadata, others: u32) -> Result<(), Error> {
    let fault = |what: &str, remedy| Err(folder_fault(path, what, remedy));
    if facts.is_symlink() {
        return fault(
            "is a link",
            "Set REJOIN_STATE_DIR to the folder itself.".to_owned(),
        );
    }
    if !facts.is_dir() {
        return fault("is not a folder", elsewhere());
    }
    if facts.uid() != geteuid().as_raw() {
        return fault("belongs to another user", elsewhere());
    }
    if facts.mode() & others != 0 {
        let remedy = format!("Run: chmod 700 {}", quoted(path));
        return fault("is open to other users", remedy);
    }
    Ok(())
}

fn locked(folder: &Path) -> Option<Error> {
    let refused = allowed(folder, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK).err()?;
    let remedy = match refused.kind() {
        ErrorKind::PermissionDenied => format!("Run: chmod 700 {}", quoted(folder)),
        _ => elsewhere(),
    };
    Some(folder_fault(
        folder,
        &format!("cannot be written to: {refused}"),
        remedy,
    ))
}

fn cannot_be_made(state: &Path, above: &Path) -> Error {
    let what = format!(
        "cannot be made, because {} cannot be written to",
        plain(above)
    );
    folder_fault(state, &what, elsewhere())
}

/// Looks at the file that records are appended to. A missing one is made.
fn log_fault(log: &Path) -> Option<Error> {
    let facts = log.symlink_metadata().ok()?;
    let away = || format!("Move {} away.", plain(log));
    let (what, remedy) = if facts.is_symlink() {
        ("is a link".to_owned(), away())
    } else if !facts.is_file() {
        ("is not a regular file".to_owned(), away())
    } else {
        let refused = allowed(log, Access::READ_OK | Access::WRITE_OK).err()?;
        let remedy = match refused.kind() {
            ErrorKind::PermissionDenied => format!("Run: chmod 600 {}", quoted(log)),
            _ => elsewhere(),
        };
        (format!("cannot be appended to: {refused}"), remedy)
    };
    let cause = format!("{} {what}", plain(log));
    Some(
        Error::new(Kind::Damaged, cause)
            .code("log-unusable")
            .remedy(remedy),
    )
}

/// Asks whether this user may; mode bits alone do not say it.
fn allowed(path: &Path, how: Access) -> io::Result<()> {
    Ok(accessat(CWD, path, how, AtFlags::EACCESS)?)
}

/// Tells whether a record more would fit.
fn full(state: &Path, space: &StatVfs, root: bool) -> Option<Error> {
    let blocks = if root { space.f_bfree } else { space.f_bavail };
    // Some file systems count no files at all.
    let files = space.f_files == 0 || space.f_favail > 0 || root && space.f_ffree > 0;
    (blocks == 0 || !files).then(|| {
        let cause = format!("the disk that holds {} is full", plain(state));
        Error::new(Kind::Damaged, cause)
            .code("disk-full")
            .remedy("Make room there, or set REJOIN_STATE_DIR to a folder on another disk.")
    })
}

fn folder_fault(path: &Path, what: &str, remedy: String) -> Error {
    Error::new(Kind::Damaged, format!("{} {what}", plain(path)))
        .code("state-folder")
        .remedy(remedy)
}

fn elsewhere() -> String {
    "Set REJOIN_STATE_DIR to a folder of your own.".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_is_full_when_this_user_gets_no_more_of_it() {
        let mut space = statvfs("/").expect("a disk");
        let codes = |space: &StatVfs, root| full(Path::new("/s"), space, root).map(|e| e.code);
        (space.f_bfree, space.f_bavail) = (5, 0);
        (space.f_files, space.f_ffree, space.f_favail) = (9, 5, 5);
        assert_eq!(codes(&space, false), Some("disk-full"));
        assert_eq!(codes(&space, true), None, "a part is kept for root");
        (space.f_bavail, space.f_favail) = (5, 0);
        assert_eq!(codes(&space, false), Some("disk-full"), "no file more");
        space.f_files = 0;
        assert_eq!(codes(&space, false), None, "files are not counted");
        space.f_bfree = 0;
        assert_eq!(codes(&space, true), Some("disk-full"));
    }
}
