//! Heads: a header which says how much of a file is covered, and a slot a key.

use crate::disk::{File, FileId, WHOLE};
use crate::protocol::Protocol;

/// Keys of a scenario.
const KEYS: usize = 2;

/// What the header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Header {
    pub(crate) from: u8,
    pub(crate) covered: u8,
}

/// Where a record is: its file, which is said at most by a part of the check, and offset.
type Slot = Option<(FileId, u8)>;

/// The file `heads`. It is never synced.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Heads {
    header: Option<Header>,
    slots: [Slot; KEYS],
    /// Up to where which file was synced.
    synced: Option<(FileId, u8)>,
    /// What the slots held before: it may be what the disk holds.
    earlier: [Slot; KEYS],
}

impl Heads {
    pub(crate) fn header(&self) -> Option<Header> {
        self.header
    }

    /// Returns up to where the file was synced.
    pub(crate) fn synced(&self, file: FileId) -> u8 {
        let its = self.synced.filter(|(of, _)| *of == file);
        its.map_or(0, |(_, synced)| synced)
    }

    pub(crate) fn note_synced(&mut self, file: FileId, size: u8) {
        self.synced = Some((file, size));
    }

    /// Returns the record that is last under `key` in `file`, as far as a header says, and
    /// where it ends.
    pub(crate) fn last(
        &self,
        header: Header,
        key: u8,
        (id, file): (FileId, &File),
        protocol: &Protocol,
    ) -> Option<(u8, u8)> {
        let (of, offset) = self.slots[usize::from(key)]?;
        let held = header.from <= offset && offset + WHOLE <= header.covered;
        let its = of == id || !protocol.slot_names_file;
        let record = file.record_at(offset).filter(|_| held && its)?;
        Some((record, offset + WHOLE))
    }

    /// Begins to note a record at `offset`, which was appended when the file had that many
    /// bytes. Returns where the new header begins.
    pub(crate) fn continued(&mut self, offset: u8, protocol: &Protocol) -> u8 {
        match self.header {
            Some(header) if header.covered == offset => header.from,
            _ => {
                if protocol.wipes_slots {
                    self.wipe();
                }
                offset
            }
        }
    }

    fn wipe(&mut self) {
        self.header = None;
        self.synced = None;
        self.earlier = self.slots;
        self.slots = [None; KEYS];
    }

    pub(crate) fn write_slot(&mut self, key: u8, file: FileId, offset: u8) {
        let key = usize::from(key);
        self.earlier[key] = self.slots[key];
        self.slots[key] = Some((file, offset));
    }

    pub(crate) fn write_header(&mut self, from: u8, offset: u8) {
        let covered = offset + WHOLE;
        self.header = Some(Header { from, covered });
    }

    pub(crate) fn forget(&mut self, protocol: &Protocol) {
        self.header = None;
        if protocol.wipes_slots {
            self.wipe();
        }
    }

    /// Calls `each` with what may be left of heads when the power goes.
    pub(crate) fn lose_power(&self, protocol: &Protocol, each: &mut dyn FnMut(Heads)) {
        for old in 0..1usize << KEYS {
            let mut left = self.clone();
            for key in (0..KEYS).filter(|key| old >> key & 1 == 1) {
                left.slots[key] = self.earlier[key];
            }
            left.earlier = left.slots;
            if protocol.compares_boot {
                left.header = None;
            }
            each(left);
        }
    }
}
