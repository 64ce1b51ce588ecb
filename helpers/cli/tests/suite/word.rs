//! A person's word about a pane: what is noted, what it does to the answer, what is refused.

use crate::kit::{A, B, Home};
use serde_json::{Value, json};

fn home() -> Home {
    let home = Home::new();
    home.publish("work", "claude", A, "/w");
    home
}

fn resolve(home: &Home) -> Value {
    home.rejoin(&["resolve", "work", "--json"]).json()
}

fn words(home: &Home) -> Vec<String> {
    let why = home.rejoin(&["why", "work", "--json"]).json();
    let events = why["events"].as_array().expect("a list").iter();
    let word = |event: &Value| {
        let verdict = &event["verdict"];
        let action = verdict["action"].as_str().expect("a word");
        format!(
            "{action} {}",
            verdict["rule"]["word"].as_str().expect("a word")
        )
    };
    events.map(word).collect()
}

#[test]
fn a_pinned_pane_answers_with_what_the_person_said() {
    let home = home();
    let said = home.rejoin(&["pin", "work", B, "--cwd", "/w"]);
    assert_eq!(
        (said.code, said.out),
        (0, format!("work holds {B} (claude)\n"))
    );
    let answer = resolve(&home);
    assert_eq!(
        (&answer["id"], &answer["state"]),
        (&json!(B), &json!("asked"))
    );
    assert!(answer["flags"].to_string().contains("pinned"), "{answer}");
    assert_eq!(answer["resume"]["argv"], json!(["claude", "--resume", B]));
    home.publish("work", "claude", A, "/w");
    assert_eq!(resolve(&home)["id"], B, "what ran before says nothing new");
    assert_eq!(
        words(&home),
        ["accepted first-id", "accepted pinned", "ignored pin-stands"]
    );
}

#[test]
fn a_pin_needs_an_id_of_the_agent_s_form_and_an_agent() {
    let home = home();
    for (arguments, code) in [
        (["pin", "work", "--continue"].as_slice(), "id-form"),
        (&["pin", "work", "x; rm -rf /"], "id-form"),
        (&["pin", "nobody", A], "no-agent"),
        (&["pin", "work", A, "--agent", "no-such"], "unknown-agent"),
        (&["pin", "work", A, "--store", "relative"], "relative-path"),
    ] {
        let said = home.rejoin(&[arguments, &["--json"]].concat());
        assert_eq!(
            (said.code, &said.json()["code"]),
            (2, &json!(code)),
            "{}",
            said.err
        );
    }
    assert_eq!(resolve(&home)["id"], A);
    assert_eq!(home.rejoin(&["pin", "new", A, "--agent", "claude"]).code, 0);
}

#[test]
fn a_pin_by_file_is_proven_by_its_header() {
    let home = home();
    let line = |id: &str| format!("{{\"sessionId\":\"{id}\"}}\n");
    let good = home.write(&format!("t/{B}.jsonl"), &line(B));
    let other = home.write(&format!("u/{B}.jsonl"), &line(A));
    let pin = |path: &std::path::Path| {
        home.rejoin(&[
            "pin",
            "work",
            B,
            "--store",
            path.to_str().expect("text"),
            "--json",
        ])
    };
    for path in [other, home.path().join("none")] {
        let said = pin(&path);
        assert_eq!(
            (said.code, &said.json()["code"]),
            (3, &json!("store-unproven"))
        );
    }
    assert_eq!(pin(&good).code, 0);
    let path = resolve(&home)["transcript"]["path"].clone();
    assert_eq!(path, json!(good.to_str()));
}

#[test]
fn a_pin_by_folder_goes_where_the_agent_can_be_told_of_it() {
    let home = home();
    let store = home.path().join("elsewhere");
    std::fs::create_dir(&store).expect("made");
    let store = store.to_str().expect("text");
    assert_eq!(
        home.rejoin(&["pin", "work", B, "--store", store, "--cwd", "/w"])
            .code,
        0
    );
    let answer = resolve(&home);
    assert_eq!(answer["store"]["path"], store);
    assert_eq!(answer["resume"]["env"]["CLAUDE_CONFIG_DIR"], store);
}

#[test]
fn a_cleared_conversation_does_not_come_back_until_it_is_asked_for() {
    let home = home();
    let said = home.rejoin(&["clear", "work"]);
    assert_eq!(
        (said.code, said.out),
        (0, format!("work starts fresh, without {A} (claude)\n"))
    );
    assert_eq!(home.rejoin(&["resolve", "work"]).code, 1);
    home.publish("work", "claude", A, "/w");
    assert_eq!(home.rejoin(&["resolve", "work"]).code, 1);
    assert_eq!(words(&home)[1..], ["excluded cleared", "excluded excluded"]);
    assert_eq!(resolve(&home)["history"][0]["id"], A, "nothing is erased");
    assert_eq!(
        home.rejoin(&["clear", "work"]).code,
        1,
        "there is nothing to clear"
    );
    home.rejoin(&["pin", "work", A, "--agent", "claude"]);
    assert_eq!(resolve(&home)["id"], A);
}

#[test]
fn a_dismissed_pane_is_listed_on_demand_and_again_when_it_speaks() {
    let home = home();
    let listed = |words: &[&str]| home.rejoin(words).out.contains("work");
    assert_eq!(home.rejoin(&["dismiss", "work"]).code, 0);
    assert!(!listed(&["list"]) && listed(&["list", "--all"]));
    assert_eq!(resolve(&home)["id"], A);
    home.publish("work", "claude", A, "/w");
    assert!(listed(&["list"]));
}
