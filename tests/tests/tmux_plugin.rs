//! The tmux plugin, beside a stand-in for tmux-resurrect and a person's own hooks.

use rejoin_tests::{Desk, Home, Tmux, need, process, tool, workspace};
use std::path::Path;

const HOOKS: [&str; 3] = [
    "@resurrect-hook-post-save-all",
    "@resurrect-hook-pre-restore-pane-processes",
    "@resurrect-hook-post-restore-all",
];

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Has the server run a shell line, and waits for its end.
fn run(desk: &Desk<'_>, line: &str) {
    let done = desk.home().root().join("done");
    desk.ask(&[
        "run-shell",
        "-b",
        &format!("{line}; touch '{}'", text(&done)),
    ]);
    process::wait_until("the server ran it", || done.exists());
    std::fs::remove_file(done).expect("removed");
}

/// Loads the plugin as a person's settings do.
fn load(desk: &Desk<'_>) {
    let plugin = workspace().join("tmux/rejoin.tmux");
    run(desk, &format!("'{}'", text(&plugin)));
}

fn resurrect(desk: &Desk<'_>, word: &str) {
    let script = workspace().join("tests/tmux/resurrect.sh");
    let file = desk.home().root().join("resurrect.txt");
    run(
        desk,
        &format!("'{}' {word} '{}'", text(&script), text(&file)),
    );
}

fn hook(desk: &Desk<'_>, name: &str) -> String {
    desk.ask(&["show-option", "-gqv", name])
        .trim_end()
        .to_owned()
}

#[test]
fn a_persons_own_hooks_stay_and_ours_are_added_once() {
    let home = Home::new();
    need!(let tmux = Tmux::find(&home), "tmux");
    let desk = Desk::new(&home, &tmux);
    desk.open();
    let own = "echo mine >> \"$HOME/hooks\"";
    desk.ask(&["set-option", "-g", HOOKS[0], own]);
    let keys = desk.ask(&["list-keys"]);
    load(&desk);
    let first = HOOKS.map(|name| hook(&desk, name));
    assert!(first[0].ends_with(&format!("; {own}")), "{first:?}");
    assert!(
        first.iter().all(|hook| hook.contains("rejoin.tmux")),
        "{first:?}"
    );
    load(&desk);
    assert_eq!(HOOKS.map(|name| hook(&desk, name)), first);
    assert_eq!(desk.ask(&["list-keys"]), keys);

    need!(tool("bash").is_some(), "bash");
    resurrect(&desk, "save");
    let said = std::fs::read_to_string(home.path().join("hooks")).expect("it ran");
    assert_eq!(said, "mine\n");
}

#[test]
fn agents_come_back_when_tmux_resurrect_restores_its_panes() {
    let home = Home::new();
    need!(let tmux = Tmux::find(&home), "tmux");
    need!(tool("bash").is_some(), "bash");
    let desk = Desk::new(&home, &tmux);
    desk.open();
    load(&desk);
    desk.ask(&["split-window", "-d", "-t", "work:0.0"]);
    desk.ask(&["new-window", "-d", "-t", "work:3"]);
    for pane in ["work:0.0", "work:3.0"] {
        desk.types(pane, "rejoin run -- claude");
    }
    desk.wait_for_starts(2);
    let started = desk.starts();
    // Moved and renamed after its agent was started: saving finds it where it is now.
    desk.ask(&["move-window", "-s", "work:3", "-t", "work:7"]);
    desk.ask(&["rename-session", "-t", "work", "play"]);
    resurrect(&desk, "save");
    desk.crash();

    desk.start();
    load(&desk);
    resurrect(&desk, "restore");
    desk.wait_for_starts(4);
    let mut again = desk.starts().split_off(2);
    again.sort();
    let mut before = started;
    before.sort();
    assert_eq!(again, before);
    let told = desk.rejoin(&["restore", "--yes"]);
    assert_eq!((told.exit, told.text()), (0, "nothing is to be restored\n"));
}

#[test]
fn the_status_line_shows_what_the_pane_holds() {
    let home = Home::new();
    need!(let tmux = Tmux::find(&home), "tmux");
    let desk = Desk::new(&home, &tmux);
    desk.open();
    desk.types("work:0.0", "rejoin run -- claude");
    desk.wait_for_starts(1);
    let id = desk.starts()[0][..8].to_owned();
    let told = home.root().join("told");
    let line = format!("rejoin status --tmux %0 > '{}'", text(&told));
    for _from_the_log_and_from_the_cache in 0..2 {
        run(&desk, &line);
        let said = std::fs::read_to_string(&told).expect("told");
        assert_eq!(said, format!("claude {id}"));
    }
}
