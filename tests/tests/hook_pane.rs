//! Which pane and which store a publisher's surroundings name. They are claims, and the
//! log must have them whole for the fold to judge.

use rejoin_tests::{A, Agent, Home, Tmux, need, payload, process};
use serde_json::json;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

fn prompt(id: &str) -> String {
    payload("UserPromptSubmit", id)
}

#[test]
fn a_tmux_pane_is_named_with_its_server() {
    for (tmux, pane, claimed) in [
        (
            "/tmp/tmux-0/default,100,0",
            "%3",
            json!(["/tmp/tmux-0/default", 100, "%3"]),
        ),
        ("/t/a,b,c,7,12", "%0", json!(["/t/a,b,c", 7, "%0"])),
        ("/tmp/default,x,0", "%3", json!(null)),
        ("/tmp/default", "%3", json!(null)),
        ("/tmp/default,100,0", "3", json!(null)),
        ("/tmp/default,100,0", "%", json!(null)),
        ("/tmp/default,100,0", "%3x", json!(null)),
        ("", "%3", json!(null)),
    ] {
        let home = Home::new();
        let run = home
            .hook("claude")
            .variable("TMUX", tmux)
            .variable("TMUX_PANE", pane);
        run.input(prompt(A)).finish().quiet();
        let claim = home.log().only()["claim"].clone();
        let found = claim
            .get("tmux")
            .map(|t| json!([t["socket"], t["server"], t["pane"]]));
        assert_eq!(found.unwrap_or_default(), claimed, "{tmux} {pane}");
    }
}

#[test]
fn inside_tmux_the_walk_up_reaches_the_server_that_is_named() {
    let home = Home::new();
    need!(let server = Tmux::find(&home), "tmux");
    let said = home.root().join("payload");
    std::fs::copy(prompt_file(), &said).expect("is copied");
    let typed = format!(
        "{} -- {} claude <{}",
        Agent::link(&home, "claude"),
        rejoin_tests::hook().display(),
        said.display()
    );
    server.ask(&["new-session", "-d", "-x", "80", "-y", "24", "sh"]);
    server.ask(&["send-keys", "-l", &typed]);
    server.ask(&["send-keys", "Enter"]);
    process::wait_until("a record from inside tmux", || {
        !home.log().bytes().is_empty()
    });
    let told = server.ask(&["display-message", "-p", "#{pid} #{pane_id} #{pane_pid}"]);
    let told: Vec<_> = told.split_whitespace().collect();
    let record = home.log().only();
    let tmux = &record["claim"]["tmux"];
    assert_eq!(tmux["socket"], server.socket().to_str().expect("UTF-8"));
    assert_eq!(
        (tmux["server"].to_string().as_str(), &tmux["pane"]),
        (told[0], &json!(told[1]))
    );
    let above = record["above"].as_array().expect("a list");
    let pids: Vec<_> = above
        .iter()
        .map(|ancestor| ancestor["pid"].to_string())
        .collect();
    // tmux's own shell may stay above the one that it was asked to run.
    let last = &pids[pids.len().saturating_sub(2)..];
    assert_eq!(
        last,
        [told[2], told[0]],
        "the pane's first process, then the server"
    );
    assert_eq!(record["foreground"], true);
}

fn prompt_file() -> PathBuf {
    let file = "payloads/claude/2.1.332/UserPromptSubmit-first-prompt.json";
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

#[test]
fn a_hook_without_any_environment_still_says_who_published() {
    let home = Home::new();
    let state = home.state();
    let run = home
        .hook("claude")
        .without_environment()
        .variable("REJOIN_STATE_DIR", &state);
    run.input(prompt(A)).finish().quiet();
    let record = home.log().only();
    assert_eq!(record["publisher"]["pid"], std::process::id());
    assert!(record["claim"].get("token").is_none() && record.get("store").is_none());
    home.hook("claude")
        .without_environment()
        .input(prompt(A))
        .finish()
        .quiet();
}

#[test]
fn the_store_is_named_as_the_agent_will_find_it() {
    let home = Home::new();
    let other = home.path().join("other");
    std::fs::create_dir(&other).expect("is made");
    let metadata = std::fs::metadata(&other).expect("is there");
    let run = |value: &Path| {
        let hook = home
            .hook("claude")
            .variable("CLAUDE_CONFIG_DIR", value)
            .pane("P1");
        hook.input(prompt(A)).finish().quiet();
        home.log().records().pop().expect("recorded")
    };
    let record = run(&other);
    assert_eq!(record["store"], other.to_str().expect("UTF-8"));
    assert_eq!(
        (&record["store_dev"], &record["store_ino"]),
        (&json!(metadata.dev()), &json!(metadata.ino()))
    );
    let record = run(Path::new(""));
    assert_eq!(
        record["store"],
        home.path().join(".claude").to_str().expect("UTF-8"),
        "empty is unset"
    );
    assert!(record.get("store_ino").is_none(), "it does not exist");
    let record = run(Path::new("relative"));
    assert!(
        record.get("store").is_none(),
        "it would be another one in each folder"
    );
}
