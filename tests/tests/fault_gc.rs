//! `rejoin gc` with every one of its system calls killed or refused: every answer stays
//! what it was, the next hook is heard, and the next gc does the work.

use rejoin_tests::{
    A, B, Blow, C, D, Fault, Home, Snapshot, Tracer, faults, need, payload, rejoin,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// How a program ends that a fault kills.
const KILLED: i32 = -9;

/// Exit codes with which gc may say that it did not do its work: refused, damaged, system.
const UNDONE: [i32; 3] = [3, 5, 111];

fn say(home: &Home, pane: &str, id: &str) {
    let said = payload("UserPromptSubmit", id);
    home.hook("claude").pane(pane).input(said).finish().quiet();
}

/// Gives the log the name of a closed file, as if it were full.
fn close(home: &Home, number: usize) {
    let closed = home.log_folder().join(format!("log.{number:06}"));
    fs::rename(home.active_log(), closed).expect("is renamed");
}

/// What each pane answers, without what is looked up in the living system.
fn answers(home: &Home) -> Value {
    let finished = home
        .run(rejoin())
        .arguments(["resolve", "--all", "--json"])
        .finish();
    assert_eq!(
        finished.exit,
        0,
        "{}",
        String::from_utf8_lossy(&finished.stderr)
    );
    let mut all: Value = serde_json::from_slice(&finished.stdout).expect("JSON");
    for pane in all["panes"].as_array_mut().expect("a list") {
        pane["fork"] = json!(null); // its child's id is drawn anew each time
    }
    all
}

fn verified(home: &Home) -> Value {
    let finished = home.run(rejoin()).arguments(["verify", "--json"]).finish();
    assert_eq!(finished.exit, 0, "{}", finished.text());
    serde_json::from_slice(&finished.stdout).expect("JSON")
}

/// Makes a log of a checkpoint, two closed files and an open one.
fn ready() -> Home {
    let home = Home::new();
    say(&home, "P1", A);
    say(&home, "P2", B);
    close(&home, 1);
    say(&home, "P1", B);
    home.hook("claude").pane("P2").input("[").finish().quiet();
    assert_eq!(home.run(rejoin()).argument("gc").finish().exit, 0);
    close(&home, 2);
    say(&home, "P3", C);
    say(&home, "P1", C);
    close(&home, 3);
    say(&home, "P2", A);
    home
}

#[test]
fn gc_changes_no_answer_whatever_fails() {
    need!(let tracer = Tracer::find(), "strace, and the right to trace");
    let known = Home::new()
        .run(rejoin())
        .arguments(["gc", "--json"])
        .finish();
    need!(known.exit == 0, "programs that fold the log");
    let home = ready();
    let snapshot = Snapshot::of(&home);
    let before = (answers(&home), verified(&home)["records"].clone());
    let run = |fault: Option<&Fault>| {
        let run = tracer.run(&home, fault, &rejoin());
        run.arguments(["gc", "--json"]).finish()
    };
    let done = run(None);
    assert_eq!(done.exit, 0, "{done:?}");
    let calls = tracer.trace_of(&home);
    assert_eq!((answers(&home), verified(&home)["records"].clone()), before);
    let files = names(&home);
    let mut all = faults(&calls);
    // std ends a program that cannot close a folder.
    all.retain(|fault| fault.call.name != "close" || fault.blow == Blow::Kill);
    let mut worked = 0;
    for fault in &all {
        let what = format!("{fault} on {:?}", fault.call);
        snapshot.restore(&home);
        let finished = run(Some(fault));
        let ended_as_said = match fault.blow {
            Blow::Kill => finished.exit == KILLED,
            _ => finished.exit == 0 || UNDONE.contains(&finished.exit),
        };
        assert!(ended_as_said, "{what}: {finished:?}");
        worked += usize::from(finished.exit == 0);
        let after = (answers(&home), verified(&home)["records"].clone());
        assert_eq!(after, before, "{what}");

        say(&home, "P1", D);
        let answer = home
            .run(rejoin())
            .arguments(["resolve", "P1", "--json"])
            .finish();
        let answer: Value = serde_json::from_slice(&answer.stdout).expect("JSON");
        assert_eq!(answer["id"], D, "{what}");
        let again = home.run(rejoin()).arguments(["gc", "--json"]).finish();
        assert_eq!(again.exit, 0, "{what}: {again:?}");
        assert_eq!(names(&home), files, "{what}: something is left behind");
    }
    println!(
        "gc: {} calls, {} faults: no answer changed; {worked} runs did their work all the same",
        calls.len(),
        all.len()
    );
}

fn names(home: &Home) -> BTreeSet<String> {
    let entries = fs::read_dir(home.log_folder()).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| name.into_string().expect("UTF-8"))
        .collect()
}
