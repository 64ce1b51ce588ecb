//! Takes a call apart and becomes the program that it names. No heap, no shell.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

mod call;
mod search;

use call::{Call, Wrong};
use core::ffi::CStr;
use rejoin_entry::{Lend, Start, Words, replace, standard_error};
use rustix::io::Errno;
use search::Candidates;

/// Most arguments of the program. A longer list does not fit the system's own limit on
/// arguments unless they are a few bytes each.
const ARGUMENTS_MAX: usize = 16_384;

/// Most variables of the program: its surroundings' and the given ones.
const VARIABLES_MAX: usize = 16_384;

const WRONG_CALL: i32 = 100;
const SYSTEM_REFUSED: i32 = 111;
const CANNOT_RUN: i32 = 126;
const NOT_FOUND: i32 = 127;

static ARGUMENTS: Lend<Words<ARGUMENTS_MAX>> = Lend::new(Words::new());
static VARIABLES: Lend<Words<VARIABLES_MAX>> = Lend::new(Words::new());

/// Becomes the program; returns an exit code only if that was not possible.
#[must_use]
pub fn run(start: Start) -> i32 {
    let call = match Call::parse(start.arguments()) {
        Ok(call) => call,
        Err(wrong) => return refuse(wrong),
    };
    let (Some(arguments), Some(variables)) = (ARGUMENTS.take(), VARIABLES.take()) else {
        return SYSTEM_REFUSED;
    };
    let fits = call.arguments().all(|word| arguments.push(word))
        && call
            .variables(start.environment())
            .all(|entry| variables.push(entry));
    if !fits {
        say(&[b"too many arguments or variables"]);
        return SYSTEM_REFUSED;
    }
    let path = call.variable(start.environment(), b"PATH").unwrap_or(b"");
    become_one_of(call.program, path, arguments, variables)
}

/// Tries each place where the program may be; the first that is there decides.
fn become_one_of(
    program: &'static CStr,
    path: &[u8],
    arguments: &Words<ARGUMENTS_MAX>,
    variables: &Words<VARIABLES_MAX>,
) -> i32 {
    let mut candidates = Candidates::new(program.to_bytes(), path);
    let mut why = Errno::NOENT;
    while let Some(candidate) = candidates.next() {
        match replace(candidate, arguments, variables) {
            Errno::NOENT | Errno::NOTDIR => {}
            // A shell goes on to the next folder too, and remembers this.
            Errno::ACCESS => why = Errno::ACCESS,
            other => {
                why = other;
                break;
            }
        }
    }
    let (code, told): (i32, &[u8]) = match why {
        Errno::NOENT => (NOT_FOUND, b": not found"),
        Errno::ACCESS => (
            CANNOT_RUN,
            b": not an executable file, or no permission to run it",
        ),
        Errno::NOEXEC => (CANNOT_RUN, b": not a program that this system runs"),
        Errno::TXTBSY => (CANNOT_RUN, b": is being written"),
        Errno::TOOBIG => (SYSTEM_REFUSED, b": arguments and environment are too large"),
        _ => (SYSTEM_REFUSED, b": the system refused to run it"),
    };
    say(&[program.to_bytes(), told]);
    code
}

fn refuse(wrong: Wrong) -> i32 {
    say(&[
        wrong.told(),
        b"\n  usage: rejoin-exec [KEY=value ...] PROGRAM [ARG ...]",
    ]);
    WRONG_CALL
}

/// Says one line on standard error. Bytes that could command a terminal are left out.
fn say(parts: &[&[u8]]) {
    let mut line = [0u8; 512];
    let mut used = 0;
    let plain = |byte: &u8| matches!(byte, b'\n' | b' '..=b'~');
    let words = [b"rejoin-exec: "]
        .into_iter()
        .map(|head| &head[..])
        .chain(parts.iter().copied());
    for byte in words.flatten().copied().filter(plain).chain([b'\n']) {
        if let Some(place) = line.get_mut(used) {
            *place = byte;
            used += 1;
        }
    }
    let _ = rustix::io::write(standard_error(), line.get(..used).unwrap_or_default());
}
