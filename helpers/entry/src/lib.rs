//! Starts a program without the start-up of std: C's `main`, argv and environment by
//! reference, descriptors 0-2 made sane. The only unsafe code of the helpers.
//!
//! Nothing here allocates. A program that is built with its feature `bare` has no std
//! at all; without it, std is linked and says where a panic came from.
#![cfg_attr(not(test), no_std)]

mod clock;
mod inherited;
mod lend;
mod replace;

pub use clock::{Clock, clock_time};
pub use inherited::inherited;
pub use lend::Lend;
pub use replace::{Words, replace};

use core::ffi::{CStr, c_char, c_int};
use core::marker::PhantomData;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::BorrowedFd;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

/// What the kernel handed to the program.
#[derive(Clone, Copy)]
pub struct Start {
    arguments: List,
    environment: List,
}

/// A NULL-terminated list of C strings which lives as long as the process.
#[derive(Clone, Copy)]
pub struct List {
    next: *const *const c_char,
    lives: PhantomData<&'static CStr>,
}

impl Start {
    /// Takes what C's `main` was called with.
    ///
    /// # Safety
    /// `argv` and `envp` are NULL-terminated arrays of C strings that stay unchanged
    /// until the process ends, as the C run-time hands them to `main`.
    #[must_use]
    pub unsafe fn new(argv: *const *const c_char, envp: *const *const c_char) -> Self {
        let list = |next| List {
            next,
            lives: PhantomData,
        };
        Self {
            arguments: list(argv),
            environment: list(envp),
        }
    }

    /// Returns the arguments, the program's own name first.
    #[must_use]
    pub fn arguments(&self) -> List {
        self.arguments
    }

    /// Returns the `NAME=value` entries of the environment.
    #[must_use]
    pub fn environment(&self) -> List {
        self.environment
    }

    /// Returns the value of the first variable of this name; an empty value counts as unset.
    #[must_use]
    pub fn variable(&self, name: &[u8]) -> Option<&'static [u8]> {
        self.environment
            .map(CStr::to_bytes)
            .find_map(|entry| entry.strip_prefix(name)?.strip_prefix(b"="))
            .filter(|value| !value.is_empty())
    }
}

impl Iterator for List {
    type Item = &'static CStr;

    fn next(&mut self) -> Option<&'static CStr> {
        // SAFETY: `next` points into a NULL-terminated array (see `Start::new`) and is
        // never moved beyond its end, because it stays where NULL was read.
        let text = unsafe { *self.next };
        if text.is_null() {
            return None;
        }
        // SAFETY: the entry just read was not the terminating NULL, so another follows.
        self.next = unsafe { self.next.add(1) };
        // SAFETY: the array's entries are C strings that live until the process ends.
        Some(unsafe { CStr::from_ptr(text) })
    }
}

/// Returns descriptor 0. It is open, if only to `/dev/null`, once `main` was entered.
#[must_use]
pub fn standard_input() -> BorrowedFd<'static> {
    // SAFETY: `fill_standard_descriptors` ran before the program; nobody closes 0-2.
    unsafe { BorrowedFd::borrow_raw(0) }
}

/// Returns descriptor 1; as [`standard_input`].
#[must_use]
pub fn standard_output() -> BorrowedFd<'static> {
    // SAFETY: as for `standard_input`.
    unsafe { BorrowedFd::borrow_raw(1) }
}

/// Returns descriptor 2; as [`standard_input`].
#[must_use]
pub fn standard_error() -> BorrowedFd<'static> {
    // SAFETY: as for `standard_input`.
    unsafe { BorrowedFd::borrow_raw(2) }
}

/// Makes a write into a closed pipe an error instead of the process's end.
pub fn ignore_closed_pipes() {
    // SAFETY: the disposition is one of the two that need no handler.
    unsafe { signal(SIGPIPE, SIG_IGN) };
}

/// What a write beyond the limit on file sizes did before; may be dropped.
#[derive(Debug, Clone, Copy)]
pub struct FileSizeLimit {
    before: usize,
}

/// Makes a write beyond the limit on file sizes an error instead of the process's end.
pub fn ignore_file_size_limit() -> FileSizeLimit {
    // SAFETY: as in `ignore_closed_pipes`.
    let before = unsafe { signal(SIGXFSZ, SIG_IGN) };
    FileSizeLimit { before }
}

impl FileSizeLimit {
    /// Lets such a write do again what it did before: whoever is executed inherits it.
    pub fn restore(self) {
        if self.before != SIG_ERR {
            // SAFETY: the disposition is the one that stood there.
            unsafe { signal(SIGXFSZ, self.before) };
        }
    }
}

/// Opens `/dev/null` for each of the descriptors 0-2 that is closed, so that no file of
/// ours gets such a number and is written to as if it were a standard stream. Whoever is
/// executed has it closed again.
pub fn fill_standard_descriptors() {
    let asked = PollFlags::empty();
    let how = OFlags::RDWR | OFlags::CLOEXEC;
    // Only asked about here, which is sound for a closed one too.
    let streams = [standard_input(), standard_output(), standard_error()];
    let mut streams = streams.map(|stream| PollFd::from_borrowed_fd(stream, asked));
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    while poll(&mut streams, Some(&at_once)) == Err(Errno::INTR) {}
    for stream in &streams {
        if stream.revents().contains(PollFlags::NVAL)
            && let Ok(null) = rustix::fs::open(c"/dev/null", how, Mode::empty())
        {
            // The lowest free number is the one that was missing.
            core::mem::forget(null);
        }
    }
}

/// Defines C's `main`, which calls `$run(Start) -> i32` and returns its exit code. With
/// the program's feature `bare`, a panic ends it at once and silently with `$on_panic`.
#[macro_export]
macro_rules! program {
    ($run:path, on_panic = $on_panic:expr) => {
        /// Entered by the C run-time.
        ///
        /// # Safety
        /// Only the C run-time may call it, with its own arguments.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn main(
            _argc: ::core::ffi::c_int,
            argv: *const *const ::core::ffi::c_char,
            envp: *const *const ::core::ffi::c_char,
        ) -> ::core::ffi::c_int {
            // SAFETY: these are what the C run-time hands to `main`.
            let start = unsafe { $crate::Start::new(argv, envp) };
            $crate::fill_standard_descriptors();
            $run(start)
        }

        #[cfg(feature = "bare")]
        #[panic_handler]
        fn on_panic(_: &::core::panic::PanicInfo<'_>) -> ! {
            $crate::exit($on_panic)
        }
    };
}

#[link(name = "c")]
unsafe extern "C" {
    fn _exit(code: c_int) -> !;
    fn signal(signal: c_int, handler: usize) -> usize;
}

/// The same numbers on Linux and macOS, as is the disposition below.
const SIGPIPE: c_int = 13;
const SIGXFSZ: c_int = 25;
const SIG_IGN: usize = 1;
/// What `signal` returns if it changed nothing.
const SIG_ERR: usize = usize::MAX;

/// Ends the process at once.
pub fn exit(code: c_int) -> ! {
    // SAFETY: `_exit` may be called at any time and does not return.
    unsafe { _exit(code) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(arguments: &'static [*const c_char], environment: &'static [*const c_char]) -> Start {
        assert!(arguments.last().is_some_and(|end| end.is_null()));
        assert!(environment.last().is_some_and(|end| end.is_null()));
        // SAFETY: both lists are static and end with NULL, as just checked.
        unsafe { Start::new(arguments.as_ptr(), environment.as_ptr()) }
    }

    fn list(texts: &[&'static CStr]) -> &'static [*const c_char] {
        let pointers = texts
            .iter()
            .map(|text| text.as_ptr())
            .chain([core::ptr::null()]);
        Box::leak(pointers.collect())
    }

    #[test]
    fn what_a_too_large_write_did_is_restored() {
        let before = ignore_file_size_limit();
        let ours = ignore_file_size_limit();
        assert_eq!((before.before, ours.before), (0, SIG_IGN));
        ours.restore();
        assert_eq!(ignore_file_size_limit().before, SIG_IGN);
        before.restore();
        let now = ignore_file_size_limit();
        assert_eq!(now.before, 0);
        now.restore();
    }

    #[test]
    fn arguments_come_in_order_and_end() {
        let start = start(list(&[c"hook", c"", c"X=1"]), list(&[]));
        let mut arguments = start.arguments();
        assert_eq!(arguments.next(), Some(c"hook"));
        assert_eq!(arguments.next(), Some(c""));
        assert_eq!(arguments.next(), Some(c"X=1"));
        assert_eq!(arguments.next(), None);
        assert_eq!(arguments.next(), None, "it stays at the end");
    }

    #[test]
    fn a_variable_is_found_by_its_whole_name() {
        let start = start(
            list(&[]),
            list(&[c"PANES=no", c"PANE=a=b", c"PANE=second", c"EMPTY="]),
        );
        assert_eq!(start.variable(b"PANE"), Some(&b"a=b"[..]));
        assert_eq!(start.variable(b"PAN"), None);
        assert_eq!(start.variable(b"EMPTY"), None, "empty counts as unset");
    }

    #[test]
    fn an_entry_without_an_equals_sign_is_no_variable() {
        let start = start(list(&[]), list(&[c"PANE", c"\xff=1", c"=x"]));
        assert_eq!(start.variable(b"PANE"), None);
        assert_eq!(start.environment().count(), 3, "and is still passed on");
    }
}
