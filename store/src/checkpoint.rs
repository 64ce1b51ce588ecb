//! The checkpoint: what the segments up to a number fold to, so that they need not be kept.
//!
//! ```text
//! rjc2 0000000007 000000123456 9f3a2b1c 0c5d77aa {"covers":7,"fold":{...}}\n
//! |    |          |            |        |        `- one JSON object
//! |    |          |            |        `- CRC-32/ISCSI of the bytes before it
//! |    |          |            `- CRC-32/ISCSI of the JSON bytes
//! |    |          `- number of JSON bytes, twelve decimal digits
//! |    `- number of the last segment that is in it, ten decimal digits
//! `- the mark and the version
//! ```
//! The head has a checksum of its own: a writer that closes a segment needs the number, and
//! has no room for the rest. A checkpoint that cannot be read must never pass for none:
//! records of segments that are gone stand in nothing else.

#[cfg(feature = "reader")]
mod file;

use crate::frame::{checksum, number, write_digits, write_hex};
use crate::storage::{Part, Storage};
use rustix::io::Errno;

#[cfg(feature = "reader")]
pub use file::{Checkpoint, encode};

/// What a checkpoint of this version starts with.
pub const MARK: &[u8] = b"rjc2 ";

/// What one of an earlier version starts with: all that it says is still said so.
const EARLIER: &[u8] = b"rjc1 ";

const COVERS_DIGITS: usize = 10;
const LENGTH_DIGITS: usize = 12;
const CHECKSUM_DIGITS: usize = 8;
const COVERS_AT: usize = MARK.len();
const LENGTH_AT: usize = COVERS_AT + COVERS_DIGITS + 1;
const CHECKSUM_AT: usize = LENGTH_AT + LENGTH_DIGITS + 1;
const HEAD_CHECKSUM_AT: usize = CHECKSUM_AT + CHECKSUM_DIGITS + 1;

/// Bytes before the JSON text.
pub const HEAD_BYTES: usize = HEAD_CHECKSUM_AT + CHECKSUM_DIGITS + 1;

/// Largest number of a segment that a checkpoint can cover.
pub const COVERS_MAX: u64 = 9_999_999_999;

/// What the head says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Number of the last segment that is in it.
    pub covers: u64,
    /// Length of its JSON text in bytes.
    pub bytes: u64,
    /// Checksum of its JSON text.
    pub sum: u32,
}

impl Head {
    /// Returns the head as it stands in the file.
    #[must_use]
    pub fn written(&self) -> [u8; HEAD_BYTES] {
        self.marked(MARK)
    }

    fn marked(&self, mark: &[u8]) -> [u8; HEAD_BYTES] {
        let mut head = [b' '; HEAD_BYTES];
        head[..mark.len()].copy_from_slice(mark);
        write_digits(&mut head[COVERS_AT..COVERS_AT + COVERS_DIGITS], self.covers);
        write_digits(&mut head[LENGTH_AT..LENGTH_AT + LENGTH_DIGITS], self.bytes);
        write_hex(
            &mut head[CHECKSUM_AT..CHECKSUM_AT + CHECKSUM_DIGITS],
            self.sum,
        );
        let sum = checksum(&head[..HEAD_CHECKSUM_AT]);
        let place = HEAD_CHECKSUM_AT..HEAD_CHECKSUM_AT + CHECKSUM_DIGITS;
        write_hex(&mut head[place], sum);
        head
    }

    /// Reads a head; nothing if any byte of it is not as it was written.
    #[must_use]
    pub fn read(head: &[u8; HEAD_BYTES]) -> Option<Self> {
        let digits = |at: usize, digits: usize, radix| number(&head[at..at + digits], radix);
        let found = Self {
            covers: digits(COVERS_AT, COVERS_DIGITS, 10)?,
            bytes: digits(LENGTH_AT, LENGTH_DIGITS, 10)?,
            sum: u32::try_from(digits(CHECKSUM_AT, CHECKSUM_DIGITS, 16)?).ok()?,
        };
        let marks = [MARK, EARLIER].into_iter();
        let mut as_written = marks.map(|mark| found.marked(mark));
        as_written.any(|written| written == *head).then_some(found)
    }
}

/// Returns the number of the last segment which the checkpoint covers; 0 without one.
///
/// # Errors
/// It is there and cannot be read.
pub(crate) fn covers(storage: &impl Storage) -> Result<u64, Errno> {
    let mut head = [0; HEAD_BYTES];
    match storage.read_at(Part::Checkpoint, &mut head, 0) {
        Ok(HEAD_BYTES) => Head::read(&head).map(|head| head.covers).ok_or(Errno::IO),
        Ok(_) => Err(Errno::IO),
        Err(Errno::NOENT) => Ok(0),
        Err(errno) => Err(errno),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_reads_back_and_no_changed_byte_of_it_does() {
        let head = Head {
            covers: 7,
            bytes: 123_456,
            sum: 0x9f3a_2b1c,
        };
        let written = head.written();
        let text = b"rjc2 0000000007 000000123456 9f3a2b1c ";
        assert!(written.starts_with(text));
        assert_eq!(Head::read(&written), Some(head));
        assert_eq!(Head::read(&head.marked(EARLIER)), Some(head));
        for at in 0..HEAD_BYTES {
            for flip in 1..=255u8 {
                let mut bad = written;
                bad[at] ^= flip;
                assert_eq!(Head::read(&bad), None, "byte {at} xor {flip}");
            }
        }
    }
}
