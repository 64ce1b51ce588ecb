//! Takes over a descriptor that this process was started with.

use core::sync::atomic::{AtomicBool, Ordering};
use rustix::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use rustix::io::{Errno, FdFlags, fcntl_getfd};

/// The first number that is no standard stream.
const FIRST: RawFd = 3;

static TAKEN: AtomicBool = AtomicBool::new(false);

/// Takes over the descriptor of this number, which whoever started this process left open
/// for it. One is given, ever, so that nothing has two owners. It stays open across an
/// `execve` until it is dropped.
///
/// # Errors
/// [`Errno::BADF`] if it is a standard stream, not open, or not inherited; or one was
/// given before.
pub fn inherited(number: RawFd) -> Result<OwnedFd, Errno> {
    if number < FIRST || TAKEN.swap(true, Ordering::Relaxed) {
        return Err(Errno::BADF);
    }
    // SAFETY: it is only asked about, which is sound for a closed one too.
    let flags = fcntl_getfd(unsafe { BorrowedFd::borrow_raw(number) })?;
    // What this process opens is closed on `execve`, and what is inherited was not.
    if flags.contains(FdFlags::CLOEXEC) {
        return Err(Errno::BADF);
    }
    // SAFETY: it is open, this process did not open it, and the swap above lets one
    // caller pass.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

#[cfg(test)]
mod tests {
    use super::*;

    // One test: the state is the process's.
    #[test]
    fn neither_a_stream_nor_a_file_of_ours_nor_a_second_one_is_given() {
        assert_eq!(inherited(2).err(), Some(Errno::BADF));
        let ours = std::fs::File::open("/dev/null").expect("opens");
        let number = std::os::fd::AsRawFd::as_raw_fd(&ours);
        assert_eq!(inherited(number).err(), Some(Errno::BADF), "it is ours");
        assert!(TAKEN.load(Ordering::Relaxed), "and no other is given");
    }
}
