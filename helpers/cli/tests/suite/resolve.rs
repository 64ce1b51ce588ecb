//! What a pane holds, as a person and as a calling program get it.

use crate::kit::{A, B, Home, REJOIN};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

fn transcript(home: &Home, cwd: &Path, id: &str, named: &str) {
    let dashes = cwd
        .to_str()
        .expect("text")
        .replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let line = format!("{{\"sessionId\":\"{named}\"}}\n");
    home.write(&format!(".claude/projects/{dashes}/{id}.jsonl"), &line);
}

fn project(home: &Home) -> String {
    let project = home.path().join("my project");
    fs::create_dir(&project).expect("made");
    project.to_str().expect("text").to_owned()
}

#[test]
fn a_published_conversation_resolves_to_the_line_that_resumes_it() {
    let home = Home::new();
    let cwd = project(&home);
    home.publish("work:1", "claude", A, &cwd);
    let said = home.rejoin(&["resolve", "work:1"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let line = format!("cd '{cwd}' && claude --resume {A}\n");
    assert!(said.out.contains(&line), "{}", said.out);
    let answer = home.rejoin(&["resolve", "work:1", "--json"]).json();
    assert_eq!(answer["state"], "published");
    assert_eq!(answer["resume"]["argv"], json!(["claude", "--resume", A]));
    assert_eq!(
        (&answer["resume"]["cwd"], &answer["resume"]["env"]),
        (&json!(cwd), &json!({}))
    );
    assert_eq!(answer["fork"]["child"]["how"], "preassigned");
}

#[test]
fn a_way_that_nobody_has_tried_is_offered_with_a_warning() {
    let home = Home::new();
    let cwd = project(&home);
    home.publish("work:1", "claude", A, &cwd);
    home.publish("work:2", "qoder", B, &cwd);
    let warned = |pane: &str| {
        let answer = home.rejoin(&["resolve", pane, "--json"]).json();
        assert!(answer["resume"]["argv"].is_array(), "{answer:#}");
        answer["warnings"].to_string().contains("\"unverified\"")
    };
    assert_eq!((warned("work:1"), warned("work:2")), (false, true));
}

#[test]
fn a_transcript_that_names_the_id_proves_it() {
    let home = Home::new();
    let cwd = project(&home);
    home.publish("work:1", "claude", A, &cwd);
    transcript(&home, Path::new(&cwd), A, A);
    let answer = home.rejoin(&["resolve", "work:1", "--json"]).json();
    assert_eq!(
        (&answer["state"], &answer["transcript"]["proof"]),
        (&json!("proven"), &json!("proven"))
    );
}

#[test]
fn a_transcript_of_another_conversation_is_a_conflict_and_no_guess() {
    let home = Home::new();
    let cwd = project(&home);
    home.publish("work:1", "claude", A, &cwd);
    transcript(&home, Path::new(&cwd), A, B);
    let said = home.rejoin(&["resolve", "work:1", "--json"]);
    assert_eq!(said.code, 4);
    let answer = said.json();
    assert_eq!(
        (&answer["state"], &answer["id"]),
        (&json!("published"), &json!(A))
    );
    assert!(
        answer["flags"]
            .as_array()
            .expect("flags")
            .contains(&json!("conflict"))
    );
}

#[test]
fn every_fork_gets_a_child_of_its_own() {
    let home = Home::new();
    home.publish("work:1", "claude", A, &project(&home));
    let child =
        || home.rejoin(&["resolve", "work:1", "--json"]).json()["fork"]["child"]["id"].clone();
    let (one, two) = (child(), child());
    assert!(one.is_string() && two.is_string() && one != two);
}

#[test]
fn a_store_elsewhere_is_routed_and_the_default_store_is_not_rerouted() {
    let home = Home::new();
    let cwd = project(&home);
    let other = home.path().join("other store");
    home.publish_in("work:1", "claude", A, &cwd, other.as_os_str());
    let answer = home.rejoin(&["resolve", "work:1", "--json"]).json();
    assert_eq!(answer["resume"]["env"], json!({"CLAUDE_CONFIG_DIR": other}));
    home.publish("work:2", "claude", B, &cwd);
    let mut command = home.command(&["resolve", "work:2"]);
    let said = command
        .env("CLAUDE_CONFIG_DIR", &other)
        .output()
        .expect("runs");
    let line = format!("&& env -u CLAUDE_CONFIG_DIR claude --resume {B}\n");
    assert!(String::from_utf8_lossy(&said.stdout).contains(&line));
}

#[test]
fn an_unknown_pane_is_told_from_a_broken_log() {
    let home = Home::new();
    let said = home.rejoin(&["resolve", "work:9", "--json"]);
    assert_eq!((said.code, &said.json()["state"]), (1, &json!("none")));
    fs::create_dir_all(home.state().join("log")).expect("made");
    let said = home.rejoin(&["resolve", "work:9", "--json"]);
    assert_eq!(
        (said.code, &said.json()["schema"]),
        (5, &json!("rejoin.error.v1"))
    );
    let said = home.rejoin(&["list"]);
    assert_eq!(said.code, 5);
}

#[test]
fn damage_beside_an_unknown_pane_is_said() {
    let home = Home::new();
    home.publish("work:1", "claude", A, "/w");
    let log = home.state().join("log");
    let mut bytes = fs::read(&log).expect("a log");
    bytes[100] ^= 1;
    let mut file = fs::File::create(&log).expect("opened");
    std::io::Write::write_all(&mut file, &bytes).expect("written");
    assert_eq!(home.rejoin(&["resolve", "work:1"]).code, 5);
    let all = home.rejoin(&["resolve", "--all", "--json"]).json();
    assert_eq!(all["log"]["damaged"], 1);
    assert!(home.rejoin(&["log"]).out.contains("DAMAGED"));
}

#[test]
fn this_pane_is_the_one_that_the_surroundings_name() {
    let home = Home::new();
    home.publish("work:1", "claude", A, "/w");
    let said = home
        .command(&["resolve", "--json"])
        .env("REJOIN_PANE", "work:1")
        .output();
    let answer: Value = serde_json::from_slice(&said.expect("runs").stdout).expect("JSON");
    assert_eq!(answer["id"], A);
}

#[test]
fn a_tool_of_an_agent_is_in_the_pane_of_its_launch() {
    let home = Home::new();
    let script = format!("#!/bin/sh\n{REJOIN} resolve --json\n");
    home.program("claude", &script);
    let said = home.rejoin(&["run", "--pane", "work:1", "--", "claude", "--resume", A]);
    assert_eq!(
        (&said.json()["pane"], &said.json()["id"]),
        (&json!("work:1"), &json!(A))
    );
}

#[test]
fn a_pane_name_that_strayed_out_of_its_launch_names_no_pane() {
    let home = Home::new();
    home.program("claude", "#!/bin/sh\necho $REJOIN_LAUNCH\n");
    let launch = home
        .rejoin(&["run", "--pane", "work:1", "--", "claude", "--resume", A])
        .out;
    let said = |launch: &str| {
        let mut command = home.command(&["resolve", "--json"]);
        let output = command
            .env("REJOIN_PANE", "work:1")
            .env("REJOIN_LAUNCH", launch)
            .output();
        serde_json::from_slice::<Value>(&output.expect("runs").stdout).expect("JSON")
    };
    assert_ne!(said(launch.trim())["pane"], "work:1");
    assert_eq!(said("not recorded")["pane"], "work:1");
}

#[test]
fn text_from_outside_never_reaches_the_terminal_raw() {
    let home = Home::new();
    let evil = "/w/\u{1b}]0;title\u{7}\u{202e}x\u{9b}2J";
    home.publish("work:1", "claude", A, evil);
    for arguments in [
        &["resolve", "work:1"][..],
        &["list"],
        &["log"],
        &["why", "work:1"],
        &[],
    ] {
        let said = home.rejoin(arguments);
        let raw = |text: &str| {
            text.chars()
                .any(|c| (c.is_control() && c != '\n') || c == '\u{202e}')
        };
        assert!(
            !raw(&said.out) && !raw(&said.err),
            "{arguments:?}: {:?}",
            said.out
        );
    }
}

#[test]
fn paths_that_are_not_utf8_keep_every_byte() {
    let home = Home::new();
    let store = std::ffi::OsStr::from_bytes(b"/s/\xff");
    home.publish_in("work:1", "claude", A, "/w", store);
    let answer = home.rejoin(&["resolve", "work:1", "--json"]).json();
    assert_eq!(answer["store"]["path"], json!({"bytes": "L3Mv/w=="}));
    assert_eq!(
        answer["resume"]["env"]["CLAUDE_CONFIG_DIR"],
        json!({"bytes": "L3Mv/w=="})
    );
}

#[test]
fn an_agent_of_a_later_version_is_named_and_not_resumed() {
    let home = Home::new();
    home.publish("work:1", "someagent", A, "/w");
    let said = home.rejoin(&["resolve", "work:1", "--json"]);
    assert_eq!(
        (said.code, &said.json()["resume"]["refused"]["code"]),
        (0, &json!("unknown-agent"))
    );
}

#[test]
fn the_overview_says_what_to_do_next() {
    let home = Home::new();
    let said = home.rejoin(&[]);
    assert_eq!((said.code, said.out.as_str()), (0, ""));
    assert!(said.err.contains("rejoin install"), "{}", said.err);
    home.publish("work:1", "claude", A, "/w");
    let said = home.rejoin(&[]);
    assert!(
        said.out.contains("work:1") && said.err.contains("rejoin resolve"),
        "{}",
        said.err
    );
}
