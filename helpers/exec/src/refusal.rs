//! Why there is no program, in one line, and the exit code that says so.
//!
//! It must never tell a byte of an argument or of the environment: only paths, numbers and
//! words of ours.

use crate::call::Wrong;
use core::ffi::CStr;
use rejoin_entry::standard_error;
use rejoin_handover::{Fault, VERSION};
use rustix::io::Errno;

const WRONG_CALL: i32 = 100;
const SYSTEM_REFUSED: i32 = 111;
const CANNOT_RUN: i32 = 126;
const NOT_FOUND: i32 = 127;

/// Longest line that is told, in bytes: a path may be as long as the system takes.
const LINE_BYTES_MAX: usize = 4096 + 512;

/// Digits of the largest number that is told.
const DIGITS_MAX: usize = 10;

const USAGE: &[u8] = b"\n  usage: rejoin-exec [KEY=value ...] PROGRAM [ARG ...] | \
    rejoin-exec --fd N | rejoin-exec --ticket PATH";

/// What a refusal is about.
#[derive(Clone, Copy)]
pub(crate) enum About {
    Descriptor(&'static CStr),
    Ticket(&'static CStr),
    Directory(&'static CStr),
    Program(&'static CStr),
}

/// Why what is handed over cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unusable {
    /// It is not what it must be.
    Unfit(&'static [u8]),
    /// It is no handover that can be read.
    Handover(Fault),
    /// This cannot be done with it, for the system refused.
    System(&'static [u8], Errno),
}

impl Unusable {
    /// Makes of a system's error that `what` cannot be done.
    pub(crate) fn when(what: &'static [u8]) -> impl Fn(Errno) -> Self {
        move |errno| Self::System(what, errno)
    }

    /// Says so; returns the exit code.
    pub(crate) fn told(self, about: About) -> i32 {
        match self {
            Self::Unfit(why) => say(WRONG_CALL, about, &[why]),
            Self::Handover(Fault::OtherVersion(version)) => {
                let mut digits = [[0; DIGITS_MAX]; 2];
                let [theirs, ours] = &mut digits;
                let parts = [
                    b"is of version ",
                    decimal(version, theirs),
                    b" of the contract, and this rejoin-exec reads version ",
                    decimal(VERSION, ours),
                    b"; after an update, restart the program that wrote it",
                ];
                say(WRONG_CALL, about, &parts)
            }
            Self::Handover(fault) => say(WRONG_CALL, about, &[of_fault(fault)]),
            Self::System(what, errno) => {
                let mut digits = [0; DIGITS_MAX];
                let number = decimal(errno.raw_os_error().unsigned_abs(), &mut digits);
                match of_errno(errno) {
                    Some(why) => say(SYSTEM_REFUSED, about, &[what, b": ", why]),
                    None => say(SYSTEM_REFUSED, about, &[what, b": system error ", number]),
                }
            }
        }
    }
}

fn of_errno(errno: Errno) -> Option<&'static [u8]> {
    Some(match errno {
        Errno::NOENT => b"it is not there",
        Errno::NOTDIR => b"a part of its path is no folder",
        Errno::ACCESS | Errno::PERM => b"no permission",
        Errno::LOOP => b"too many links",
        Errno::NAMETOOLONG => b"its path is too long",
        Errno::NOMEM => b"no memory is left",
        _ => return None,
    })
}

fn of_fault(fault: Fault) -> &'static [u8] {
    match fault {
        Fault::NotOne => b"is no handover",
        Fault::OtherVersion(_) => b"is of another version of the contract",
        Fault::Cut => b"ends before its end",
        Fault::Trailing => b"goes on behind its end",
        Fault::TooLarge => b"is larger than a handover may be",
        Fault::NoArgument => b"has no argument, not even the program's name",
        Fault::TooMany => b"has more arguments or variables than a handover may have",
        Fault::Strings => b"has other strings than it says",
        Fault::ProgramPath => b"names a program by a path that is not absolute or too long",
        Fault::DirectoryPath => b"names a directory by a path that is not absolute or too long",
    }
}

/// Says that a call makes no sense; returns the exit code.
pub(crate) fn wrong(wrong: Wrong) -> i32 {
    write_line(&[wrong.told(), USAGE]);
    WRONG_CALL
}

/// Says that the lists are too long; returns the exit code.
pub(crate) fn too_many() -> i32 {
    write_line(&[b"too many arguments or variables"]);
    SYSTEM_REFUSED
}

/// What stands where a program should be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing.
    Nothing,
    /// Another file than the one that was meant.
    Another,
    /// The file that was meant.
    Program,
}

/// Says why a program was not started; returns the exit code.
pub(crate) fn not_started(program: &'static CStr, found: Found, why: Errno) -> i32 {
    let replaced = program.to_bytes().ends_with(b" (deleted)");
    let (code, told): (i32, &[u8]) = match (found, why) {
        (Found::Nothing, Errno::NOENT | Errno::NOTDIR) if replaced => (
            NOT_FOUND,
            b"not found; it was replaced while it ran, so name the file that stands there now",
        ),
        (Found::Nothing, Errno::NOENT | Errno::NOTDIR) => (NOT_FOUND, b"not found"),
        (Found::Another, _) => (
            CANNOT_RUN,
            b"is another file than the one that was meant; prepare the start again",
        ),
        (_, Errno::NOENT | Errno::NOTDIR) => (CANNOT_RUN, b"its interpreter is missing"),
        (_, Errno::ACCESS) => (
            CANNOT_RUN,
            b"not an executable file, or no permission to run it",
        ),
        (_, Errno::NOEXEC) => (CANNOT_RUN, b"not a program that this system runs"),
        (_, Errno::TXTBSY) => (CANNOT_RUN, b"is being written"),
        (_, Errno::TOOBIG) => (SYSTEM_REFUSED, b"arguments and environment are too large"),
        (_, errno) => {
            return Unusable::System(b"cannot be run", errno).told(About::Program(program));
        }
    };
    say(code, About::Program(program), &[told])
}

fn say(code: i32, about: About, why: &[&[u8]]) -> i32 {
    let (kind, name): (&[u8], _) = match about {
        About::Descriptor(number) => (b"descriptor ", number),
        About::Ticket(path) => (b"ticket ", path),
        About::Directory(path) => (b"directory ", path),
        About::Program(path) => (b"", path),
    };
    let mut parts: [&[u8]; 8] = [kind, name.to_bytes(), b": ", b"", b"", b"", b"", b""];
    for (place, part) in parts[3..].iter_mut().zip(why) {
        *place = part;
    }
    write_line(&parts);
    code
}

/// Writes one line on standard error. Bytes that could command a terminal are left out.
fn write_line(parts: &[&[u8]]) {
    let mut line = [0u8; LINE_BYTES_MAX];
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

/// Writes a number without the machinery of `core::fmt`.
fn decimal(mut number: u32, digits: &mut [u8; DIGITS_MAX]) -> &[u8] {
    let mut begin = DIGITS_MAX;
    for place in digits.iter_mut().rev() {
        *place = b'0' + (number % 10) as u8;
        number /= 10;
        begin -= 1;
        if number == 0 {
            break;
        }
    }
    digits.get(begin..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_whole() {
        for number in [0, 7, 10, 4_294_967_295] {
            let mut digits = [0; DIGITS_MAX];
            assert_eq!(decimal(number, &mut digits), number.to_string().as_bytes());
        }
    }
}
