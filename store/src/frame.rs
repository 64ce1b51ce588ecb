//! The frame of one record: how its bytes stand in the log, and how they are found again.
//!
//! ```text
//! rj1 00312 9f3a2b1c {"kind":"publish",...}\n
//! |   |     |        `- the record: one JSON object without a raw newline
//! |   |     `- CRC-32/ISCSI of the JSON bytes, eight lower-case hex digits
//! |   `- number of JSON bytes, five decimal digits
//! `- "rj" and the frame version
//! ```
//! This file must never interpret the JSON and never touch a file.

/// Longest JSON text of one record in bytes. Two paths of 4,096 bytes, each byte
/// escaped sixfold, and the facts about the publisher fit with room to spare.
pub const RECORD_BYTES_MAX: usize = 65_536;

/// Bytes before the JSON text: `rj1 `, five digits, a space, eight hex digits, a space.
pub const HEADER_BYTES: usize = MARK.len() + LENGTH_DIGITS + 1 + CHECKSUM_DIGITS + 1;

/// Bytes of the longest framed record with its newline.
pub const FRAME_BYTES_MAX: usize = HEADER_BYTES + RECORD_BYTES_MAX + 1;

/// What every framed record of this version starts with.
pub const MARK: &[u8] = b"rj1 ";

const LENGTH_DIGITS: usize = 5;
const CHECKSUM_DIGITS: usize = 8;
const LENGTH_AT: usize = MARK.len();
const CHECKSUM_AT: usize = LENGTH_AT + LENGTH_DIGITS + 1;

/// Returns the checksum that a frame carries for these JSON bytes.
#[must_use]
pub fn checksum(json: &[u8]) -> u32 {
    // A reader goes over the whole log, by the processor's own instruction where it has one.
    #[cfg(feature = "reader")]
    return crc32c::crc32c(json);
    #[cfg(not(feature = "reader"))]
    CHECKSUM.checksum(json)
}

// No faster way for who sums one record: those detect processor features at run time, which
// traps in many virtual machines, and larger tables would only be faulted in.
#[cfg(not(feature = "reader"))]
static CHECKSUM: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISCSI);

/// Writes the header for `json` into `header`.
pub fn write_header(header: &mut [u8; HEADER_BYTES], json: &[u8]) {
    header.fill(b' ');
    header[..MARK.len()].copy_from_slice(MARK);
    let length = &mut header[LENGTH_AT..LENGTH_AT + LENGTH_DIGITS];
    write_digits(length, json.len() as u64);
    let sum = &mut header[CHECKSUM_AT..CHECKSUM_AT + CHECKSUM_DIGITS];
    write_hex(sum, checksum(json));
}

/// Fills `place` with a number in decimal digits.
pub(crate) fn write_digits(place: &mut [u8], number: u64) {
    let mut rest = number;
    for digit in place.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
}

/// Fills eight bytes with a number in lower-case hex digits.
pub(crate) fn write_hex(place: &mut [u8], number: u32) {
    for (at, digit) in place.iter_mut().enumerate() {
        *digit = b"0123456789abcdef"[(number >> (28 - 4 * at) & 15) as usize];
    }
}

/// What stands at the start of some bytes of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framed<'a> {
    /// A whole record; `bytes` counts its frame with the newline.
    Whole {
        /// The JSON text.
        json: &'a [u8],
        /// Length of the frame, newline included.
        bytes: usize,
    },
    /// A frame of another version; the reader can only step over it.
    OtherVersion,
    /// Not a record: a torn write or damage.
    Damaged,
}

/// Reads the record at the start of `bytes`.
#[must_use]
pub fn read(bytes: &[u8]) -> Framed<'_> {
    let Some((header, rest)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        return Framed::Damaged;
    };
    if !header.starts_with(MARK) {
        return match header {
            [b'r', b'j', b'0'..=b'9', ..] => Framed::OtherVersion,
            _ => Framed::Damaged,
        };
    }
    let spaces = header[CHECKSUM_AT - 1] == b' ' && header[HEADER_BYTES - 1] == b' ';
    let length = number(&header[LENGTH_AT..LENGTH_AT + LENGTH_DIGITS], 10);
    let sum = number(&header[CHECKSUM_AT..CHECKSUM_AT + CHECKSUM_DIGITS], 16);
    let (true, Some(length), Some(sum)) = (spaces, length, sum) else {
        return Framed::Damaged;
    };
    let length = length as usize;
    match (rest.get(..length), rest.get(length)) {
        (Some(json), Some(b'\n')) if u64::from(checksum(json)) == sum => Framed::Whole {
            json,
            bytes: HEADER_BYTES + length + 1,
        },
        _ => Framed::Damaged,
    }
}

/// Reads fixed-width lower-case digits; any other byte is `None`.
pub(crate) fn number(digits: &[u8], radix: u64) -> Option<u64> {
    digits.iter().try_fold(0u64, |value, &byte| {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' if radix == 16 => byte - b'a' + 10,
            _ => return None,
        };
        value.checked_mul(radix)?.checked_add(u64::from(digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(json: &[u8]) -> Vec<u8> {
        let mut header = [0; HEADER_BYTES];
        write_header(&mut header, json);
        [&header[..], json, b"\n"].concat()
    }

    #[test]
    fn a_framed_record_reads_back() {
        let bytes = framed(br#"{"kind":"end"}"#);
        assert_eq!(&bytes[..10], b"rj1 00014 ");
        assert_eq!(
            read(&bytes),
            Framed::Whole {
                json: br#"{"kind":"end"}"#,
                bytes: HEADER_BYTES + 15
            }
        );
    }

    #[test]
    fn any_changed_byte_is_damage_or_another_version() {
        let good = framed(br#"{"kind":"end","id":"aaaa"}"#);
        for at in 0..good.len() {
            for flip in 1..=255u8 {
                let mut bad = good.clone();
                bad[at] ^= flip;
                assert!(
                    !matches!(read(&bad), Framed::Whole { .. }),
                    "byte {at} xor {flip}"
                );
            }
        }
    }

    #[test]
    fn every_prefix_is_damage() {
        let good = framed(br#"{"kind":"end"}"#);
        for cut in 0..good.len() {
            assert_eq!(read(&good[..cut]), Framed::Damaged, "cut at {cut}");
        }
    }

    #[test]
    fn a_newer_version_is_named_as_such() {
        let mut newer = framed(b"{}");
        newer[2] = b'2';
        assert_eq!(read(&newer), Framed::OtherVersion);
    }

    #[test]
    fn the_checksum_is_the_published_one() {
        // The check value of CRC-32/ISCSI in the catalogue of parametrised CRCs.
        assert_eq!(checksum(b"123456789"), 0xe306_9283);
    }
}
