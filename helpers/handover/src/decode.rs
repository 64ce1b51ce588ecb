//! Reads a handover. Everything is checked before anything is given out.

use crate::{HEADER_BYTES, Header, PATH_BYTES_MAX, Pinned, STRING_BYTES_MAX};
use core::ffi::CStr;

/// Why bytes are no handover that can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// They do not begin as one.
    NotOne,
    /// It is of this version of the contract.
    OtherVersion(u32),
    /// It ends before its end.
    Cut,
    /// It goes on behind its end.
    Trailing,
    /// It is longer than [`crate::HANDOVER_BYTES_MAX`].
    TooLarge,
    /// It has no argument; the first is the name that the program is called by.
    NoArgument,
    /// It has more arguments or variables than [`crate::STRINGS_MAX`].
    TooMany,
    /// Its strings are not as many, or not as long, as they may be.
    Strings,
    /// The program's path is not absolute, or too long.
    ProgramPath,
    /// The directory's path is not absolute, or too long.
    DirectoryPath,
}

/// A handover, read. It borrows the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handover<'h> {
    /// The program to become.
    pub program: Pinned<&'h CStr>,
    /// Absolute path of the directory to start in; nothing if it stays as it is.
    pub directory: Option<&'h CStr>,
    /// When it may no longer be used, in seconds of the clock that counts from boot,
    /// sleep included.
    pub deadline: Option<u64>,
    arguments: Strings<'h>,
    variables: Strings<'h>,
}

impl<'h> Handover<'h> {
    /// Reads the handover that `bytes` are from their first to their last.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn decode(bytes: &'h [u8]) -> Result<Self, Fault> {
        let header = Header::read(bytes)?;
        match bytes.len() {
            there if there < header.bytes as usize => return Err(Fault::Cut),
            there if there > header.bytes as usize => return Err(Fault::Trailing),
            _ => {}
        }
        let mut rest = bytes.get(HEADER_BYTES..).ok_or(Fault::Cut)?;
        let program = path(&mut rest, Fault::ProgramPath)?;
        if program.is_empty() {
            return Err(Fault::ProgramPath);
        }
        let directory = path(&mut rest, Fault::DirectoryPath)?;
        let arguments = strings(&mut rest, header.arguments)?;
        let variables = strings(&mut rest, header.variables)?;
        if !rest.is_empty() {
            return Err(Fault::Strings);
        }
        Ok(Self {
            program: Pinned {
                path: program,
                device: header.device,
                inode: header.inode,
            },
            directory: Some(directory).filter(|path| !path.is_empty()),
            deadline: Some(header.deadline).filter(|&deadline| deadline != 0),
            arguments,
            variables,
        })
    }

    /// Returns the program's arguments, its name first.
    #[must_use]
    pub fn arguments(&self) -> Strings<'h> {
        self.arguments
    }

    /// Returns the entries of the environment in order, each as it came: mostly
    /// `NAME=value`, but an entry may be anything.
    #[must_use]
    pub fn variables(&self) -> Strings<'h> {
        self.variables
    }
}

/// Strings that stand one behind the other. Shown for debugging, they keep what they say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Strings<'h> {
    bytes: &'h [u8],
}

impl core::fmt::Debug for Strings<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} strings", self.count())
    }
}

impl<'h> Iterator for Strings<'h> {
    type Item = &'h CStr;

    fn next(&mut self) -> Option<&'h CStr> {
        let string = CStr::from_bytes_until_nul(self.bytes).ok()?;
        self.bytes = self.bytes.get(string.count_bytes() + 1..)?;
        Some(string)
    }
}

/// Takes one string off `rest`, its NUL included; nothing if there is no whole one.
fn string<'h>(rest: &mut &'h [u8]) -> Option<&'h CStr> {
    let mut strings = Strings { bytes: rest };
    let first = strings.next()?;
    *rest = strings.bytes;
    Some(first)
}

/// Takes an absolute or empty path off `rest`.
fn path<'h>(rest: &mut &'h [u8], fault: Fault) -> Result<&'h CStr, Fault> {
    let path = string(rest).ok_or(Fault::Strings)?;
    let bytes = path.to_bytes_with_nul();
    if bytes.len() <= PATH_BYTES_MAX && matches!(bytes.first(), Some(b'/' | 0)) {
        Ok(path)
    } else {
        Err(fault)
    }
}

/// Takes `count` strings off `rest`.
fn strings<'h>(rest: &mut &'h [u8], count: u32) -> Result<Strings<'h>, Fault> {
    let begin = *rest;
    for _ in 0..count {
        let string = string(rest).ok_or(Fault::Strings)?;
        if string.to_bytes_with_nul().len() > STRING_BYTES_MAX {
            return Err(Fault::Strings);
        }
    }
    let used = begin.len() - rest.len();
    let bytes = begin.get(..used).ok_or(Fault::Strings)?;
    Ok(Strings { bytes })
}

#[cfg(test)]
mod tests;
