//! Going on with a copy: a native fork, once, and the original stays as it is.

use crate::kit::{A, B};
use crate::resume::{STAYS, end, held, launches, refused, running, stored};
use crate::run::records;
use serde_json::{Value, json};

const SAYS: &str = "#!/bin/sh\necho \"$*\"\n";

#[test]
fn a_copy_gets_an_id_that_the_log_knows_before_it_begins() {
    let (home, _) = held("claude", SAYS);
    let said = home.rejoin(&["fork", "work:1", "--pane", "work:2"]);
    let asked = launches(&home)[0]["asked"].clone();
    let new = asked["new"].as_str().expect("chosen");
    let line = format!("--resume {A} --fork-session --session-id {new}\n");
    assert_eq!(said.out, line, "{}", said.err);
    assert_eq!(asked, json!({"how": "fork", "id": A, "new": new}));
    let copy = home.rejoin(&["resolve", "work:2", "--json"]).json();
    assert_eq!((&copy["id"], &copy["parent"]), (&json!(new), &json!(A)));
    let parent = home.rejoin(&["resolve", "work:1", "--json"]).json();
    assert_eq!(parent["id"], A);
}

#[test]
fn a_copy_whose_agent_names_it_never_passes_for_its_original() {
    let (home, cwd) = held("codex", SAYS);
    let said = home.rejoin(&["fork", "work:1", "--pane", "work:2"]);
    assert_eq!(
        said.out,
        format!("--no-daemon fork {A} -C {cwd}\n"),
        "{}",
        said.err
    );
    assert_eq!(launches(&home)[0]["asked"], json!({"how": "fork", "id": A}));
    refused(
        &home.rejoin(&["resume", "work:2", "--json"]),
        "fork-pending",
    );
    home.publish("work:2", "codex", B, &cwd);
    assert_eq!(
        home.rejoin(&["resolve", "work:2", "--json"]).json()["id"],
        B
    );
}

#[test]
fn a_fork_that_came_to_nothing_is_made_again_from_the_original() {
    for agent in ["claude", "codex"] {
        let (home, _) = held(agent, SAYS);
        home.rejoin(&["fork", "work:1", "--pane", "work:2"]);
        home.rejoin(&["fork", "work:2", "--pane", "work:2"]);
        let all = launches(&home);
        let asked: Vec<&Value> = all.iter().map(|launch| &launch["asked"]).collect();
        assert_eq!(
            (&asked[1]["how"], &asked[1]["id"]),
            (&json!("fork"), &json!(A)),
            "{agent}"
        );
    }
}

#[test]
fn a_copy_that_is_there_is_gone_on_with_and_not_made_again() {
    let (home, _) = held("claude", SAYS);
    home.rejoin(&["fork", "work:1", "--pane", "work:2"]);
    let new = launches(&home)[0]["asked"]["new"]
        .as_str()
        .expect("chosen")
        .to_owned();
    let cwd = launches(&home)[0]["cwd"].as_str().expect("text").to_owned();
    stored(&home, &cwd, &new, &new);
    let again = home.rejoin(&["fork", A, "--pane", "work:2"]);
    assert_eq!(again.out, format!("--resume {new}\n"), "{}", again.err);
}

#[test]
fn two_forks_at_once_in_one_pane_are_one() {
    let (home, _) = held("codex", STAYS);
    let first = running(&home, &["fork", "work:1", "--pane", "work:2"]);
    let said = home.rejoin(&["fork", "work:1", "--pane", "work:2"]);
    assert!(
        said.code == 3 && said.err.contains("already"),
        "{}",
        said.err
    );
    let line = ["fork", "work:1", "--pane", "work:2", "--json"];
    refused(&home.rejoin(&line), "fork-running");
    let other = running(&home, &["fork", "work:1", "--pane", "work:3"]);
    end(first);
    end(other);
}

#[test]
fn a_conversation_in_use_can_be_copied() {
    let (home, _) = held("claude", STAYS);
    let first = running(&home, &["resume", "work:1"]);
    end(running(&home, &["fork", "work:1", "--pane", "work:2"]));
    end(first);
}

#[test]
fn an_agent_that_cannot_copy_says_why_and_what_to_do() {
    for (agent, code) in [("vibe", "agent-cannot-fork"), ("kimi", "fork-apart")] {
        let (home, _) = held(agent, SAYS);
        refused(&home.rejoin(&["fork", "work:1", "--json"]), code);
        assert!(launches(&home).is_empty());
    }
}

#[test]
fn no_file_of_the_original_changes() {
    let (home, cwd) = held("claude", SAYS);
    let path = stored(&home, &cwd, A, A);
    let facts = |path: &std::path::Path| {
        let facts = path.metadata().expect("there");
        (
            std::fs::read(path).expect("read"),
            facts.modified().expect("known"),
        )
    };
    let before = facts(&path);
    home.rejoin(&["fork", "work:1", "--pane", "work:2"]);
    home.rejoin(&["fork", "work:1", "--pane", "work:2"]);
    assert_eq!(facts(&path), before);
}

#[test]
fn a_fork_says_what_its_original_was_at_that_moment() {
    let (home, cwd) = held("claude", SAYS);
    let path = stored(&home, &cwd, A, A);
    home.rejoin(&["fork", "work:1", "--pane", "work:2"]);
    let new = launches(&home)[0]["asked"]["new"].clone();
    let all = records(&home);
    let mut all = all.iter().map(|line| &line["record"]);
    let fork = all.find(|record| record["kind"] == "fork");
    let fork = fork.expect("recorded");
    let bytes = path.metadata().expect("there").len();
    assert_eq!(fork["pane"], "work:2");
    assert_eq!((&fork["parent"]["id"], &fork["child"]), (&json!(A), &new));
    assert_eq!(fork["revision"], json!({ "bytes": bytes }));
    assert_eq!(fork["inherits"], json!(["history", "directory", "store"]));
    let tree = home.rejoin(&["tree", A]).out;
    let new = new.as_str().expect("chosen");
    assert!(tree.contains(A) && tree.contains(new), "{tree}");
}
