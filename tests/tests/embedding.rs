//! How other programs use rejoin: the examples do what they say.

use rejoin_tests::{A, B, Home, need, tool, workspace};

#[test]
fn a_watcher_is_told_when_a_pane_holds_another_conversation() {
    let home = Home::new();
    need!(let python = tool("python3"), "python3");
    let link = home.root().join("bin/rejoin");
    std::os::unix::fs::symlink(rejoin_tests::rejoin(), link).expect("linked");
    let path = format!("{}/bin:/usr/bin:/bin", home.root().display());
    let hook = |id: &str| {
        let said = format!(r#"{{"session_id":"{id}","hook_event_name":"UserPromptSubmit"}}"#);
        home.hook("claude")
            .pane("work:7")
            .input(said)
            .finish()
            .quiet();
    };
    hook(A);
    let watcher = home
        .run(python)
        .argument(workspace().join("examples/watch.py"));
    let watcher = watcher.argument("2").variable("PATH", path).start();
    hook(B);
    let told = watcher.wait();
    assert_eq!(told.exit, 0, "{told:?}");
    let last = told.text().lines().last().expect("a line");
    assert_eq!(
        last,
        format!("work:7  claude  {B}  published  claude --resume {B}")
    );
}
