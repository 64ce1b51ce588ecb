//! What a pane is called, and why the other claims on it do not count.

use crate::kit::{Home, Said};

/// Asks with these variables; a test has no terminal that would add a claim.
fn ask(home: &Home, variables: &[(&str, &str)], arguments: &[&str]) -> Said {
    let mut command = std::process::Command::new("setsid");
    let program = home.command(&[]);
    for (name, value) in program.get_envs() {
        command.env(name, value.expect("set"));
    }
    command
        .args(["-w", crate::kit::REJOIN, "pane"])
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(home.path())
        .output()
        .expect("it runs")
        .into()
}

/// Claim, whether it is used, and the word of the reason.
fn told(said: &Said) -> Vec<(String, bool, String)> {
    let json = said.json();
    let claims = json["claims"].as_array().expect("a list");
    let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    claims
        .iter()
        .map(|claim| {
            let used = claim["used"].as_bool().expect("a truth");
            (text(&claim["claim"]), used, text(&claim["reason"]["word"]))
        })
        .collect()
}

fn claim(claim: &str, used: bool, reason: &str) -> (String, bool, String) {
    (claim.to_owned(), used, reason.to_owned())
}

#[test]
fn a_set_name_counts_before_any_multiplexer() {
    let home = Home::new();
    let variables = [
        ("REJOIN_PANE", "work:2"),
        ("KITTY_PID", "1"),
        ("KITTY_WINDOW_ID", "3"),
    ];
    let said = ask(&home, &variables, &["--json"]);
    assert_eq!((said.code, &said.json()["pane"]), (0, &"work:2".into()));
    let expected = [
        claim("name", true, "named"),
        claim("kitty", false, "not-served"),
    ];
    assert_eq!(told(&said), expected);
}

#[test]
fn a_name_that_cannot_be_one_is_shown_without_its_control_characters() {
    let home = Home::new();
    let variables = [("REJOIN_PANE", "a\u{1b}[31m")];
    let said = ask(&home, &variables, &["--json"]);
    assert_eq!(said.code, 1);
    assert_eq!(told(&said), [claim("name", false, "unfit")]);
    let said = ask(&home, &variables, &[]);
    assert_eq!(said.code, 1);
    assert!(
        !said.out.contains('\u{1b}') && said.out.contains("no pane name"),
        "{}",
        said.out
    );
}

#[test]
fn a_name_that_a_launch_set_counts_only_below_that_launch() {
    let home = Home::new();
    home.program(
        "claude",
        &format!("#!/bin/sh\n{} pane\n", crate::kit::REJOIN),
    );
    let inside = home.rejoin(&["run", "--pane", "P1", "--", "claude"]);
    assert!(
        inside.out.starts_with("P1\n=> name: P1\n"),
        "{}",
        inside.out
    );
    let log = home.rejoin(&["log", "--json"]).json();
    let launch = log["record"]["launch"]
        .as_str()
        .unwrap_or_else(|| panic!("{log}"));
    let variables = [("REJOIN_PANE", "P1"), ("REJOIN_LAUNCH", launch)];
    let outside = ask(&home, &variables, &["--json"]);
    assert_eq!(outside.code, 1);
    assert_eq!(told(&outside), [claim("name", false, "stray")]);
}

#[test]
fn without_any_claim_there_is_no_pane_and_a_way_to_name_one() {
    let home = Home::new();
    let said = ask(&home, &[], &["--json"]);
    assert_eq!(
        (said.code, &said.json()["pane"]),
        (1, &serde_json::Value::Null)
    );
    assert!(told(&said).is_empty());
    assert!(said.err.contains("REJOIN_PANE=NAME"), "{}", said.err);
}
