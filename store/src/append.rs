//! Appends one record: lock, close a full segment, start on a clean line, one write, note
//! it in heads, unlock, sync, note that. What each crash leaves is written down in
//! `store/ARCHITECTURE.md`.
//!
//! Nobody ever cuts the log: a half record stays, and the next one begins on its own line.

use crate::checkpoint;
use crate::draft::JSON_AT;
use crate::frame::FRAME_BYTES_MAX;
use crate::heads::{self, KEYS_MAX, Keys, Last, Place};
use crate::segment::SEGMENT_BYTES;
use crate::storage::{LogState, Part, Storage};
use core::cell::Cell;
use rustix::io::Errno;

pub use crate::draft::Draft;

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
    /// It did not fit into [`crate::frame::RECORD_BYTES_MAX`].
    TooLarge,
    /// The disk took only a part of it.
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

/// How many files a writer follows the log through. Each holds thousands of records, so
/// that one which was closed before a record came into it is rare, and two are a fault.
const FOLLOWED_MAX: usize = 4;

/// Whether the name of the file into which a record went is durable. Where it cannot be made
/// so, that costs the acknowledgement and never the record.
type Named = Result<(), Errno>;

/// How the record came to be in the log.
struct Done {
    outcome: Outcome,
    named: Named,
    /// Whether it is on disk already.
    synced: bool,
    /// The log behind it; nothing if others may have written since.
    behind: Option<LogState>,
}

/// The log, opened for appending.
pub struct Log<S> {
    storage: S,
    boot_second: u64,
    /// The log at the last look without the lock.
    seen: Cell<Option<LogState>>,
}

impl<S: Storage> Log<S> {
    /// Uses `storage`; `boot_second` tells heads of this boot from older ones.
    pub const fn new(storage: S, boot_second: u64) -> Self {
        Self {
            storage,
            boot_second,
            seen: Cell::new(None),
        }
    }

    /// Returns the record that is the last under every one of `keys`, if that can be told
    /// without reading the log.
    pub fn last<'b>(
        &self,
        keys: impl Into<Keys>,
        buffer: &'b mut [u8; FRAME_BYTES_MAX],
    ) -> Option<Last<'b>> {
        self.seen.set(self.storage.log_state().ok());
        let log = self.seen.get()?;
        heads::last(&self.storage, keys.into(), self.boot_second, log, buffer)
    }

    /// Makes durable what [`Log::last`] found and nobody has synced: its writer may have been
    /// killed before it could.
    ///
    /// # Errors
    /// As the system says; what was found may then be lost with the power.
    pub fn sync_seen(&self) -> Result<(), Error> {
        self.storage.sync().map_err(Error::System)?;
        if let Some(log) = self.seen.get() {
            heads::note_synced(&self.storage, log);
        }
        Ok(())
    }

    /// Calls `each` with the last record under each of `keys`, and tells for which of them
    /// one is known.
    pub fn each_last(
        &self,
        keys: Keys,
        buffer: &mut [u8; FRAME_BYTES_MAX],
        each: impl FnMut(&[u8]),
    ) -> [bool; KEYS_MAX] {
        heads::each_last(&self.storage, keys, self.boot_second, buffer, each)
    }

    /// Appends the record whose JSON text of `json_bytes` stands in `draft`, unless
    /// `known(last, new)` says by the time the lock is held that the last one under all
    /// of `keys` says the same already.
    ///
    /// # Errors
    /// See [`Error`]. Nothing else in the log is touched then.
    pub fn append(
        &mut self,
        draft: &mut Draft,
        json_bytes: usize,
        keys: Option<Keys>,
        sync: Sync,
        scratch: &mut [u8; FRAME_BYTES_MAX],
        known: impl FnOnce(&[u8], &[u8]) -> bool,
    ) -> Result<Outcome, Error> {
        let line = draft.finish(json_bytes)?;
        let done = match self.lock() {
            Some(log) => {
                let new = line.get(JSON_AT..JSON_AT + json_bytes).unwrap_or_default();
                // What was not known before is not known now if nothing has come since.
                let news = self.seen.get() != Some(log);
                let keys_to_look_at = keys.filter(|_| news);
                let last = keys_to_look_at.and_then(|keys| self.last(keys, scratch));
                let done = match last.filter(|last| known(last.json, new)) {
                    Some(last) => Ok(Done {
                        outcome: Outcome::Known,
                        named: Ok(()),
                        synced: last.synced,
                        behind: Some(log),
                    }),
                    None => self.append_locked(line, keys, log),
                };
                self.storage.unlock();
                done?
            }
            None => self.append_unlocked(line)?,
        };
        if sync == Sync::Now && !done.synced {
            self.storage.sync().map_err(Error::System)?;
            done.named.map_err(Error::System)?;
            if let Some(behind) = done.behind {
                heads::note_synced(&self.storage, behind);
            }
        }
        Ok(done.outcome)
    }

    /// Does `work` while nobody else appends or closes a segment; nothing if there is no lock.
    pub fn hold<T>(&mut self, work: impl FnOnce() -> T) -> Option<T> {
        self.lock().map(|_| {
            let done = work();
            self.storage.unlock();
            done
        })
    }

    /// Takes the lock of the file that is named `log`, and returns that file's state. It
    /// may have been closed while the lock was waited for. Nothing if there is no lock, or
    /// no telling what it is the lock of: neither must lose the record.
    fn lock(&mut self) -> Option<LogState> {
        for _ in 0..FOLLOWED_MAX {
            self.storage.lock().ok()?;
            let named = self.storage.log_state_if_named();
            if let Ok(Some(log)) = named {
                return Some(log);
            }
            self.storage.unlock();
            named.ok()?;
            self.storage.reopen().ok()?;
        }
        None
    }

    #[inline(never)]
    fn append_locked(
        &mut self,
        line: &[u8],
        keys: Option<Keys>,
        mut log: LogState,
    ) -> Result<Done, Error> {
        let closed = log.size >= SEGMENT_BYTES && self.close_segment().is_ok();
        if closed {
            let Ok(new) = self.storage.log_state() else {
                return self.append_unlocked(line);
            };
            log = new;
        } // one that cannot be closed grows, and the next writer tries again
        let covered = heads::covering(&self.storage, self.boot_second, log);
        // Those who follow sync a file and take its name for durable if heads cover it.
        let named = match covered {
            Some(_) => Ok(()),
            None => self.storage.sync_names(),
        };
        let frame = &line[1..];
        let (bytes, offset) = if self.ends_clean(log.size) {
            (frame, log.size)
        } else {
            (line, log.size + 1)
        };
        let written = self.storage.append(bytes).map_err(Error::System)?;
        if written < bytes.len() {
            return Err(Error::Short);
        }
        let place = Place {
            offset,
            bytes: frame.len() as u64,
        };
        if named.is_ok() {
            let _ = heads::note(&self.storage, keys, self.boot_second, covered, log, place);
        }
        let size = place.offset + place.bytes;
        Ok(Done {
            outcome: Outcome::Appended,
            named,
            synced: false,
            behind: Some(LogState { size, ..log }),
        })
    }

    /// Gives the log the name of the next segment, and starts an empty one in its place.
    /// The lock is held before and after. Each step leaves a whole log if it is the last.
    #[inline(never)]
    fn close_segment(&mut self) -> Result<(), Errno> {
        let mut number = checkpoint::covers(&self.storage)? + 1;
        while !self.storage.name_segment(number)? {
            number += 1; // one that `rejoin gc` has not folded yet
        }
        // Its bytes, and its new name, before its old name is taken away.
        self.storage.sync()?;
        self.storage.sync_names()?;
        heads::forget(&self.storage)?;
        self.storage.start_log()
    }

    /// Tells whether the log ends with a newline. If that cannot be read, a blank line does
    /// less harm than a record that goes on in a torn one.
    fn ends_clean(&self, size: u64) -> bool {
        let Some(last_at) = size.checked_sub(1) else {
            return true;
        };
        let mut last = [0u8];
        let read = self.storage.read_at(Part::Log, &mut last, last_at);
        read == Ok(1) && last == *b"\n"
    }

    /// Appends without the lock: the line break in front keeps a torn end apart, and heads
    /// find out by themselves. A file that was closed meanwhile may have been folded before
    /// the record came into it, so the record goes into the next one too; once too often
    /// does no harm.
    fn append_unlocked(&mut self, line: &[u8]) -> Result<Done, Error> {
        let mut unsure = self.storage.log_state().map_or(true, |log| log.size == 0);
        for _ in 0..FOLLOWED_MAX {
            // Who follows will find the file in use, and take its name for durable.
            let before = if unsure {
                self.storage.sync_names()
            } else {
                Ok(())
            };
            match self.storage.append(line) {
                Ok(written) if written == line.len() => {}
                Ok(_) => return Err(Error::Short),
                Err(errno) => return Err(Error::System(errno)),
            }
            let named = self.storage.log_state_if_named().map_err(Error::System)?;
            if named.is_some() {
                let after = self.storage.sync_names();
                return Ok(Done {
                    outcome: Outcome::Appended,
                    named: before.and(after),
                    synced: false,
                    behind: None,
                });
            }
            self.storage.reopen().map_err(Error::System)?;
            unsure = true;
        }
        Err(Error::System(Errno::AGAIN))
    }
}
