//! `rejoin gc`: folds closed segments of the log into the checkpoint and removes them, so
//! that the log stays as small as what it says. Nobody's answer changes by it.

use crate::error::{Error, Kind};
use crate::known;
use crate::print::{Printer, plain};
use crate::world::World;
use rejoin_store::folder::{FolderPath, Unusable};
use rejoin_store::gc::{self, Done, Refused};
use serde_json::json;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Fold the closed segments of the log.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Say what would be done, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Folds, and says what was done.
///
/// # Errors
/// What would be folded cannot be read whole and understood, another run holds the log, or
/// the system refused.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let folder = known::folder(world)?;
    let done = if folder.exists() {
        check(world)?;
        gc::run(&folder, args.dry_run, &mut |_| Ok(())).map_err(|why| refused(&folder, why))?
    } else {
        Done::default()
    };
    // Standard output keeps its own errors.
    let _ = if args.json {
        writeln!(
            out,
            "{}",
            json!({
                "schema": "rejoin.gc.v1",
                "dry_run": args.dry_run,
                "segments": done.segments,
                "records": done.records,
                "bytes": done.bytes,
                "covers": done.covers,
                "checkpoint_bytes": done.checkpoint_bytes,
                "removed": done.removed,
            })
        )
    } else {
        writeln!(out, "{}", told(&done, args.dry_run))
    };
    Ok(())
}

fn told(done: &Done, dry: bool) -> String {
    if done.segments == 0 {
        return match done.removed {
            0 => "no closed segment stands to be folded".to_owned(),
            removed => format!("removed {removed} files that were folded before"),
        };
    }
    let (segments, records, bytes) = (done.segments, done.records, done.bytes);
    let what = format!("{records} records in {segments} segments of {bytes} bytes");
    if dry {
        return format!("would fold {what}");
    }
    let kept = done.checkpoint_bytes;
    format!("folded {what} into a checkpoint of {kept} bytes")
}

/// Checks that the folder is one into which an identity may be written.
fn check(world: &World) -> Result<(), Error> {
    let variable = |name: &[u8]| {
        let name = std::str::from_utf8(name).ok()?;
        world.variable(name).map(OsStrExt::as_bytes)
    };
    let mut path = Box::new(FolderPath::new());
    let host = known::host()?;
    let found = path.find(&host, variable);
    let cause = match found.and_then(|()| path.open()) {
        Ok(_) => return Ok(()),
        Err(Unusable::NoPlace) => "the state folder has no usable path".to_owned(),
        Err(Unusable::NotOurs) => "the state folder belongs to another user".to_owned(),
        Err(Unusable::OpenToOthers) => "the state folder is open to other users".to_owned(),
        Err(Unusable::System(errno)) => {
            format!("the state folder: {}", std::io::Error::from(errno))
        }
    };
    Err(Error::new(Kind::Refused, cause)
        .code("state-folder")
        .remedy("See `rejoin doctor`."))
}

fn refused(folder: &Path, why: Refused) -> Error {
    let refuse = |code, cause: String, remedy: &str| {
        Error::new(Kind::Refused, cause).code(code).remedy(remedy)
    };
    match why {
        Refused::Busy => refuse(
            "busy",
            format!("another run holds {}", plain(folder)),
            "Try again when it is done.",
        ),
        Refused::NoLock(error) => refuse(
            "no-lock",
            format!("{} cannot be locked: {error}", plain(folder)),
            "Keep the state folder on a file system with locks: set REJOIN_STATE_DIR.",
        ),
        Refused::Damaged(damage) => refuse(
            "damaged",
            format!(
                "{} bytes at {} cannot be read ({})",
                damage.bytes,
                damage.position,
                damage.kind.word()
            ),
            "See `rejoin verify`. Nothing is lost by leaving the segments as they are.",
        ),
        Refused::Unknown(position) => refuse(
            "later-version",
            format!("the record at {position} is of a later version of rejoin"),
            "Use that version.",
        ),
        Refused::System(error) => known::unreadable(folder, &error),
    }
}
