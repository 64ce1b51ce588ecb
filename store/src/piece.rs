//! What a log consists of for its reader: records and damage, each at its position.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::event::Event;

/// Where a record starts. Order in the log is order of positions, never the clock.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Position {
    /// Number of its segment; the open one has the number that it will be closed under.
    pub segment: u64,
    /// Bytes before it in that segment.
    pub offset: u64,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{}", self.segment, self.offset))
    }
}

/// One piece of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// A whole record.
    Record {
        /// Where it starts.
        position: Position,
        /// What it says.
        event: Event,
    },
    /// Bytes that are no record of this version.
    Damage(Damage),
    /// The last bytes, without a newline: they may be a record that is being written.
    Tail {
        /// Where they start.
        position: Position,
        /// How many there are.
        bytes: u64,
    },
}

impl Piece {
    /// Becomes a record, in the memory that it has. After an error it means nothing.
    pub(crate) fn take(&mut self, position: Position, json: &[u8]) -> serde_json::Result<()> {
        if let Self::Record {
            position: here,
            event,
        } = self
        {
            *here = position;
            return event.take(json);
        }
        let event = Event::parse(json)?;
        *self = Self::Record { position, event };
        Ok(())
    }
}

impl Default for Piece {
    /// Nothing that a reader yields.
    fn default() -> Self {
        Self::Tail {
            position: Position::default(),
            bytes: 0,
        }
    }
}

/// Bytes that could not be read as a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Damage {
    /// Where they start.
    pub position: Position,
    /// How many there are.
    pub bytes: u64,
    /// What is wrong with them.
    pub kind: DamageKind,
}

/// What is wrong with a damaged piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DamageKind {
    /// The beginning of a record whose rest was never written: nobody was told that it is
    /// in the log.
    Cut,
    /// No frame.
    Torn,
    /// A frame of the right length whose bytes have changed.
    Checksum,
    /// A whole frame whose text is no record of its kind.
    NotJson,
    /// A frame of another version.
    OtherVersion,
    /// A segment that is not there, though later ones are.
    Missing,
}

impl DamageKind {
    /// Returns its stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::Torn => "torn",
            Self::Checksum => "checksum",
            Self::NotJson => "not-json",
            Self::OtherVersion => "other-version",
            Self::Missing => "missing",
        }
    }
}
