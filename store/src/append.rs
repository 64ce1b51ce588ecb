//! Appends one record: lock, start on a clean line, one write, note it in heads, unlock,
//! sync. What each crash leaves is written down in `store/ARCHITECTURE.md`.
//!
//! Only the holder of the lock may cut the log, and only its own half record off its end.

use crate::frame::{FRAME_BYTES_MAX, HEADER_BYTES, RECORD_BYTES_MAX, write_header};
use crate::heads::{self, Key, Place};
use crate::json::Writer;
use crate::storage::{Part, Storage};
use rustix::io::Errno;

/// Whether a record must be on disk before the writer goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sync {
    /// It changes what a pane holds.
    Now,
    /// Losing it with the power costs an explanation, not an identity.
    Later,
}

/// Why a record is not in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Error {
    /// It did not fit into [`RECORD_BYTES_MAX`].
    TooLarge,
    /// The disk took only a part of it, which was taken back where possible.
    Short,
    /// The system refused.
    System(Errno),
}

/// What became of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is in the log.
    Appended,
    /// The last record under its key says the same already.
    Known,
}

/// A record being made: room for a line break in front, the frame, the JSON text and
/// the newline, so that it leaves by one write whatever the log's end looks like.
pub struct Draft {
    bytes: [u8; 1 + FRAME_BYTES_MAX],
}

const JSON_AT: usize = 1 + HEADER_BYTES;

impl Draft {
    /// Makes an empty draft. It is large and meant to stand in a `static` or a box.
    #[must_use]
    #[allow(
        clippy::new_without_default,
        reason = "64 KiB by value is never wanted unasked"
    )]
    #[allow(clippy::large_stack_arrays, reason = "see above")]
    pub const fn new() -> Self {
        Self {
            bytes: [0; 1 + FRAME_BYTES_MAX],
        }
    }

    /// Starts the JSON text anew.
    pub fn writer(&mut self) -> Writer<'_> {
        Writer::new(&mut self.bytes[JSON_AT..JSON_AT + RECORD_BYTES_MAX])
    }

    /// Finishes a text of `json_bytes`; returns the frame with a line break before it.
    fn finish(&mut self, json_bytes: usize) -> Result<&[u8], Error> {
        let end = JSON_AT + json_bytes;
        if json_bytes > RECORD_BYTES_MAX {
            return Err(Error::TooLarge);
        }
        let mut header = [0; HEADER_BYTES];
        write_header(&mut header, &self.bytes[JSON_AT..end]);
        self.bytes[0] = b'\n';
        self.bytes[1..JSON_AT].copy_from_slice(&header);
        self.bytes[end] = b'\n';
        Ok(&self.bytes[..=end])
    }
}

/// The log, opened for appending.
pub struct Log<S> {
    storage: S,
    boot_second: u64,
}

impl<S: Storage> Log<S> {
    /// Uses `storage`; `boot_second` tells heads of this boot from older ones.
    pub const fn new(storage: S, boot_second: u64) -> Self {
        Self {
            storage,
            boot_second,
        }
    }

    /// Returns the last record under `key`, if that can be told without reading the log.
    pub fn last<'b>(&self, key: Key, buffer: &'b mut [u8; FRAME_BYTES_MAX]) -> Option<&'b [u8]> {
        heads::last(&self.storage, key, self.boot_second, buffer)
    }

    /// Appends the record whose JSON text of `json_bytes` stands in `draft`, unless
    /// `known(last, new)` says by the time the lock is held that the last one under
    /// `key` says the same already.
    ///
    /// # Errors
    /// See [`Error`]. Nothing else in the log is touched then.
    pub fn append(
        &self,
        draft: &mut Draft,
        json_bytes: usize,
        key: Option<Key>,
        sync: Sync,
        scratch: &mut [u8; FRAME_BYTES_MAX],
        known: impl FnOnce(&[u8], &[u8]) -> bool,
    ) -> Result<Outcome, Error> {
        let line = draft.finish(json_bytes)?;
        // A lock that cannot be had must not lose the record: without it the line
        // break in front keeps a torn end apart, and heads find out by themselves.
        let locked = self.storage.lock().is_ok();
        let done = if locked {
            let new = line.get(JSON_AT..JSON_AT + json_bytes).unwrap_or_default();
            let last = key.and_then(|key| self.last(key, scratch));
            let same = last.is_some_and(|last| known(last, new));
            if same {
                Ok((Outcome::Known, false))
            } else {
                self.append_locked(line, key)
            }
        } else {
            self.append_unlocked(line)
        };
        if locked {
            self.storage.unlock();
        }
        let (outcome, first) = done?;
        if sync == Sync::Now && outcome == Outcome::Appended {
            self.storage.sync().map_err(Error::System)?;
            if first {
                self.storage.sync_name().map_err(Error::System)?;
            }
        }
        Ok(outcome)
    }

    #[inline(never)]
    fn append_locked(&self, line: &[u8], key: Option<Key>) -> Result<(Outcome, bool), Error> {
        let size = self.storage.size(Part::Log).map_err(Error::System)?;
        let frame = &line[1..];
        let (bytes, offset) = if self.ends_clean(size)? {
            (frame, size)
        } else {
            (line, size + 1)
        };
        let written = self.storage.append(bytes).map_err(Error::System)?;
        if written < bytes.len() {
            self.take_back(size, written as u64);
            return Err(Error::Short);
        }
        let place = Place {
            offset,
            bytes: frame.len() as u64,
        };
        let _ = heads::note(&self.storage, key, self.boot_second, size, place);
        Ok((Outcome::Appended, size == 0))
    }

    fn ends_clean(&self, size: u64) -> Result<bool, Error> {
        let Some(last_at) = size.checked_sub(1) else {
            return Ok(true);
        };
        let mut last = [0u8];
        let read = self
            .storage
            .read_at(Part::Log, &mut last, last_at)
            .map_err(Error::System)?;
        Ok(read == 1 && last == *b"\n")
    }

    fn append_unlocked(&self, line: &[u8]) -> Result<(Outcome, bool), Error> {
        match self.storage.append(line) {
            Ok(written) if written == line.len() => Ok((Outcome::Appended, false)),
            Ok(_) => Err(Error::Short),
            Err(errno) => Err(Error::System(errno)),
        }
    }

    /// Takes an own half record back, if nothing stands behind it.
    fn take_back(&self, size: u64, written: u64) {
        if self.storage.size(Part::Log) == Ok(size + written) {
            // If it stays, readers skip it and the next writer starts a new line.
            let _ = self.storage.cut(size);
        }
    }
}
