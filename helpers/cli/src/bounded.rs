//! Runs another program for a bounded time and reads a bounded part of what it says,
//! whatever it or its children do with its descriptors.

use crate::print::plain;
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Pause between two looks whether it has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// How a program ended, and what it wrote to standard output.
pub struct Ended {
    pub status: ExitStatus,
    pub said: Vec<u8>,
}

/// Gives `input`, which must fit into a pipe, to `command` and waits for its end.
///
/// # Errors
/// It does not start, or does not end within `time`; it and what it started is killed
/// then.
pub fn run(
    command: &mut Command,
    input: &[u8],
    said_bytes_max: u64,
    time: Duration,
) -> Result<Ended, String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0) // what it starts ends with it
        .spawn()
        .map_err(|error| format!("{} does not start: {error}", plain(command.get_program())))?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that does not read is found out by what it does.
        let _ = stdin.write_all(input);
    }
    let mut heard = child
        .stdout
        .take()
        .map(|stdout| Heard::of(stdout, said_bytes_max));
    let deadline = Instant::now() + time;
    let status = loop {
        let ended = child.try_wait();
        // Listened to while it runs, or it would wait with a full pipe for ever.
        heard.iter_mut().for_each(Heard::what_is_there);
        match ended {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < deadline => std::thread::sleep(PAUSE),
            Ok(None) | Err(_) => {
                kill_group(&child);
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{} does not end", plain(command.get_program())));
            }
        }
    };
    let said = heard.map(|heard| heard.said).unwrap_or_default();
    Ok(Ended { status, said })
}

fn kill_group(leader: &Child) {
    let group = i32::try_from(leader.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// What a program said so far.
struct Heard {
    stdout: ChildStdout,
    said: Vec<u8>,
    bytes_max: u64,
}

impl Heard {
    fn of(stdout: ChildStdout, bytes_max: u64) -> Self {
        let flags = fcntl_getfl(&stdout).unwrap_or(OFlags::empty());
        let waits = fcntl_setfl(&stdout, flags | OFlags::NONBLOCK).is_err();
        Self {
            stdout,
            said: Vec::new(),
            bytes_max: if waits { 0 } else { bytes_max },
        }
    }

    /// Reads what stands in the pipe now: somebody else may hold its other end for ever.
    fn what_is_there(&mut self) {
        let left = self.bytes_max.saturating_sub(self.said.len() as u64);
        // An error is the end of what is there; the bytes before it are kept.
        let _ = (&mut self.stdout).take(left).read_to_end(&mut self.said);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn shell(line: &str, time: Duration) -> Result<Ended, String> {
        run(
            Command::new("/bin/sh").args(["-c", line]),
            b"hello",
            100,
            time,
        )
    }

    #[test]
    fn a_program_is_heard_up_to_its_bound() {
        assert_eq!(shell("cat", LONG).expect("ends").said, b"hello");
        assert_eq!(
            shell("printf %0200d 0", LONG).expect("ends").said.len(),
            100
        );
        assert_eq!(shell("exit 3", LONG).expect("ends").status.code(), Some(3));
    }

    #[test]
    fn a_program_that_says_more_than_a_pipe_holds_is_heard_to_its_end() {
        let line = "head -c 300000 /dev/zero";
        let ended = run(
            Command::new("/bin/sh").args(["-c", line]),
            b"",
            1 << 20,
            LONG,
        );
        assert_eq!(ended.expect("ends").said.len(), 300_000);
    }

    #[test]
    fn a_child_that_keeps_the_pipe_open_holds_nobody_up() {
        let ended = shell("echo said; sleep 60 >&1 & echo $!", LONG).expect("ends");
        let said = String::from_utf8(ended.said).expect("text");
        let sleeper = said
            .lines()
            .nth(1)
            .and_then(|pid| pid.parse().ok())
            .expect("a pid");
        let sleeper = rustix::process::Pid::from_raw(sleeper).expect("a pid");
        rustix::process::kill_process(sleeper, rustix::process::Signal::KILL).expect("it lived");
    }

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        assert!(shell("exec sleep 60", Duration::from_millis(20)).is_err());
        assert!(run(&mut Command::new("/nonexistent"), b"", 1, LONG).is_err());
    }

    #[test]
    fn what_it_started_ends_with_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let note = folder.path().join("pid");
        let line = format!("sleep 600 & echo $! > {}; wait", note.display());
        let mut time = Duration::from_millis(50);
        let sleeper = loop {
            assert!(shell(&line, time).is_err());
            let noted = std::fs::read_to_string(&note).unwrap_or_default();
            match noted.trim().parse::<u32>() {
                Ok(pid) => break pid,
                Err(_) => time *= 2, // it did not get that far
            }
        };
        // One that ended and was not yet reaped has no command line any more.
        let command_line = format!("/proc/{sleeper}/cmdline");
        while std::fs::read(&command_line).is_ok_and(|words| words.starts_with(b"sleep")) {
            std::thread::sleep(PAUSE);
        }
    }
}
