//! The hook with every one of its system calls killed, refused or cut short, one at a time:
//! what was there stays whole, what was said is there or will be, and no agent notices.

use crate::fault_trial::{Scenario, try_all};
use rejoin_tests::{A, B, Home, Snapshot, Tracer, everything, framed, hook, need, payload};
use std::io::Write;

const STRACE: &str = "strace, and the right to trace";

fn prompt(id: &str) -> String {
    payload("UserPromptSubmit", id)
}

fn say(home: &Home, id: &str) {
    home.hook("claude")
        .pane("P1")
        .input(prompt(id))
        .finish()
        .quiet();
}

#[test]
fn the_first_record_of_a_home_survives_every_fault() {
    need!(let tracer = Tracer::find(), STRACE);
    let scenario = Scenario::new("the first record of a home", B);
    try_all(&tracer, &scenario, &Home::new());
}

#[test]
fn a_record_that_changes_a_pane_survives_every_fault() {
    need!(let tracer = Tracer::find(), STRACE);
    let home = Home::new();
    say(&home, A);
    try_all(&tracer, &Scenario::new("a changed id", B), &home);
}

#[test]
fn an_unchanged_pane_survives_every_fault() {
    need!(let tracer = Tracer::find(), STRACE);
    let home = Home::new();
    say(&home, B);
    try_all(&tracer, &Scenario::new("an unchanged id", B), &home);
}

#[test]
fn a_record_behind_a_torn_one_survives_every_fault() {
    need!(let tracer = Tracer::find(), STRACE);
    let home = Home::new();
    say(&home, A);
    let whole = std::fs::read(home.active_log()).expect("a log");
    let log = std::fs::File::options()
        .append(true)
        .open(home.active_log());
    log.expect("the log")
        .write_all(&whole[..whole.len() / 2])
        .expect("is written");
    try_all(
        &tracer,
        &Scenario::new("a record behind a torn one", B),
        &home,
    );
}

#[test]
fn a_record_that_the_disk_takes_only_half_of_survives_every_fault() {
    need!(let tracer = Tracer::find(), STRACE);
    need!(rejoin_tests::tool("prlimit").is_some(), "prlimit");
    let home = Home::new();
    say(&home, A);
    let bytes = std::fs::metadata(home.active_log()).expect("a log").len();
    let scenario = Scenario::new("a record that was cut short", B).with_room_for(bytes + 100);
    try_all(&tracer, &scenario, &home);
}

/// Length from which the programs close a file of the log.
const FULL_BYTES: usize = 4 << 20;

/// Fills the log with whole records of other panes, all but for `room` bytes.
fn fill(home: &Home, room: usize) {
    let path = home.active_log();
    let mut log = std::fs::File::options()
        .append(true)
        .open(&path)
        .expect("the log");
    let mut left = FULL_BYTES - room - std::fs::read(&path).expect("the log").len();
    while left > 0 {
        // The last two share what is left, so that it comes out even.
        let bytes = if left > 120_000 {
            60_000
        } else {
            left.div_ceil(2).max(left.min(1_000))
        };
        let frame = framed("").len();
        let head = r#"{"kind":"refused","agent":"x","reason":""#;
        let text = "x".repeat(bytes - frame - head.len() - 2);
        log.write_all(framed(&format!("{head}{text}\"}}")).as_bytes())
            .expect("is written");
        left -= bytes;
    }
    assert_eq!(
        std::fs::metadata(&path).expect("the log").len(),
        (FULL_BYTES - room) as u64
    );
}

#[test]
fn a_record_that_begins_a_new_file_survives_every_fault() {
    need!(let tracer = Tracer::find(), STRACE);
    let home = Home::new();
    say(&home, B);
    fill(&home, 100);
    say(&home, A);
    let full = Snapshot::of(&home);
    say(&home, B);
    need!(
        !everything(&home).closed.is_empty(),
        "programs that close a full file of the log"
    );
    full.restore(&home);
    try_all(
        &tracer,
        &Scenario::new("a record that begins a new file", B),
        &home,
    );
}

#[test]
fn a_record_of_every_shorter_length_hides_nothing() {
    need!(let prlimit = rejoin_tests::tool("prlimit"), "prlimit");
    let home = Home::new();
    say(&home, A);
    let snapshot = Snapshot::of(&home);
    let before = everything(&home);
    let mut torn = 0;
    for length in 0.. {
        snapshot.restore(&home);
        let limit = format!("--fsize={}", before.bytes.len() + length);
        let run = home
            .run(&prlimit)
            .arguments([&*limit, "--"])
            .argument(hook());
        let run = run.argument("claude").pane("P1").input(prompt(B));
        run.finish().quiet();
        let cut = everything(&home)
            .added_to(&before)
            .expect("all before is as it was");
        say(&home, B);
        let after = everything(&home)
            .added_to(&before)
            .expect("all before is as it was");
        let last = after.records.last().map(|record| &record["id"]);
        assert_eq!(last, Some(&B.into()), "{length} bytes");
        assert!(after.damaged <= 1, "{length} bytes");
        torn += after.damaged;
        if !cut.records.is_empty() {
            println!("every length below {length} bytes: nothing lost; {torn} left half of it");
            break;
        }
        assert!(length < 4_096, "a small record");
    }
}
