//! Writes a handover, or says which part of it nobody could read back.

use crate::{
    HANDOVER_BYTES_MAX, HEADER_BYTES, Header, PATH_BYTES_MAX, Pinned, STRING_BYTES_MAX, STRINGS_MAX,
};
use alloc::vec::Vec;

/// A handover to be written. An argument or variable is any bytes without a NUL. It is not
/// shown for debugging: it holds secrets.
#[derive(Clone, Copy)]
pub struct Draft<'d, Bytes> {
    /// The program to become. Its path is absolute.
    pub program: Pinned<&'d [u8]>,
    /// Absolute path of the directory to start in; nothing leaves it as it is.
    pub directory: Option<&'d [u8]>,
    /// When it may no longer be used, in seconds of the clock that counts from boot,
    /// sleep included; not 0. A ticket needs one, at most
    /// [`crate::TICKET_SECONDS_MAX`] ahead.
    pub deadline: Option<u64>,
    /// The program's arguments, the name that it is called by first.
    pub arguments: &'d [Bytes],
    /// The whole environment, an entry `NAME=value` each. Those that are the terminal's
    /// own are replaced by the pane's, see [`crate::is_terminals`].
    pub variables: &'d [Bytes],
}

/// What cannot be handed over. The numbers are places in the lists, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// The program's path is not absolute, too long, or holds a NUL.
    ProgramPath,
    /// The directory's path is not absolute, too long, or holds a NUL.
    DirectoryPath,
    /// There is no argument, not even the program's name.
    NoArgument,
    /// There are more arguments or variables than [`STRINGS_MAX`].
    TooMany,
    /// This argument is too long or holds a NUL.
    Argument(usize),
    /// This variable is too long or holds a NUL.
    Variable(usize),
    /// All together are longer than [`HANDOVER_BYTES_MAX`].
    TooLarge,
}

impl core::fmt::Display for Unfit {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::ProgramPath => f.write_str("the program's path cannot be handed over"),
            Self::DirectoryPath => f.write_str("the directory's path cannot be handed over"),
            Self::NoArgument => f.write_str("the program has no name to be called by"),
            Self::TooMany => write!(f, "more than {STRINGS_MAX} arguments or variables"),
            Self::Argument(at) => write!(f, "argument {at} is too long or holds a NUL"),
            Self::Variable(at) => write!(f, "variable {at} is too long or holds a NUL"),
            Self::TooLarge => write!(
                f,
                "arguments and environment are larger than {HANDOVER_BYTES_MAX} bytes"
            ),
        }
    }
}

impl core::error::Error for Unfit {}

impl<Bytes: AsRef<[u8]>> Draft<'_, Bytes> {
    /// Writes it.
    ///
    /// # Errors
    /// See [`Unfit`].
    pub fn encode(&self) -> Result<Vec<u8>, Unfit> {
        if !is_path(self.program.path) {
            return Err(Unfit::ProgramPath);
        }
        if !self.directory.is_none_or(is_path) {
            return Err(Unfit::DirectoryPath);
        }
        if self.arguments.is_empty() {
            return Err(Unfit::NoArgument);
        }
        let mut bytes = Vec::from([0; HEADER_BYTES]);
        push(&mut bytes, self.program.path);
        push(&mut bytes, self.directory.unwrap_or_default());
        push_all(&mut bytes, self.arguments, Unfit::Argument)?;
        push_all(&mut bytes, self.variables, Unfit::Variable)?;
        let header = Header {
            bytes: count(bytes.len(), HANDOVER_BYTES_MAX).ok_or(Unfit::TooLarge)?,
            device: self.program.device,
            inode: self.program.inode,
            deadline: self.deadline.unwrap_or_default(),
            arguments: count(self.arguments.len(), STRINGS_MAX).ok_or(Unfit::TooMany)?,
            variables: count(self.variables.len(), STRINGS_MAX).ok_or(Unfit::TooMany)?,
        };
        bytes[..HEADER_BYTES].copy_from_slice(&header.write());
        Ok(bytes)
    }
}

fn is_path(path: &[u8]) -> bool {
    path.first() == Some(&b'/') && path.len() < PATH_BYTES_MAX && !path.contains(&0)
}

fn push(bytes: &mut Vec<u8>, string: &[u8]) {
    bytes.extend_from_slice(string);
    bytes.push(0);
}

fn push_all<Bytes: AsRef<[u8]>>(
    bytes: &mut Vec<u8>,
    strings: &[Bytes],
    unfit: impl Fn(usize) -> Unfit,
) -> Result<(), Unfit> {
    for (at, string) in strings.iter().map(AsRef::as_ref).enumerate() {
        if string.len() >= STRING_BYTES_MAX || string.contains(&0) {
            return Err(unfit(at));
        }
        // Checked as it grows, so that no list makes it take the whole memory.
        if bytes.len() + string.len() >= HANDOVER_BYTES_MAX {
            return Err(Unfit::TooLarge);
        }
        push(bytes, string);
    }
    Ok(())
}

fn count(number: usize, max: usize) -> Option<u32> {
    u32::try_from(number).ok().filter(|_| number <= max)
}
