//! Becomes a program that is handed over, with exactly the environment that is handed over
//! but for the terminal's own variables.

use crate::Lists;
use crate::refusal::{About, Found, Unusable, not_started, too_many};
use crate::{deadline, descriptor, ticket};
use core::ffi::CStr;
use rejoin_entry::{Lend, List, replace};
use rejoin_handover::{HANDOVER_BYTES_MAX, Handover, Pinned, is_terminals};
use rustix::fd::RawFd;
use rustix::fs::stat;
use rustix::io::Errno;
use rustix::process::chdir;

/// Where a handover is read to. Pages that it does not fill are never touched.
static MEMORY: Lend<[u8; HANDOVER_BYTES_MAX]> = Lend::new([0; HANDOVER_BYTES_MAX]);

/// Becomes the program that a descriptor hands over; returns an exit code only if that was
/// not possible.
pub(crate) fn by_descriptor(
    number: RawFd,
    word: &'static CStr,
    environment: List,
    lists: &mut Lists,
) -> i32 {
    let handover = read(|into| descriptor::read(number, into));
    let handover = handover.and_then(|handover| {
        handover.deadline.map_or(Ok(()), deadline::check)?;
        Ok(handover)
    });
    match handover {
        Ok(handover) => become_it(&handover, environment, lists),
        Err(unusable) => unusable.told(About::Descriptor(word)),
    }
}

/// Becomes the program that a ticket hands over; returns an exit code only if that was not
/// possible.
pub(crate) fn by_ticket(path: &'static CStr, environment: List, lists: &mut Lists) -> i32 {
    let handover = read(|into| ticket::take(path, into));
    let handover = handover.and_then(|handover| {
        let deadline = handover.deadline;
        deadline::check(deadline.ok_or(Unusable::Unfit(b"has no deadline"))?)?;
        Ok(handover)
    });
    match handover {
        Ok(handover) => become_it(&handover, environment, lists),
        Err(unusable) => unusable.told(About::Ticket(path)),
    }
}

fn read(
    from: impl FnOnce(&mut [u8]) -> Result<usize, Unusable>,
) -> Result<Handover<'static>, Unusable> {
    let Some(memory) = MEMORY.take() else {
        return Err(Unusable::System(b"cannot be read", Errno::NOMEM));
    };
    let used = from(memory)?;
    let bytes = memory.get(..used).unwrap_or_default();
    Handover::decode(bytes).map_err(Unusable::Handover)
}

/// Becomes the program; returns an exit code only if that was not possible.
fn become_it(handover: &Handover<'static>, environment: List, lists: &mut Lists) -> i32 {
    let theirs = |entry: &&CStr| !is_terminals(entry.to_bytes());
    let ours = |entry: &&CStr| is_terminals(entry.to_bytes());
    let fits = handover.arguments().all(|word| lists.arguments.push(word))
        && handover
            .variables()
            .filter(theirs)
            .chain(environment.filter(ours))
            .all(|entry| lists.variables.push(entry));
    if !fits {
        return too_many();
    }
    if let Some(directory) = handover.directory
        && let Err(errno) = chdir(directory)
    {
        return Unusable::System(b"cannot be entered", errno).told(About::Directory(directory));
    }
    let program = handover.program;
    match found(program) {
        Ok(Found::Program) => {
            let why = replace(program.path, &lists.arguments, &lists.variables);
            not_started(program.path, Found::Program, why)
        }
        Ok(other) => not_started(program.path, other, Errno::NOENT),
        Err(errno) => {
            Unusable::System(b"cannot be looked at", errno).told(About::Program(program.path))
        }
    }
}

/// Looks whether the file that was meant stands at the program's path.
#[allow(
    clippy::unnecessary_cast,
    reason = "a device has 32 bits on some systems"
)]
fn found(program: Pinned<&CStr>) -> Result<Found, Errno> {
    match stat(program.path) {
        Ok(there) => {
            let same =
                (there.st_dev as u64, there.st_ino as u64) == (program.device, program.inode);
            Ok(if same { Found::Program } else { Found::Another })
        }
        Err(Errno::NOENT | Errno::NOTDIR) => Ok(Found::Nothing),
        Err(errno) => Err(errno),
    }
}
