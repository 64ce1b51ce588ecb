//! Becomes another program: `execve` with lists that own nothing.

use core::ffi::{CStr, c_char, c_int};
use core::marker::PhantomData;
use rustix::io::Errno;

/// A NULL-terminated list of at most `PLACES` - 1 C strings.
pub struct Words<const PLACES: usize> {
    list: [*const c_char; PLACES],
    used: usize,
    live: PhantomData<&'static CStr>,
}

// SAFETY: the pointers come from `&'static CStr`, which any thread may read.
unsafe impl<const PLACES: usize> Send for Words<PLACES> {}

impl<const PLACES: usize> Words<PLACES> {
    /// Makes an empty list.
    #[must_use]
    #[allow(
        clippy::new_without_default,
        reason = "large by design; meant for a static"
    )]
    pub const fn new() -> Self {
        const { assert!(PLACES > 0, "the last place is the terminator's") };
        Self {
            list: [core::ptr::null(); PLACES],
            used: 0,
            live: PhantomData,
        }
    }

    /// Adds a word; `false` if the list is full.
    #[must_use]
    pub fn push(&mut self, word: &'static CStr) -> bool {
        let room = self.used + 1 < PLACES;
        if room {
            self.list[self.used] = word.as_ptr();
            self.used += 1;
        }
        room
    }

    /// Returns the word at a place, from 0.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&'static CStr> {
        let word = *self.list.get(..self.used)?.get(at)?;
        // SAFETY: the list's used places hold what `push` took: C strings that live until
        // the process ends.
        Some(unsafe { CStr::from_ptr(word) })
    }
}

unsafe extern "C" {
    fn execve(path: *const c_char, argv: *const *const c_char, envp: *const *const c_char)
    -> c_int;
}

/// Becomes the program at `path`; returns only if that failed, and why.
pub fn replace<const ARGUMENTS: usize, const VARIABLES: usize>(
    path: &CStr,
    arguments: &Words<ARGUMENTS>,
    environment: &Words<VARIABLES>,
) -> Errno {
    // SAFETY: both lists end with NULL, because `push` never fills their last place, and
    // their words are C strings that live until the process ends.
    let failed = unsafe {
        execve(
            path.as_ptr(),
            arguments.list.as_ptr(),
            environment.list.as_ptr(),
        )
    };
    debug_assert_eq!(failed, -1, "execve returns on failure only");
    last_error()
}

#[cfg(target_os = "linux")]
unsafe extern "C" {
    #[link_name = "__errno_location"]
    fn errno_place() -> *const c_int;
}

#[cfg(target_vendor = "apple")]
unsafe extern "C" {
    #[link_name = "__error"]
    fn errno_place() -> *const c_int;
}

fn last_error() -> Errno {
    // SAFETY: the C library returns the address of this thread's `errno`.
    let place = unsafe { errno_place() };
    // SAFETY: that address is readable for as long as the thread lives.
    Errno::from_raw_os_error(unsafe { *place })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_keeps_its_terminator() {
        let mut words = Words::<3>::new();
        assert!(words.push(c"a") && words.push(c"b"));
        assert!(!words.push(c"c"));
        assert_eq!(
            [0, 1, 2].map(|at| words.get(at)),
            [Some(c"a"), Some(c"b"), None]
        );
        assert!(words.list[2].is_null());
    }

    #[test]
    fn a_program_that_is_not_there_says_so_and_changes_nothing() {
        let (mut arguments, environment) = (Words::<2>::new(), Words::<1>::new());
        assert!(arguments.push(c"nothing"));
        assert_eq!(
            replace(c"/nonexistent/nothing", &arguments, &environment),
            Errno::NOENT
        );
    }
}
