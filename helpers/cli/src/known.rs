//! What the log says: reads it once from front to back and folds it. An unreadable log
//! is an error and never an empty one; a missing log is empty.

use crate::error::Error;
use rejoin_store::binding::Binding;
use rejoin_store::event::{Event, Launch};
use rejoin_store::fold::Fold;
use rejoin_store::reader::{Piece, Position, open};
use rejoin_store::verdict::Verdict;
use serde::Serialize;
use std::path::Path;

/// The folded log.
pub struct Known {
    pub fold: Fold,
    pub records: u64,
    pub damaged: u64,
    /// Records of kinds that this version does not know.
    pub unknown: u64,
    /// Bytes at the end without a newline: maybe a record that is being written.
    pub unfinished: u64,
}

/// How much of the log could be read.
#[derive(Debug, Serialize)]
pub struct LogFacts {
    records: u64,
    damaged: u64,
    unknown: u64,
    unfinished: u64,
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

/// Folds the log at `path`, and shows each record with its verdict to `each`.
///
/// # Errors
/// The log is there and cannot be read.
pub fn read(path: &Path, mut each: impl FnMut(Position, &Event, &Verdict)) -> Result<Known, Error> {
    let fault =
        |error| Error::file("read", path, &error).remedy("Make it a file that you can read.");
    let mut known = Known {
        fold: Fold::default(),
        records: 0,
        damaged: 0,
        unknown: 0,
        unfinished: 0,
    };
    let Some(pieces) = open(path).map_err(fault)? else {
        return Ok(known);
    };
    for piece in pieces {
        match piece.map_err(fault)? {
            Piece::Record { position, event } => {
                known.records += 1;
                known.unknown += u64::from(matches!(event, Event::Unknown { .. }));
                let verdict = known.fold.apply(position, &event);
                each(position, &event, &verdict);
            }
            Piece::Damage(damage) => {
                known.damaged += 1;
                known.fold.damaged(&damage);
            }
            Piece::Tail { bytes, .. } => known.unfinished = bytes,
        }
    }
    Ok(known)
}

/// Returns the record of a launch, if the log at `path` can be read and has it.
pub fn launch(path: &Path, id: &str) -> Option<Launch> {
    open(path)
        .ok()??
        .filter_map(Result::ok)
        .find_map(|piece| match piece {
            Piece::Record {
                event: Event::Launch(launch),
                ..
            } if launch.launch == id => Some(*launch),
            _ => None,
        })
}
