//! Why a conversation is not gone on with: each reason by its own code, with what to do,
//! and nothing started, forgotten or changed.

use crate::kit::{A, B, Home, Said};
use crate::resume::{SAYS, STAYS, end, held, launches, project, refused, running, stored};
use serde_json::{Value, json};

fn code(said: &Said) -> (i32, Value) {
    (said.code, said.json()["code"].clone())
}

fn asked(home: &Home, how: &str) -> (i32, Value) {
    code(&home.rejoin(&[how, "work:1", "--json"]))
}

#[test]
fn a_pane_or_an_id_that_nobody_knows_is_no_binding() {
    let (home, _) = held("claude", SAYS);
    for line in [["resume", B, "--json"], ["fork", "work:9", "--json"]] {
        assert_eq!(code(&home.rejoin(&line)), (1, json!("no-binding")));
    }
}

#[test]
fn a_transcript_that_names_another_conversation_is_a_conflict() {
    let (home, cwd) = held("claude", SAYS);
    stored(&home, &cwd, A, B);
    for how in ["resume", "fork"] {
        assert_eq!(asked(&home, how), (4, json!("conflict")));
        assert_eq!(home.rejoin(&[how, "work:1"]).code, 4);
    }
    assert!(launches(&home).is_empty());
}

#[test]
fn an_agent_of_a_later_version_is_not_started() {
    let home = Home::new();
    home.publish("work:1", "later", A, &project(&home));
    assert_eq!(asked(&home, "resume"), (3, json!("unknown-agent")));
}

#[test]
fn inside_an_agent_a_pane_of_its_own_is_asked_for() {
    let (home, _) = held("codex", SAYS);
    let script = format!(
        "#!/bin/sh\n{} resume work:1 --json \"$@\"\nexit $?\n",
        crate::kit::REJOIN
    );
    home.program("tool", &script);
    // The kernel names a process by its file: this one is the agent's to us.
    let agent = home.path().join("bin/claude");
    std::fs::copy("/bin/sh", &agent).expect("copied");
    let within = |words: &str| -> Said {
        let line = format!("{}/bin/tool {words}; exit $?", home.path().display());
        let mut command = std::process::Command::new(&agent);
        let plain = home.command(&[]);
        for (name, value) in plain.get_envs() {
            command.env(name, value.expect("set"));
        }
        command.args(["-c", &line]).current_dir(home.path());
        command.output().expect("runs").into()
    };
    assert_eq!(code(&within("")), (3, json!("inside-agent")));
    assert_eq!(within("--pane work:2").json()["pane"], "work:2");
}

#[test]
fn a_store_to_which_no_variable_leads_is_said() {
    let home = Home::new();
    home.program("droid", SAYS);
    let store = home.path().join("elsewhere");
    home.publish_in("work:1", "droid", A, &project(&home), store.as_os_str());
    assert_eq!(asked(&home, "resume"), (3, json!("store-unreachable")));
}

#[test]
fn a_wrapper_that_looks_elsewhere_now_is_not_started() {
    let home = Home::new();
    home.program("at-work", SAYS);
    let config = |store: &str| {
        let text = format!("[wrappers.at-work]\nagent = \"claude\"\nstore = \"~/{store}\"\n");
        home.write(".config/rejoin/config.toml", &text);
    };
    config("one");
    home.rejoin(&[
        "run",
        "--pane",
        "work:1",
        "--",
        "at-work",
        "--resume",
        A,
        "--verbose",
    ]);
    let again = home.rejoin(&["resume", "work:1"]);
    let line = format!("--resume {A} --verbose");
    assert_eq!(again.out.lines().next(), Some(&*line), "{}", again.err);
    config("two");
    refused(
        &home.rejoin(&["resume", "work:1", "--json"]),
        "store-differs",
    );
    home.write(".config/rejoin/config.toml", "");
    let said = home.rejoin(&["resume", "work:1"]);
    assert!(
        said.code == 3 && said.err.contains("[wrappers]"),
        "{}",
        said.err
    );
    assert_eq!(launches(&home).len(), 2);
}

#[test]
fn a_conversation_in_which_nothing_was_said_is_not_copied() {
    let home = Home::new();
    home.program("claude", SAYS);
    home.rejoin(&["run", "--pane", "work:1", "--", "claude"]);
    refused(
        &home.rejoin(&["fork", "work:1", "--json"]),
        "nothing-to-copy",
    );
}

#[test]
fn who_waits_for_a_start_that_does_not_end_is_told() {
    let (home, _) = held("claude", SAYS);
    let turn = home.state().join("turn");
    let file = std::fs::File::create(turn).expect("made");
    file.lock().expect("locked");
    let mut waits = home.command(&["resume", "work:1"]);
    let mut waits = waits
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("runs");
    // It waits as long as the other one does not end.
    let printed = home.rejoin(&["resume", "work:1", "--print"]);
    assert_eq!(printed.code, 0, "who only looks waits for nobody");
    assert!(waits.try_wait().expect("a child").is_none());
    drop(file);
    assert!(waits.wait().expect("ends").success());
}

#[test]
fn text_for_a_shell_behind_two_dashes_is_refused_and_a_directory_may_be_called_anything() {
    let home = Home::new();
    home.program("codex", SAYS);
    let cwd = home.path().join("a $PROJECT `x`");
    std::fs::create_dir(&cwd).expect("made");
    home.publish("work:1", "codex", A, cwd.to_str().expect("text"));
    let said = home.rejoin(&["resume", "work:1", "--", "--model", "$MODEL"]);
    assert!(
        said.code == 3 && said.err.contains("$MODEL"),
        "{}",
        said.err
    );
    let said = home.rejoin(&["resume", "work:1", "--", "--model", "x"]);
    let line = format!("--no-daemon resume {A} -C {} --model x\n", cwd.display());
    assert!(said.out.starts_with(&line), "{}{}", said.out, said.err);
}

#[test]
fn a_process_that_is_gone_holds_nothing_whoever_has_its_number() {
    let (home, _) = held("claude", STAYS);
    let mut killed = running(&home, &["resume", "work:1"]);
    let said = home.rejoin(&["resume", "work:1"]);
    assert!(
        said.code == 3 && said.err.contains("holds"),
        "in-use: {}",
        said.err
    );
    killed.kill().expect("killed");
    killed.wait().expect("gone");
    end(running(&home, &["resume", "work:1"]));
}
