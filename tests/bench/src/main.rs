//! Measures the hook: how long an agent waits for it, beside the floor and beside the
//! shapes in which others do the same job; and the exec program, beside `env`. Times are
//! printed and never asserted.
//!
//! `cargo run --release -p rejoin-bench [-- TABLE] [ROUNDS]`. Tables: `hook` (unless another
//! is named), `age`, `exec`, `fold`, `payload`, `sqlite`, and `all`. The measuring process
//! stands where an agent stands: below the leader of a terminal's session, which stands
//! below one more.
#![forbid(unsafe_code)]

mod age;
mod contest;
mod exec;
mod floor;
mod fold;
mod history;
mod payload;
mod programs;
mod sqlite;
mod table;
mod weigh;

use rejoin_tests::Terminal;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Rounds unless another number is given.
const ROUNDS: usize = 400;

/// What can be measured.
const TABLES: [&str; 6] = ["hook", "age", "exec", "fold", "payload", "sqlite"];
const ALL: &str = "all";

/// Words by which this program starts itself again, one process further down.
const LEAD: &str = "--lead";
const MEASURE: &str = "--measure";

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let words: Vec<&OsStr> = words.iter().map(|word| &**word).collect();
    let text = |at: usize| words.get(at).and_then(|word: &&OsStr| word.to_str());
    match text(0) {
        Some(LEAD) => {
            lead(words[1]);
            again(&[MEASURE.as_ref(), words[2], words[3]])
        }
        Some(MEASURE) => {
            let rounds = text(2).and_then(|word| word.parse().ok());
            measure(text(1).unwrap_or(ALL), rounds.unwrap_or(ROUNDS));
            ExitCode::SUCCESS
        }
        first => {
            let named = first.filter(|word| TABLES.contains(word) || *word == ALL);
            let rounds = text(usize::from(named.is_some()));
            if rounds.is_some_and(|word| word.parse::<usize>().is_err()) {
                eprintln!("rejoin-bench [{}|{ALL}] [ROUNDS]", TABLES.join("|"));
                return ExitCode::FAILURE;
            }
            let terminal = Terminal::new();
            let rounds = rounds.map_or_else(|| ROUNDS.to_string(), str::to_owned);
            let table = named.unwrap_or(TABLES[0]);
            let path = terminal.path().as_os_str();
            again(&[LEAD.as_ref(), path, table.as_ref(), rounds.as_ref()])
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

fn measure(table: &str, rounds: usize) {
    for one in TABLES {
        if table == one || table == ALL {
            // On the disk that holds the build, not in memory: durability is part of the cost.
            let this = std::env::current_exe().expect("this program has a path");
            let beside = this.parent().expect("a file stands in a folder");
            let folder = tempfile::tempdir_in(beside).expect("a folder for the run");
            print(one, folder.path(), rounds);
        }
    }
}

fn print(table: &str, folder: &Path, rounds: usize) {
    let mut programs = match table {
        "age" => age::all(folder),
        "exec" => exec::all(folder),
        "fold" => return fold::measure(folder),
        "payload" => return payload::measure(folder),
        "sqlite" => sqlite::all(folder),
        _ => programs::all(folder),
    };
    contest::run(&mut programs, rounds);
    let other = if table == "exec" {
        "env -i"
    } else {
        "the shortest log"
    };
    table::print(&programs, rounds, other);
}
