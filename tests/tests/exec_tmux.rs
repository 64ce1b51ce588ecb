//! A pane of tmux that becomes what a ticket hands over: the agent has the caller's
//! environment, not the one that the server was started with, and is the pane's process.

use rejoin_tests::{Handover, Home, Tmux, need, process};
use std::path::Path;

const SECRET: &str = "s3cr3t-zz-41c9";

/// What the pane's process has as its environment.
fn environment(pid: u32) -> Vec<String> {
    let bytes = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let text = String::from_utf8(bytes).expect("UTF-8");
    text.split_terminator('\0').map(str::to_owned).collect()
}

#[test]
fn a_pane_becomes_the_agent_with_the_callers_environment() {
    let home = Home::new();
    need!(let server = Tmux::find(&home), "tmux");
    let start = ["new-session", "-d", "-x", "80", "-y", "24", "sh"];
    let old = server.command(&start);
    let old = old.variable("CLAUDE_CONFIG_DIR", "/h/old");
    assert_eq!(old.variable("ONLY_OLD", "1").finish().exit, 0);

    let agent = home.path().join("my-agent");
    let sleep = std::fs::read("/bin/sleep").expect("a program");
    home.put_program(&agent, &sleep, 0o755);
    let handover = Handover::of(&agent).arguments(["1000"]).variables([
        "CLAUDE_CONFIG_DIR=/h/new".to_owned(),
        format!("API_KEY={SECRET}"),
        "TMUX_PANE=%99".to_owned(),
    ]);
    let ticket = handover.ticket(&home);
    let exec = rejoin_tests::exec();
    let words = [&*exec, Path::new("--ticket"), &*ticket];
    let words = words.map(|word| word.to_str().expect("UTF-8"));
    let window = ["new-window", "-P", "-F", "#{pane_id} #{pane_pid}"];
    let told = server.ask(&[&window[..], &words].concat());
    let (pane, pid) = told.trim_end().split_once(' ').expect("two words");
    let pid: u32 = pid.parse().expect("a number");
    process::wait_until("the agent runs", || {
        process::name_of(pid).is_some_and(|name| name == "my-agent") && process::waits(pid)
    });

    let seen = environment(pid);
    let has = |entry: &str| seen.iter().any(|seen| seen == entry);
    assert!(has("CLAUDE_CONFIG_DIR=/h/new"), "{seen:?}");
    assert!(has(&format!("TMUX_PANE={pane}")), "{seen:?}");
    assert!(seen.iter().any(|entry| entry.starts_with("TMUX=")));
    let of_the_pane = [
        "CLAUDE_CONFIG_DIR=",
        "API_KEY=",
        "TMUX",
        "TERM",
        "COLORTERM=",
    ];
    for entry in &seen {
        let known = of_the_pane.iter().any(|begin| entry.starts_with(begin));
        assert!(known, "{entry} is the server's");
    }
    let target = ["list-panes", "-a", "-F"];
    let shown = server.ask(&[&target[..], &["#{pane_pid} #{pane_current_command}"]].concat());
    assert!(shown.contains(&format!("{pid} my-agent\n")), "{shown}");
    let shown = server.ask(&[&target[..], &["#{pane_start_command} #{pane_title}"]].concat());
    let environment = server.ask(&["show-environment", "-g"]);
    assert!(!shown.contains(SECRET) && !environment.contains(SECRET));
    assert!(shown.contains("--ticket") && !ticket.exists());
}
