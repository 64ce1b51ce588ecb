//! Many hooks at once, and hooks that are killed: every record whole, none lost, none torn
//! by another.

use rejoin_tests::{A, Home, Run, payload};
use rustix::fs::{FlockOperation, flock};
use std::collections::BTreeSet;

const HOOKS: usize = 200;

/// An id of its own for each number.
fn id(number: usize) -> String {
    format!("{number:08x}-0000-4000-8000-000000000000")
}

fn prompt(id: &str) -> String {
    payload("UserPromptSubmit", id)
}

/// Starts all of them before the first can write, and waits for all.
fn at_once(home: &Home, runs: impl Iterator<Item = Run>) {
    std::fs::create_dir_all(home.state()).expect("is made");
    let owner = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(home.state(), owner).expect("is set");
    let log = std::fs::File::create(home.log().path()).expect("is made");
    let _kept =
        std::os::unix::fs::PermissionsExt::mode(&log.metadata().expect("ours").permissions());
    flock(&log, FlockOperation::LockExclusive).expect("nobody else has it");
    let running: Vec<_> = runs
        .map(|run| {
            let mut running = run.start();
            running.close_input();
            running
        })
        .collect();
    flock(&log, FlockOperation::Unlock).expect("is ours");
    for running in running {
        running.wait().quiet();
    }
}

#[test]
fn two_hundred_conversations_of_one_pane_are_all_recorded_whole() {
    let home = Home::new();
    let ids: Vec<_> = (0..HOOKS).map(id).collect();
    at_once(
        &home,
        ids.iter()
            .map(|id| home.hook("claude").pane("P1").input(prompt(id))),
    );
    let records = home.log().records();
    let found: BTreeSet<_> = records
        .iter()
        .filter_map(|record| record["id"].as_str())
        .collect();
    assert_eq!(found, ids.iter().map(String::as_str).collect());
    assert_eq!(records.len(), HOOKS);
}

#[test]
fn two_hundred_panes_are_all_recorded_whole() {
    let home = Home::new();
    let panes: Vec<_> = (0..HOOKS).map(|number| format!("pane {number}")).collect();
    at_once(
        &home,
        panes
            .iter()
            .map(|pane| home.hook("claude").pane(pane).input(prompt(A))),
    );
    let records = home.log().records();
    let found: BTreeSet<_> = records
        .iter()
        .filter_map(|record| record["claim"]["token"].as_str())
        .collect();
    assert_eq!(found, panes.iter().map(String::as_str).collect());
    assert_eq!(records.len(), HOOKS);
}

#[test]
fn two_hundred_equal_words_are_one_record() {
    let home = Home::new();
    let runs = (0..HOOKS).map(|_| home.hook("claude").pane("P1").input(prompt(A)));
    at_once(&home, runs);
    // A hook that waited longer than its bound for the lock writes without looking.
    let records = home.log().records();
    assert!(!records.is_empty() && records.iter().all(|record| record["id"] == A));
    assert!(records.len() <= HOOKS / 10, "{} records", records.len());
    let settled = home.log().bytes();
    home.hook("claude")
        .pane("P1")
        .input(prompt(A))
        .finish()
        .quiet();
    assert_eq!(home.log().bytes(), settled);
}

#[test]
fn two_hundred_equal_refusals_are_one_record() {
    let home = Home::new();
    at_once(
        &home,
        (0..HOOKS).map(|_| home.hook("claude").pane("P1").input("[")),
    );
    let records = home.log().records();
    assert!(
        !records.is_empty() && records.len() <= HOOKS / 10,
        "{} records",
        records.len()
    );
}

#[test]
fn a_hook_that_is_killed_at_any_time_leaves_no_torn_record_that_hides_another() {
    let home = Home::new();
    let mut killed = 0;
    for number in 0..HOOKS {
        let running = home
            .hook("claude")
            .pane("P1")
            .input(prompt(&id(number)))
            .start();
        // As many turns of the processor as its number: some die before they read, some
        // while they write, some have ended.
        for _ in 0..number * 20 {
            std::thread::yield_now();
        }
        let pid =
            rustix::process::Pid::from_raw(running.pid().cast_signed()).expect("a process id");
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it is ours");
        killed += usize::from(running.wait().exit != 0);
    }
    home.hook("claude")
        .pane("P1")
        .input(prompt(A))
        .finish()
        .quiet();
    let read = home.log().read();
    let last = read.records.last().expect("one at least");
    assert_eq!(
        last["id"], A,
        "{killed} were killed, {} lines are torn",
        read.damaged
    );
    let ids: BTreeSet<_> = read
        .records
        .iter()
        .filter_map(|record| record["id"].as_str())
        .collect();
    assert_eq!(ids.len(), read.records.len(), "none is there twice");
}
