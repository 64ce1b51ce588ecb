//! The table of a person's own agents: what a hook needs of each, in bytes which it reads
//! without a heap and without a parser.
//!
//! ```text
//! table  = MARK, number of the bytes behind this header (u32), their sum (u64), agents
//! agent  = number of its bytes behind this number (u32), name, reply, processes, events,
//!          payload, the four groups of publisher, id, store root
//! text   = number of its bytes (u16), UTF-8
//! list   = number of its items (u16), items
//! option = 0, or 1 and the value
//! ```
//! Numbers are little-endian, and alternatives are one byte. `write` has every field in its
//! order, and `read` the same. A field that is added or moved gives `MARK` another number.

mod nobody;
mod read;
mod room;
#[cfg(feature = "whole")]
mod write;

pub use read::find;
pub use room::Room;
#[cfg(feature = "whole")]
pub use write::encode;

/// Name of the file in the state folder.
pub const TABLE_FILE: &core::ffi::CStr = c"agents.table";

/// Largest table in bytes. An agent takes some hundred, and a person has a handful.
pub const TABLE_BYTES_MAX: usize = 32 * 1024;

/// What a table of this layout begins with.
const MARK: &[u8; 16] = b"rejoin agents 1\n";

/// Why a table, or an agent in it, cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It is no table, or one of another layout.
    Layout,
    /// Its bytes are not as they were written.
    Damaged,
    /// An agent has more under this key of its definition than a hook has room for.
    TooMany(&'static str),
    /// A text, or the table, is longer than a table takes.
    TooLong,
}

/// FNV-1a with 64 bits: it tells damage, and keeps nobody out who may write the file.
fn sum(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const FACTOR: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(BASIS, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(FACTOR)
    })
}

#[cfg(all(test, feature = "whole"))]
mod tests;
