//! How other programs use rejoin: the examples do what they say.

use rejoin_tests::{A, B, Home, need, tool, workspace};

#[test]
fn a_watcher_is_told_when_a_pane_holds_another_conversation() {
    let home = Home::new();
    need!(let python = tool("python3"), "python3");
    let link = home.root().join("bin/rejoin");
    std::os::unix::fs::symlink(rejoin_tests::rejoin(), link).expect("linked");
    let path = format!("{}/bin:/usr/bin:/bin", home.root().display());
    let hook = |pane: &str, id: &str| {
        let said =
            format!(r#"{{"session_id":"{id}","cwd":"/w","hook_event_name":"UserPromptSubmit"}}"#);
        home.hook("claude").pane(pane).input(said).finish().quiet();
    };
    hook("work:7", A);
    let watcher = home
        .run(python)
        .argument(workspace().join("examples/watch.py"));
    let watcher = watcher.argument("2").variable("PATH", path).start();
    hook("work:8", B);
    let told = watcher.wait();
    assert_eq!(told.exit, 0, "{told:?}");
    let mut lines: Vec<&str> = told.text().lines().collect();
    lines.sort_unstable();
    let line = |pane, id| format!("{pane}  claude  {id}  published  claude --resume {id}");
    assert_eq!(lines, [line("work:7", A), line("work:8", B)]);
}
