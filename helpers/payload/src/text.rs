//! The inside of a string: finds its end fast, resolves escapes, and keeps the bytes if wanted.
//!
//! Keys are kept in the first bytes of the memory, each over the last; values behind them, each
//! after the last. What is kept is judged only when it is asked for (`judge`).

use crate::{Fault, Found, KEY_BYTES_MAX};

/// Where a kept value stands in the text memory.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    start: usize,
    len: usize,
}

/// The string that is being read, and the memory for those that are kept.
pub(crate) struct Text<'m> {
    memory: &'m mut [u8],
    /// End of the values kept so far.
    values_end: usize,
    start: usize,
    len: usize,
    /// Most bytes to keep of this string.
    bytes_max: usize,
    is_kept: bool,
    fault: Option<Fault>,
    /// A high surrogate whose other half must come next, or 0.
    high_surrogate: u32,
}

impl<'m> Text<'m> {
    pub(crate) fn new(memory: &'m mut [u8]) -> Self {
        Self {
            memory,
            values_end: KEY_BYTES_MAX,
            start: 0,
            len: 0,
            bytes_max: 0,
            is_kept: false,
            fault: None,
            high_surrogate: 0,
        }
    }

    /// Begins a string that is only skipped.
    pub(crate) fn begin_skipped(&mut self) {
        self.is_kept = false;
        self.high_surrogate = 0;
    }

    /// Begins a key that is kept to be compared.
    pub(crate) fn begin_key(&mut self) {
        self.begin_kept(0, KEY_BYTES_MAX);
    }

    /// Begins a value that is kept, of at most so many bytes.
    pub(crate) fn begin_value(&mut self, bytes_max: usize) {
        self.begin_kept(self.values_end, bytes_max);
    }

    fn begin_kept(&mut self, start: usize, bytes_max: usize) {
        self.is_kept = true;
        self.fault = None;
        self.high_surrogate = 0;
        self.start = start;
        self.len = 0;
        self.bytes_max = bytes_max;
    }

    /// Takes the plain bytes ahead; what is left begins with a quote, a backslash, a control
    /// character or nothing.
    pub(crate) fn take_plain<'c>(&mut self, bytes: &'c [u8]) -> &'c [u8] {
        let rest = skip_plain(bytes);
        if let Some(plain @ [_, ..]) = bytes.get(..bytes.len() - rest.len()) {
            self.append(plain);
        }
        rest
    }

    /// Takes what an escape stands for.
    pub(crate) fn take_escaped(&mut self, byte: u8) {
        self.append(&[byte]);
    }

    /// Takes the code unit of a `\u` escape, pairing surrogates.
    pub(crate) fn take_code_unit(&mut self, unit: u16) {
        let mut code = u32::from(unit);
        match unit {
            0xd800..=0xdbff => {
                self.settle_surrogate();
                self.high_surrogate = code;
                return;
            }
            0xdc00..=0xdfff if self.high_surrogate != 0 => {
                code = 0x10000 + ((self.high_surrogate - 0xd800) << 10) + (code - 0xdc00);
                self.high_surrogate = 0;
            }
            _ => {}
        }
        match char::from_u32(code) {
            Some(character) => self.append(character.encode_utf8(&mut [0; 4]).as_bytes()),
            None => self.refuse(Fault::LoneSurrogate),
        }
    }

    /// Ends a key and gives it, unless it is one that cannot name a field.
    pub(crate) fn end_key(&mut self) -> Option<&[u8]> {
        self.settle_surrogate();
        if self.is_kept && self.fault.is_none() {
            self.memory.get(..self.len)
        } else {
            None
        }
    }

    /// Ends a value; it stays kept.
    pub(crate) fn end_value(&mut self) -> Result<Span, Fault> {
        self.settle_surrogate();
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        self.values_end = self.start + self.len;
        Ok(Span {
            start: self.start,
            len: self.len,
        })
    }

    /// Gives a kept value if a record may hold it: short enough, UTF-8, no control character.
    pub(crate) fn judge(&self, span: Span, bytes_max: usize) -> Found<'_> {
        // A field that shares its pointer with a longer one has more kept than it wants.
        let kept = self.memory.get(span.start..span.start + span.len);
        let Some(bytes) = kept.filter(|bytes| bytes.len() <= bytes_max) else {
            return Found::Refused(Fault::TooLong);
        };
        let Ok(text) = core::str::from_utf8(bytes) else {
            return Found::Refused(Fault::BadUtf8);
        };
        if has_control(bytes) {
            Found::Refused(Fault::Control)
        } else {
            Found::Text(text)
        }
    }

    /// Appends bytes to what is kept, or refuses it all if they are too many.
    fn append(&mut self, bytes: &[u8]) {
        self.settle_surrogate();
        if !self.is_kept {
            return;
        }
        let at = self.start + self.len;
        let len = self.len + bytes.len();
        match self
            .memory
            .get_mut(at..at + bytes.len())
            .filter(|_| len <= self.bytes_max)
        {
            Some(place) => {
                place.copy_from_slice(bytes);
                self.len = len;
            }
            None => self.refuse(Fault::TooLong),
        }
    }

    /// Ends the wait for the other half of a pair: anything but it has come.
    fn settle_surrogate(&mut self) {
        if self.high_surrogate != 0 {
            self.high_surrogate = 0;
            self.refuse(Fault::LoneSurrogate);
        }
    }

    /// Notes the first fault; nothing more needs to be kept.
    fn refuse(&mut self, fault: Fault) {
        if self.is_kept && self.fault.is_none() {
            self.fault = Some(fault);
        }
    }
}

/// Says whether UTF-8 text holds U+0000 to U+001F or U+007F to U+009F.
fn has_control(text: &[u8]) -> bool {
    let mut last = 0;
    for &byte in text {
        // 0xc2 begins U+0080 to U+00bf and nothing else, so its followers tell C1 apart.
        if byte < b' ' || byte == 0x7f || (last == 0xc2 && byte < 0xa0) {
            return true;
        }
        last = byte;
    }
    false
}

/// A word with this byte in each place.
const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Has a high bit set if a byte of the word is below `bound` (at most 0x80). Which bit does not
/// matter: a borrow can only mark a byte beside one that is marked rightly.
const fn any_below(word: u64, bound: u8) -> u64 {
    word.wrapping_sub(each(bound)) & !word & each(0x80)
}

/// Drops leading bytes that need no look inside a string, eight at a time.
fn skip_plain(mut bytes: &[u8]) -> &[u8] {
    while let Some((eight, tail)) = bytes.split_first_chunk::<8>() {
        let word = u64::from_ne_bytes(*eight);
        let special = any_below(word, b' ')
            | any_below(word ^ each(b'"'), 1)
            | any_below(word ^ each(b'\\'), 1);
        if special != 0 {
            break;
        }
        bytes = tail;
    }
    while let Some((&byte, tail)) = bytes.split_first() {
        if byte < b' ' || byte == b'"' || byte == b'\\' {
            break;
        }
        bytes = tail;
    }
    bytes
}
