//! A start that is prepared in one place and taken up in another: what a terminal manager
//! relies on, with the real programs and a real tmux.

use rejoin_tests::{A, Home, Run, Tmux, exec, need, process, rejoin, workspace};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// What the caller's environment holds, and only the agent is to have.
const SECRET: &str = "of the script's caller";

/// An agent that notes who and where it is, and stays until its input ends.
const STAYS: &[u8] = b"#!/bin/sh
{ echo $$; echo \"$*\"; pwd; echo \"$REJOIN_PANE\"; echo \"$STORE_KEY\"; } >\"$HOME/told.new\"
mv \"$HOME/told.new\" \"$HOME/told\"
exec cat
";

fn agent(home: &Home) -> PathBuf {
    let program = home.root().join("bin/claude");
    home.put_program(&program, STAYS, 0o755);
    program
}

/// Runs a program as a person's shell would, with `bin` in front on the path.
fn by_person(home: &Home, program: impl AsRef<std::path::Path>) -> Run {
    // Each builds one of the programs that stand together there.
    let [ours, beside] = [rejoin(), exec()].map(|program| program.with_file_name(""));
    assert_eq!(ours, beside);
    let folders = [
        home.root().join("bin"),
        ours,
        "/usr/bin".into(),
        "/bin".into(),
    ];
    let path = std::env::join_paths(folders).expect("joins");
    home.run(program).variable("PATH", path)
}

/// Starts the server, in an environment that nobody wants for an agent.
fn serve(tmux: &Tmux<'_>) {
    let words = ["new-session", "-d", "-x", "80", "-y", "24", "cat"];
    let server = tmux.command(&words).variable("STORE_KEY", "of the server");
    assert_eq!(server.finish().exit, 0);
}

fn told(home: &Home) -> Vec<String> {
    let file = home.path().join("told");
    process::wait_until("the agent's note", || file.exists());
    let text = fs::read_to_string(file).expect("it is there");
    text.lines().map(str::to_owned).collect()
}

fn launches(home: &Home) -> Vec<Value> {
    let records = home.log().read().records;
    let launches = records
        .into_iter()
        .filter(|record| record["kind"] == "launch");
    launches.collect()
}

#[test]
fn the_launch_is_recorded_by_the_process_that_becomes_the_agent() {
    let home = Home::new();
    agent(&home);
    let elsewhere = home.root().join("else where");
    fs::create_dir(&elsewhere).expect("is made");
    let prepare = by_person(&home, rejoin())
        .variable("STORE_KEY", "of the preparing shell")
        .variable("REJOIN_PANE", "the manager's own")
        .arguments(["prepare", "--json", "--pane", "work:1", "--cwd"])
        .argument(&elsewhere)
        .arguments(["--", "claude", "--resume", A]);
    let prepared = prepare.finish();
    assert_eq!(prepared.exit, 0, "{prepared:?}");
    let told_argv: Value = serde_json::from_str(prepared.text()).expect("JSON");
    assert!(launches(&home).is_empty());
    let argv: Vec<String> = serde_json::from_value(told_argv["argv"].clone()).expect("words");
    let run = || {
        home.run(&argv[0])
            .arguments(&argv[1..])
            .variable("STORE_KEY", "of the pane")
    };
    let mut running = run().start();
    let noted = told(&home);
    let pid = running.pid().to_string();
    assert_eq!(
        noted,
        [
            pid.as_str(),
            &format!("--resume {A}"),
            elsewhere.to_str().expect("text"),
            "work:1",
            "of the preparing shell",
        ]
    );
    let launches = launches(&home);
    assert_eq!(launches.len(), 1);
    assert_eq!(launches[0]["process"]["pid"].to_string(), pid);
    assert_eq!(launches[0]["cwd"], json!(elsewhere));
    assert_eq!(launches[0]["asked"], json!({"how": "resume", "id": A}));
    running.close_input();
    assert_eq!(running.wait().exit, 0);
    let again = run().finish();
    assert_eq!(again.exit, 100, "a ticket is used once: {again:?}");
}

/// The server of a multiplexer has the environment of whoever started it, days ago.
#[test]
fn a_script_opens_a_tmux_pane_that_is_the_agent_with_the_scripts_environment() {
    let home = Home::new();
    need!(let tmux = Tmux::find(&home), "tmux");
    agent(&home);
    serve(&tmux);
    let server = tmux.ask(&["display-message", "-p", "#{pid}"]);
    let variable = format!("{},{},0", tmux.socket().display(), server.trim_end());
    let script = workspace().join("examples/tmux-pane.sh");
    let finished = by_person(&home, script)
        .variable("TMUX", variable)
        .variable("STORE_KEY", SECRET)
        .folder(home.path())
        .arguments(["work:7", "claude", "--resume", A])
        .finish();
    assert_eq!(finished.exit, 0, "{finished:?}");
    let pane = finished.text().trim_end();
    let noted = told(&home);
    let pid = tmux.ask(&["display-message", "-p", "-t", pane, "#{pane_pid}"]);
    let pid = pid.trim_end();
    let home_path = home.path();
    assert_eq!(
        noted,
        [
            pid,
            &format!("--resume {A}"),
            home_path.to_str().expect("text"),
            "work:7",
            SECRET,
        ]
    );
    let launches = launches(&home);
    assert_eq!(launches[0]["process"]["pid"].to_string(), pid);
    let started = tmux.ask(&["list-panes", "-a", "-F", "#{pane_start_command}"]);
    assert!(started.contains("--ticket") && !started.contains(SECRET));
    for file in home.files() {
        let bytes = fs::read(&file).expect("a file of ours");
        let secret = bytes
            .windows(SECRET.len())
            .any(|part| part == SECRET.as_bytes());
        assert_eq!(secret, file.ends_with("told"), "{}", file.display());
    }
    let answer = by_person(&home, rejoin()).arguments(["resolve", "work:7", "--json"]);
    let answer: Value = serde_json::from_str(answer.finish().text()).expect("JSON");
    assert_eq!(
        (&answer["state"], &answer["id"]),
        (&json!("asked"), &json!(A))
    );
}

#[test]
fn a_start_without_a_name_belongs_to_the_pane_that_takes_it_up() {
    let home = Home::new();
    need!(let tmux = Tmux::find(&home), "tmux");
    agent(&home);
    serve(&tmux);
    let prepare = by_person(&home, rejoin())
        .variable("REJOIN_PANE", "the manager's own")
        .arguments(["prepare", "--json", "--", "claude", "hello"]);
    let prepared: Value = serde_json::from_str(prepare.finish().text()).expect("JSON");
    let argv: Vec<String> = serde_json::from_value(prepared["argv"].clone()).expect("words");
    let mut words = vec!["split-window", "-d", "-P", "-F", "#{pane_id}"];
    words.extend(argv.iter().map(String::as_str));
    let pane = tmux.ask(&words);
    told(&home);
    let key = launches(&home)[0]["pane"].clone();
    let key = key.as_str().expect("text");
    assert!(
        key.starts_with("tmux:") && key.contains(pane.trim_end()),
        "{key}"
    );
}
