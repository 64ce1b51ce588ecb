//! Agents of a person's own, of which no program holds a definition: the table that was
//! compiled from their files is opened for them, and for them only.

use crate::memory;
use crate::surroundings::Surroundings;
use rejoin_agents::Agent;
use rejoin_agents::table::{self, TABLE_FILE};
use rejoin_store::folder::FolderPath;
use rustix::fd::OwnedFd;

/// Finds the agent of this name in the table. A table that is missing, damaged or of another
/// version knows none: the hook must not guess, and `rejoin doctor` says what to do.
#[cold]
#[inline(never)]
pub(crate) fn find(
    name: &[u8],
    surroundings: &Surroundings,
    path: &mut FolderPath,
) -> Option<&'static Agent> {
    surroundings.find_state_folder(path)?;
    let file = path.open_shared(TABLE_FILE).ok()?;
    let (bytes, room) = memory::take_own()?;
    let used = read(&file, bytes)?;
    table::find(bytes.get(..used)?, name, room).ok()?
}

/// Reads a file to its end, or as much of it as there is room for.
fn read(file: &OwnedFd, bytes: &mut [u8]) -> Option<usize> {
    let mut used = 0;
    while let Some(free) = bytes.get_mut(used..).filter(|free| !free.is_empty()) {
        match rustix::io::retry_on_intr(|| rustix::io::read(file, &mut *free)).ok()? {
            0 => break,
            more => used += more,
        }
    }
    Some(used)
}
