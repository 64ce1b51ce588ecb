//! What a restore would do, told from the log alone: no server runs here.

use crate::kit::{A, B, Home};
use serde_json::Value;

fn plan(home: &Home, more: &[&str]) -> Value {
    let words = [&["restore", "--json"], more].concat();
    let said = home.rejoin(&words);
    assert_eq!(said.code, 0, "{}", said.err);
    said.json()
}

fn panes(plan: &Value) -> Vec<&str> {
    let panes = plan["panes"].as_array().expect("panes");
    panes
        .iter()
        .filter_map(|pane| pane["pane"].as_str())
        .collect()
}

#[test]
fn panes_are_planned_in_the_order_of_their_addresses() {
    let home = Home::new();
    for (pane, id, window) in [("b", B, 2), ("a", A, 10)] {
        home.publish(pane, "claude", id, "/w");
        home.stands(pane, "work", window);
    }
    let whole = plan(&home, &[]);
    assert_eq!(panes(&whole), ["b", "a"]);
    let first = &whole["panes"][0];
    assert_eq!(first["place"], "new-pane");
    assert!(
        first["line"]
            .as_str()
            .is_some_and(|line| line.ends_with(" resume --auto --pane b b"))
    );
    assert_eq!(panes(&plan(&home, &["--only", "work:10."])), ["a"]);
}

#[test]
fn of_two_that_stood_at_one_address_the_last_has_it_and_the_other_says_why_not() {
    let home = Home::new();
    for (pane, id) in [("old", A), ("new", B)] {
        home.publish(pane, "claude", id, "/w");
        home.stands(pane, "work", 1);
    }
    let whole = plan(&home, &[]);
    let of = |name: &str| {
        let panes = whole["panes"].as_array().expect("panes");
        panes
            .iter()
            .find(|pane| pane["pane"] == name)
            .expect("planned")
    };
    assert_eq!(of("new")["place"], "new-pane");
    assert_eq!(of("old")["place"], "none");
    assert_eq!(of("old")["reason"], "another pane stood there later");
}

#[test]
fn a_pane_of_which_no_address_is_known_is_not_planned() {
    let home = Home::new();
    home.publish("a", "claude", A, "/w");
    let said = home.rejoin(&["restore", "--dry-run"]);
    assert_eq!((said.code, &*said.out), (0, "nothing is to be restored\n"));
}

#[test]
fn nobody_is_asked_where_nobody_can_answer_and_nothing_is_done() {
    let home = Home::new();
    home.publish("a", "claude", A, "/w");
    home.stands("a", "work", 1);
    let said = home.rejoin(&["restore"]);
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(said.err.contains("--yes"), "{}", said.err);
}
