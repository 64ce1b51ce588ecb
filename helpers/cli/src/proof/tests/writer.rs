//! Another process that has a database open, as an agent does. SQLite's locks are a
//! process's, so that a second connection of ours would not do.

use rusqlite::Connection;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What it says when it has done as it was told. The test's own words stand beside it.
const DONE: &str = "writer: done";

/// Such a process; killed when it goes out of scope, so that it closes nothing.
pub(super) struct Writer {
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Writer {
    /// Starts it, with the database open.
    pub(super) fn at(path: &Path) -> Self {
        let program = std::env::current_exe().expect("this test has a program");
        let name = "proof::tests::writer::what_another_process_runs";
        let mut process = Command::new(program)
            .args([
                "--ignored",
                "--exact",
                name,
                "--nocapture",
                "--test-threads=1",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let orders = process.stdin.take().expect("piped");
        let answers = BufReader::new(process.stdout.take().expect("piped"));
        let mut writer = Self {
            process,
            orders,
            answers,
        };
        writer.runs(path.to_str().expect("text"));
        writer
    }

    /// Has it run statements, which stand on one line.
    pub(super) fn runs(&mut self, sql: &str) {
        writeln!(self.orders, "{sql}").expect("it reads");
        let mut line = String::new();
        while !line.contains(DONE) {
            line.clear();
            let read = self.answers.read_line(&mut line).expect("it writes");
            assert_ne!(read, 0, "it ended at: {sql}");
        }
    }

    /// Has it close the database, as an agent does that is quit.
    pub(super) fn quits(mut self) {
        self.runs("quit");
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
#[ignore = "run by other tests, in a process of its own"]
fn what_another_process_runs() {
    let mut lines = std::io::stdin().lines().map(|line| line.expect("text"));
    let Some(path) = lines.next() else { return };
    let mut open = Some(Connection::open(path).expect("opened"));
    let mut out = std::io::stdout();
    writeln!(out, "{DONE}").expect("heard");
    for sql in lines {
        match &open {
            Some(connection) if sql != "quit" => connection.execute_batch(&sql).expect("run"),
            _ => drop(open.take()),
        }
        writeln!(out, "{DONE}").expect("heard");
    }
}
