//! Systems whose process facts are not read yet: every answer is "not known".

use crate::{BOOT_ID_BYTES, Process};

/// Looks a process up; not known here.
#[must_use]
pub fn process(_pid: u32) -> Option<Process> {
    None
}

/// Returns the id of this boot; not known here.
#[must_use]
pub fn boot_id() -> Option<[u8; BOOT_ID_BYTES]> {
    None
}

/// Tells whether a command line has an argument; not known here.
#[must_use]
pub fn has_argument(_pid: u32, _argument: &[u8]) -> bool {
    false
}
