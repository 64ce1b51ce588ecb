//! Memory that is too large for the stack, in a `static`, lent out once.

use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicBool, Ordering};

/// A value that can be borrowed mutably by its first taker, for as long as it lives.
pub struct Lend<T> {
    lent: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reachable by one borrower only: `take` hands it out once.
unsafe impl<T: Send> Sync for Lend<T> {}

impl<T> Lend<T> {
    /// Keeps a value.
    pub const fn new(value: T) -> Self {
        Self {
            lent: AtomicBool::new(false),
            value: UnsafeCell::new(value),
        }
    }

    /// Lends the value to the first caller; everyone after gets nothing.
    #[expect(clippy::mut_from_ref, reason = "the swap lets one caller pass, ever")]
    pub fn take(&self) -> Option<&mut T> {
        if self.lent.swap(true, Ordering::Acquire) {
            return None;
        }
        // SAFETY: the swap above lets one caller pass, so this is the only reference.
        Some(unsafe { &mut *self.value.get() })
    }
}

#[cfg(test)]
mod tests {
    use super::Lend;

    #[test]
    fn a_value_is_lent_once() {
        static MEMORY: Lend<[u8; 4]> = Lend::new([0; 4]);
        let lent = MEMORY.take().expect("the first taker gets it");
        lent[0] = 7;
        assert!(MEMORY.take().is_none());
        assert_eq!(lent[0], 7);
    }
}
