//! What is read while the system refuses or cuts reads short: the same answer, or an error
//! that says so. A file that cannot be read is never an empty log.

use rejoin_tests::{A, B, Blow, C, Finished, Home, Tracer, faults, need, payload, rejoin};
use serde_json::Value;

const KILLED: i32 = -9;

fn ready() -> Home {
    let home = Home::new();
    for (pane, id) in [("P1", A), ("P2", C), ("P1", B)] {
        let said = payload("UserPromptSubmit", id);
        home.hook("claude").pane(pane).input(said).finish().quiet();
    }
    let first = home.log_folder().join("log.000001");
    std::fs::rename(home.active_log(), first).expect("is renamed");
    let said = payload("UserPromptSubmit", A);
    home.hook("claude").pane("P2").input(said).finish().quiet();
    home
}

/// Runs the program with these words and each fault; `holds` says whether an answer with
/// exit code 0 is the undisturbed one.
fn try_all(words: &[&str], holds: impl Fn(&Finished, &Finished) -> bool) {
    need!(let tracer = Tracer::find(), "strace, and the right to trace");
    let home = ready();
    let untroubled = tracer.run(&home, None, &rejoin()).arguments(words).finish();
    assert_eq!(untroubled.exit, 0, "{untroubled:?}");
    let calls = tracer.trace_of(&home);
    let files = rejoin_tests::Snapshot::of(&home);
    let (mut tried, mut same) = (0, 0);
    for fault in &faults(&calls) {
        // A killed reader leaves nothing, std ends one that cannot close a folder, and a pipe
        // takes what it says it takes.
        let lie = fault.call.name == "write" && matches!(fault.blow, Blow::Returns(_));
        if fault.blow == Blow::Kill || fault.call.name == "close" || lie {
            continue;
        }
        let finished = tracer
            .run(&home, Some(fault), &rejoin())
            .arguments(words)
            .finish();
        let what = format!("{fault} on {:?}: {finished:?}", fault.call);
        assert_ne!(finished.exit, KILLED, "{what}");
        if finished.exit == 0 {
            assert!(holds(&finished, &untroubled), "{what}");
            same += 1;
        } else {
            let mute = fault.call.name == "write";
            assert!(mute || !finished.stderr.is_empty(), "{what}");
        }
        tried += 1;
        assert!(files.is_of(&home), "{what}: a reader wrote");
    }
    println!(
        "{words:?}: {} calls, {tried} faults: {same} answers, all the same",
        calls.len()
    );
}

#[test]
fn an_answer_is_the_same_or_an_error_whatever_fails() {
    let told = |finished: &Finished| -> Vec<Value> {
        let value: Value = serde_json::from_slice(&finished.stdout).unwrap_or_default();
        ["pane", "id", "agent", "history"]
            .map(|key| value[key].clone())
            .into()
    };
    try_all(&["resolve", "P1", "--json"], |now, then| {
        told(now) == told(then)
    });
}

#[test]
fn a_list_of_records_is_the_same_or_an_error_whatever_fails() {
    try_all(&["log", "--json"], |now, then| now.stdout == then.stdout);
}

#[test]
fn a_check_of_the_log_is_the_same_or_an_error_whatever_fails() {
    try_all(&["verify", "--json"], |now, then| {
        let told = |finished: &Finished| -> Value {
            let mut value: Value = serde_json::from_slice(&finished.stdout).unwrap_or_default();
            value["heads"].take(); // a cache, which may be out of reach
            value
        };
        told(now) == told(then)
    });
}
