//! Reading leaves everything as it was, and ends when nobody reads on.

use crate::kit::{A, B, Home, REJOIN};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::SystemTime;

fn facts(folder: &Path) -> Vec<(String, SystemTime, Vec<u8>)> {
    let mut facts: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let changed = path
                .metadata()
                .and_then(|facts| facts.modified())
                .expect("a time");
            (
                path.display().to_string(),
                changed,
                std::fs::read(&path).expect("a file"),
            )
        })
        .collect();
    facts.sort();
    facts
}

const READERS: [&[&str]; 8] = [
    &[],
    &["list", "--json"],
    &["resolve", "work:1"],
    &["resolve", "--all"],
    &["why", "work:1"],
    &["log"],
    &["agents"],
    &["doctor"],
];

#[test]
fn questions_write_nothing() {
    let home = Home::new();
    for arguments in READERS {
        home.rejoin(arguments);
    }
    assert_eq!(std::fs::read_dir(home.path()).expect("a folder").count(), 0);
    home.publish("work:1", "claude", A, "/w");
    let before = facts(&home.state());
    for arguments in READERS {
        home.rejoin(arguments);
    }
    assert_eq!(facts(&home.state()), before);
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    let home = Home::new();
    for _ in 0..400 {
        home.publish("work:1", "claude", A, "/w"); // more than a pipe holds
    }
    for arguments in [&["log", "--json"][..], &["log", "--json", "--follow"]] {
        let mut child = home
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("runs");
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("piped"));
        reader.read_line(&mut line).expect("a line");
        drop(reader);
        assert_eq!(child.wait().expect("ends").code(), Some(0));
        let mut said = String::new();
        child
            .stderr
            .take()
            .expect("piped")
            .read_to_string(&mut said)
            .expect("text");
        assert_eq!(said, "");
    }
}

#[test]
fn following_shows_what_is_appended_later() {
    let home = Home::new();
    home.publish("work:1", "claude", A, "/w");
    let mut child = home
        .command(&["log", "--follow"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("runs");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    assert!(lines.next().expect("one").expect("text").contains(A));
    home.publish("work:1", "claude", B, "/w");
    assert!(lines.next().expect("another").expect("text").contains(B));
    child.kill().expect("it runs");
    child.wait().expect("ends");
}

/// A `log --follow` whose lines are waited for.
struct Follower {
    child: std::process::Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Follower {
    fn start(home: &Home) -> Self {
        let command = home.command(&["20", REJOIN, "log", "--follow"]);
        let mut bounded = Command::new("timeout");
        bounded.args(command.get_args()).env_clear();
        for (name, value) in command.get_envs() {
            bounded.env(name, value.expect("set"));
        }
        let mut child = bounded.stdout(Stdio::piped()).spawn().expect("runs");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        Self { child, lines }
    }

    fn line(&mut self) -> String {
        self.lines.next().expect("one more in time").expect("text")
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        // It hands the signal on to the program.
        let pid = rustix::process::Pid::from_child(&self.child);
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        let _ = self.child.wait();
    }
}

fn append(home: &Home, bytes: &[u8]) {
    use std::io::Write;
    let log = std::fs::OpenOptions::new()
        .append(true)
        .open(home.state().join("log"));
    log.expect("a log").write_all(bytes).expect("room");
}

#[test]
fn a_torn_tail_is_shown_once() {
    let home = Home::new();
    home.publish("work:1", "claude", A, "/w");
    append(&home, b"rj1 00");
    let mut follower = Follower::start(&home);
    assert!(follower.line().contains(A));
    assert!(follower.line().contains("unfinished"));
    // Looked at again at least once before this is found.
    std::thread::sleep(std::time::Duration::from_millis(500));
    home.publish("work:1", "claude", B, "/w");
    let mut next = follower.line();
    if next.contains("DAMAGED") {
        next = follower.line();
    }
    assert!(next.contains(B), "{next}");
}

#[test]
fn following_goes_on_with_a_log_that_was_closed_deleted_or_begun_anew() {
    let home = Home::new();
    let log = home.state().join("log");
    home.publish("work:1", "claude", A, "/w");
    home.publish("work:1", "claude", A, "/w");
    let mut follower = Follower::start(&home);
    assert!(follower.line().contains(A) && follower.line().contains(A));
    std::fs::rename(&log, home.state().join("log.000001")).expect("closed");
    home.publish("work:1", "claude", B, "/w");
    assert!(follower.line().contains(B), "after it was closed");
    home.publish("work:1", "claude", B, "/w");
    assert!(follower.line().contains(B));
    std::fs::remove_file(&log).expect("removed");
    home.publish("work:1", "claude", A, "/w");
    assert!(follower.line().contains(A), "after it was deleted");
    let file = std::fs::OpenOptions::new().write(true).open(&log);
    file.expect("a log").set_len(0).expect("cut");
    // The cut must be seen before it is filled again.
    std::thread::sleep(std::time::Duration::from_millis(500));
    home.publish("work:1", "claude", B, "/w");
    assert!(follower.line().contains(B), "after it was cut");
    std::fs::remove_dir_all(home.state()).expect("removed");
    home.publish("work:1", "claude", A, "/w");
    assert!(follower.line().contains(A), "after everything was deleted");
}

#[test]
fn a_record_that_is_nested_too_deep_is_a_damaged_piece_and_not_the_end() {
    let home = Home::new();
    home.publish("work:1", "claude", A, "/w");
    let deep = format!(
        "{{\"kind\":\"later\",\"x\":{}{}}}",
        "[".repeat(1000),
        "]".repeat(1000)
    );
    let mut frame = [0; rejoin_store::frame::HEADER_BYTES];
    rejoin_store::frame::write_header(&mut frame, deep.as_bytes());
    append(&home, &[&frame, deep.as_bytes(), b"\n"].concat());
    home.publish("work:1", "claude", B, "/w");
    let said = home.rejoin(&["log", "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let lines: Vec<serde_json::Value> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1]["damage"]["kind"], "too-deep");
    assert!(lines[1]["damage"]["bytes"].as_u64().expect("a number") > 2000);
    assert_eq!(lines[2]["record"]["id"], B);
}

#[test]
fn a_full_disk_under_the_output_is_an_error() {
    let home = Home::new();
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("there");
    let output = home
        .command(&["agents"])
        .stdout(full)
        .output()
        .expect("runs");
    assert_eq!(output.status.code(), Some(5));
}
