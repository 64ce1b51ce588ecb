//! What is handed to `rejoin-exec`: which program it becomes, with which arguments, in
//! which directory, with which environment. `schemas/handover.md` says it byte by byte.
//!
//! Reading borrows and never allocates; writing is behind the feature `encode`. This crate
//! must never touch a file, judge a value, or let a byte of one into an error.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

#[cfg(any(test, feature = "encode"))]
extern crate alloc;

mod decode;
#[cfg(any(test, feature = "encode"))]
mod encode;
mod header;
mod terminal;

pub use decode::{Fault, Handover, Strings};
#[cfg(any(test, feature = "encode"))]
pub use encode::{Draft, Unfit};
pub use header::{HEADER_BYTES, Header};
pub use terminal::{TERMINAL_VARIABLES, is_terminals};

/// Version of the contract. Another one is refused, never guessed at.
pub const VERSION: u32 = 1;

/// Bounds a handover in bytes: Linux takes at most so much as arguments and environment
/// together, whatever limit is set.
pub const HANDOVER_BYTES_MAX: usize = 6 << 20;

/// Bounds one argument or variable in bytes, with its NUL, as Linux does.
pub const STRING_BYTES_MAX: usize = 128 << 10;

/// Bounds a path in bytes, with its NUL, as the system does.
pub const PATH_BYTES_MAX: usize = 4096;

/// Bounds the number of arguments, and that of variables: more do not fit the system's
/// usual limit unless they are a few bytes each.
pub const STRINGS_MAX: usize = 16_383;

/// Bounds how far ahead the deadline of a ticket may lie, in seconds. A pane starts
/// within one; a machine that brings back many at once after a reboot takes longer.
pub const TICKET_SECONDS_MAX: u64 = 120;

/// A program, pinned: its path, and the file that must stand there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pinned<Path> {
    /// Absolute path. The program is started by it, so scripts and links work.
    pub path: Path,
    /// Device of the file that the path leads to, as `stat` has it.
    pub device: u64,
    /// Inode of that file.
    pub inode: u64,
}
