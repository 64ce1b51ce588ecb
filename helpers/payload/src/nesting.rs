//! Remembers which containers are open, one bit each, so that brackets match at any depth.
//!
//! The innermost 64 are kept in a register; only what lies above them is spilled to memory, so an
//! ordinary payload never touches a page of it.

/// What can be open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    Array,
    Object,
}

/// The stack of open containers.
pub(crate) struct Nesting<'m> {
    /// Word `n` holds the containers `64 n` to `64 n + 63`, once a 65th is open above them.
    spilled: &'m mut [u64],
    /// The innermost containers; the lowest bit is the innermost one, set for an object.
    recent: u64,
    depth: usize,
}

/// Containers in one word.
const WORD_BITS: usize = u64::BITS as usize;

impl<'m> Nesting<'m> {
    pub(crate) fn new(spilled: &'m mut [u64]) -> Self {
        Self {
            spilled,
            recent: 0,
            depth: 0,
        }
    }

    /// How many containers are open.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// What the innermost open container is; meaningless at depth 0.
    pub(crate) fn innermost(&self) -> Container {
        if self.recent & 1 == 1 {
            Container::Object
        } else {
            Container::Array
        }
    }

    /// Opens a container; `false` if there is no memory for it.
    pub(crate) fn open(&mut self, container: Container) -> bool {
        if let Some(full) = self.full_word() {
            let Some(word) = self.spilled.get_mut(full) else {
                return false;
            };
            *word = self.recent;
        }
        self.recent = self.recent << 1 | u64::from(container == Container::Object);
        self.depth += 1;
        true
    }

    /// Closes the innermost container; does nothing at depth 0.
    pub(crate) fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.recent >>= 1;
        if let Some(word) = self.full_word().and_then(|full| self.spilled.get(full)) {
            self.recent = *word;
        }
    }

    /// The index of the word that is exactly full at this depth, if one is.
    fn full_word(&self) -> Option<usize> {
        if self.depth.is_multiple_of(WORD_BITS) {
            (self.depth / WORD_BITS).checked_sub(1)
        } else {
            None
        }
    }
}
