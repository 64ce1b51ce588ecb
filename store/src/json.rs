//! Writes one flat-ish JSON object into a fixed buffer, without a heap.
//!
//! It must never write invalid JSON, never write a raw newline, and never exceed
//! the buffer: what does not fit makes the whole record unusable, not shorter.

/// A JSON text being written into `buffer`.
pub struct Writer<'b> {
    buffer: &'b mut [u8],
    used: usize,
    full: bool,
}

impl<'b> Writer<'b> {
    /// Starts an empty text.
    pub fn new(buffer: &'b mut [u8]) -> Self {
        Self {
            buffer,
            used: 0,
            full: false,
        }
    }

    /// Returns how many bytes have been written.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used
    }

    /// Returns the text so far, or nothing if it did not fit.
    #[must_use]
    pub fn text(&self) -> Option<&[u8]> {
        if self.full {
            None
        } else {
            self.buffer.get(..self.used)
        }
    }

    /// Opens an object or array (`{` or `[`).
    pub fn open(&mut self, bracket: u8) {
        self.separate();
        self.byte(bracket);
    }

    /// Closes an object or array (`}` or `]`).
    pub fn close(&mut self, bracket: u8) {
        self.byte(bracket);
    }

    /// Writes a key; its value must follow.
    pub fn key(&mut self, key: &str) {
        self.separate();
        self.quoted(key);
        self.byte(b':');
    }

    /// Writes a text value.
    pub fn text_value(&mut self, value: &str) {
        self.separate();
        self.quoted(value);
    }

    /// Writes bytes as text, or as `{"bytes":"<base64>"}` where they are not UTF-8.
    pub fn bytes_value(&mut self, value: &[u8]) {
        match core::str::from_utf8(value) {
            Ok(text) => self.text_value(text),
            Err(_) => {
                self.open(b'{');
                self.key("bytes");
                self.byte(b'"');
                self.base64(value);
                self.byte(b'"');
                self.close(b'}');
            }
        }
    }

    /// Writes a whole number.
    pub fn number(&mut self, value: u64) {
        self.separate();
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        let mut rest = value;
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.raw(&digits[at..]);
    }

    /// Writes `true` or `false`.
    pub fn truth(&mut self, value: bool) {
        self.separate();
        self.raw(if value { b"true" } else { b"false" });
    }

    /// Writes a key with a text value.
    pub fn field(&mut self, key: &str, value: &str) {
        self.key(key);
        self.text_value(value);
    }

    /// Writes a key with a number.
    pub fn field_number(&mut self, key: &str, value: u64) {
        self.key(key);
        self.number(value);
    }

    fn separate(&mut self) {
        match self
            .used
            .checked_sub(1)
            .and_then(|last| self.buffer.get(last))
        {
            None | Some(b'{' | b'[' | b':') => {}
            Some(_) => self.byte(b','),
        }
    }

    fn quoted(&mut self, value: &str) {
        self.byte(b'"');
        for byte in value.bytes() {
            match byte {
                b'"' | b'\\' => self.raw(&[b'\\', byte]),
                0..=0x1f => {
                    let hex = b"0123456789abcdef";
                    let (high, low) = (hex[usize::from(byte >> 4)], hex[usize::from(byte & 15)]);
                    self.raw(&[b'\\', b'u', b'0', b'0', high, low]);
                }
                _ => self.byte(byte),
            }
        }
        self.byte(b'"');
    }

    fn base64(&mut self, value: &[u8]) {
        const ALPHABET: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for group in value.chunks(3) {
            let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
            let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
            for at in 0..4 {
                let sextet = ALPHABET[(bits >> (18 - 6 * at) & 63) as usize];
                self.byte(if at > group.len() { b'=' } else { sextet });
            }
        }
    }

    fn raw(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.byte(byte);
        }
    }

    fn byte(&mut self, byte: u8) {
        match self.buffer.get_mut(self.used) {
            Some(place) => {
                *place = byte;
                self.used += 1;
            }
            None => self.full = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(build: impl FnOnce(&mut Writer<'_>)) -> String {
        let mut buffer = [0; 512];
        let mut writer = Writer::new(&mut buffer);
        build(&mut writer);
        String::from_utf8(writer.text().expect("fits").to_vec()).expect("utf-8")
    }

    #[test]
    fn commas_stand_between_values_only() {
        let text = written(|w| {
            w.open(b'{');
            w.field("a", "x");
            w.key("list");
            w.open(b'[');
            w.number(0);
            w.number(u64::MAX);
            w.close(b']');
            w.key("b");
            w.truth(true);
            w.close(b'}');
        });
        assert_eq!(
            text,
            r#"{"a":"x","list":[0,18446744073709551615],"b":true}"#
        );
    }

    #[test]
    fn a_text_that_ends_like_an_opening_still_gets_its_comma() {
        let text = written(|w| {
            w.open(b'{');
            w.field("a", "x{");
            w.field("b", "y");
            w.close(b'}');
        });
        assert_eq!(text, r#"{"a":"x{","b":"y"}"#);
    }

    #[test]
    fn control_characters_quotes_and_backslashes_are_escaped() {
        assert_eq!(
            written(|w| w.text_value("a\"\\\n\u{1}z")),
            r#""a\"\\\u000a\u0001z""#
        );
    }

    #[test]
    fn bytes_that_are_not_utf8_keep_every_byte() {
        assert_eq!(
            written(|w| w.bytes_value(b"/w/\xff")),
            r#"{"bytes":"L3cv/w=="}"#
        );
        assert_eq!(
            written(|w| w.bytes_value(b"\xff\xfe\xfd")),
            r#"{"bytes":"//79"}"#
        );
        assert_eq!(
            written(|w| w.bytes_value(b"\xff\xfe")),
            r#"{"bytes":"//4="}"#
        );
        assert_eq!(
            written(|w| w.bytes_value("/w/\u{fc}".as_bytes())),
            "\"/w/\u{fc}\""
        );
    }

    #[test]
    fn what_does_not_fit_is_refused_whole() {
        let mut buffer = [0; 4];
        let mut writer = Writer::new(&mut buffer);
        writer.text_value("abcdef");
        assert_eq!(writer.text(), None);
    }
}
