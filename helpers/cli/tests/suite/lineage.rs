//! Which conversation comes from which, as it is drawn.

use crate::kit::{A, B, Home};
use rejoin_store::record::{Cut, Fork, Named, Revision};
use serde_json::json;

const C: &str = "cccccccc-0000-4000-8000-00000000000c";

fn fork(home: &Home, pane: &str, parent: &str, child: &str, cut: Cut<'_>) {
    let record = Fork {
        pane,
        launch: None,
        parent: Named {
            agent: "claude",
            id: parent,
            ..Named::default()
        },
        child: Some(child),
        revision: Revision {
            bytes: Some(9),
            ..Revision::default()
        },
        cut,
        inherits: &["history"],
        program: Some(b"/bin/claude"),
        cwd: Some(b"/w"),
        at: "then",
    };
    home.record(|json| record.write(json));
}

fn home() -> Home {
    let home = Home::new();
    home.publish("one", "claude", A, "/w");
    fork(&home, "two", A, B, Cut::End);
    home.publish("two", "claude", B, "/w");
    fork(&home, "three", A, C, Cut::After("e\u{1b}[2J"));
    home
}

#[test]
fn the_lineage_is_drawn_from_the_first_conversation_on_and_harmless() {
    let drawn = format!(
        "{A} (claude)  in one\n+- {B} (claude)  in two\n`- {C} (claude)  cut after e\\u{{1b}}[2J\n"
    );
    let home = home();
    for words in [&["tree"][..], &["tree", "two"], &["tree", C]] {
        let said = home.rejoin(words);
        assert_eq!(
            (said.code, said.out.as_str()),
            (0, drawn.as_str()),
            "{words:?}"
        );
    }
}

#[test]
fn a_fork_is_told_with_all_that_was_recorded() {
    let tree = home().rejoin(&["tree", "--json"]).json();
    let child = &tree["conversations"][1];
    assert_eq!((&child["id"], &child["parent"]), (&json!(B), &json!(A)));
    assert_eq!(child["fork"]["revision"], json!({"bytes": 9}));
    assert_eq!(child["fork"]["cut"], json!({"at": "end"}));
    assert_eq!(child["fork"]["inherits"], json!(["history"]));
    assert_eq!(child["fork"]["program"], "/bin/claude");
}

#[test]
fn a_circle_is_walked_once_and_what_is_unknown_is_said_to_be() {
    let home = home();
    fork(&home, "two", B, A, Cut::Agent);
    let said = home.rejoin(&["tree", "one", "--json"]);
    assert_eq!(
        said.json()["conversations"].as_array().map(Vec::len),
        Some(3)
    );
    assert_eq!(home.rejoin(&["tree", "no-such", "--json"]).code, 1);
}
