//! Closed segments: they are read like the open one, folded by `gc`, and checked by `verify`.

use crate::kit::{A, B, Home};
use serde_json::{Value, json};
use std::fs;

/// A home with a conversation in each of two closed segments and in the open one.
pub fn three_files() -> Home {
    let home = Home::new();
    for (number, (pane, id)) in [("work:1", A), ("work:2", B), ("work:1", B)]
        .iter()
        .enumerate()
    {
        home.publish(pane, "claude", id, "/w");
        if number < 2 {
            let closed = format!("log.{:06}", number + 1);
            fs::rename(home.state().join("log"), home.state().join(closed)).expect("renamed");
        }
    }
    home
}

fn files(home: &Home) -> Vec<String> {
    let entries = fs::read_dir(home.state()).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("text");
    let mut names: Vec<String> = entries
        .map(|entry| name(entry.expect("an entry")))
        .collect();
    names.sort();
    names
}

fn answers(home: &Home) -> Value {
    let mut answers = home.rejoin(&["resolve", "--all", "--json"]).json();
    for pane in answers["panes"].as_array_mut().expect("panes") {
        pane["fork"] = json!(null); // each call gives a child of its own
    }
    answers
}

#[test]
fn folding_changes_no_answer_and_leaves_one_checkpoint() {
    let home = three_files();
    let before = answers(&home);
    assert_eq!(before["log"]["records"], 3);
    let dry = home.rejoin(&["gc", "--dry-run", "--json"]).json();
    assert_eq!((&dry["segments"], &dry["removed"]), (&json!(2), &json!(0)));
    assert!(files(&home).contains(&"log.000001".to_owned()));
    let done = home.rejoin(&["gc", "--json"]).json();
    assert_eq!((&done["records"], &done["covers"]), (&json!(2), &json!(2)));
    assert_eq!(files(&home), ["checkpoint", "heads", "log"]);
    assert_eq!(answers(&home), before);
    assert_eq!(home.rejoin(&["gc", "--json"]).json()["segments"], 0);
    let why = home.rejoin(&["why", "work:2"]);
    assert_eq!((why.code, why.out.as_str()), (0, ""));
    assert!(why.err.contains("folded"), "{}", why.err);
}

#[test]
fn a_position_names_its_segment_before_and_after_folding() {
    let home = three_files();
    let last = || {
        let said = home.rejoin(&["log", "--json"]);
        let line = said.out.lines().last().expect("a line").to_owned();
        serde_json::from_str::<Value>(&line).expect("JSON")["position"].clone()
    };
    assert_eq!(last(), json!({"segment": 3, "offset": 0}));
    assert!(home.rejoin(&["log"]).out.contains("      2:0  "));
    home.rejoin(&["gc"]);
    assert_eq!(last(), json!({"segment": 3, "offset": 0}));
}

#[test]
fn damage_is_named_with_its_panes_and_is_not_folded() {
    let home = three_files();
    assert_eq!(home.rejoin(&["verify"]).code, 0);
    let path = home.state().join("log.000002");
    let mut bytes = fs::read(&path).expect("a segment");
    let at = bytes.len() - 5;
    bytes[at] ^= 1;
    let file = path.strip_prefix(home.path()).expect("below home");
    home.write(
        file.to_str().expect("text"),
        std::str::from_utf8(&bytes).expect("text"),
    );
    let said = home.rejoin(&["verify", "--json"]);
    let found = &said.json()["damage"][0];
    assert_eq!(said.code, 5);
    assert_eq!(
        (&found["file"], &found["kind"]),
        (&json!("log.000002"), &json!("checksum"))
    );
    assert_eq!(
        (&found["named"], &found["moved"]),
        (&json!(["work:2"]), &json!([]))
    );
    let before = files(&home);
    let refused = home.rejoin(&["gc", "--json"]);
    assert_eq!(
        (refused.code, &refused.json()["code"]),
        (3, &json!("damaged"))
    );
    assert_eq!(files(&home), before);
}

#[test]
fn a_damaged_checkpoint_is_an_error_and_never_an_empty_one() {
    let home = three_files();
    home.rejoin(&["gc"]);
    let path = home.state().join("checkpoint");
    let mut bytes = fs::read(&path).expect("a checkpoint");
    bytes[100] ^= 1;
    let file = path.strip_prefix(home.path()).expect("below home");
    home.write(
        file.to_str().expect("text"),
        std::str::from_utf8(&bytes).expect("text"),
    );
    for question in [&["list"][..], &["resolve", "work:1"], &["verify"], &["gc"]] {
        let said = home.rejoin(question);
        assert_eq!(said.code, 5, "{question:?}: {}", said.err);
        assert!(said.err.contains("checkpoint"), "{}", said.err);
    }
}

#[test]
fn doctor_says_when_many_segments_stand() {
    let home = Home::new();
    home.publish("work:1", "claude", A, "/w");
    let log = fs::read(home.state().join("log")).expect("a log");
    for number in 1..=9 {
        let name = format!("log.{number:06}");
        let path = home.state().join(name);
        let file = path.strip_prefix(home.path()).expect("below home");
        home.write(
            file.to_str().expect("text"),
            std::str::from_utf8(&log).expect("text"),
        );
    }
    let codes = |home: &Home| home.rejoin(&["doctor", "--json"]).json()["problems"].to_string();
    assert!(codes(&home).contains(r#""segments""#));
    home.rejoin(&["gc"]);
    assert!(!codes(&home).contains(r#""segments""#));
}

#[test]
fn a_home_without_a_log_has_nothing_to_fold_or_to_check() {
    let home = Home::new();
    assert_eq!(home.rejoin(&["gc"]).code, 0);
    assert_eq!(home.rejoin(&["verify"]).code, 0);
    assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 0);
}
