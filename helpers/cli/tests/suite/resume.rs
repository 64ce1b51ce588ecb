//! Going on with a conversation: the exact line, the right place, and never two at once.

use crate::kit::{A, B, Home, Said};
use crate::run::records;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::process::{Child, Stdio};

/// Says its arguments and its place.
pub const SAYS: &str = "#!/bin/sh\necho \"$*\"\npwd\necho \"$REJOIN_PANE $CLAUDE_CONFIG_DIR\"\n";

/// Says that it runs, and does until its input ends.
pub const STAYS: &str = "#!/bin/sh\necho started\nexec cat\n";

pub fn project(home: &Home) -> String {
    let cwd = home.path().join("a project");
    std::fs::create_dir_all(&cwd).expect("made");
    cwd.to_str().expect("text").to_owned()
}

/// Puts a transcript that names `named` where the agent keeps `id`.
pub fn stored(home: &Home, cwd: &str, id: &str, named: &str) -> std::path::PathBuf {
    let folder = cwd.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let line = format!("{{\"sessionId\":\"{named}\"}}\n");
    home.write(&format!(".claude/projects/{folder}/{id}.jsonl"), &line)
}

pub fn held(agent: &str, script: &str) -> (Home, String) {
    let home = Home::new();
    home.program(agent, script);
    let cwd = project(&home);
    home.publish("work:1", agent, A, &cwd);
    (home, cwd)
}

pub fn launches(home: &Home) -> Vec<Value> {
    let records = records(home);
    let launches = records.iter().map(|line| &line["record"]);
    launches
        .filter(|record| record["kind"] == "launch")
        .cloned()
        .collect()
}

pub fn refused(said: &Said, code: &str) {
    let json = said.json();
    assert_eq!(
        (said.code, &json["code"]),
        (3, &json!(code)),
        "{}",
        said.err
    );
    assert!(
        json["remedy"]
            .as_str()
            .is_some_and(|remedy| remedy.ends_with('.'))
    );
}

/// A program that was started and runs.
pub fn running(home: &Home, arguments: &[&str]) -> Child {
    let mut command = home.command(arguments);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("runs");
    let mut said = [0; 8];
    let out = child.stdout.as_mut().expect("piped");
    out.read_exact(&mut said).expect("it started");
    assert_eq!(&said, b"started\n");
    child
}

pub fn end(mut child: Child) {
    drop(child.stdin.take());
    assert!(child.wait().expect("ends").success());
}

#[test]
fn a_conversation_goes_on_by_its_exact_line_in_its_own_directory() {
    let (home, cwd) = held("claude", SAYS);
    let said = home.rejoin(&["resume", "work:1"]);
    assert_eq!(
        said.out,
        format!("--resume {A}\n{cwd}\nwork:1 \n"),
        "{}",
        said.err
    );
    let launch = &launches(&home)[0];
    assert_eq!(launch["asked"], json!({"how": "resume", "id": A}));
    assert_eq!(
        (&launch["pane"], &launch["cwd"]),
        (&json!("work:1"), &json!(cwd))
    );
    let answer = home.rejoin(&["resolve", "work:1", "--json"]).json();
    assert_eq!(
        (&answer["id"], &answer["cwd"]["last"]),
        (&json!(A), &json!(cwd))
    );
}

#[test]
fn without_a_name_this_pane_is_meant_and_another_one_can_take_it() {
    let (home, _) = held("claude", SAYS);
    let mut command = home.command(&["resume"]);
    let said: Said = command
        .env("REJOIN_PANE", "work:1")
        .output()
        .expect("runs")
        .into();
    assert!(
        said.out.starts_with(&format!("--resume {A}\n")),
        "{}",
        said.err
    );
    let said = home.rejoin(&["resume", "work:1", "--pane", "work:2"]);
    assert!(said.out.ends_with("work:2 \n"), "{}{}", said.out, said.err);
    let answer = home.rejoin(&["resolve", "work:2", "--json"]).json();
    assert_eq!(answer["id"], A);
}

#[test]
fn a_printed_line_starts_nothing_and_is_what_would_start() {
    let (home, cwd) = held("claude", SAYS);
    let printed = home.rejoin(&["resume", "work:1", "--print", "--", "--model", "a b"]);
    let line = format!("cd '{cwd}' && claude --resume {A} --model 'a b'\n");
    assert_eq!(printed.out, line);
    let json = home.rejoin(&["resume", A, "--json"]).json();
    assert_eq!(json["argv"], json!(["claude", "--resume", A]));
    assert_eq!(
        (&json["how"], &json["cwd"]),
        (&json!("resume"), &json!(cwd))
    );
    assert!(launches(&home).is_empty());
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", &printed.out]).env_clear();
    shell.env(
        "PATH",
        format!("{}/bin:/usr/bin:/bin", home.path().display()),
    );
    let said = String::from_utf8(shell.output().expect("runs").stdout).expect("text");
    assert!(said.starts_with(&format!("--resume {A} --model a b\n{cwd}\n")));
}

#[test]
fn the_options_of_the_launch_are_repeated_and_its_prompt_is_not() {
    let home = Home::new();
    home.program("claude", SAYS);
    let line = [
        "run", "--pane", "work:1", "--", "claude", "--model", "opus", "--resume", A, "hello",
    ];
    home.rejoin(&line);
    let again = home.rejoin(&["resume", "work:1"]);
    assert_eq!(
        again.out.lines().next(),
        Some(&*format!("--resume {A} --model opus"))
    );
    let third = home.rejoin(&["resume", "work:1", "--", "--verbose"]);
    assert_eq!(
        third.out.lines().next(),
        Some(&*format!("--resume {A} --model opus --verbose"))
    );
    let argv = &launches(&home)[2]["argv"];
    assert_eq!(argv, &json!(["claude", "--model", "opus", "--verbose"]));
}

#[test]
fn a_conversation_that_the_launch_did_not_hold_gains_no_permission_from_it() {
    let home = Home::new();
    home.program("claude", SAYS);
    let risky = "--dangerously-skip-permissions";
    home.rejoin(&[
        "run", "--pane", "work:1", "--", "claude", "--resume", A, risky,
    ]);
    home.publish("work:1", "claude", B, &project(&home));
    let said = home.rejoin(&["resume", "work:1", "--print"]);
    assert!(
        said.out.ends_with(&format!("claude --resume {B}\n")),
        "{}",
        said.out
    );
}

#[test]
fn an_id_that_was_given_and_never_used_is_given_again() {
    let home = Home::new();
    home.program("claude", SAYS);
    home.rejoin(&["run", "--pane", "work:1", "--", "claude", "--model", "opus"]);
    let id = launches(&home)[0]["asked"]["new"]
        .as_str()
        .expect("chosen")
        .to_owned();
    let again = home.rejoin(&["resume", "work:1"]);
    assert_eq!(
        again.out.lines().next(),
        Some(&*format!("--session-id {id} --model opus"))
    );
    assert_eq!(
        launches(&home)[1]["asked"],
        json!({"how": "fresh", "new": id})
    );
    stored(&home, home.path().to_str().expect("text"), &id, &id);
    let stored = home.rejoin(&["resume", "work:1"]);
    assert_eq!(
        stored.out.lines().next(),
        Some(&*format!("--resume {id} --model opus"))
    );
}

#[test]
fn a_directory_that_is_gone_is_said_and_not_made() {
    let (home, cwd) = held("claude", SAYS);
    std::fs::remove_dir(&cwd).expect("removed");
    for how in ["resume", "fork"] {
        refused(
            &home.rejoin(&[how, "work:1", "--json"]),
            "directory-missing",
        );
        let said = home.rejoin(&[how, "work:1"]);
        assert!(said.code == 3 && said.err.contains(&cwd), "{}", said.err);
    }
    assert!(!std::path::Path::new(&cwd).exists());
    assert!(launches(&home).is_empty());
    assert_eq!(
        home.rejoin(&["resolve", "work:1", "--json"]).json()["id"],
        A
    );
}

#[test]
fn what_a_living_process_holds_is_refused_until_the_process_is_gone() {
    let (home, _) = held("claude", STAYS);
    let first = running(&home, &["resume", "work:1"]);
    refused(&home.rejoin(&["resume", "work:1", "--json"]), "in-use");
    for line in [
        &["resume", "work:1"][..],
        &["resume", A, "--pane", "work:2"],
    ] {
        let said = home.rejoin(line);
        assert_eq!((said.code, &*said.out), (3, ""), "{}", said.err);
        let pid = first.id().to_string();
        for word in [&*pid, "work:1", "rejoin fork"] {
            assert!(said.err.contains(word), "{word}: {}", said.err);
        }
    }
    assert_eq!(launches(&home).len(), 1);
    end(first);
    end(running(&home, &["resume", "work:1"]));
}

#[test]
fn of_many_resumes_at_once_one_starts() {
    const MANY: usize = 20;
    let (home, _) = held("claude", STAYS);
    let children: Vec<Child> = (0..MANY)
        .map(|at| {
            let pane = format!("work:{}", at % 3);
            let mut command = home.command(&["resume", A, "--pane", &pane]);
            let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
            command.stderr(Stdio::piped()).spawn().expect("runs")
        })
        .collect();
    let mut input = Vec::new();
    let mut waiting = Vec::new();
    for mut child in children {
        input.push(child.stdin.take().expect("piped"));
        waiting.push(std::thread::spawn(move || {
            child.wait_with_output().expect("ends")
        }));
    }
    // All but the one that runs end by themselves.
    let ended = || waiting.iter().filter(|thread| thread.is_finished()).count();
    while ended() < MANY - 1 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    input.iter_mut().for_each(|pipe| drop(pipe.write_all(b"")));
    drop(input);
    let said: Vec<Said> = waiting
        .into_iter()
        .map(|t| t.join().expect("no panic").into())
        .collect();
    let started = said.iter().filter(|said| said.out == "started\n").count();
    let refused = said
        .iter()
        .filter(|s| s.code == 3 && s.err.contains("holds this"))
        .count();
    assert_eq!((started, refused), (1, MANY - 1));
    assert_eq!(
        launches(&home).len(),
        1,
        "who is refused leaves no trace in a pane"
    );
}

#[test]
fn a_store_elsewhere_is_where_the_agent_looks() {
    let home = Home::new();
    home.program("claude", SAYS);
    let store = home.path().join("other store");
    home.publish_in("work:1", "claude", A, &project(&home), store.as_os_str());
    let said = home.rejoin(&["resume", "work:1"]);
    assert!(
        said.out.ends_with(&format!("work:1 {}\n", store.display())),
        "{}",
        said.out
    );
    let launch = &launches(&home)[0];
    assert_eq!(
        (&launch["store"], &launch["store_by"]),
        (&json!(store), &json!("CLAUDE_CONFIG_DIR"))
    );
}

#[test]
fn words_of_the_call_never_choose_the_conversation() {
    let (home, _) = held("claude", SAYS);
    let code = |words: &[&str]| {
        let said = home.rejoin(&[&["resume", "work:1", "--json", "--"], words].concat());
        said.json()["code"].clone()
    };
    for words in [
        &["--continue"][..],
        &["-c"],
        &["--model", "x", "-c"],
        &["--last"],
    ] {
        assert_eq!(code(words), "recency-selector", "{words:?}");
    }
    for words in [
        &["--resume", B][..],
        &["--fork-session"],
        &["--session-id", B],
        &["-r", A],
        &["--resume"],
        &["-r", "no id"],
        &["--resume=no id"],
    ] {
        assert_eq!(code(words), "selectors-conflict", "{words:?}");
    }
    for words in [
        &["--model", "x"][..],
        &["-c", "key=value"],
        &["--", "--continue"],
    ] {
        assert_eq!(code(words), Value::Null, "{words:?}");
    }
}

#[test]
fn an_id_is_found_in_any_pane_and_two_conversations_of_one_id_are_not_mixed_up() {
    let (home, cwd) = held("claude", SAYS);
    home.publish("work:1", "claude", B, &cwd);
    let past = home.rejoin(&["resume", A]);
    assert!(
        past.out.starts_with(&format!("--resume {A}\n")),
        "{}",
        past.err
    );
    home.publish("work:7", "codex", A, &cwd);
    let said = home.rejoin(&["resume", A, "--json"]);
    assert_eq!(
        (said.code, &said.json()["code"]),
        (4, &json!("id-ambiguous"))
    );
    assert_eq!(home.rejoin(&["resume", "no-such-thing"]).code, 1);
}

#[test]
fn an_agent_that_would_start_another_conversation_is_not_asked_for_a_lost_one() {
    let (home, _) = held("vibe", SAYS);
    home.write(".vibe/logs/session/unified/other/meta.json", "{}");
    refused(
        &home.rejoin(&["resume", "work:1", "--json"]),
        "transcript-missing",
    );
}
