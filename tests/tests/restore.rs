//! After a crash of tmux every pane stands where it stood, with its own conversation.

use rejoin_tests::{Desk, Home, Tmux, need, process};
use std::collections::BTreeSet;

/// Six panes in three windows of two sessions: one with a name of its own, two in one
/// directory, one plain shell between them, one that was never spoken to.
fn furnish(desk: &Desk<'_>) {
    for name in ["a", "b c"] {
        std::fs::create_dir(desk.home().path().join(name)).expect("made");
    }
    let at = |name: &str| {
        desk.home()
            .path()
            .join(name)
            .to_str()
            .expect("UTF-8")
            .to_owned()
    };
    let (a, b) = (at("a"), at("b c"));
    let ask = |words: &[&str]| desk.ask(words);
    ask(&["send-keys", "-t", "work:edit.0", "cd ~/a", "Enter"]);
    ask(&["split-window", "-d", "-t", "work:0.0", "-c", &a]);
    ask(&["split-window", "-d", "-h", "-t", "work:0.1", "-c", &a]);
    ask(&["select-pane", "-t", "work:0.2", "-T", "the third"]);
    ask(&["new-window", "-d", "-t", "work:5", "-c", &b]);
    ask(&[
        "new-session",
        "-d",
        "-s",
        "home sweet",
        "-c",
        &a,
        "-x",
        "80",
        "-y",
        "24",
    ]);
    ask(&[
        "new-window",
        "-d",
        "-t",
        "home sweet:1",
        "-n",
        "named",
        "-c",
        &b,
    ]);
    desk.types("work:0.0", "rejoin run -- claude");
    desk.types("work:0.2", "rejoin run -- claude");
    desk.types("work:5.0", "rejoin run -- claude");
    desk.types("home sweet:0.0", "SILENT=1 rejoin run -- claude");
    desk.types("home sweet:1.0", "rejoin run --pane 'my pane' -- claude");
    desk.wait_for_starts(5);
}

#[test]
fn after_a_crash_every_pane_stands_where_it_stood_with_its_conversation() {
    let home = Home::new();
    need!(let tmux = Tmux::find(&home), "tmux");
    let desk = Desk::new(&home, &tmux);
    desk.open();
    furnish(&desk);
    let (before, started) = (desk.stood(), desk.starts());
    desk.crash();

    let shown = desk.rejoin(&["restore", "--dry-run"]);
    assert_eq!((shown.exit, desk.starts().len()), (0, 5), "{shown:?}");
    let done = desk.rejoin(&["restore", "--yes"]);
    assert_eq!(done.exit, 0, "{done:?}");
    desk.wait_for_starts(10);
    let again: BTreeSet<String> = desk.starts().split_off(5).into_iter().collect();
    assert_eq!(again, started.into_iter().collect(), "{done:?}");
    assert_eq!(desk.stood(), before);
    let fresh = done.text().lines().find(|line| line.contains("afresh"));
    let unspoken = "tmux home sweet:0.0: started claude afresh";
    assert!(
        fresh.is_some_and(|line| line.starts_with(unspoken)),
        "{done:?}"
    );

    let twice = desk.rejoin(&["restore", "--yes"]);
    assert_eq!(
        (twice.exit, twice.text()),
        (0, "nothing is to be restored\n")
    );
    assert_eq!(desk.starts().len(), 10);

    desk.crash();
    assert_eq!(desk.rejoin(&["restore", "--yes"]).exit, 0);
    desk.wait_for_starts(15);
    assert_eq!(desk.stood(), before, "a second crash is like the first");
}

#[test]
fn a_killed_agent_comes_back_in_its_own_pane_and_never_into_what_else_runs_there() {
    let home = Home::new();
    need!(let tmux = Tmux::find(&home), "tmux");
    let desk = Desk::new(&home, &tmux);
    desk.open();
    desk.ask(&["split-window", "-d", "-t", "work:0.0"]);
    for pane in ["work:0.0", "work:0.1"] {
        desk.types(pane, "rejoin run -- claude");
    }
    desk.wait_for_starts(2);
    let before = desk.stood();
    desk.kill_agents();
    desk.types("work:0.1", "sleep 1000");
    process::wait_until("it runs", || {
        desk.stood().iter().any(|pane| pane.ends_with(" sleep"))
    });
    let done = desk.rejoin(&["restore", "--yes"]);
    let text = done.text();
    assert!(text.contains("\ntmux work:0.0 (edit): resumed "), "{text}");
    assert!(
        text.contains("\ntmux work:0.1 (edit): skipped: the pane runs sleep\n"),
        "{text}"
    );
    desk.wait_for_starts(3);
    assert_eq!((done.exit, desk.starts().len()), (0, 3));
    assert_eq!(desk.stood().len(), before.len(), "no pane was made");
}
