//! A whole checkpoint: written as bytes and read back.

use std::fs::File;
use std::io::{self, Error, ErrorKind};
use std::os::unix::fs::FileExt;

use serde::{Deserialize, Serialize};

use super::{COVERS_MAX, HEAD_BYTES, Head, MARK};
use crate::fold::Fold;
use crate::frame::checksum;

/// A checkpoint that was read whole.
#[derive(Debug)]
pub struct Checkpoint {
    /// Number of the last segment that is in it.
    pub covers: u64,
    /// What all records up to there fold to.
    pub fold: Fold,
}

#[derive(Deserialize)]
struct Page {
    covers: u64,
    fold: Fold,
}

#[derive(Serialize)]
struct PageOf<'f> {
    covers: u64,
    fold: &'f Fold,
}

/// Returns the bytes of a checkpoint.
///
/// # Errors
/// The fold has no such form, or the number is too large; neither was ever seen.
pub fn encode(covers: u64, fold: &Fold) -> io::Result<Vec<u8>> {
    if covers > COVERS_MAX {
        return Err(Error::new(ErrorKind::InvalidInput, "too many segments"));
    }
    let mut bytes = vec![0; HEAD_BYTES];
    serde_json::to_writer(&mut bytes, &PageOf { covers, fold })?;
    let json = &bytes[HEAD_BYTES..];
    let head = Head {
        covers,
        bytes: json.len() as u64,
        sum: checksum(json),
    };
    bytes[..HEAD_BYTES].copy_from_slice(&head.written());
    bytes.push(b'\n');
    Ok(bytes)
}

impl Checkpoint {
    /// Reads it.
    ///
    /// # Errors
    /// It cannot be read, is damaged, or is of another version. What it held is then not
    /// known, and must not be taken for nothing.
    pub fn read(file: &File) -> io::Result<Self> {
        let head = Self::read_head(file)?;
        // The length is believed because the head has a checksum.
        let length = usize::try_from(head.bytes).map_err(|_| damaged("its length"))?;
        let mut json = vec![0; length];
        file.read_exact_at(&mut json, HEAD_BYTES as u64)
            .map_err(|error| match error.kind() {
                ErrorKind::UnexpectedEof => damaged("its length"),
                _ => error,
            })?;
        if checksum(&json) != head.sum {
            return Err(damaged("its checksum"));
        }
        let page: Page = serde_json::from_slice(&json)
            .map_err(|error| damaged(&format!("what it says ({error})")))?;
        if page.covers != head.covers {
            return Err(damaged("its number"));
        }
        Ok(Self {
            covers: page.covers,
            fold: page.fold,
        })
    }

    /// Reads its head alone.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_head(file: &File) -> io::Result<Head> {
        let mut head = [0; HEAD_BYTES];
        file.read_exact_at(&mut head, 0)
            .map_err(|error| match error.kind() {
                ErrorKind::UnexpectedEof => damaged("its head"),
                _ => error,
            })?;
        if let [b'r', b'j', b'c', version, b' ', ..] = head
            && version.is_ascii_digit()
            && version > MARK[3]
        {
            let text = "the checkpoint is of another version of rejoin";
            return Err(Error::new(ErrorKind::Unsupported, text));
        }
        Head::read(&head).ok_or_else(|| damaged("its head"))
    }
}

fn damaged(what: &str) -> Error {
    let text = format!("the checkpoint is damaged: {what} does not fit");
    Error::new(ErrorKind::InvalidData, text)
}
