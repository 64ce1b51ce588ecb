//! Whether what is handed over may still be used.

use crate::refusal::Unusable;
use rejoin_entry::{Clock, clock_time};
use rejoin_handover::TICKET_SECONDS_MAX;
use rustix::io::Errno;

/// Checks that a deadline has not passed, and that it is no further ahead than one may be.
pub(crate) fn check(deadline: u64) -> Result<(), Unusable> {
    let now = u64::try_from(seconds()?).unwrap_or_default();
    // After a reboot the clock has begun anew, and a deadline from before lies far ahead.
    match deadline.checked_sub(now) {
        None => Err(Unusable::Unfit(b"has expired; prepare the start again")),
        Some(left) if left > TICKET_SECONDS_MAX => Err(Unusable::Unfit(
            b"has a deadline too far ahead, or from before a reboot; prepare the start again",
        )),
        Some(_) => Ok(()),
    }
}

/// Returns the seconds since boot, sleep included.
pub(crate) fn seconds() -> Result<i64, Unusable> {
    let now = clock_time(Clock::Boot);
    now.map(|(seconds, _)| seconds)
        .ok_or(Unusable::System(b"the time cannot be told", Errno::INVAL))
}
