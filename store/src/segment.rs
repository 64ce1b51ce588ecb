//! The names of a log's files, and when one file of it is full.
//!
//! A segment has its number for ever: numbers only rise, and a closed segment is never
//! written to again by anybody who holds the lock.

use core::ffi::CStr;

/// Length in bytes from which `log` is closed and the next record begins a new file. Some
/// 6,000 records: a person does not fill it in a week, `rejoin gc` has something to gain
/// from each, and a copy or a damaged disk block concerns no more than one of them.
pub const SEGMENT_BYTES: u64 = 4 << 20;

/// The file that is appended to.
pub const LOG: &CStr = c"log";
/// Its successor, until it has its name.
pub const NEXT_LOG: &CStr = c"log.next";
/// The cache of places.
pub const HEADS: &CStr = c"heads";
/// The folded segments.
pub const CHECKPOINT: &CStr = c"checkpoint";

/// What precedes the number of a closed segment.
const PREFIX: &[u8] = b"log.";
/// Digits that are written at least, so that names sort.
const DIGITS_MIN: usize = 6;
/// Digits of the largest number.
const DIGITS_MAX: usize = 20;

/// The file name of a closed segment, without a heap.
#[derive(Debug, Clone, Copy)]
pub struct SegmentName([u8; PREFIX.len() + DIGITS_MAX + 1]);

impl SegmentName {
    /// Names segment `number`: `log.000001`.
    #[must_use]
    pub fn of(number: u64) -> Self {
        let mut digits = [b'0'; DIGITS_MAX];
        let mut rest = number;
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let first = zeros.min(DIGITS_MAX - DIGITS_MIN);
        let mut name = [0; PREFIX.len() + DIGITS_MAX + 1];
        name[..PREFIX.len()].copy_from_slice(PREFIX);
        let end = PREFIX.len() + DIGITS_MAX - first;
        name[PREFIX.len()..end].copy_from_slice(&digits[first..]);
        Self(name)
    }

    /// Returns the name.
    #[must_use]
    pub fn as_c_str(&self) -> &CStr {
        CStr::from_bytes_until_nul(&self.0).unwrap_or(c"")
    }
}

/// Returns the number of the segment of this name, if it is one as we write it.
#[must_use]
pub fn number_of(name: &[u8]) -> Option<u64> {
    let digits = name.strip_prefix(PREFIX)?;
    let number = core::str::from_utf8(digits).ok()?.parse().ok()?;
    (SegmentName::of(number).as_c_str().to_bytes() == name && number > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_name_and_names_sort() {
        for (number, name) in [
            (1, "log.000001"),
            (999_999, "log.999999"),
            (1_000_000, "log.1000000"),
            (u64::MAX, "log.18446744073709551615"),
        ] {
            assert_eq!(
                SegmentName::of(number).as_c_str().to_bytes(),
                name.as_bytes()
            );
            assert_eq!(number_of(name.as_bytes()), Some(number));
        }
    }

    #[test]
    fn another_name_is_no_segment() {
        for name in [
            "log",
            "log.",
            "log.next",
            "log.1",
            "log.0000001",
            "log.000000",
            "log.+00001",
        ] {
            assert_eq!(number_of(name.as_bytes()), None, "{name}");
        }
    }
}
