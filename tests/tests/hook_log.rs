//! When a hook writes: once for an identity, again for anything new, always on a clean
//! line, and never later than its lock wait allows.

use rejoin_tests::{A, Agent, B, Home, payload};
use rustix::fs::{FlockOperation, flock};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::MetadataExt;

fn prompt(id: &str) -> String {
    payload("UserPromptSubmit", id)
}

fn log_of(home: &Home) -> File {
    File::options()
        .append(true)
        .open(home.log().path())
        .expect("the log")
}

#[test]
fn an_unchanged_identity_writes_nothing_and_waits_for_no_lock() {
    let home = Home::new();
    home.hook("claude")
        .pane("P1")
        .input(prompt(A))
        .finish()
        .quiet();
    let seen = || {
        [
            home.log().path().to_owned(),
            home.log_folder().join("heads"),
            home.state(),
        ]
        .map(|path| {
            let metadata = fs::metadata(path).expect("is there");
            (
                metadata.len(),
                metadata.mtime(),
                metadata.mtime_nsec(),
                metadata.ctime_nsec(),
            )
        })
    };
    let before = seen();
    let log = log_of(&home);
    flock(&log, FlockOperation::LockExclusive).expect("nobody else has it");
    for _ in 0..20 {
        // A hook that took the lock would wait for as long as this test holds it, and
        // then write without it.
        home.hook("claude")
            .pane("P1")
            .input(prompt(A))
            .finish()
            .quiet();
    }
    assert_eq!(seen(), before);
    assert_eq!(
        fs::read_dir(home.log_folder()).expect("a folder").count(),
        2,
        "log and heads"
    );
}

#[test]
fn a_lock_that_never_comes_loses_no_record() {
    let home = Home::new();
    home.hook("claude")
        .pane("P1")
        .input(prompt(A))
        .finish()
        .quiet();
    let log = log_of(&home);
    flock(&log, FlockOperation::LockExclusive).expect("nobody else has it");
    home.hook("claude")
        .pane("P1")
        .input(prompt(B))
        .finish()
        .quiet();
    home.hook("claude").pane("P1").input("{").finish().quiet();
    flock(&log, FlockOperation::Unlock).expect("is ours");
    home.hook("claude")
        .pane("P1")
        .input(prompt(A))
        .finish()
        .quiet();
    let want = [
        format!("{A} prompt"),
        format!("{B} prompt"),
        "refused truncated".into(),
        format!("{A} prompt"),
    ];
    assert_eq!(home.log().story(), want);
}

#[test]
fn forty_starts_of_one_conversation_are_one_record() {
    let home = Home::new();
    let mut claude = Agent::start(&home, "claude");
    for _ in 0..40 {
        claude
            .hook("claude", "P1", &payload("SessionStart", A))
            .quiet();
    }
    assert_eq!(home.log().story(), [format!("{A} begin")]);
}

#[test]
fn another_publisher_of_the_same_conversation_is_new() {
    let home = Home::new();
    for _ in 0..2 {
        let mut claude = Agent::start(&home, "claude");
        claude
            .hook("claude", "P1", &payload("SessionStart", A))
            .quiet();
        claude
            .hook("claude", "P1", &payload("SessionStart", A))
            .quiet();
    }
    assert_eq!(
        home.log().story(),
        [format!("{A} begin"), format!("{A} begin")]
    );
}

#[test]
fn an_event_is_recorded_unless_a_stronger_one_has_said_it() {
    // (recorded, told again, does that add a record?)
    let words = ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"];
    let adds = [
        [false, true, false, true],
        [false, false, false, true],
        [true, true, false, true],
        [true, true, true, false],
    ];
    for (first, row) in words.iter().zip(adds) {
        for (second, adds) in words.iter().zip(row) {
            let home = Home::new();
            for event in [first, second] {
                home.hook("claude")
                    .pane("P1")
                    .input(payload(event, A))
                    .finish()
                    .quiet();
            }
            let count = home.log().records().len();
            assert_eq!(count, 1 + usize::from(adds), "{first}, then {second}");
        }
    }
}

#[test]
fn a_conversation_that_comes_back_is_recorded_again() {
    let home = Home::new();
    for id in [A, B, A, B] {
        home.hook("claude")
            .pane("P1")
            .input(prompt(id))
            .finish()
            .quiet();
    }
    let want = [A, B, A, B].map(|id| format!("{id} prompt"));
    assert_eq!(home.log().story(), want);
}

#[test]
fn panes_do_not_hide_each_others_words() {
    let home = Home::new();
    for _ in 0..2 {
        for pane in ["P1", "P2"] {
            home.hook("claude")
                .pane(pane)
                .input(prompt(A))
                .finish()
                .quiet();
        }
    }
    let panes: Vec<_> = home
        .log()
        .records()
        .iter()
        .map(|record| record["claim"]["token"].clone())
        .collect();
    assert_eq!(panes, ["P1", "P2"]);
}

#[test]
fn another_directory_or_transcript_of_the_same_conversation_is_new() {
    let home = Home::new();
    for (cwd, transcript) in [("/a", "/t"), ("/b", "/t"), ("/b", "/u"), ("/b", "/u")] {
        let said = serde_json::json!({ "session_id": A, "hook_event_name": "UserPromptSubmit",
            "cwd": cwd, "transcript_path": transcript });
        home.hook("claude")
            .pane("P1")
            .input(said.to_string())
            .finish()
            .quiet();
    }
    assert_eq!(home.log().records().len(), 3);
}

#[test]
fn a_record_begins_on_a_clean_line_behind_any_torn_one() {
    let whole = {
        let home = Home::new();
        home.hook("claude")
            .pane("P1")
            .input(prompt(A))
            .finish()
            .quiet();
        home.log().bytes()
    };
    for torn in [
        &b"rj1 00590 dc62"[..],
        b"r",
        b"\0\0\0\0",
        &whole[..whole.len() - 1],
    ] {
        let home = Home::new();
        home.hook("claude")
            .pane("P1")
            .input(prompt(A))
            .finish()
            .quiet();
        log_of(&home).write_all(torn).expect("is written");
        let before = home.log().bytes();
        home.hook("claude")
            .pane("P2")
            .input(prompt(B))
            .finish()
            .quiet();
        let bytes = home.log().bytes();
        assert!(bytes.starts_with(&before), "nobody cuts another's bytes");
        let read = home.log().read();
        let last = read.records.last().expect("one at least");
        assert_eq!(
            (&last["claim"]["token"], &last["id"]),
            (&"P2".into(), &B.into())
        );
        home.hook("claude")
            .pane("P2")
            .input(prompt(B))
            .finish()
            .quiet();
        assert_eq!(home.log().bytes(), bytes, "and it is known by then");
    }
}

#[test]
fn a_log_that_was_taken_away_is_begun_anew() {
    let home = Home::new();
    home.hook("claude")
        .pane("P1")
        .input(prompt(A))
        .finish()
        .quiet();
    fs::remove_file(home.log().path()).expect("is removed");
    home.hook("claude")
        .pane("P1")
        .input(prompt(A))
        .finish()
        .quiet();
    assert_eq!(home.log().story(), [format!("{A} prompt")]);
}
