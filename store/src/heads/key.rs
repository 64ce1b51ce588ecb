//! Under what a record is found again.

use crate::hash::Fnv;

use super::{BUCKET_BYTES, BUCKETS, BUCKETS_AT};

/// Key of a slot: a hash, so equal keys of different panes are possible and harmless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(pub(super) u64);

impl Key {
    /// Makes a key of the parts that name something; their boundaries count.
    #[must_use]
    pub fn of(parts: &[&[u8]]) -> Self {
        Self::of_each(parts.iter().copied())
    }

    /// As [`Self::of`], for parts that come one by one.
    pub fn of_each<'a>(parts: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut hash = Fnv::new();
        for part in parts {
            hash.add(part);
            hash.add(&[0xff]);
        }
        Self(hash.get())
    }

    pub(super) fn bucket_at(self) -> u64 {
        BUCKETS_AT + (self.0 >> 32) % BUCKETS * BUCKET_BYTES as u64
    }
}

/// Most keys of one record: a pane's name, its place in multiplexers, its terminal.
pub const KEYS_MAX: usize = 3;

/// The keys of one record: everything by which its pane may be meant. A record that is the
/// last under one of them need not be the last under another.
#[derive(Debug, Clone, Copy)]
pub struct Keys {
    pub(super) list: [Option<Key>; KEYS_MAX],
}

impl Keys {
    /// Takes the keys that there are, each at a place of its own.
    #[must_use]
    pub const fn new(list: [Option<Key>; KEYS_MAX]) -> Self {
        Self { list }
    }

    /// Returns the keys.
    pub fn iter(&self) -> impl Iterator<Item = Key> {
        self.list.into_iter().flatten()
    }
}

impl From<Key> for Keys {
    fn from(key: Key) -> Self {
        Self::new([Some(key), None, None])
    }
}
