//! Which of several assignments to one name counts: the last. Found without comparing each
//! with each, and without a heap.

use crate::ARGUMENT_PLACES;
use crate::call::name_of;
use core::ffi::CStr;
use rejoin_entry::Words;
use rejoin_handover::STRINGS_MAX;

/// Places for twice as many names as there may be, so that a search soon meets a free one.
const PLACES: usize = (2 * STRINGS_MAX).next_power_of_two();

/// The assignments, and where the last one to each name stands among them.
pub(crate) struct Names {
    assignments: Words<ARGUMENT_PLACES>,
    /// By the name's hash: one more than the number of the assignment; 0 is free.
    places: [u16; PLACES],
    /// So many of the places are used as the assignments need: a few pages of memory.
    used: usize,
}

const _: () = assert!(
    STRINGS_MAX < u16::MAX as usize,
    "a place holds the number of any assignment"
);

impl Names {
    /// Holds none. It is meant to stand in a `static`, all zero.
    pub(crate) const fn new() -> Self {
        Self {
            assignments: Words::new(),
            places: [0; PLACES],
            used: 0,
        }
    }

    /// Takes all assignments, in order; `false` if there are more than may be.
    #[must_use]
    pub(crate) fn fill(
        &mut self,
        assignments: impl Iterator<Item = &'static CStr>,
        count: usize,
    ) -> bool {
        if count > STRINGS_MAX {
            return false;
        }
        self.used = (2 * count).next_power_of_two();
        for (word, number) in assignments.zip(1..) {
            let place = self.place_of(name_of(word).unwrap_or_default());
            if !self.assignments.push(word) {
                return false;
            }
            if let Some(place) = self.places.get_mut(place) {
                *place = number;
            }
        }
        true
    }

    /// Tells whether the assignment at this place in the order is the last to its name.
    pub(crate) fn is_last(&self, at: usize, word: &'static CStr) -> bool {
        let place = self.place_of(name_of(word).unwrap_or_default());
        let number = self.places.get(place);
        number.is_some_and(|&number| usize::from(number) == at + 1)
    }

    /// Returns the last assignment to a name.
    pub(crate) fn last(&self, name: &[u8]) -> Option<&'static CStr> {
        self.assignment(self.place_of(name))
    }

    fn assignment(&self, place: usize) -> Option<&'static CStr> {
        let number = usize::from(*self.places.get(place)?);
        self.assignments.get(number.checked_sub(1)?)
    }

    /// Returns the place of a name, or the free one where it belongs. Half of the places
    /// at least are free.
    fn place_of(&self, name: &[u8]) -> usize {
        let last = self.used.saturating_sub(1);
        let mut place = hash(name) & last;
        while let Some(there) = self.assignment(place)
            && name_of(there) != Some(name)
        {
            place = (place + 1) & last;
        }
        place
    }
}

/// FNV-1a.
fn hash(name: &[u8]) -> usize {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    name.iter().fold(0x811c_9dc5, step) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use rejoin_entry::Lend;

    /// Fills names that are larger than the stack of a test.
    fn filled<'n>(names: &'n Lend<Names>, words: &[&'static CStr]) -> &'n Names {
        let names = names.take().expect("lent once");
        assert!(names.fill(words.iter().copied(), words.len()));
        names
    }

    #[test]
    fn the_last_assignment_of_each_name_counts() {
        let words = [c"A=1", c"B=1", c"A=1", c"C=", c"A=2", c"B=1"];
        static NAMES: Lend<Names> = Lend::new(Names::new());
        let names = filled(&NAMES, &words);
        let last: Vec<_> = (0..words.len())
            .filter(|&at| names.is_last(at, words[at]))
            .collect();
        assert_eq!(last, [3, 4, 5]);
        assert_eq!(names.last(b"A"), Some(c"A=2"));
        assert_eq!(names.last(b"D"), None);
        assert_eq!(names.last(b""), None);
    }

    #[test]
    fn no_assignment_is_none_and_too_many_are_refused() {
        static NONE: Lend<Names> = Lend::new(Names::new());
        static MANY: Lend<Names> = Lend::new(Names::new());
        assert_eq!(filled(&NONE, &[]).last(b"A"), None);
        let names = MANY.take().expect("lent once");
        assert!(!names.fill([].into_iter(), STRINGS_MAX + 1));
    }

    #[test]
    fn many_names_are_told_apart() {
        let words: Vec<&'static CStr> = (0..STRINGS_MAX)
            .map(|at| {
                let word = std::ffi::CString::new(format!("N{at}={at}")).expect("no NUL");
                &*Box::leak(word.into_boxed_c_str())
            })
            .collect();
        static NAMES: Lend<Names> = Lend::new(Names::new());
        let names = filled(&NAMES, &words);
        for at in (0..STRINGS_MAX).step_by(101) {
            assert_eq!(names.last(format!("N{at}").as_bytes()), Some(words[at]));
        }
        assert_eq!(names.last(b"N"), None);
    }
}
