//! FNV-1a, 64 bits: spreads short texts well enough, in a few instructions. It keeps
//! nobody from making two texts of one hash, and nothing may rely on that.

/// A hash being made.
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) const fn get(&self) -> u64 {
        self.0
    }
}
