//! The whole cache as bytes, for those who look at it. They must never use it.

use super::{
    BOOT_SLACK_SECONDS, BUCKETS_AT, HEADER_BYTES, Header, Key, MAGIC, Place, SLOT_BYTES, read_slot,
    unsealed,
};

/// The bytes of a cache whose header is as it was written.
pub(crate) struct Cache<'b> {
    header: Header,
    slots: &'b [u8],
}

impl<'b> Cache<'b> {
    /// Nothing if its header is not as it was written.
    pub(crate) fn of(bytes: &'b [u8], file: u64) -> Option<Self> {
        let [magic, boot_second, from, covered] = unsealed(bytes.get(..HEADER_BYTES)?, file)?;
        (magic == MAGIC).then_some(Self {
            header: Header {
                boot_second,
                from,
                covered,
                synced: 0,
                file,
            },
            slots: bytes.get(BUCKETS_AT as usize..).unwrap_or_default(),
        })
    }

    pub(crate) fn is_of(&self, boot_second: u64) -> bool {
        self.header.boot_second.abs_diff(boot_second) <= BOOT_SLACK_SECONDS
    }

    pub(crate) fn covered(&self) -> u64 {
        self.header.covered
    }

    /// Returns the places that are believed if the log has the covered length.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Key, Place)> {
        let slots = self.slots.chunks_exact(SLOT_BYTES);
        slots
            .filter_map(|slot| read_slot(slot, self.header.file))
            .filter(|(_, place)| self.header.holds(*place))
    }

    /// Returns how many slots are neither empty nor as they were written.
    pub(crate) fn torn(&self) -> u64 {
        let torn = |slot: &&[u8]| {
            read_slot(slot, self.header.file).is_none() && slot.iter().any(|&byte| byte != 0)
        };
        self.slots.chunks(SLOT_BYTES).filter(torn).count() as u64
    }
}
