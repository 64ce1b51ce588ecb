//! Measures the hook: how long an agent waits for it, beside the floor and beside the
//! shapes in which others do the same job. Times are printed and never asserted.
//!
//! `cargo run --release -p rejoin-bench [ROUNDS]`. The measuring process stands where an
//! agent stands: below the leader of a terminal's session, which stands below one more.
#![forbid(unsafe_code)]

mod contest;
mod floor;
mod programs;
mod table;

use rejoin_tests::Terminal;
use std::ffi::OsStr;
use std::process::{Command, ExitCode};

/// Rounds unless another number is given.
const ROUNDS: usize = 400;

/// Words by which this program starts itself again, one process further down.
const LEAD: &str = "--lead";
const MEASURE: &str = "--measure";

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let words: Vec<&OsStr> = words.iter().map(|word| &**word).collect();
    let number = |word: Option<&&OsStr>| word.and_then(|word| word.to_str()?.parse().ok());
    match words.first().and_then(|word| word.to_str()) {
        Some(LEAD) => {
            lead(words[1]);
            again(&[MEASURE.as_ref(), words[2]])
        }
        Some(MEASURE) => {
            measure(number(words.get(1)).unwrap_or(ROUNDS));
            ExitCode::SUCCESS
        }
        _ => {
            let terminal = Terminal::new();
            let rounds: usize = number(words.first()).unwrap_or(ROUNDS);
            let rounds = rounds.to_string();
            again(&[LEAD.as_ref(), terminal.path().as_os_str(), rounds.as_ref()])
        }
    }
}

fn again(words: &[&OsStr]) -> ExitCode {
    let this = std::env::current_exe().expect("this program has a path");
    let status = Command::new(this)
        .args(words)
        .status()
        .expect("it starts again");
    ExitCode::from(u8::from(!status.success()))
}

/// Becomes the leader of a session on this terminal, as a pane's shell is.
fn lead(terminal: &OsStr) {
    rustix::process::setsid().expect("no group leader yet");
    let file = std::fs::File::options()
        .read(true)
        .write(true)
        .open(terminal)
        .expect("opens");
    rustix::process::ioctl_tiocsctty(&file).expect("becomes the controlling terminal");
}

fn measure(rounds: usize) {
    // On the disk that holds the build, not in memory: durability is part of the cost.
    let this = std::env::current_exe().expect("this program has a path");
    let beside = this.parent().expect("a file stands in a folder");
    let folder = tempfile::tempdir_in(beside).expect("a folder for the run");
    let mut programs = programs::all(folder.path());
    contest::run(&mut programs, rounds);
    table::print(&programs, rounds);
}
