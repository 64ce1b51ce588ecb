//! Which terminal is meant: that of the tmux pane, or one that was opened inside it.

use crate::kit::{A, Home, REJOIN, Said};

/// Runs a shell line that knows `$REJOIN`; `script` opens a terminal and leads nothing.
fn shell(home: &Home, line: &str) -> Said {
    let mut command = home.command(&[]);
    let mut shell = std::process::Command::new("/bin/sh");
    for (name, value) in command.get_envs() {
        shell.env(name, value.expect("set"));
    }
    shell
        .args(["-c", line])
        .env("REJOIN", REJOIN)
        .env("SHELL", "/bin/sh")
        .current_dir(home.path())
        .stdin(std::process::Stdio::null());
    command.env_clear();
    shell.output().expect("a shell").into()
}

const RESOLVE: &str = r#"TMUX_PANE=%1 script -qec "$REJOIN resolve --json" /dev/null"#;

fn pane(said: &Said) -> String {
    let line = said.out.lines().find(|line| line.starts_with('{'));
    let line = line.unwrap_or_else(|| panic!("{}{}", said.out, said.err));
    let told: serde_json::Value = serde_json::from_str(line).expect("JSON");
    told["pane"].as_str().expect("a name").to_owned()
}

#[test]
fn a_terminal_that_the_server_itself_opened_is_its_pane() {
    let home = Home::new();
    let line = format!("TMUX=/tmp/s,$$,0; export TMUX; exec env {RESOLVE}");
    let pane = pane(&shell(&home, &line));
    assert!(pane.starts_with("tmux:s:%1@"), "{pane}");
}

#[test]
fn a_terminal_that_was_opened_inside_a_pane_is_a_place_of_its_own() {
    let home = Home::new();
    let line = format!("TMUX=/tmp/s,$$,0; export TMUX; env {RESOLVE}; :");
    let pane = pane(&shell(&home, &line));
    assert!(pane.starts_with("tty:pts/"), "{pane}");
}

#[test]
fn a_tmux_pane_means_the_same_to_run_as_to_resolve() {
    let home = Home::new();
    let line = format!(
        "TMUX=/tmp/s,$$,0; export TMUX; $REJOIN run --pane %3 -- claude --resume {A}; $REJOIN resolve %3 --json"
    );
    home.program("claude", "#!/bin/sh\n");
    let said = shell(&home, &line);
    assert!(pane(&said).starts_with("tmux:s:%3@"), "{}", said.out);
    assert_eq!(said.json()["id"], A, "{}", said.err);
    let (run, resolve) = (
        home.rejoin(&["run", "--pane", "%3", "--", "claude"]),
        home.rejoin(&["resolve", "%3"]),
    );
    assert_eq!((run.code, resolve.code), (2, 2));
    assert_eq!(run.err, resolve.err);
}

#[test]
fn a_literal_name_that_looks_like_a_tmux_pane_is_found_outside_tmux() {
    let home = Home::new();
    home.program("claude", "#!/bin/sh\n");
    let mut command = home.command(&["run", "--", "claude", "--resume", A]);
    let status = command.env("REJOIN_PANE", "%3").status();
    assert!(status.expect("runs").success());
    let answer = home.rejoin(&["resolve", "%3", "--json"]).json();
    assert_eq!((&answer["pane"], &answer["id"]), (&"%3".into(), &A.into()));
    assert_eq!(home.rejoin(&["why", "%3"]).code, 0);
    assert_eq!(home.rejoin(&["resolve", "%4"]).code, 2);
}
