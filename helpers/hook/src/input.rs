//! Standard input: read until the object is complete, then drained, so that the agent
//! never writes into a closed pipe. Both bounded in time, whoever holds the other end.

use rejoin_entry::{ignore_closed_pipes, standard_input, standard_output};
use rejoin_payload::{Reason, Step, Walker, only_whitespace};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::time::{ClockId, clock_gettime};

/// How long the first byte may take. An agent writes at once or not at all.
const FIRST_BYTE_MS: i64 = 2_000;

/// How long the object may take from its first byte on, and how long its rest is drained.
const OBJECT_MS: i64 = 5_000;

/// How long a writer may pause while the rest of a refused payload is drained.
const DRAIN_PAUSE_MS: i64 = 500;

/// Why there is no object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is not what a payload must be.
    Payload(Reason),
    /// More than whitespace followed it.
    Trailing,
    /// Nothing came, or it did not end, in time.
    Late,
}

impl Fault {
    /// Returns the stable word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Payload(reason) => reason.word(),
            Self::Trailing => "trailing-data",
            Self::Late => "late",
        }
    }
}

/// Feeds standard input to `walker` until the object is complete or refused.
pub(crate) fn read_object(walker: &mut Walker<'_, '_>, buffer: &mut [u8]) -> Result<(), Fault> {
    let mut wait_ms = FIRST_BYTE_MS;
    let mut time = Time::new(OBJECT_MS);
    loop {
        let chunk = match read_within(buffer, wait_ms) {
            Read::Chunk(chunk) => chunk,
            Read::End => return walker.finish().map_err(Fault::Payload),
            Read::Nothing => return Err(Fault::Late),
        };
        let fault = match walker.feed(chunk) {
            Step::More => {
                wait_ms = time.left();
                continue;
            }
            Step::Invalid(reason) => Fault::Payload(reason),
            Step::Done { used } => {
                let blank = only_whitespace(chunk.get(used..).unwrap_or_default());
                if blank && only_blank_follows(buffer) {
                    return Ok(());
                }
                Fault::Trailing
            }
        };
        drain(buffer);
        return Err(fault);
    }
}

/// Looks at what is there already behind the object; the pipe may stay open.
fn only_blank_follows(buffer: &mut [u8]) -> bool {
    let mut time = Time::new(OBJECT_MS);
    loop {
        match read_within(buffer, 0) {
            Read::Chunk(chunk) if only_whitespace(chunk) && time.left() > 0 => {}
            Read::Chunk(_) => return false,
            Read::End | Read::Nothing => return true,
        }
    }
}

/// Reads and forgets a payload that nobody wants from its first byte on.
pub(crate) fn drain_all(buffer: &mut [u8]) {
    if let Read::Chunk(_) = read_within(buffer, FIRST_BYTE_MS) {
        drain(buffer);
    }
}

/// Reads and forgets until the end, a pause, or the time limit.
fn drain(buffer: &mut [u8]) {
    let mut time = Time::new(OBJECT_MS);
    while time.left() > 0 {
        match read_within(buffer, DRAIN_PAUSE_MS) {
            Read::Chunk(_) => {}
            Read::End | Read::Nothing => return,
        }
    }
}

/// A limit that begins to run when it is first asked: a payload that arrives by one read
/// never asks, and so pays for no clock.
struct Time {
    limit_ms: i64,
    begun: Option<i64>,
}

impl Time {
    fn new(limit_ms: i64) -> Self {
        Self {
            limit_ms,
            begun: None,
        }
    }

    fn left(&mut self) -> i64 {
        let now = milliseconds();
        *self.begun.get_or_insert(now) + self.limit_ms - now
    }
}

/// Writes the bytes that this agent takes as "nothing to say", if there are any.
pub(crate) fn reply(reply: &str) {
    if !reply.is_empty() {
        ignore_closed_pipes();
        let _ = rustix::io::write(standard_output(), reply.as_bytes());
    }
}

enum Read<'b> {
    Chunk(&'b [u8]),
    End,
    Nothing,
}

fn read_within(buffer: &mut [u8], wait_ms: i64) -> Read<'_> {
    let wait_ms = wait_ms.max(0);
    let wait = Timespec {
        tv_sec: wait_ms / 1_000,
        tv_nsec: wait_ms % 1_000 * 1_000_000,
    };
    let mut ready = [PollFd::from_borrowed_fd(standard_input(), PollFlags::IN)];
    match rustix::io::retry_on_intr(|| poll(&mut ready, Some(&wait))) {
        Err(_) | Ok(0) => return Read::Nothing,
        Ok(_) => {}
    }
    let seen = ready[0].revents();
    if seen.contains(PollFlags::HUP) && !seen.contains(PollFlags::IN) {
        return Read::End; // nothing is left, and nobody is there to write more
    }
    match rustix::io::retry_on_intr(|| rustix::io::read(standard_input(), &mut *buffer)) {
        Ok(0) => Read::End,
        Ok(read) => Read::Chunk(buffer.get(..read).unwrap_or_default()),
        Err(_) => Read::Nothing,
    }
}

fn milliseconds() -> i64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
}
