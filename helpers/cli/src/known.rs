//! What the log says: reads it once from front to back and folds it. An unreadable log
//! is an error and never an empty one; a missing log is empty.

use crate::error::{Error, Kind};
use crate::print::plain;
use crate::state;
use crate::world::World;
use rejoin_store::ahead;
use rejoin_store::binding::Binding;
use rejoin_store::chain::Chain;
use rejoin_store::event::Event;
use rejoin_store::fold::Fold;
use rejoin_store::reader::{Piece, Position};
use rejoin_store::record::Process;
use rejoin_store::verdict::Verdict;
use serde::Serialize;
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The folded log.
pub struct Known {
    pub fold: Fold,
    pub records: u64,
    pub damaged: u64,
    /// Records of kinds that this version does not know.
    pub unknown: u64,
    /// Bytes at the end without a newline: maybe a record that is being written.
    pub unfinished: u64,
    /// Number of the last segment that is in the checkpoint; 0 without one.
    pub covers: u64,
    /// Closed segments behind it.
    pub segments: usize,
}

/// How much of the log could be read.
#[derive(Debug, Serialize)]
pub struct LogFacts {
    records: u64,
    damaged: u64,
    unknown: u64,
    unfinished: u64,
}

/// The process that a launch became.
pub struct Launched {
    pub process: Process,
    pub boot: String,
}

impl Known {
    /// Returns the binding of every pane.
    pub fn panes(&self) -> Vec<Binding> {
        self.fold.panes()
    }

    pub fn facts(&self) -> LogFacts {
        let Self {
            records,
            damaged,
            unknown,
            unfinished,
            ..
        } = *self;
        LogFacts {
            records,
            damaged,
            unknown,
            unfinished,
        }
    }
}

/// Returns the folder that holds the log of this host: every command that reads goes
/// through here.
///
/// # Errors
/// No usable variable names the state folder, or it is one that must not be read.
pub fn folder(world: &World) -> Result<PathBuf, Error> {
    state::readable(world)
}

/// Returns the name of this host.
///
/// # Errors
/// It has one, which cannot be read now.
pub fn host() -> Result<[u8; rejoin_platform::HOST_ID_BYTES], Error> {
    rejoin_platform::host_id().ok_or_else(|| {
        Error::new(Kind::Damaged, "the machine id cannot be read")
            .remedy("Make /etc/machine-id readable for everybody, as it is meant to be.")
    })
}

/// Returns the folder of this host in a state folder.
///
/// # Errors
/// See [`host`].
pub fn of_host(state: &Path) -> Result<PathBuf, Error> {
    Ok(state.join(OsStr::from_bytes(&host()?)))
}

/// Folds the log in `folder`, and shows each record with its verdict to `each`. What is in
/// the checkpoint is folded and not shown.
///
/// # Errors
/// The log is there and cannot be read.
pub fn read(
    folder: &Path,
    mut each: impl FnMut(Position, &Event, &Verdict),
) -> Result<Known, Error> {
    let fault = |error| unreadable(folder, &error);
    let mut chain = Chain::open(folder).map_err(fault)?;
    let mut fold = chain.take_fold();
    let mut unfinished = 0;
    ahead::read(&mut chain, |piece| match piece {
        Piece::Record { position, event } => {
            let verdict = fold.apply(*position, event);
            each(*position, event, &verdict);
        }
        Piece::Damage(damage) => fold.damaged(damage),
        Piece::Tail { bytes, .. } => unfinished = *bytes,
    })
    .map_err(fault)?;
    let counts = fold.counts();
    Ok(Known {
        records: counts.records,
        damaged: counts.unreadable(),
        unknown: counts.unknown,
        unfinished,
        covers: chain.covers(),
        segments: chain.closed(),
        fold,
    })
}

/// Says that the log in `folder` cannot be read, and what to do.
pub fn unreadable(folder: &Path, error: &io::Error) -> Error {
    let wrong = Error::file("read", &folder.join("log"), error);
    match error.kind() {
        ErrorKind::InvalidData => Error::new(Kind::Damaged, format!("{}: {error}", plain(folder)))
            .code("checkpoint-damaged")
            .remedy("Put the file `checkpoint` back from a copy. Without it, what older segments said is not known; moved away, only what came later is."),
        ErrorKind::Unsupported => Error::new(Kind::Damaged, format!("{}: {error}", plain(folder)))
            .code("checkpoint-version")
            .remedy("Use the version of rejoin that wrote it, or a later one."),
        _ if error.raw_os_error() == Some(rustix::io::Errno::MFILE.raw_os_error()) => {
            wrong.remedy("Run: rejoin gc")
        }
        _ => wrong.remedy("Make it a file that you can read."),
    }
}

/// Returns the process of a launch, if the log in `folder` can be read and remembers it.
pub fn launch(folder: &Path, id: &str) -> Option<Launched> {
    let mut chain = Chain::open(folder).ok()?;
    let fold = chain.take_fold();
    let recorded = chain.filter_map(Result::ok).find_map(|piece| match piece {
        Piece::Record {
            event: Event::Launch(launch),
            ..
        } if launch.launch == id => Some(Launched {
            process: launch.process,
            boot: launch.boot,
        }),
        _ => None,
    });
    recorded.or_else(|| {
        let (process, boot) = fold.process_of(id)?;
        let boot = boot.to_owned();
        Some(Launched { process, boot })
    })
}
