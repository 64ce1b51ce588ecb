//! A record while it is being made. It must leave by one write, whatever the log ends with.

use crate::append::Error;
use crate::frame::{FRAME_BYTES_MAX, HEADER_BYTES, RECORD_BYTES_MAX, write_header};
use crate::json::Writer;

/// A record being made: room for a line break in front, the frame, the JSON text and
/// the newline, so that it leaves by one write whatever the log's end looks like.
pub struct Draft {
    bytes: [u8; 1 + FRAME_BYTES_MAX],
}

/// Where the JSON text begins.
pub(crate) const JSON_AT: usize = 1 + HEADER_BYTES;

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
    pub(crate) fn finish(&mut self, json_bytes: usize) -> Result<&[u8], Error> {
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
