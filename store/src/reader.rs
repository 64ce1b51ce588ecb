//! Reads one file of the log from front to back in constant memory.
//!
//! It must never write, never call an I/O error an empty log, and never let damage
//! hide a whole record that follows, be it in the middle of the damaged line.

use core::ops::Range;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

use crate::frame::{self, FRAME_BYTES_MAX, Framed, HEADER_BYTES, MARK, RECORD_BYTES_MAX};

pub use crate::piece::{Damage, DamageKind, Piece, Position};

/// Bytes held at a time: a record may start at any place and must be seen whole, and
/// moving what is left to the front must be rare.
const BUFFER_BYTES: usize = 4 * FRAME_BYTES_MAX;

/// A file that is being read.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    buffer: Vec<u8>,
    /// First byte of the buffer which is not yet used.
    used: usize,
    /// JSON text of the last piece in the buffer, if that was a record.
    json: Range<usize>,
    segment: u64,
    /// Position of the first byte which is not yet used.
    offset: u64,
    /// End of the file when it was opened; later records are left to a later reader.
    end: u64,
    /// Whether the buffer reaches that end.
    ended: bool,
    /// Whether nobody goes on with what ends without a newline.
    closed: bool,
}

impl<R: Read + Seek> Reader<R> {
    /// Starts to read `source` at `from`, up to the end which it has now.
    ///
    /// # Errors
    /// The source cannot be sought in.
    pub fn new(mut source: R, from: Position) -> io::Result<Self> {
        let end = source.seek(SeekFrom::End(0))?;
        source.seek(SeekFrom::Start(from.offset))?;
        Ok(Self {
            source,
            buffer: Vec::new(),
            used: 0,
            json: 0..0,
            segment: from.segment,
            offset: from.offset,
            end,
            ended: false,
            closed: false,
        })
    }

    /// Takes last bytes without a newline for damage: the file is one to which nobody who
    /// holds the lock appends any more.
    #[must_use]
    pub fn closed(self) -> Self {
        Self {
            closed: true,
            ..self
        }
    }

    /// Reads the next piece; `None` at the end of the log.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        let mut piece = Piece::default();
        Ok(self.read_into(&mut piece)?.then_some(piece))
    }

    /// Reads the next piece in place of the one that `piece` holds, into the same memory.
    /// Tells whether there was one.
    ///
    /// # Errors
    /// As [`Self::next_piece`].
    pub fn read_into(&mut self, piece: &mut Piece) -> io::Result<bool> {
        loop {
            self.fill()?;
            let position = self.reached();
            let rest = self.rest();
            if rest.is_empty() {
                return Ok(false);
            }
            if rest.starts_with(b"\n") {
                self.step(1);
                continue;
            }
            if let Framed::Whole { json, bytes } = frame::read(rest) {
                if piece.take(position, json).is_err() {
                    *piece = Piece::Damage(Damage {
                        position,
                        bytes: bytes as u64,
                        kind: DamageKind::NotJson,
                    });
                }
                let start = self.used + HEADER_BYTES;
                self.json = start..start + bytes - HEADER_BYTES - 1;
                self.step(bytes);
                return Ok(true);
            }
            let kind = kind_of_damage(rest);
            let (bytes, ended) = self.skip_damage()?;
            *piece = if ended || self.closed {
                Piece::Damage(Damage {
                    position,
                    bytes,
                    kind,
                })
            } else {
                Piece::Tail { position, bytes }
            };
            return Ok(true);
        }
    }

    /// Returns where the piece that comes next starts.
    #[must_use]
    pub fn reached(&self) -> Position {
        Position {
            segment: self.segment,
            offset: self.offset,
        }
    }

    /// Returns the JSON text of the record that was read last.
    #[must_use]
    pub fn json(&self) -> &[u8] {
        self.buffer.get(self.json.clone()).unwrap_or_default()
    }

    /// Steps over damage, up to the next line or the next whole record, and tells how
    /// many bytes it was and whether it was closed by either.
    fn skip_damage(&mut self) -> io::Result<(u64, bool)> {
        let mut skipped = 0u64;
        loop {
            self.fill()?;
            let rest = self.rest();
            if rest.is_empty() {
                return Ok((skipped, false));
            }
            // A record that starts here or before is in the buffer whole.
            let sure = if self.ended {
                rest.len()
            } else {
                rest.len() - FRAME_BYTES_MAX + 1
            };
            let first = usize::from(skipped == 0);
            let found = end_of_damage(rest, first, sure);
            let step = found.unwrap_or(sure);
            self.step(step);
            skipped += step as u64;
            if found.is_some() {
                return Ok((skipped, true));
            }
        }
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.used..]
    }

    fn step(&mut self, bytes: usize) {
        self.used += bytes;
        self.offset += bytes as u64;
    }

    /// Reads until the longest record fits into what is held, or the log ends.
    fn fill(&mut self) -> io::Result<()> {
        if self.ended || self.rest().len() >= FRAME_BYTES_MAX {
            return Ok(());
        }
        self.buffer.drain(..self.used);
        self.used = 0;
        while !self.ended && self.buffer.len() < FRAME_BYTES_MAX {
            let held = self.buffer.len();
            let left = self.end.saturating_sub(self.offset + held as u64);
            let room = (BUFFER_BYTES - held) as u64;
            let wanted = usize::try_from(left.min(room)).unwrap_or(BUFFER_BYTES);
            self.buffer.resize(held + wanted, 0);
            let read = match self.source.read(&mut self.buffer[held..]) {
                Ok(read) => read,
                Err(error) => {
                    self.buffer.truncate(held);
                    if error.kind() == ErrorKind::Interrupted {
                        continue;
                    }
                    return Err(error);
                }
            };
            self.buffer.truncate(held + read);
            self.ended = read == 0 || read as u64 == left;
        }
        Ok(())
    }
}

impl<R: Read + Seek> Iterator for Reader<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_piece().transpose()
    }
}

/// Returns where damage ends: after its newline, or at a whole record inside the line.
/// Looks at starts from `first` up to `sure`.
fn end_of_damage(bytes: &[u8], first: usize, sure: usize) -> Option<usize> {
    (first..sure).find_map(|at| match bytes[at] {
        b'\n' => Some(at + 1),
        byte if byte == MARK[0] => {
            let here = &bytes[at..];
            let whole = here.starts_with(MARK) && matches!(frame::read(here), Framed::Whole { .. });
            whole.then_some(at)
        }
        _ => None,
    })
}

fn kind_of_damage(bytes: &[u8]) -> DamageKind {
    if frame::read(bytes) == Framed::OtherVersion {
        return DamageKind::OtherVersion;
    }
    let line = bytes
        .iter()
        .take(FRAME_BYTES_MAX)
        .position(|&byte| byte == b'\n');
    let length = bytes
        .strip_prefix(MARK)
        .and_then(|rest| rest.split(|&byte| byte == b' ').next())
        .and_then(|digits| core::str::from_utf8(digits).ok())
        .and_then(|digits| digits.parse::<usize>().ok());
    let line_bytes = line.unwrap_or(bytes.len());
    // Where no newline follows, it may be all that is missing.
    let longest = |length: usize| length + HEADER_BYTES + usize::from(line.is_none());
    let cut = match length {
        Some(length) => length <= RECORD_BYTES_MAX && line_bytes < longest(length),
        None => bytes
            .get(..line_bytes)
            .is_some_and(|line| MARK.starts_with(line)),
    };
    match (line, length) {
        _ if cut => DamageKind::Cut,
        (Some(line), Some(length)) if length.checked_add(HEADER_BYTES) == Some(line) => {
            DamageKind::Checksum
        }
        _ => DamageKind::Torn,
    }
}
