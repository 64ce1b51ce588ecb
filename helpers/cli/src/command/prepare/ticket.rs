//! The file that a start waits in: written once, readable by this user only, in a folder
//! that nobody else may enter. `schemas/handover.md` is its contract.

use crate::argv::{hex, random};
use crate::error::{Error, Kind};
use crate::print::plain;
use crate::state;
use crate::world::World;
use rejoin_entry::{Clock, clock_time};
use rejoin_handover::{HEADER_BYTES, Header, TICKET_SECONDS_MAX};
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// How the name of every ticket begins.
const PREFIX: &str = "ticket-";

/// Most files that are looked at for tickets that nobody took; the next call goes on.
const LOOKED_AT_MAX: usize = 1_024;

/// Returns the seconds since boot, sleep included.
///
/// # Errors
/// The system does not tell.
pub fn now() -> Result<u64, Error> {
    let now = clock_time(Clock::Boot).and_then(|(seconds, _)| u64::try_from(seconds).ok());
    now.ok_or_else(|| Error::new(Kind::System, "the system does not tell the time since boot"))
}

/// Writes a ticket, and removes those that nobody took. Returns its path.
///
/// # Errors
/// There is no folder of this user alone, or the disk refused.
pub fn write(world: &World, bytes: &[u8]) -> Result<PathBuf, Error> {
    let folder = folder(world)?;
    sweep(&folder, now()?);
    let name = random::<16>()
        .ok_or_else(|| Error::new(Kind::System, "the system gives no random bytes"))?;
    let path = folder.join(format!("{PREFIX}{}", hex(&name)));
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)
        .map_err(|error| Error::file("make", &path, &error))?;
    file.write_all(bytes).map_err(|error| {
        let _ = std::fs::remove_file(&path);
        Error::file("write", &path, &error)
    })?;
    Ok(path)
}

/// Returns the folder of tickets: in memory where the system gives this user such a place.
fn folder(world: &World) -> Result<PathBuf, Error> {
    let folder = match world
        .absolute("XDG_RUNTIME_DIR")?
        .filter(|place| place.is_dir())
    {
        Some(place) => place.join("rejoin"),
        None => world.state_folder()?.join("tickets"),
    };
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&folder)
        .map_err(|error| Error::file("make", &folder, &error))?;
    state::is_private(&folder).map_err(|error| {
        error
            .code("ticket-folder")
            .remedy(format!("Move {} away; it is made anew.", plain(&folder)))
    })?;
    Ok(folder)
}

/// Removes tickets whose time has passed, or which are of an earlier boot.
fn sweep(folder: &Path, now: u64) {
    let Ok(entries) = folder.read_dir() else {
        return;
    };
    for entry in entries.flatten().take(LOOKED_AT_MAX) {
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let path = entry.path();
        if ours && deadline(&path).is_some_and(|deadline| is_over(deadline, now)) {
            let _ = std::fs::remove_file(&path);
        }
    }
}

const fn is_over(deadline: u64, now: u64) -> bool {
    deadline < now || deadline > now + TICKET_SECONDS_MAX
}

fn deadline(ticket: &Path) -> Option<u64> {
    // What is no regular file was not written here, and opening it could wait.
    let regular = ticket.symlink_metadata().ok()?.is_file();
    let mut head = [0; HEADER_BYTES];
    File::open(ticket)
        .ok()
        .filter(|_| regular)?
        .read_exact(&mut head)
        .ok()?;
    Some(Header::read(&head).ok()?.deadline)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rejoin_handover::{Draft, Pinned};
    use std::os::unix::fs::PermissionsExt;

    fn handover(deadline: u64) -> Vec<u8> {
        let draft = Draft {
            program: Pinned {
                path: b"/bin/true",
                device: 1,
                inode: 2,
            },
            directory: None,
            deadline: Some(deadline),
            arguments: &["true"],
            variables: &[],
        };
        draft.encode().expect("fits")
    }

    fn mode(path: &Path) -> u32 {
        path.metadata().expect("there").permissions().mode() & 0o777
    }

    #[test]
    fn a_ticket_and_its_folder_are_for_this_user_only() {
        let lab = tempfile::tempdir().expect("a folder");
        let runtime = World::of(&[("XDG_RUNTIME_DIR", lab.path()), ("HOME", lab.path())]);
        let ticket = write(&runtime, b"x").expect("written");
        let folder = lab.path().join("rejoin");
        assert_eq!(ticket.parent(), Some(folder.as_path()));
        assert_eq!((mode(&ticket), mode(&folder)), (0o600, 0o700));
        let none = World::of(&[("HOME", lab.path())]);
        let ticket = write(&none, b"x").expect("written");
        let folder = lab.path().join(".local/state/rejoin/tickets");
        assert_eq!(ticket.parent(), Some(folder.as_path()));
        assert_eq!((mode(&ticket), mode(&folder)), (0o600, 0o700));
    }

    #[test]
    fn nothing_is_put_where_others_can_look() {
        let lab = tempfile::tempdir().expect("a folder");
        let world = World::of(&[("XDG_RUNTIME_DIR", lab.path())]);
        let folder = lab.path().join("rejoin");
        std::fs::create_dir(&folder).expect("made");
        std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o755)).expect("set");
        let refused = write(&world, b"s3cret").expect_err("refused");
        assert_eq!(refused.code, "ticket-folder");
        std::fs::remove_dir(&folder).expect("it is empty");
        std::os::unix::fs::symlink(lab.path(), &folder).expect("linked");
        assert!(write(&world, b"s3cret").is_err());
    }

    #[test]
    fn tickets_that_nobody_took_are_removed_and_nothing_else() {
        let lab = tempfile::tempdir().expect("a folder");
        let world = World::of(&[("XDG_RUNTIME_DIR", lab.path())]);
        let now = now().expect("a time");
        let old = write(&world, &handover(now.saturating_sub(1).max(1))).expect("written");
        let earlier_boot = write(&world, &handover(now + 10_000)).expect("written");
        let other = old.with_file_name("note");
        std::fs::copy(&earlier_boot, &other).expect("copied");
        let good = write(&world, &handover(now + 60)).expect("written");
        write(&world, &handover(now + 60)).expect("written");
        assert!(!old.exists() && !earlier_boot.exists());
        assert!(other.exists() && good.exists());
    }
}
