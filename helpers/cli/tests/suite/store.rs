//! What an agent's own store says beyond an id, and what the answer makes of it.

use crate::kit::{A, B, Home};
use serde_json::{Value, json};

/// Returns the codes of an answer's warnings.
fn warnings(answer: &Value) -> Vec<&str> {
    let warnings = answer["warnings"].as_array().expect("a list");
    let codes = warnings.iter().map(|warning| warning["code"].as_str());
    codes.map(|code| code.expect("a text")).collect()
}

fn answer(home: &Home) -> Value {
    home.rejoin(&["resolve", "work:1", "--json"]).json()
}

#[test]
fn a_store_that_names_another_directory_is_believed_and_contradicted_aloud() {
    let home = Home::new();
    let (own, said) = (home.path().join("own"), home.path().join("said"));
    std::fs::create_dir(&own).expect("made");
    std::fs::create_dir(&said).expect("made");
    home.publish("work:1", "claude", A, said.to_str().expect("text"));
    let line = format!("{{\"sessionId\":\"{A}\"}}\n{{\"cwd\":{own:?},\"sessionId\":\"{A}\"}}\n");
    // Where neither of the recorded directories would put it.
    home.write(&format!(".claude/projects/-some-where/{A}.jsonl"), &line);
    let answer = answer(&home);
    assert_eq!(answer["state"], "proven");
    assert_eq!(answer["resume"]["cwd"], json!(own));
    assert_eq!(warnings(&answer), ["other-directory"]);
}

#[test]
fn a_copy_without_what_it_was_copied_from_says_so() {
    let home = Home::new();
    home.publish("work:1", "codex", A, "/w");
    let line = format!("{{\"payload\":{{\"id\":\"{A}\",\"forked_from_id\":\"{B}\"}}}}\n");
    home.write(
        &format!(".codex/sessions/2026/11/30/rollout-x-{A}.jsonl"),
        &line,
    );
    let without = answer(&home);
    assert_eq!(without["state"], "proven");
    assert!(warnings(&without).contains(&"earlier-missing"), "{without}");
    let line = format!("{{\"payload\":{{\"id\":\"{B}\"}}}}\n");
    home.write(
        &format!(".codex/sessions/2026/10/01/rollout-x-{B}.jsonl"),
        &line,
    );
    assert!(!warnings(&answer(&home)).contains(&"earlier-missing"));
}

#[cfg(feature = "sqlite")]
#[test]
fn a_conversation_that_goes_on_under_another_id_is_resumed_there() {
    const FIRST: &str = "20261130_150555_884d7a";
    const NEXT: &str = "20261130_160555_884d7b";
    let home = Home::new();
    home.publish("work:1", "hermes", FIRST, "/w");
    std::fs::create_dir_all(home.path().join(".hermes")).expect("made");
    let database = home.path().join(".hermes/state.db");
    let connection = rusqlite::Connection::open(&database).expect("opened");
    let run = |sql: &str| connection.execute_batch(sql).expect("run");
    run(
        "CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, cwd TEXT, \
         started_at REAL, ended_at REAL, end_reason TEXT)",
    );
    run(&format!(
        "INSERT INTO sessions VALUES ('{FIRST}', NULL, '/w', 1, 2, 'compression')"
    ));
    let held = answer(&home);
    assert_eq!(
        (&held["state"], &held["id"]),
        (&json!("proven"), &json!(FIRST))
    );
    run(&format!(
        "INSERT INTO sessions VALUES ('{NEXT}', '{FIRST}', NULL, 2, NULL, NULL)"
    ));
    let held = answer(&home);
    assert_eq!(
        (&held["state"], &held["id"]),
        (&json!("proven"), &json!(FIRST))
    );
    assert!(warnings(&held).contains(&"continued"));
    let argv = &held["resume"]["argv"];
    assert!(
        argv.as_array().expect("a list").contains(&json!(NEXT)),
        "{argv}"
    );
    // Two that follow it are a doubt, and a doubt leads nowhere else.
    run(&format!(
        "INSERT INTO sessions VALUES ('20261130_160556_884d7c', '{FIRST}', NULL, 3, NULL, NULL)"
    ));
    let held = answer(&home);
    assert!(warnings(&held).contains(&"continued"));
    let argv = &held["resume"]["argv"];
    assert!(
        argv.as_array().expect("a list").contains(&json!(FIRST)),
        "{argv}"
    );
}
