//! Wall clock and boot time. Neither is ever used to order records.

use rejoin_entry::{Clock, clock_time};

/// Length of a [`Timestamp`] in bytes.
pub const TIMESTAMP_BYTES: usize = 24;

/// A moment in UTC as RFC 3339 text with milliseconds: `2026-11-30T16:42:04.123Z`.
#[derive(Debug, Clone, Copy)]
pub struct Timestamp([u8; TIMESTAMP_BYTES]);

impl Timestamp {
    /// Reads the clock.
    #[must_use]
    pub fn now() -> Self {
        let (seconds, nanoseconds) = clock_time(Clock::Wall).unwrap_or_default();
        let seconds = u64::try_from(seconds).unwrap_or(0);
        Self::at(seconds, nanoseconds.unsigned_abs() / 1_000_000)
    }

    /// Formats `seconds` since 1970 and `millis`; years after 9999 are not representable and wrap.
    #[must_use]
    pub fn at(seconds: u64, millis: u64) -> Self {
        let (days, second) = (seconds / 86_400, seconds % 86_400);
        let (year, month, day) = civil(days);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        for (at, width, value) in [
            (0, 4, year),
            (5, 2, month),
            (8, 2, day),
            (11, 2, second / 3600),
            (14, 2, second / 60 % 60),
            (17, 2, second % 60),
            (20, 3, millis),
        ] {
            let mut rest = value;
            for digit in text[at..at + width].iter_mut().rev() {
                *digit = b'0' + (rest % 10) as u8;
                rest /= 10;
            }
        }
        Self(text)
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// Year, month and day of a day number since 1970-01-01. Counts in years that begin
/// in March, so that the leap day is the last day of its year.
fn civil(days: u64) -> (u64, u64, u64) {
    const DAYS_FROM_MARCH_YEAR_0: u64 = 719_468;
    const DAYS_IN_400_YEARS: u64 = 146_097;
    let days = days + DAYS_FROM_MARCH_YEAR_0;
    let (era, day) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (era * 400 + year + next, month, day_of_month)
}

/// Returns the wall-clock second at which this boot began, by the present clocks; 0 if the
/// system does not tell.
///
/// It moves when the wall clock is set; two boots differ unless a machine without a
/// clock battery starts at the same second each time.
#[must_use]
pub fn boot_second() -> u64 {
    let second = |clock| clock_time(clock).map(|(second, _)| second);
    let second = || second(Clock::Wall)?.checked_sub(second(Clock::Boot)?);
    second()
        .and_then(|second| u64::try_from(second).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments_are_written_as_everyone_writes_them() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00.007Z"),
            (951_782_399, "2000-02-28T23:59:59.007Z"),
            (951_782_400, "2000-02-29T00:00:00.007Z"),
            (1_796_056_924, "2026-11-30T16:42:04.007Z"),
            (4_107_542_400, "2100-03-01T00:00:00.007Z"),
        ] {
            assert_eq!(Timestamp::at(seconds, 7).as_str(), text);
        }
    }
}
