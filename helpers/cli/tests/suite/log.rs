//! Reading leaves everything as it was, and ends when nobody reads on.

use crate::kit::{A, B, Home};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;
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
