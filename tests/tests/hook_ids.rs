//! Which ids are an agent's own, and whose payload it is: an id that could become an
//! option, a path or shell text is refused, and so is what another agent says.

use rejoin_tests::{A, Agent, B, Home, payload};
use serde_json::json;

/// Ids that must never be kept, as they stand in JSON.
const NOT_IDS: [&str; 24] = [
    "",
    " ",
    "../../settings",
    "/etc/x",
    "..",
    ".",
    "a/b",
    r"a\u0000b",
    "%2e%2e",
    r"A\nB",
    "aaaaaaaa-0000-4000-8000-00000000000a ",
    " aaaaaaaa-0000-4000-8000-00000000000a",
    r"aaaaaaaa-0000-4000-8000-00000000000a\n",
    r"aaaaaaaa-0000-4000-8000-00000000000a\u0000",
    "aaaaaaaa-0000-4000-8000-0000000000\u{e4}",
    "aaaaaaaa000040008000000000000000a",
    "--last",
    "--continue",
    "-",
    "--",
    "-adef",
    "x$(id)|y",
    "x&y",
    "-aaaaaaa-0000-4000-8000-00000000000a",
];

#[test]
fn an_id_outside_the_agents_form_is_refused_and_makes_no_file() {
    let long = "a".repeat(4_000);
    for agent in ["claude", "codex"] {
        for id in NOT_IDS.into_iter().chain([long.as_str()]) {
            let home = Home::new();
            let good = payload("UserPromptSubmit", A);
            home.hook(agent).pane("P1").input(good).finish().quiet();
            home.hook(agent)
                .pane("P1")
                .input(payload("UserPromptSubmit", id))
                .finish()
                .quiet();
            let story = home.log().story();
            assert_eq!(story.len(), 2, "{id:?}: {story:?}");
            assert_eq!(story[0], format!("{A} prompt"));
            let known = ["refused id-form", "refused control", "refused too-long"];
            assert!(known.contains(&story[1].as_str()), "{id:?}: {story:?}");
            let files = [
                home.log_folder().join("heads"),
                home.log_folder().join("log"),
            ];
            assert_eq!(home.files(), files, "{id:?}");
        }
    }
}

#[test]
fn an_id_keeps_its_case() {
    let home = Home::new();
    let upper = A.to_uppercase();
    home.hook("claude")
        .pane("P1")
        .input(payload("SessionStart", &upper))
        .finish()
        .quiet();
    assert_eq!(home.log().only()["id"], upper);
}

#[test]
fn another_agents_field_alone_is_no_id() {
    for field in [
        "sessionId",
        "sessionID",
        "conversation_id",
        "conversationId",
    ] {
        let home = Home::new();
        let said = json!({ field: A, "hook_event_name": "SessionStart" }).to_string();
        home.hook("claude").pane("P1").input(said).finish().quiet();
        assert_eq!(home.log().story(), ["refused no-id"], "{field}");
    }
}

#[test]
fn two_id_fields_must_agree() {
    for field in [
        "sessionId",
        "sessionID",
        "conversation_id",
        "conversationId",
    ] {
        for (other, want) in [(A, format!("{A} begin")), (B, "refused foreign-id".into())] {
            let home = Home::new();
            let said = json!({ "session_id": A, field: other, "hook_event_name": "SessionStart" });
            home.hook("claude")
                .pane("P1")
                .input(said.to_string())
                .finish()
                .quiet();
            assert_eq!(home.log().story(), [want], "{field}");
        }
    }
}

#[test]
fn an_entry_that_another_agent_runs_is_refused() {
    let home = Home::new();
    let mut grok = Agent::start(&home, "grok");
    let foreign = [("GROK_SESSION_ID", "x"), ("REJOIN_PANE", "P1")];
    grok.hook_with("claude", &foreign, &payload("SessionStart", A))
        .quiet();
    assert_eq!(home.log().story(), ["refused foreign-agent"]);
}

#[test]
fn an_agent_that_was_started_below_another_one_is_itself() {
    let home = Home::new();
    let mut claude = Agent::stage(&home, &["grok", "bash", "claude"]).start();
    let inherited = [("GROK_SESSION_ID", "x"), ("REJOIN_PANE", "P1")];
    claude
        .hook_with("claude", &inherited, &payload("SessionStart", A))
        .quiet();
    assert_eq!(home.log().story(), [format!("{A} begin")]);
}

#[test]
fn an_agent_that_is_known_by_its_process_is_not_taken_for_another() {
    let home = Home::new();
    let mut codex = Agent::start(&home, "codex");
    codex
        .hook("claude", "P1", &payload("SessionStart", A))
        .quiet();
    assert_eq!(home.log().story(), ["refused foreign-agent"]);
    codex
        .hook("codex", "P1", &payload("SessionStart", A))
        .quiet();
    assert_eq!(home.log().story()[1], format!("{A} begin"));
}

#[test]
fn an_agent_that_nobody_knows_writes_nothing_and_hurts_nobody() {
    let home = Home::new();
    for agent in ["", "nobody", "CLAUDE", "claude ", "../claude"] {
        home.hook(agent)
            .pane("P1")
            .input(payload("SessionStart", A))
            .finish()
            .quiet();
    }
    home.run(rejoin_tests::hook())
        .input(payload("SessionStart", A))
        .finish()
        .quiet();
    assert!(home.files().is_empty());
}
