//! Who published: the facts about the agent process, what stands above it, and the pane
//! that its surroundings name, as the log must have them for the fold to judge.

use rejoin_tests::{A, Agent, B, Home, Terminal, has_tool, need, payload, process};
use serde_json::{Value, json};

fn prompt(id: &str) -> String {
    payload("UserPromptSubmit", id)
}

fn names(record: &Value) -> Vec<&str> {
    let above = record["above"].as_array().expect("a list");
    above
        .iter()
        .map(|ancestor| ancestor["name"].as_str().unwrap_or("?"))
        .collect()
}

#[test]
fn the_publisher_is_the_agent_process_that_ran_the_hook() {
    let home = Home::new();
    let mut claude = Agent::start(&home, "claude");
    claude.hook("claude", "P1", &prompt(A)).quiet();
    let record = home.log().only();
    let publisher = json!({ "pid": claude.pid(), "start": process::start_of(claude.pid()) });
    assert_eq!(record["publisher"], publisher);
    assert_eq!(record["name"], "claude");
    assert_eq!(record["above"][0]["pid"], std::process::id());
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").expect("Linux has one");
    assert_eq!(record["boot"], boot.trim_end());
    let at = record["at"].as_str().expect("a text");
    assert!(at.len() == 24 && at.ends_with('Z'), "{at}");
}

#[test]
fn shells_between_an_agent_and_its_hook_are_stepped_over() {
    let home = Home::new();
    let hook = rejoin_tests::hook();
    let hook = hook.to_str().expect("UTF-8");
    for shells in [&["sh"][..], &["bash", "sh"], &["zsh", "fish", "dash"]] {
        let mut claude = Agent::start(&home, "claude");
        let shells: Vec<_> = shells.iter().map(|shell| link_of(&home, shell)).collect();
        let mut words: Vec<&str> = Vec::new();
        for shell in &shells {
            words.extend([shell.as_str(), "--"]);
        }
        words.extend([hook, "claude"]);
        let pane = [("REJOIN_PANE", "P1")];
        claude.run(&words, &pane, &prompt(A)).quiet();
        let record = home.log().records().pop().expect("recorded");
        assert_eq!(record["publisher"]["pid"], claude.pid(), "{shells:?}");
    }
}

/// Makes the stand-in available under a shell's name.
fn link_of(home: &Home, name: &str) -> String {
    Agent::start(home, name).end();
    home.root()
        .join("bin")
        .join(name)
        .to_str()
        .expect("UTF-8")
        .to_owned()
}

#[test]
fn a_shell_that_leads_its_terminal_is_no_step_between() {
    let home = Home::new();
    let terminal = Terminal::new();
    let mut shell = Agent::stage(&home, &["bash"]).terminal(&terminal).start();
    shell.hook("claude", "P1", &prompt(A)).quiet();
    let record = home.log().only();
    assert_eq!(
        record["publisher"]["pid"],
        shell.pid(),
        "a person typed it there"
    );
}

#[test]
fn ancestors_are_named_nearest_first_with_the_agents_among_them() {
    let home = Home::new();
    let mut inner = Agent::stage(&home, &["codex", "bash", "claude", "sh", "codex"]).start();
    inner.hook("codex", "P1", &prompt(A)).quiet();
    let record = home.log().only();
    assert_eq!(names(&record)[..4], ["sh", "claude", "bash", "codex"]);
    let agents: Vec<_> = (0..4)
        .map(|at| {
            record["above"][at]
                .get("agent")
                .cloned()
                .unwrap_or_default()
        })
        .collect();
    assert_eq!(
        agents,
        [json!(null), json!("claude"), json!(null), json!("codex")]
    );
    assert!(
        record["above"]
            .as_array()
            .is_some_and(|above| above.len() <= 16)
    );
}

#[test]
fn ancestors_end_one_above_the_leader_of_the_terminal() {
    let home = Home::new();
    let terminal = Terminal::new();
    let mut claude = Agent::stage(&home, &["zsh", "claude"])
        .terminal(&terminal)
        .start();
    claude.hook("claude", "P1", &prompt(A)).quiet();
    let record = home.log().only();
    let above = record["above"].as_array().expect("a list");
    assert_eq!(above.len(), 2, "the shell and what started it: {above:#?}");
    assert_eq!(names(&record)[0], "zsh");
    assert_eq!(above[1]["pid"], std::process::id());
    assert_eq!(record["claim"]["tty"], terminal.device());
    assert_eq!(process::terminal_of(claude.pid()), Some(terminal.device()));
    assert_eq!(record["claim"]["session"], above[0]["pid"]);
    assert_eq!(record["foreground"], true);
}

#[test]
fn without_a_terminal_nothing_is_in_the_foreground() {
    let home = Home::new();
    let mut claude = Agent::start(&home, "claude");
    claude.hook("claude", "P1", &prompt(A)).quiet();
    let record = home.log().only();
    let tty = process::terminal_of(claude.pid()).expect("it lives");
    assert_eq!(record["claim"]["tty"], tty);
    if tty == 0 {
        assert_eq!(record["foreground"], false);
    }
}

#[test]
fn earlier_publishers_are_recorded_as_long_as_they_live() {
    let home = Home::new();
    let mut first = Agent::start(&home, "claude");
    first.hook("claude", "P1", &prompt(A)).quiet();
    let mut second = Agent::start(&home, "codex");
    second.hook("codex", "P1", &prompt(B)).quiet();
    let alive = json!([{ "pid": first.pid(), "start": process::start_of(first.pid()) }]);
    assert_eq!(
        home.log().records()[1]["alive"],
        alive,
        "a nested agent shows"
    );

    first.end();
    let mut third = Agent::start(&home, "claude");
    third.hook("claude", "P1", &prompt(A)).quiet();
    let alive = json!([{ "pid": second.pid(), "start": process::start_of(second.pid()) }]);
    assert_eq!(
        home.log().records()[2]["alive"],
        alive,
        "one that ended does not"
    );

    second.end();
    third.hook("claude", "P1", &prompt(B)).quiet();
    assert_eq!(
        home.log().records()[3]["alive"],
        json!([]),
        "it is itself no earlier one"
    );
}

#[test]
fn the_first_publisher_of_a_pane_knows_of_no_others() {
    let home = Home::new();
    home.hook("claude")
        .pane("P1")
        .input(prompt(A))
        .finish()
        .quiet();
    assert!(
        home.log().only().get("alive").is_none(),
        "nothing is not known, not nobody"
    );
}

#[test]
fn marks_of_the_definition_are_put_on_the_publisher() {
    for (agent, variables, marks) in [
        (
            "claude",
            &[("CLAUDE_JOB_DIR", "/h/.claude/jobs/x")][..],
            json!(["background"]),
        ),
        (
            "claude",
            &[("CLAUDE_CODE_ENTRYPOINT", "sdk-cli")],
            json!(["headless"]),
        ),
        (
            "claude",
            &[("CLAUDE_CODE_SESSION_ATTENDED", "0")],
            json!(["headless"]),
        ),
        (
            "claude",
            &[("CLAUDE_CODE_ENTRYPOINT", "cli"), ("CLAUDE_JOB_DIR", "")],
            json!(null),
        ),
        (
            "claude",
            &[
                ("CLAUDE_JOB_DIR", "/j"),
                ("CLAUDE_CODE_SESSION_ATTENDED", "0"),
            ],
            json!(["background", "headless"]),
        ),
        ("codex", &[("CODEX_THREAD_ID", A)], json!(["nested"])),
        ("codex", &[], json!(null)),
    ] {
        let home = Home::new();
        let mut publisher = Agent::start(&home, agent);
        publisher.hook_with(agent, variables, &prompt(A)).quiet();
        assert_eq!(home.log().only()["marks"], marks, "{agent} {variables:?}");
    }
}

#[test]
fn a_shared_server_is_marked_by_its_command_line() {
    let home = Home::new();
    for (words, marks) in [
        (&["app-server", "--listen"][..], json!(["background"])),
        (&["exec", "talk about the app-server"], json!(null)),
    ] {
        let mut codex = Agent::stage(&home, &["codex"])
            .words("codex", words)
            .start();
        codex.hook("codex", "P1", &prompt(A)).quiet();
        let record = home.log().records().pop().expect("recorded");
        assert_eq!(record["marks"], marks, "{words:?}");
    }
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
    need!(has_tool("tmux"), "tmux");
    let home = Home::new();
    let socket = home.root().join("tmux.sock");
    let said = home.root().join("payload");
    std::fs::copy(recorded(), &said).expect("is copied");
    link_of(&home, "claude");
    let script = format!(
        "{0}/bin/claude -- {1} claude <{0}/payload; true",
        home.root().display(),
        rejoin_tests::hook().display()
    );
    let tmux = |words: &[&str]| {
        let run = home.run("/usr/bin/tmux").argument("-S").argument(&socket);
        run.variable("TERM", "xterm")
            .arguments(["-f", "/dev/null"])
            .arguments(words)
            .finish()
    };
    let started = tmux(&["new-session", "-d", "-x", "80", "-y", "24", "sh"]);
    assert_eq!(started.exit, 0, "{started:?}");
    assert_eq!(tmux(&["send-keys", "-l", &script]).exit, 0);
    assert_eq!(tmux(&["send-keys", "Enter"]).exit, 0);
    process::wait_until("a record from inside tmux", || {
        !home.log().bytes().is_empty()
    });
    let server = tmux(&["display-message", "-p", "#{pid} #{pane_id} #{pane_pid}"]);
    let record = home.log().only();
    let told: Vec<_> = server
        .text()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    assert_eq!(tmux(&["kill-server"]).exit, 0);
    let tmux = &record["claim"]["tmux"];
    assert_eq!(
        [
            tmux["server"].to_string(),
            tmux["pane"].as_str().expect("a text").into()
        ],
        told[..2]
    );
    assert_eq!(tmux["socket"], socket.to_str().expect("UTF-8"));
    let above = record["above"].as_array().expect("a list");
    let pids: Vec<_> = above
        .iter()
        .map(|ancestor| ancestor["pid"].to_string())
        .collect();
    assert_eq!(
        pids,
        [told[2].clone(), told[0].clone()],
        "the pane's shell, then the server"
    );
    assert_eq!(record["foreground"], true);
}

fn recorded() -> std::path::PathBuf {
    let file = "payloads/claude/2.1.332/UserPromptSubmit-first-prompt.json";
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
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
    let run = |value: &std::path::Path| {
        let hook = home
            .hook("claude")
            .variable("CLAUDE_CONFIG_DIR", value)
            .pane("P1");
        hook.input(prompt(A)).finish().quiet();
        home.log().records().pop().expect("recorded")
    };
    let record = run(&other);
    assert_eq!(record["store"], other.to_str().expect("UTF-8"));
    use std::os::unix::fs::MetadataExt;
    assert_eq!(
        (&record["store_dev"], &record["store_ino"]),
        (&json!(metadata.dev()), &json!(metadata.ino()))
    );
    let record = run(std::path::Path::new(""));
    assert_eq!(
        record["store"],
        home.path().join(".claude").to_str().expect("UTF-8"),
        "empty is unset"
    );
    assert!(record.get("store_ino").is_none(), "it does not exist");
    let record = run(std::path::Path::new("relative"));
    assert!(
        record.get("store").is_none(),
        "it would be another one in each folder"
    );
}
