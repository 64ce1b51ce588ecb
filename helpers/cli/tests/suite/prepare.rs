//! A start that is prepared for a pane which is not there yet: what is printed and kept.

use crate::kit::{A, B, Home, REJOIN, Said};
use serde_json::{Value, json};
use std::path::Path;

/// Prepares a start with all programs of rejoin in one folder.
pub fn prepared(home: &Home, words: &[&str]) -> Said {
    let line = [&["prepare", "--json"], words].concat();
    let program = home.path().join("prefix/rejoin");
    if !program.exists() {
        home.write("prefix/rejoin-exec", "");
        if std::fs::hard_link(REJOIN, &program).is_err() {
            // Another process copies: no file runs that is open for writing here.
            let mut copy = std::process::Command::new("/bin/cp");
            let copied = copy.arg(REJOIN).arg(&program).status().expect("it runs");
            assert!(copied.success());
        }
    }
    let plain = home.command(&[]);
    let mut command = std::process::Command::new(program);
    command.args(line).env_clear().current_dir(home.path());
    for (name, value) in plain.get_envs() {
        command.env(name, value.expect("set"));
    }
    command
        .env("XDG_RUNTIME_DIR", home.path())
        .env("API_KEY", "s3cr3t-zz");
    command.output().expect("it runs").into()
}

#[test]
fn the_command_line_names_a_ticket_and_nothing_secret() {
    let home = Home::new();
    home.program("claude", "#!/bin/sh\n");
    let said = prepared(&home, &["--pane", "work:2", "--", "claude", "--resume", A]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(!said.out.contains("s3cr3t"));
    let told = said.json();
    assert_eq!(
        told["argv"][0],
        json!(home.path().join("prefix/rejoin-exec"))
    );
    assert_eq!(
        (&told["argv"][1], &told["argv"][2]),
        (&json!("--ticket"), &told["ticket"]["path"])
    );
    assert_eq!(
        (&told["pane"], &told["agent"]),
        (&json!("work:2"), &json!("claude"))
    );
    assert_eq!(
        told["asked"],
        json!({"how": "resume", "id": A, "new": null})
    );
    assert!(Path::new(told["ticket"]["path"].as_str().expect("text")).is_file());
    assert!(!home.state().exists(), "the start records itself");
}

#[test]
fn what_cannot_start_is_refused_before_there_is_a_ticket() {
    let home = Home::new();
    home.program("claude", "#!/bin/sh\n");
    home.write("text", "x");
    for (words, exit, code) in [
        (&["--", "no-such-program"][..], 127, "program-missing"),
        (&["--", "./text"], 126, "program-unfit"),
        (&["--agent", "codex", "--", "claude"], 2, "other-agent"),
        (&["--agent", "none", "--", "claude"], 2, "unknown-agent"),
        (&["--cwd", "none", "--", "claude"], 2, "no-directory"),
        (&["--pane", "a\nb", "--", "claude"], 2, "pane-name"),
    ] {
        let said = prepared(&home, words);
        assert_eq!(
            (said.code, &said.json()["code"]),
            (exit, &json!(code)),
            "{words:?}"
        );
    }
    assert!(!home.path().join("rejoin").exists());
    home.write(".config/rejoin/config.toml", "[wrappers]\nx = 1\n");
    let said = prepared(&home, &["--", "claude"]);
    assert_eq!(
        (said.code, &said.json()["code"]),
        (2, &json!("config-wrong"))
    );
}

#[test]
fn what_the_start_loses_is_told_to_the_manager() {
    let home = Home::new();
    home.program("claude", "#!/bin/sh\n");
    let said = prepared(&home, &["--", "claude", "--resume", A, "--resume", B]);
    let told = said.json();
    assert_eq!(told["asked"], Value::Null);
    assert_eq!(told["warnings"][0]["code"], "selectors-conflict");
}
