//! Reads a clock by its system call. The usual way through the vDSO costs a process that
//! reads the clock once more than the call: finding it, and two page faults.

use core::ffi::{c_int, c_long};

/// A clock of the system.
#[derive(Debug, Clone, Copy)]
pub enum Clock {
    /// Seconds since 1970, as set by people and by the network.
    Wall,
    /// Seconds since this boot, sleep included.
    Boot,
}

#[repr(C)]
struct Timespec {
    seconds: c_long,
    nanoseconds: c_long,
}

/// Returns the seconds of a clock and the nanoseconds beyond; nothing if the system does
/// not tell.
#[must_use]
#[allow(
    clippy::unnecessary_cast,
    reason = "a long has 32 bits on some systems"
)]
pub fn clock_time(clock: Clock) -> Option<(i64, i64)> {
    let mut now = Timespec {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: `now` is a `timespec` of this platform, and the call writes nothing else.
    let failed = unsafe { read(clock.number(), &raw mut now) };
    (failed == 0).then_some((now.seconds as i64, now.nanoseconds as i64))
}

#[cfg(target_os = "linux")]
impl Clock {
    const fn number(self) -> c_int {
        match self {
            Self::Wall => 0,
            Self::Boot => 7,
        }
    }
}

#[cfg(target_vendor = "apple")]
impl Clock {
    const fn number(self) -> c_int {
        match self {
            Self::Wall => 0,
            Self::Boot => 6,
        }
    }
}

#[cfg(target_os = "linux")]
unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
const CLOCK_GETTIME: c_long = 228;
#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
const CLOCK_GETTIME: c_long = 113;

#[cfg(target_os = "linux")]
unsafe fn read(clock: c_int, now: *mut Timespec) -> c_long {
    // SAFETY: the caller passes a `timespec` to write to.
    unsafe { syscall(CLOCK_GETTIME, clock, now) }
}

#[cfg(target_vendor = "apple")]
unsafe extern "C" {
    #[link_name = "clock_gettime"]
    fn read(clock: c_int, now: *mut Timespec) -> c_int;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clocks_are_those_of_the_system() {
        let (wall, part) = clock_time(Clock::Wall).expect("it has one");
        assert!((0..1_000_000_000).contains(&part));
        let known = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let known = i64::try_from(known.expect("after 1970").as_secs()).expect("before long");
        assert!((wall..=wall + 1).contains(&known), "{wall} and {known}");
        let (boot, _) = clock_time(Clock::Boot).expect("it has one");
        assert!((1..wall).contains(&boot), "{boot}");
    }
}
