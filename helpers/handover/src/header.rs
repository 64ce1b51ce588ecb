//! The head of a handover: fixed places, little-endian.

use crate::decode::Fault;
use crate::{HANDOVER_BYTES_MAX, STRINGS_MAX, VERSION};

/// How a handover of any version begins.
const MAGIC: [u8; 8] = *b"handover";

const VERSION_AT: usize = MAGIC.len();
const BYTES_AT: usize = VERSION_AT + size_of::<u32>();
const DEVICE_AT: usize = BYTES_AT + size_of::<u32>();
const INODE_AT: usize = DEVICE_AT + size_of::<u64>();
const DEADLINE_AT: usize = INODE_AT + size_of::<u64>();
const ARGUMENTS_AT: usize = DEADLINE_AT + size_of::<u64>();
const VARIABLES_AT: usize = ARGUMENTS_AT + size_of::<u32>();

/// Length of the head in bytes.
pub const HEADER_BYTES: usize = VARIABLES_AT + size_of::<u32>();

/// The head of a handover, within its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Length of the whole handover in bytes, this head included.
    pub bytes: u32,
    pub(crate) device: u64,
    pub(crate) inode: u64,
    /// When it may no longer be used, in seconds since boot, sleep included; 0: never.
    pub deadline: u64,
    pub(crate) arguments: u32,
    pub(crate) variables: u32,
}

impl Header {
    /// Tells whether bytes begin as a handover of any version does.
    #[must_use]
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads the head that bytes begin with.
    ///
    /// # Errors
    /// There is none, it is of another version, or it promises what no handover holds.
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        if !Self::begins(bytes) {
            return Err(Fault::NotOne);
        }
        let version = number(bytes, VERSION_AT).ok_or(Fault::Cut)?;
        if version != VERSION {
            return Err(Fault::OtherVersion(version));
        }
        let header = Self {
            bytes: number(bytes, BYTES_AT).ok_or(Fault::Cut)?,
            device: long(bytes, DEVICE_AT).ok_or(Fault::Cut)?,
            inode: long(bytes, INODE_AT).ok_or(Fault::Cut)?,
            deadline: long(bytes, DEADLINE_AT).ok_or(Fault::Cut)?,
            arguments: number(bytes, ARGUMENTS_AT).ok_or(Fault::Cut)?,
            variables: number(bytes, VARIABLES_AT).ok_or(Fault::Cut)?,
        };
        if header.bytes as usize > HANDOVER_BYTES_MAX {
            return Err(Fault::TooLarge);
        }
        if (header.bytes as usize) < HEADER_BYTES {
            return Err(Fault::Strings);
        }
        if header.arguments == 0 {
            return Err(Fault::NoArgument);
        }
        if header.arguments.max(header.variables) as usize > STRINGS_MAX {
            return Err(Fault::TooMany);
        }
        Ok(header)
    }

    #[cfg(any(test, feature = "encode"))]
    pub(crate) fn write(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..VERSION_AT].copy_from_slice(&MAGIC);
        bytes[VERSION_AT..BYTES_AT].copy_from_slice(&VERSION.to_le_bytes());
        bytes[BYTES_AT..DEVICE_AT].copy_from_slice(&self.bytes.to_le_bytes());
        bytes[DEVICE_AT..INODE_AT].copy_from_slice(&self.device.to_le_bytes());
        bytes[INODE_AT..DEADLINE_AT].copy_from_slice(&self.inode.to_le_bytes());
        bytes[DEADLINE_AT..ARGUMENTS_AT].copy_from_slice(&self.deadline.to_le_bytes());
        bytes[ARGUMENTS_AT..VARIABLES_AT].copy_from_slice(&self.arguments.to_le_bytes());
        bytes[VARIABLES_AT..].copy_from_slice(&self.variables.to_le_bytes());
        bytes
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes
        .get(at..)?
        .first_chunk()
        .copied()
        .map(u32::from_le_bytes)
}

fn long(bytes: &[u8], at: usize) -> Option<u64> {
    bytes
        .get(at..)?
        .first_chunk()
        .copied()
        .map(u64::from_le_bytes)
}
