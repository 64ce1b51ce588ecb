//! Linux: one read of `/proc/<pid>/stat` tells who a process is.

use crate::{BOOT_ID_BYTES, NAME_BYTES_MAX, Process};
use rustix::fs::{Mode, OFlags, open};
use rustix::io::read;

/// Bytes of `/proc/<pid>/stat` that hold all fields up to the start time:
/// 22 fields of at most 20 digits and a sign, and the name.
const STAT_BYTES: usize = 512;

/// How much of a command line is searched for an argument, in bytes.
const ARGUMENTS_BYTES_MAX: usize = 4096;

/// Looks a process up; nothing if it is gone.
#[must_use]
pub fn process(pid: u32) -> Option<Process> {
    let mut buffer = [0u8; STAT_BYTES];
    parse_stat(pid, read_of(pid, b"/stat", &mut buffer)?)
}

/// Returns the id of this boot.
#[must_use]
pub fn boot_id() -> Option<[u8; BOOT_ID_BYTES]> {
    let mut id = [0u8; BOOT_ID_BYTES];
    let read = fill(c"/proc/sys/kernel/random/boot_id", &mut id)?;
    (read == BOOT_ID_BYTES
        && id
            .iter()
            .all(|&byte| byte.is_ascii_hexdigit() || byte == b'-'))
    .then_some(id)
}

/// Tells whether the command line of `pid` has `argument` as one of its words.
/// Only its first 4,096 bytes are searched.
#[must_use]
#[inline(never)] // keeps its buffer out of the frames of callers that never get here
pub fn has_argument(pid: u32, argument: &[u8]) -> bool {
    let mut buffer = [0u8; ARGUMENTS_BYTES_MAX];
    read_of(pid, b"/cmdline", &mut buffer).is_some_and(|line| {
        line.split(|&byte| byte == 0)
            .skip(1)
            .any(|word| word == argument)
    })
}

fn read_of<'b>(pid: u32, file: &[u8], buffer: &'b mut [u8]) -> Option<&'b [u8]> {
    let mut path = [0u8; 32];
    let mut used = 0;
    let mut digits = [0u8; 10];
    let mut first = digits.len();
    let mut rest = pid;
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    for part in [&b"/proc/"[..], &digits[first..], file] {
        path.get_mut(used..used + part.len())?.copy_from_slice(part);
        used += part.len();
    }
    let path = core::ffi::CStr::from_bytes_with_nul(path.get(..=used)?).ok()?;
    let read = fill(path, buffer)?;
    buffer.get(..read)
}

/// Reads what one read gives; files in `/proc` are made up as a whole.
fn fill(path: &core::ffi::CStr, buffer: &mut [u8]) -> Option<usize> {
    let file = open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok()?;
    read(&file, buffer).ok()
}

/// Reads a line of `/proc/<pid>/stat`. The name stands in parentheses and may hold any
/// byte, a parenthesis too, so the fields are counted from the last closing one.
fn parse_stat(pid: u32, stat: &[u8]) -> Option<Process> {
    let opened = stat.iter().position(|&byte| byte == b'(')? + 1;
    let closed = stat.iter().rposition(|&byte| byte == b')')?;
    let mut fields = stat.get(closed + 2..)?.split(|&byte| byte == b' ');
    let state = fields.next()?;
    if matches!(state, b"Z" | b"X") {
        return None; // dead, waiting to be reaped: it will never speak again
    }
    let mut number = || fields.next().and_then(signed);
    let (parent, group, session) = (number()?, number()?, number()?);
    let (tty, foreground_group) = (number()?, number()?);
    let start = fields.nth(13).and_then(signed)?;

    let told = stat.get(opened..closed)?;
    let mut name = [0u8; NAME_BYTES_MAX];
    let name_bytes = told.len().min(NAME_BYTES_MAX);
    name.get_mut(..name_bytes)?
        .copy_from_slice(told.get(..name_bytes)?);
    Some(Process {
        pid,
        start: u64::try_from(start).ok()?,
        parent: u32::try_from(parent).ok()?,
        group: u32::try_from(group).ok()?,
        session: u32::try_from(session).ok()?,
        tty: u64::try_from(tty).unwrap_or(0),
        foreground: tty != 0 && foreground_group == group,
        name,
        name_bytes: name_bytes as u8,
    })
}

fn signed(field: &[u8]) -> Option<i64> {
    core::str::from_utf8(field).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_found_with_its_parent_and_name() {
        let me = process(std::process::id()).expect("this process lives");
        assert_eq!(me.parent, std::os::unix::process::parent_id());
        assert!(me.start > 0);
        assert!(!me.name().is_empty());
    }

    #[test]
    fn a_process_that_ended_is_not_found_even_before_it_is_reaped() {
        let mut child = std::process::Command::new("true")
            .spawn()
            .expect("true runs");
        let pid = child.id();
        while process(pid).is_some() {
            std::thread::yield_now();
        }
        child.wait().expect("reaped");
    }

    #[test]
    fn a_name_with_parentheses_and_spaces_moves_no_field() {
        let stat = b"77 (a) R (b c) S 1 77 70 34816 77 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 1 1 1";
        let found = parse_stat(77, stat).expect("parses");
        assert_eq!(found.name(), b"a) R (b c");
        assert_eq!((found.parent, found.group, found.session), (1, 77, 70));
        assert_eq!(
            (found.tty, found.start, found.foreground),
            (34816, 4242, true)
        );
    }

    #[test]
    fn no_terminal_means_no_foreground() {
        let stat = b"77 (x) S 1 77 77 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 1 1 1";
        let found = parse_stat(77, stat).expect("parses");
        assert_eq!((found.tty, found.foreground), (0, false));
    }

    #[test]
    fn a_cut_line_is_no_process() {
        let stat = b"77 (x) S 1 77 77 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 1";
        for cut in 0..stat.len() - 5 {
            assert!(parse_stat(77, &stat[..cut]).is_none(), "cut at {cut}");
        }
    }

    #[test]
    fn the_boot_id_is_a_uuid() {
        assert_eq!(boot_id().expect("linux has one")[8], b'-');
    }

    #[test]
    fn an_argument_is_found_as_a_whole_word_only() {
        let mut child = std::process::Command::new("sleep")
            .args(["60"])
            .spawn()
            .expect("runs");
        // A new image has its name before it has its arguments.
        while process(child.id()).is_some() && !has_argument(child.id(), b"60") {
            std::thread::yield_now();
        }
        assert!(has_argument(child.id(), b"60"));
        assert!(!has_argument(child.id(), b"6"));
        assert!(
            !has_argument(child.id(), b"sleep"),
            "the program itself is no argument"
        );
        child.kill().expect("killed");
        child.wait().expect("reaped");
    }
}
