//! A pane that goes on under another name: what is noted, and what is refused.

use crate::kit::{A, Home};

fn home() -> Home {
    let home = Home::new();
    home.publish("old", "claude", A, "/w");
    home
}

#[test]
fn a_carried_pane_answers_with_the_conversation_and_why_names_both() {
    let home = home();
    let said = home.rejoin(&["carry", "old", "new"]);
    assert_eq!(
        (said.code, said.out),
        (0, format!("new continues old: {A} (claude)\n"))
    );
    let answer = home.rejoin(&["resolve", "new", "--json"]).json();
    assert_eq!(
        (&answer["id"], &answer["state"]),
        (&A.into(), &"published".into())
    );
    assert_eq!(answer["flags"], serde_json::json!(["carried"]));
    let before = home.rejoin(&["resolve", "old", "--json"]).json();
    assert_eq!(before["id"], A);
    assert!(
        before["flags"].to_string().contains("continued"),
        "{before}"
    );
    for pane in ["old", "new"] {
        let why = home.rejoin(&["why", pane]);
        assert!(why.out.contains("old goes on as new"), "{}", why.out);
    }
}

#[test]
fn what_cannot_be_carried_is_refused_and_nothing_is_noted() {
    let home = home();
    let records = || home.rejoin(&["log", "--json"]).out.lines().count();
    let before = records();
    for (from, to, code) in [("old", "old", 2), ("none", "new", 1), ("old", "a\nb", 2)] {
        let said = home.rejoin(&["carry", from, to, "--json"]);
        assert_eq!(said.code, code, "{from:?} {to:?}");
        assert_eq!(said.json()["schema"], "rejoin.error.v1");
        assert!(said.json()["remedy"].is_string(), "{}", said.out);
    }
    assert_eq!(records(), before);
}
