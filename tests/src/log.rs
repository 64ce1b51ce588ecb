//! Reads the log by the description of its format, independently of the store's code.
//!
//! `rj1 LENGTH CHECKSUM JSON\n`: five decimal digits, eight lower-case hex digits of
//! CRC-32/ISCSI, and that many bytes of JSON. It never writes.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// A log file, which need not exist yet.
pub struct Log {
    path: PathBuf,
}

/// What a log holds.
pub struct Read {
    /// Whole records, in order.
    pub records: Vec<Value>,
    /// Lines that are no whole record.
    pub damaged: usize,
}

impl Log {
    /// Names a log.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// Returns its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its bytes; none if it does not exist.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap_or_default()
    }

    /// Reads it.
    #[must_use]
    pub fn read(&self) -> Read {
        Read::of(&self.bytes())
    }

    /// Returns its records.
    ///
    /// # Panics
    /// A line is no whole record.
    #[must_use]
    pub fn records(&self) -> Vec<Value> {
        let read = self.read();
        assert_eq!(
            read.damaged,
            0,
            "damage in {}",
            String::from_utf8_lossy(&self.bytes())
        );
        read.records
    }

    /// Returns its only record.
    ///
    /// # Panics
    /// It has none or several.
    #[must_use]
    pub fn only(&self) -> Value {
        let mut records = self.records();
        assert_eq!(records.len(), 1, "one record is expected: {records:#?}");
        records.remove(0)
    }

    /// Returns `id class` of each publication, and `refused reason` of each refusal.
    ///
    /// # Panics
    /// A line is no whole record.
    #[must_use]
    pub fn story(&self) -> Vec<String> {
        self.records()
            .iter()
            .map(|record| match record["kind"].as_str() {
                Some("publish") => format!("{} {}", text(&record["id"]), text(&record["class"])),
                Some("refused") => format!("refused {}", text(&record["reason"])),
                other => format!("{other:?}"),
            })
            .collect()
    }
}

impl Read {
    /// Reads the bytes of a log.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut read = Self {
            records: Vec::new(),
            damaged: 0,
        };
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            match record(line) {
                Some(record) => read.records.push(record),
                None if line == b"\n" => {}
                None => read.damaged += 1,
            }
        }
        read
    }
}

/// Frames a JSON text as a record.
#[must_use]
pub fn framed(json: &str) -> String {
    let sum = crc32_iscsi(json.as_bytes());
    format!("rj1 {:05} {sum:08x} {json}\n", json.len())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("?")
}

fn record(line: &[u8]) -> Option<Value> {
    let line = std::str::from_utf8(line).ok()?;
    let rest = line.strip_prefix("rj1 ")?.strip_suffix('\n')?;
    let (length, rest) = rest.split_once(' ')?;
    let (sum, json) = rest.split_once(' ')?;
    let fits = length.len() == 5 && length.parse() == Ok(json.len());
    let sound = sum.len() == 8 && sum == format!("{:08x}", crc32_iscsi(json.as_bytes()));
    (fits && sound).then(|| serde_json::from_str(json).ok())?
}

/// CRC-32/ISCSI as the catalogue of checksums defines it, a byte at a time.
fn crc32_iscsi(bytes: &[u8]) -> u32 {
    let mut sum: u32 = !0;
    for &byte in bytes {
        sum = (sum >> 8) ^ OF_BYTE[usize::from(sum.to_le_bytes()[0] ^ byte)];
    }
    !sum
}

/// What each byte does to the checksum, bit by bit.
static OF_BYTE: [u32; 256] = {
    const POLYNOMIAL_REFLECTED: u32 = 0x82f6_3b78;
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let mut sum = at as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = (sum >> 1) ^ (POLYNOMIAL_REFLECTED * (sum & 1));
            bit += 1;
        }
        table[at] = sum;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(crc32_iscsi(b"123456789"), 0xe306_9283);
    }

    #[test]
    fn a_cut_or_changed_line_is_no_record() {
        let line = framed("{}");
        assert!(record(line.as_bytes()).is_some());
        for at in 0..line.len() {
            assert!(record(&line.as_bytes()[..at]).is_none(), "cut at {at}");
            let mut changed = line.clone().into_bytes();
            changed[at] ^= 1;
            assert!(record(&changed).is_none(), "changed at {at}");
        }
    }
}
