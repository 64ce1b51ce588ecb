//! Many hooks at once, and hooks that are killed: every record whole, none lost, none torn
//! by another.

use rejoin_tests::{A, Home, Run, payload};
use rustix::fs::{FlockOperation, flock};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::File;

const HOOKS: usize = 200;

/// Hooks that stand before the lock at one time. They are started well within the time
/// for which a hook waits, or some of them would write without the lock.
const CONTENDERS: usize = 16;

/// An id of its own for each number.
fn id(number: usize) -> String {
    format!("{number:08x}-0000-4000-8000-000000000000")
}

fn prompt(id: &str) -> String {
    payload("UserPromptSubmit", id)
}

/// Starts all, the first ones while nobody can write, and waits for all.
fn at_once(home: &Home, runs: impl Iterator<Item = Run>) {
    home.hook("claude").pane("first").input("").finish().quiet();
    let log = File::open(home.log().path()).expect("the log");
    flock(&log, FlockOperation::LockExclusive).expect("nobody else has it");
    let mut running = Vec::new();
    for run in runs {
        let mut one = run.start();
        one.close_input();
        running.push(one);
        if running.len() == CONTENDERS {
            flock(&log, FlockOperation::Unlock).expect("is ours");
        }
    }
    for one in running {
        one.wait().quiet();
    }
}

/// Returns the records of those hooks, without that of the one which made the log.
fn recorded(home: &Home) -> Vec<Value> {
    home.log().records().split_off(1)
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
    let records = recorded(&home);
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
    let records = recorded(&home);
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
    let records = recorded(&home);
    assert!(!records.is_empty() && records.iter().all(|record| record["id"] == A));
    assert!(records.len() <= CONTENDERS, "{} records", records.len());
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
    let records = recorded(&home);
    assert!(
        !records.is_empty() && records.len() <= CONTENDERS,
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
