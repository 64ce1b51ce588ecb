//! Reads one JSON object as it arrives and keeps the few string fields that were asked for.
//!
//! The object may be 64 MiB long, nested to any depth and cut into chunks anywhere; the memory is
//! the caller's, fixed, and mostly untouched by an ordinary payload. This crate must never
//! allocate, never guess at a broken document, and never let a byte of the payload into an error.
//!
//! ```
//! use std::sync::Mutex;
//!
//! use rejoin_payload::{Field, Found, Memory, Step, Walker, only_whitespace};
//!
//! static MEMORY: Mutex<Memory> = Mutex::new(Memory::new());
//!
//! let fields = [Field { pointer: "/session_id", bytes_max: 256 }];
//! let mut memory = MEMORY.lock().unwrap();
//! let Memory { text, nesting } = &mut *memory;
//! let mut walker = Walker::new(&fields, text, nesting).unwrap();
//!
//! assert_eq!(walker.feed(br#"{"prompt":"\ud83d","session_"#), Step::More);
//! let last = b"id\":\"7ed1586d\"}\n";
//! let Step::Done { used } = walker.feed(last) else { panic!() };
//! assert!(only_whitespace(&last[used..]));
//! assert_eq!(walker.found(0), Found::Text("7ed1586d"));
//! ```
//!
//! # What passes
//!
//! The grammar is RFC 8259 to the letter. Where the RFC leaves a choice, this is ours:
//!
//! | case | choice |
//! |---|---|
//! | root that is not an object | refused, `not-an-object` |
//! | UTF-8 byte order mark | refused, `byte-order-mark` |
//! | UTF-16 or UTF-32, with or without mark | refused, `syntax` (or `not-an-object`) |
//! | more than 64 MiB up to and with the last brace | refused, `too-large` |
//! | any depth of nesting | passes |
//! | numbers of any size, precision or exponent | pass; no value is computed |
//! | a key given twice, no field on its path | passes |
//! | a key given twice, a field at it or below it | the field is `Refused(Twice)` |
//! | lone, swapped or half surrogate escapes | pass; in a field `Refused(LoneSurrogate)` |
//! | bytes in a string that are not UTF-8 (stray, overlong, cut, surrogate, beyond U+10FFFF) | pass; in a field `Refused(BadUtf8)` |
//! | the same two in a key | the key passes and names no field |
//! | escaped NUL and controls, DEL, U+0080 to U+009F | pass; in a field `Refused(Control)` |
//! | noncharacters, private use, U+2028, U+2029 | pass, in a field too |
//! | empty key, empty string | pass; an empty field is `Text("")` |
//! | what follows the object | the caller's: see [`only_whitespace`] |
//!
//! A refused field does not make the document invalid: the caller decides what it needs.

#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

mod answer;
mod escape;
mod nesting;
mod number;
mod state;
mod targets;
mod text;
mod walker;

pub use answer::{Fault, Found, Misfit, Reason, Step};
pub use walker::Walker;

/// Bounds a payload, in bytes from its first to its closing brace: a prompt with pasted images
/// reaches some tens of MiB, and a hook may not read for ever.
pub const PAYLOAD_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Bounds how many fields one walk can look for: one bit each in a `u32`.
pub const FIELDS_MAX: usize = 32;

/// Bounds how many keys a pointer may have; the deepest payload known needs three.
pub const LEVELS_MAX: usize = 8;

/// Bounds one key of a pointer, in bytes; the first so many bytes of the text memory hold the key
/// that is being read.
pub const KEY_BYTES_MAX: usize = 128;

/// Text memory for a key, three paths of 4096 bytes and a dozen ids and names of 256 bytes.
pub const TEXT_BYTES: usize = 16 * 1024;

/// Nesting memory for the deepest object that fits a payload: one bit an open container.
pub const NESTING_WORDS: usize = PAYLOAD_BYTES_MAX / u64::BITS as usize;

/// One string field to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'p> {
    /// RFC 6901 pointer below the root object, such as `/session_id` or `/a/b`; `~1` stands for
    /// `/` in a key and `~0` for `~`. It names keys of objects only, never elements of arrays.
    pub pointer: &'p str,
    /// Longest text that is accepted, in bytes of UTF-8 after escapes are resolved.
    pub bytes_max: usize,
}

/// All that a [`Walker`] needs, all zero: a `static` of it costs no byte in the program file, and
/// of `nesting` no page is touched before the 65th open container.
#[derive(Debug)]
pub struct Memory {
    /// Holds the key that is being read and the texts of the fields.
    pub text: [u8; TEXT_BYTES],
    /// Holds one bit an open container, object or array.
    pub nesting: [u64; NESTING_WORDS],
}

impl Memory {
    /// Gives zeroed memory. It is over 8 MiB, more than a stack holds: make it a `static`.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            text: [0; TEXT_BYTES],
            nesting: [0; NESTING_WORDS],
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

/// Says whether nothing but JSON whitespace is left, that is, no trailing data.
#[must_use]
pub fn only_whitespace(bytes: &[u8]) -> bool {
    skip_whitespace(bytes).is_empty()
}

/// Drops the leading whitespace; the four bytes of RFC 8259 and no others.
fn skip_whitespace(mut bytes: &[u8]) -> &[u8] {
    while let Some((b' ' | b'\t' | b'\n' | b'\r', tail)) = bytes.split_first() {
        bytes = tail;
    }
    bytes
}
