//! What the hook writes down while conversations begin, change and end in one pane. Which
//! one the pane holds is the fold's word; here every fact it needs must be in the log.

use rejoin_tests::{A, Agent, B, C, Home, payload};
use serde_json::json;

/// Lets one living agent publish these events in one pane; returns the log's story.
fn told(agent: &str, events: &[(&str, &str)]) -> Vec<String> {
    let home = Home::new();
    let mut publisher = Agent::start(&home, agent);
    for (event, id) in events {
        publisher.hook(agent, "P1", &payload(event, id)).quiet();
    }
    home.log().story()
}

fn words(story: &[(&str, &str)]) -> Vec<String> {
    story
        .iter()
        .map(|(id, class)| format!("{id} {class}"))
        .collect()
}

#[test]
fn a_new_id_is_recorded_though_no_start_announced_it() {
    let story = told(
        "claude",
        &[
            ("SessionStart", A),
            ("UserPromptSubmit", A),
            ("PreToolUse", B),
            ("UserPromptSubmit", B),
        ],
    );
    let want = [(A, "begin"), (A, "prompt"), (B, "continue"), (B, "prompt")];
    assert_eq!(story, words(&want));
}

#[test]
fn start_and_prompt_at_once_are_one_identity_in_either_order() {
    let start_first = told("codex", &[("SessionStart", B), ("UserPromptSubmit", B)]);
    assert_eq!(start_first, words(&[(B, "begin"), (B, "prompt")]));
    let prompt_first = told("codex", &[("UserPromptSubmit", B), ("SessionStart", B)]);
    assert_eq!(
        prompt_first,
        words(&[(B, "prompt")]),
        "a prompt has said what a start says"
    );
}

#[test]
fn each_id_of_one_process_is_recorded() {
    let story = told(
        "claude",
        &[
            ("SessionStart", A),
            ("SessionStart", B),
            ("SessionStart", C),
        ],
    );
    assert_eq!(story, words(&[(A, "begin"), (B, "begin"), (C, "begin")]));
}

#[test]
fn two_starts_and_a_prompt_are_all_kept_in_their_order() {
    for order in [[A, C], [C, A]] {
        let events = [
            ("SessionStart", order[0]),
            ("SessionStart", order[1]),
            ("UserPromptSubmit", A),
        ];
        let want = [(order[0], "begin"), (order[1], "begin"), (A, "prompt")];
        assert_eq!(told("claude", &events), words(&want));
    }
}

#[test]
fn the_end_of_a_conversation_that_was_left_is_recorded_as_an_end() {
    let story = told(
        "claude",
        &[
            ("UserPromptSubmit", A),
            ("SessionStart", B),
            ("SessionEnd", A),
            ("UserPromptSubmit", B),
        ],
    );
    let want = [(A, "prompt"), (B, "begin"), (A, "end"), (B, "prompt")];
    assert_eq!(story, words(&want));
}

#[test]
fn a_source_that_nobody_knows_is_written_down_and_decides_nothing() {
    let home = Home::new();
    let mut claude = Agent::start(&home, "claude");
    for source in ["startup", "teleport"] {
        let said = json!({ "session_id": A, "hook_event_name": "SessionStart", "source": source });
        claude.hook("claude", "P1", &said.to_string()).quiet();
    }
    assert_eq!(
        home.log().only()["source"],
        "startup",
        "the same identity is known"
    );

    let said = json!({ "session_id": B, "hook_event_name": "SessionStart", "source": "teleport" });
    claude.hook("claude", "P1", &said.to_string()).quiet();
    assert_eq!(home.log().records()[1]["source"], "teleport");
}

#[test]
fn a_new_conversation_inherits_neither_directory_nor_transcript() {
    let home = Home::new();
    let mut claude = Agent::start(&home, "claude");
    let first = json!({ "session_id": A, "hook_event_name": "SessionStart", "cwd": "/w1",
        "transcript_path": "/t1" });
    let second = json!({ "session_id": B, "hook_event_name": "SessionStart" });
    for said in [first, second] {
        claude.hook("claude", "P1", &said.to_string()).quiet();
    }
    let records = home.log().records();
    assert_eq!(
        (&records[0]["cwd"], &records[0]["transcript"]),
        (&json!("/w1"), &json!("/t1"))
    );
    assert!(records[1].get("cwd").is_none() && records[1].get("transcript").is_none());
}

#[test]
fn a_transcript_is_a_claim_that_nobody_opens() {
    let home = Home::new();
    let fifo = home.root().join("fifo");
    let made = std::process::Command::new("mkfifo")
        .arg(&fifo)
        .status()
        .expect("mkfifo runs");
    assert!(made.success());
    let link = home.root().join("link");
    std::os::unix::fs::symlink("/etc/passwd", &link).expect("links");
    for path in [&fifo, &link, &home.root().join("nowhere/x.jsonl")] {
        let path = path.to_str().expect("UTF-8");
        let said = json!({ "session_id": A, "hook_event_name": "SessionStart",
            "transcript_path": path });
        home.hook("claude")
            .pane(path)
            .input(said.to_string())
            .finish()
            .quiet();
        let last = home.log().records().pop().expect("recorded");
        assert_eq!(last["transcript"], path, "kept as it was said");
    }
    for odd in [json!(null), json!(""), json!("relative.jsonl")] {
        let home = Home::new();
        let said = json!({ "session_id": A, "hook_event_name": "SessionStart",
            "transcript_path": odd });
        home.hook("claude")
            .pane("P1")
            .input(said.to_string())
            .finish()
            .quiet();
        assert!(home.log().only().get("transcript").is_none(), "{odd}");
    }
}

#[test]
fn a_subagents_event_is_a_child_of_its_conversation() {
    let home = Home::new();
    let mut claude = Agent::start(&home, "claude");
    claude
        .hook("claude", "P1", &payload("UserPromptSubmit", A))
        .quiet();
    let said = json!({ "session_id": A, "hook_event_name": "UserPromptSubmit", "cwd": "/w",
        "agent_id": "a9fd5e6f45016c276" });
    claude.hook("claude", "P1", &said.to_string()).quiet();
    claude
        .hook("claude", "P1", &payload("UserPromptSubmit", A))
        .quiet();
    let records = home.log().records();
    assert_eq!(
        records.len(),
        2,
        "the pane's own word is still known: {records:#?}"
    );
    assert!(records[0].get("child").is_none());
    assert_eq!(records[1]["child"], "a9fd5e6f45016c276");
}

#[test]
fn variables_that_every_session_has_make_no_child_of_it() {
    let home = Home::new();
    let mut claude = Agent::start(&home, "claude");
    let always = [
        ("REJOIN_PANE", "P1"),
        ("CLAUDE_CODE_CHILD_SESSION", "1"),
        ("CLAUDE_CODE_FORK_SUBAGENT", "1"),
        ("CLAUDECODE", "1"),
    ];
    claude
        .hook_with("claude", &always, &payload("UserPromptSubmit", A))
        .quiet();
    let record = home.log().only();
    assert!(
        record.get("child").is_none() && record.get("marks").is_none(),
        "{record:#}"
    );
}
