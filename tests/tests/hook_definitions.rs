//! The words of a definition that say how a payload is to be taken, each shown on one
//! agent whose definition uses it.

use rejoin_tests::{Home, Run};
use serde_json::Value;

const CHILD: &str = "ses_dd3001a0bffejAs1s4rG0ctesA";
const PARENT: &str = "ses_dd3006e52ffePkJtL16dOwb99z";
const UUID: &str = "4096d13f-8418-48fe-872d-cd0b22c76691";

/// What the log has of one payload.
fn told(prepare: impl FnOnce(&Home) -> Run, said: &str) -> Value {
    let home = Home::new();
    let run = prepare(&home).pane("P1").input(said.as_bytes()).finish();
    assert_eq!((run.exit, run.stderr.as_slice()), (0, &b""[..]), "{said}");
    home.log().only()
}

fn said_by(agent: &str, said: &str) -> Value {
    told(|home| home.hook(agent), said)
}

#[test]
fn a_subagent_that_speaks_under_its_own_id_is_a_child_of_whom_it_works_for() {
    let said =
        format!(r#"{{"event":"run.message","id":"{CHILD}","parent":"{PARENT}","subagent":true}}"#);
    let record = said_by("opencode", &said);
    assert_eq!(
        (&record["id"], &record["child"]),
        (&PARENT.into(), &CHILD.into())
    );
}

#[test]
fn a_parent_without_the_mark_of_a_subagent_is_lineage_and_no_more() {
    for mark in ["false", "null", "\"\"", "\"yes\""] {
        let said = format!(
            r#"{{"event":"run.message","id":"{CHILD}","parent":"{PARENT}","subagent":{mark}}}"#
        );
        let record = said_by("opencode", &said);
        assert_eq!(
            (&record["id"], record.get("child")),
            (&CHILD.into(), None),
            "{mark}"
        );
    }
}

#[test]
fn a_subagent_whose_parent_is_not_said_is_a_child_under_its_own_id() {
    let id = "20261130_150646_492743";
    let said = |platform: &str| {
        format!(
            r#"{{"hook_event_name":"pre_llm_call","session_id":"{id}","extra":{{"platform":"{platform}"}}}}"#
        )
    };
    assert_eq!(said_by("hermes", &said("subagent"))["child"], id);
    assert_eq!(said_by("hermes", &said("cli")).get("child"), None);
}

#[test]
fn a_truth_value_is_a_sign_only_if_it_is_true() {
    let said = |mark: &str| {
        format!(
            r#"{{"hook_event_name":"sessionStart","conversation_id":"{UUID}","is_background_agent":{mark}}}"#
        )
    };
    assert_eq!(said_by("cursor", &said("true"))["child"], UUID);
    assert_eq!(said_by("cursor", &said("false")).get("child"), None);
}

#[test]
fn a_sign_that_is_given_twice_is_no_sign_and_refuses_the_payload() {
    let said =
        format!(r#"{{"event":"run.message","id":"{CHILD}","subagent":true,"subagent":false}}"#);
    let record = said_by("opencode", &said);
    assert_eq!(
        (&record["kind"], &record["reason"]),
        (&"refused".into(), &"twice".into())
    );
}

#[test]
fn a_payload_with_another_agents_sign_is_refused_and_not_kept_under_the_wrong_name() {
    let said = format!(
        r#"{{"sessionId":"{UUID}","session_id":"{UUID}","hookEventName":"session_start","hook_event_name":"SessionStart"}}"#
    );
    let record = said_by("claude", &said);
    assert_eq!(
        (&record["kind"], &record["reason"]),
        (&"refused".into(), &"foreign-agent".into())
    );
    assert_eq!(said_by("grok", &said)["id"], UUID);
}

#[test]
fn a_run_without_a_screen_says_so_in_its_payload() {
    for (mode, marked) in [("print", true), ("tui", false)] {
        let said = format!(r#"{{"event":"session_start","id":"{UUID}","mode":"{mode}"}}"#);
        let marks = said_by("pi", &said)["marks"].clone();
        let has = marks
            .as_array()
            .is_some_and(|marks| marks.contains(&"headless".into()));
        assert_eq!(has, marked, "{mode}");
    }
}

#[test]
fn a_directory_may_stand_in_a_variable_and_is_left_out_if_it_is_none() {
    let said = format!(r#"{{"hook_event_name":"beforeSubmitPrompt","conversation_id":"{UUID}"}}"#);
    for (value, cwd) in [
        ("/w/p", Some("/w/p")),
        ("w", None),
        ("", None),
        ("/w\n", None),
    ] {
        let record = told(
            |home| home.hook("cursor").variable("CURSOR_PROJECT_DIR", value),
            &said,
        );
        assert_eq!(record.get("cwd").and_then(Value::as_str), cwd, "{value:?}");
        assert_eq!(record["id"], UUID);
    }
}

#[test]
fn an_entry_names_the_event_where_the_payload_does_not_and_gets_the_reply() {
    let said = format!(r#"{{"conversationId":"{UUID}"}}"#);
    let home = Home::new();
    let run = home
        .hook("antigravity")
        .argument("PreInvocation")
        .pane("P1");
    let run = run.input(said.as_bytes()).finish();
    assert_eq!((run.exit, run.stdout.as_slice()), (0, &b"{}"[..]));
    assert_eq!(home.log().only()["event"], "PreInvocation");
    assert_eq!(said_by("antigravity", &said)["reason"], "no-event");
}

#[test]
fn an_agent_that_is_not_captured_has_its_words_drained_and_nothing_kept() {
    let home = Home::new();
    let said = format!(r#"{{"session_id":"{UUID}","hook_event_name":"SessionStart"}}"#);
    home.hook("aider")
        .pane("P1")
        .input(said.as_bytes())
        .finish()
        .quiet();
    assert!(home.log().records().is_empty());
}

#[test]
fn an_id_of_another_form_is_refused() {
    for (agent, said) in [
        (
            "kimi",
            format!(r#"{{"hook_event_name":"SessionStart","session_id":"{UUID}"}}"#),
        ),
        (
            "goose",
            r#"{"event":"SessionStart","session_id":"20261130_"}"#.to_owned(),
        ),
        (
            "opencode",
            format!(r#"{{"event":"session.shown","id":"{UUID}"}}"#),
        ),
    ] {
        assert_eq!(said_by(agent, &said)["reason"], "id-form", "{agent}");
    }
}

#[test]
fn a_root_is_moved_by_the_first_variable_that_is_set() {
    let said = format!(r#"{{"hook_event_name":"beforeSubmitPrompt","conversation_id":"{UUID}"}}"#);
    for (variables, root) in [
        (
            &[("CURSOR_CONFIG_DIR", "/c"), ("XDG_CONFIG_HOME", "/x")][..],
            "/c",
        ),
        (
            &[("CURSOR_CONFIG_DIR", ""), ("XDG_CONFIG_HOME", "/x")],
            "/x/cursor",
        ),
        (&[("HOME", "/h")], "/h/.cursor"),
    ] {
        let record = told(
            |home| {
                // The state folder stays where it is, whatever HOME says.
                let state = home.path().join(".local/state/rejoin");
                let run = home.hook("cursor").variable("REJOIN_STATE_DIR", state);
                variables
                    .iter()
                    .fold(run, |run, (name, value)| run.variable(name, value))
            },
            &said,
        );
        assert_eq!(record["store"], root);
    }
}
