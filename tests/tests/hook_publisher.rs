//! Who published: the facts about the agent process and what stands above it, as the log
//! must have them for the fold to judge.

use rejoin_tests::{A, Agent, B, Home, Terminal, payload, process};
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
        let shells: Vec<_> = shells
            .iter()
            .map(|shell| Agent::link(&home, shell))
            .collect();
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
fn the_same_words_are_new_once_an_earlier_publisher_is_gone() {
    let home = Home::new();
    let mut owner = Agent::start(&home, "claude");
    owner.hook("claude", "P1", &prompt(A)).quiet();
    let mut other = Agent::start(&home, "claude");
    other.hook("claude", "P1", &prompt(B)).quiet();
    other.hook("claude", "P1", &prompt(B)).quiet();
    assert_eq!(
        home.log().records().len(),
        2,
        "nothing is new while both live"
    );
    owner.end();
    other.hook("claude", "P1", &prompt(B)).quiet();
    other.hook("claude", "P1", &prompt(B)).quiet();
    let records = home.log().records();
    assert_eq!(
        records.len(),
        3,
        "a child whose owner died is heard once more"
    );
    assert_eq!(records[2]["alive"], json!([]));
}

#[test]
fn words_are_known_only_if_they_are_the_last_under_every_claim() {
    let home = Home::new();
    let mut agent = Agent::start(&home, "claude");
    let tmux = |pane| {
        [
            ("TMUX", "/tmp/t,1,0"),
            ("TMUX_PANE", "%1"),
            ("REJOIN_PANE", pane),
        ]
    };
    agent.hook_with("claude", &tmux("P1"), &prompt(A)).quiet();
    agent.hook_with("claude", &tmux("P1"), &prompt(A)).quiet();
    assert_eq!(home.log().records().len(), 1);
    // Another agent speaks in the same tmux pane, under another name.
    let mut other = Agent::start(&home, "claude");
    other.hook_with("claude", &tmux("P2"), &prompt(B)).quiet();
    agent.hook_with("claude", &tmux("P1"), &prompt(A)).quiet();
    assert_eq!(
        home.log().records().len(),
        3,
        "it is not the tmux pane's last word"
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
        (&["exec", "talk about the app-server"], json!(["headless"])),
    ] {
        let mut codex = Agent::stage(&home, &["codex"])
            .words("codex", words)
            .start();
        codex.hook("codex", "P1", &prompt(A)).quiet();
        let record = home.log().records().pop().expect("recorded");
        assert_eq!(record["marks"], marks, "{words:?}");
    }
}
