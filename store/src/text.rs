//! Text from outside that need not be UTF-8: paths and program names.
//!
//! It must never lose or replace a byte: what is not UTF-8 stands in JSON as
//! `{"bytes":"<base64>"}`, and reads back from there.

use core::fmt;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Bytes as the kernel or an agent gave them.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(OsString);

impl Text {
    /// Returns every byte.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Returns the text as the system's functions take it.
    #[must_use]
    pub fn as_os_str(&self) -> &OsStr {
        &self.0
    }

    /// Takes another text, in the memory that it has.
    pub(crate) fn replace(&mut self, text: &str) {
        self.0.clear();
        self.0.push(text);
    }

    /// Returns the text if it is UTF-8.
    #[must_use]
    pub fn as_utf8(&self) -> Option<&str> {
        self.0.to_str()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(OsString::from(text))
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Self(OsString::from_vec(bytes))
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(text) = self.as_utf8() {
            return serializer.serialize_str(text);
        }
        let mut object = serializer.serialize_map(Some(1))?;
        object.serialize_entry(BYTES, &encode(self.as_bytes()))?;
        object.end()
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor)
    }
}

/// Tells whether both are the same bytes. The fold compares more than anything else, and a
/// C library may do it byte by byte.
pub(crate) fn same(one: &[u8], two: &[u8]) -> bool {
    let (words, rest) = one.as_chunks::<8>();
    let (others, other) = two.as_chunks::<8>();
    let equal =
        |(one, two): (&[u8; 8], &[u8; 8])| u64::from_ne_bytes(*one) == u64::from_ne_bytes(*two);
    one.len() == two.len()
        && words.iter().zip(others).all(equal)
        && rest.iter().zip(other).all(|(one, two)| one == two)
}

/// Puts a text in place of another one, which mostly says the same.
pub(crate) fn put(known: &mut String, text: &str) {
    if !same(known.as_bytes(), text.as_bytes()) {
        known.clear();
        known.push_str(text);
    }
}

const BYTES: &str = "bytes";

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text or {\"bytes\":\"<base64>\"}")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Text, E> {
        Ok(Text::from(text))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Text, E> {
        Ok(Text(OsString::from(text)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Text, A::Error> {
        let mut bytes = None;
        while let Some(key) = object.next_key::<String>()? {
            if key == BYTES {
                let base64 = object.next_value::<String>()?;
                bytes = Some(decode(&base64).ok_or_else(|| de::Error::custom("not base64"))?);
            } else {
                object.next_value::<IgnoredAny>()?;
            }
        }
        bytes
            .map(Text::from)
            .ok_or_else(|| de::Error::missing_field(BYTES))
    }
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn encode(bytes: &[u8]) -> String {
    let mut base64 = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let sextet = ALPHABET[(bits >> (18 - 6 * at) & 63) as usize];
            base64.push(char::from(if at > group.len() { b'=' } else { sextet }));
        }
    }
    base64
}

/// Reads padded base64; anything else is `None`.
fn decode(base64: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(base64.len() / 4 * 3);
    let groups = base64.as_bytes().chunks(4);
    let last = groups.len();
    for (number, group) in groups.enumerate() {
        let group: &[u8; 4] = group.try_into().ok()?;
        let padding = group.iter().rev().take_while(|&&byte| byte == b'=').count();
        if padding > 2 || (padding > 0 && number + 1 != last) {
            return None;
        }
        let mut bits = 0u32;
        for &byte in &group[..4 - padding] {
            let sextet = ALPHABET.iter().position(|&letter| letter == byte)?;
            bits = bits << 6 | u32::try_from(sextet).ok()?;
        }
        bits <<= 6 * padding;
        bytes.extend_from_slice(&bits.to_be_bytes()[1..4 - padding]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf8_come_back_every_one() {
        for bytes in [
            &b"\xff"[..],
            b"/w/\xff",
            b"\xff\xfe",
            b"\xff\xfe\xfd",
            b"plain",
            b"",
        ] {
            let text = Text::from(bytes.to_vec());
            let json = serde_json::to_string(&text).expect("any text has a JSON form");
            let back: Text = serde_json::from_str(&json).expect("what was written reads back");
            assert_eq!(back.as_bytes(), bytes, "{json}");
        }
        let text = Text::from(b"/w/\xff".to_vec());
        assert_eq!(
            serde_json::to_string(&text).expect("JSON"),
            r#"{"bytes":"L3cv/w=="}"#
        );
    }

    #[test]
    fn only_equal_bytes_are_the_same() {
        let bytes: Vec<u8> = (0..40).collect();
        for length in 0..bytes.len() {
            let one = &bytes[..length];
            let copy = one.to_vec();
            assert!(same(one, &copy));
            assert!(!same(one, &bytes[..=length]) && !same(&bytes[..=length], one));
            for at in 0..length {
                let mut other = one.to_vec();
                other[at] ^= 1;
                assert!(!same(one, &other), "{at} of {length}");
            }
        }
    }

    #[test]
    fn base64_that_is_not_padded_or_not_base64_is_refused() {
        for json in [
            r#"{"bytes":"/w="}"#,
            r#"{"bytes":"/w"}"#,
            r#"{"bytes":"=w=="}"#,
            r#"{"bytes":"/w==/w=="}"#,
            r#"{"bytes":"a b="}"#,
            r#"{"other":1}"#,
            "7",
        ] {
            assert!(serde_json::from_str::<Text>(json).is_err(), "{json}");
        }
    }
}
