//! What a start asks for and what is recorded of it: ids, files, stores and options, and
//! nothing that may be private.

use crate::kit::{A, B, Home};
use crate::run::records;
use serde_json::{Value, json};

fn launch_of(home: &Home) -> Value {
    let records = records(home);
    let launches = records.iter().map(|line| &line["record"]);
    let mut launches = launches.filter(|record| record["kind"] == "launch");
    launches.next_back().expect("a launch").clone()
}

#[test]
fn a_plain_start_gets_an_id_that_the_log_knows_before_it_begins() {
    let home = Home::new();
    home.program("claude", "#!/bin/sh\necho \"$*\"\n");
    let said = home.rejoin(&["run", "--pane", "work:1", "--", "claude", "--model", "opus"]);
    let record = launch_of(&home);
    let id = record["asked"]["new"].as_str().expect("chosen");
    assert_eq!(said.out, format!("--session-id {id} --model opus\n"));
    assert_eq!(said.err, "");
    assert_eq!(record["asked"]["how"], "fresh");
    assert_eq!(record["argv"], json!(["claude", "--model", "opus"]));
    let answer = home.rejoin(&["resolve", "work:1", "--json"]).json();
    assert_eq!(
        (&answer["state"], &answer["id"]),
        (&json!("asked"), &json!(id))
    );
}

#[test]
fn a_line_that_may_start_no_conversation_stays_as_it_was_typed() {
    let home = Home::new();
    home.program("claude", "#!/bin/sh\necho \"$*\"\n");
    for line in [
        "mcp list",
        "--help",
        "--version",
        "-p hello",
        "hello",
        "--resume",
        "--continue",
        "-c",
        "--bg",
        "--model",
        "update",
        "-- --model opus",
        "--worktree",
        "--no-session-persistence",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let said =
            home.rejoin(&[&["run", "--pane", "work:1", "--", "claude"], &words[..]].concat());
        assert_eq!((said.out, said.err), (format!("{line}\n"), String::new()));
        assert_eq!(launch_of(&home)["asked"], Value::Null, "{line}");
    }
}

#[test]
fn an_id_that_nobody_would_remember_is_not_chosen() {
    let home = Home::new();
    home.program("claude", "#!/bin/sh\necho \"[$*]\"\n");
    home.write(".local/state/rejoin", "a file");
    let said = home.rejoin(&["run", "--pane", "work:1", "--", "claude"]);
    assert_eq!(said.out, "[]\n");
}

#[test]
fn the_record_says_which_file_ran_and_where_it_keeps_conversations() {
    use std::os::unix::fs::MetadataExt;
    let home = Home::new();
    let program = home.program("claude", "#!/bin/sh\n");
    let facts = program.metadata().expect("there");
    home.rejoin(&["run", "--pane", "work:1", "--", "claude"]);
    let record = launch_of(&home);
    assert_eq!(
        (
            &record["program_dev"],
            &record["program_ino"],
            &record["filesystem"]
        ),
        (&json!(facts.dev()), &json!(facts.ino()), &json!("host"))
    );
    assert_eq!(record["store_by"], Value::Null);
    let mut command = home.command(&["run", "--pane", "work:1", "--", "claude"]);
    let store = home.path().join("elsewhere");
    command
        .env("CLAUDE_CONFIG_DIR", &store)
        .output()
        .expect("runs");
    let record = launch_of(&home);
    assert_eq!(
        (&record["store"], &record["store_by"]),
        (&json!(store), &json!("CLAUDE_CONFIG_DIR"))
    );
}

/// What a person types and what their environment holds may be secret; the log is read
/// by whoever gets a copy of it.
#[test]
fn nothing_secret_is_in_any_file_of_ours() {
    let home = Home::new();
    home.program(
        "claude",
        "#!/bin/sh\n[ \"$API_KEY\" = s3cr3t-zz ] || exit 9\n",
    );
    let settings = "{\"env\":{\"KEY\":\"s3cr3t-zz\"}}";
    let words = [
        "--settings",
        settings,
        "--append-system-prompt",
        "s3cr3t-zz",
        "--model",
        "opus",
    ];
    let prompt = ["my password is s3cr3t-zz"];
    let line = [
        &["run", "--pane", "work:1", "--", "claude"],
        &words[..],
        &prompt,
    ]
    .concat();
    let output = home
        .command(&line)
        .env("API_KEY", "s3cr3t-zz")
        .output()
        .expect("runs");
    assert_eq!(output.status.code(), Some(0), "the program has it");
    let record = launch_of(&home);
    assert_eq!(
        (&record["argv"], &record["left_out"]),
        (&json!(["claude", "--model", "opus"]), &json!(5))
    );
    let mut folders = vec![home.state_folder()];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = std::fs::read(&path).expect("a file");
            let found = bytes.windows(9).any(|window| window == b"s3cr3t-zz");
            assert!(!found, "{}", path.display());
            files += 1;
        }
    }
    assert!(files > 1, "the log and its cache");
}

#[test]
fn two_conversations_on_one_line_are_named_and_the_program_starts() {
    let home = Home::new();
    home.program("claude", "#!/bin/sh\necho \"$*\"\n");
    let line = [
        "run",
        "--pane",
        "work:1",
        "--",
        "claude",
        "--resume",
        A,
        "--session-id",
        B,
    ];
    let said = home.rejoin(&line);
    assert_eq!(
        (said.code, said.out),
        (0, format!("--resume {A} --session-id {B}\n"))
    );
    assert!(said.err.contains(A) && said.err.contains(B), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    assert_eq!(launch_of(&home)["asked"], Value::Null);
}

#[test]
fn a_wrapper_is_recorded_as_the_agent_that_the_configuration_declares() {
    let home = Home::new();
    home.program("at-work", "#!/bin/sh\necho \"$*\"\n");
    home.write(
        ".config/rejoin/config.toml",
        "[wrappers.at-work]\nagent = \"claude\"\nstore = \"~/work-store\"\n",
    );
    let said = home.rejoin(&["run", "--pane", "work:1", "--", "at-work", "--resume", A]);
    assert_eq!(
        (said.out, said.err),
        (format!("--resume {A}\n"), String::new())
    );
    let record = launch_of(&home);
    assert_eq!(
        (&record["agent"], &record["wrapper"], &record["store"]),
        (
            &json!("claude"),
            &json!("at-work"),
            &json!(home.path().join("work-store"))
        )
    );
}

#[test]
fn settings_that_nobody_understands_are_told_by_line_and_stop_no_start() {
    let home = Home::new();
    home.write(
        ".config/rejoin/config.toml",
        "\n[wrappers.x]\nagnt = \"claude\"\n",
    );
    let said = home.rejoin(&["run", "--pane", "work:1", "--", "sh", "-c", "exit 7"]);
    assert_eq!(said.code, 7);
    assert!(
        said.err.contains("config.toml, line 3") && said.err.contains("agnt"),
        "{}",
        said.err
    );
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
}

#[test]
fn settings_in_a_working_directory_mean_nothing() {
    let home = Home::new();
    home.program("at-work", "#!/bin/sh\n");
    let text = "[wrappers.at-work]\nagent = \"claude\"\n";
    for name in [
        "rejoin/config.toml",
        ".rejoin/config.toml",
        "config.toml",
        "rejoin.toml",
    ] {
        home.write(name, text);
    }
    home.rejoin(&["run", "--pane", "work:1", "--", "at-work"]);
    assert_eq!(launch_of(&home)["agent"], Value::Null);
}

#[test]
fn a_line_that_a_shell_carries_out_is_started_as_it_is_and_said_once() {
    let home = Home::new();
    let line = [
        "run", "--pane", "work:1", "--agent", "codex", "--", "sh", "-c", "exit 7",
    ];
    let said = home.rejoin(&line);
    assert_eq!(said.code, 7, "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    assert!(said.err.contains("sh runs a line"), "{}", said.err);
    let quiet = home.rejoin(&["run", "--pane", "work:1", "--", "sh", "-c", "exit 7 | cat"]);
    assert_eq!(
        (quiet.code, quiet.err.as_str()),
        (0, ""),
        "no agent, nothing lost"
    );
}
