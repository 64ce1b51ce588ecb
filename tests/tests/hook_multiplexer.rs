//! Panes of multiplexers: what the hook records there, what the fold makes of it, and what
//! `rejoin pane` says are one name. A multiplexer that is not installed is stood in for by
//! `script` under its server's name, which opens a terminal as a server does.

use rejoin_store::multiplexer::MULTIPLEXERS;
use rejoin_tests::{A, Agent, Home, need, payload, process, rejoin, tool};
use serde_json::Value;
use std::path::Path;

/// A line for a shell that publishes, after noting in `told` what the pane is called.
fn line(home: &Home) -> String {
    let said = home.write("payload", payload("UserPromptSubmit", A));
    format!(
        "{} pane --json >{}; {} -- {} claude <{}; :",
        rejoin().display(),
        home.root().join("told").display(),
        Agent::link(home, "claude"),
        rejoin_tests::hook().display(),
        said.display()
    )
}

fn told(home: &Home) -> Value {
    let told = std::fs::read(home.root().join("told")).expect("it was told");
    serde_json::from_slice(&told).expect("JSON")
}

/// The pane under which the fold has the conversation.
fn bound(home: &Home) -> String {
    let list = home.run(rejoin()).arguments(["list", "--json"]).finish();
    let list: Value = serde_json::from_str(list.text()).expect("JSON");
    assert_eq!(list["panes"][0]["id"], A, "{list}");
    list["panes"][0]["pane"]
        .as_str()
        .expect("a name")
        .to_owned()
}

/// Runs a line in a terminal of a server of this name, which has the process id `$$`.
fn inside(home: &Home, script: &Path, server: &str, variables: &str, line: &str) {
    let folder = home.root().join("servers");
    std::fs::create_dir_all(&folder).expect("is made");
    std::fs::copy(script, folder.join(server)).expect("is copied");
    let typed = home.write("typed", line);
    let (server, typed) = (folder.join(server), typed.display());
    let start = format!(
        "export {variables}; exec {} -qec 'sh {typed}' /dev/null",
        server.display()
    );
    let finished = home
        .run("/bin/sh")
        .variable("SHELL", "/bin/sh")
        .arguments(["-c", &start])
        .finish();
    assert_eq!(finished.exit, 0, "{finished:?}");
}

#[test]
fn the_hook_the_fold_and_the_command_line_mean_one_pane_in_each_multiplexer() {
    need!(let script = tool("script"), "script");
    for known in &MULTIPLEXERS {
        for server in known.servers {
            let home = Home::new();
            let variables = format!("{}=$$ {}=3", known.session, known.pane);
            inside(&home, &script, server, &variables, &line(&home));
            let pane = bound(&home);
            assert!(pane.starts_with(&format!("{}:", known.word)), "{pane}");
            assert_eq!(told(&home)["pane"], pane.as_str());
        }
    }
}

#[test]
fn in_tmux_inside_kitty_the_tmux_pane_is_meant() {
    need!(let script = tool("script"), "script");
    let home = Home::new();
    let inner = home.write("inner", line(&home));
    // The shell below becomes the server that its variable names.
    let outer = format!(
        "export TMUX=/tmp/s,$$,0 TMUX_PANE=%1; exec script -qec 'sh {}' /dev/null",
        inner.display()
    );
    inside(
        &home,
        &script,
        "kitty",
        "KITTY_PID=$$ KITTY_WINDOW_ID=3",
        &outer,
    );
    let pane = bound(&home);
    assert!(pane.starts_with("tmux:s:%1@"), "{pane}");
    let told = told(&home);
    assert_eq!(told["pane"], pane.as_str());
    assert_eq!(told["claims"][1]["reason"]["word"], "not-served", "{told}");
}

#[test]
fn variables_that_another_terminal_inherited_name_nothing() {
    need!(let script = tool("script"), "script");
    let home = Home::new();
    let variables = "KITTY_PID=1 KITTY_WINDOW_ID=3 ZELLIJ_SESSION_NAME=a ZELLIJ_PANE_ID=0";
    inside(&home, &script, "terminal", variables, &line(&home));
    let pane = bound(&home);
    assert!(pane.starts_with("tty:pts/"), "{pane}");
    assert_eq!(told(&home)["pane"], pane.as_str());
}

/// A screen server of the test's own, which ends with this value.
struct Screen<'h>(&'h Home);

impl Screen<'_> {
    fn run(&self, program: &Path, words: &[&str]) {
        let sockets = self.0.root().join("screens");
        std::fs::create_dir_all(&sockets).expect("is made");
        private(&sockets);
        let run = self.0.run(program).variable("SCREENDIR", &sockets);
        let run = run.variable("TERM", "xterm").variable("SHELL", "/bin/sh");
        let _finished = run.arguments(words).finish();
    }
}

fn private(folder: &Path) {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(folder, mode).expect("is set");
}

#[test]
fn a_window_of_a_real_screen_is_named_with_its_server() {
    need!(let program = tool("screen"), "screen");
    let home = Home::new();
    let done = home.root().join("done");
    let lines = format!("{}\ntouch {}\nsleep 60", line(&home), done.display());
    let typed = home.write("typed", lines);
    let screen = Screen(&home);
    let typed = typed.to_str().expect("UTF-8");
    screen.run(
        &program,
        &["-c", "/dev/null", "-dmS", "rejoin", "sh", typed],
    );
    process::wait_until("a record from inside screen", || done.exists());
    let pane = bound(&home);
    screen.run(&program, &["-S", "rejoin", "-X", "quit"]);
    assert!(
        pane.starts_with("screen:") && pane.contains(".rejoin:0@"),
        "{pane}"
    );
    assert_eq!(told(&home)["pane"], pane.as_str());
}
