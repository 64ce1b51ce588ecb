//! Becoming the program: same process, untouched input, recorded before it starts.

use crate::kit::{A, Home};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

pub fn records(home: &Home) -> Vec<Value> {
    let said = home.rejoin(&["log", "--json"]);
    said.out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn the_program_gets_our_process_our_input_and_nothing_else() {
    let home = Home::new();
    let program = home.program(
        "claude",
        "#!/bin/sh\necho $$ $0 $REJOIN_PANE $*\necho $(ls /proc/self/fd)\ncat\n",
    );
    let plain = std::process::Command::new(&program)
        .stdin(Stdio::null())
        .output()
        .expect("runs");
    let plain = String::from_utf8(plain.stdout).expect("text");
    let mut child = home
        .command(&["run", "--pane", "work:1", "--", "claude", "--resume", A])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("runs");
    let pid = child.id();
    child
        .stdin
        .take()
        .expect("piped")
        .write_all(b"typed")
        .expect("read");
    let output = child.wait_with_output().expect("ends");
    let said = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[0],
        format!("{pid} {} work:1 --resume {A}", program.display())
    );
    assert_eq!(
        Some(lines[1]),
        plain.lines().nth(1),
        "descriptors as in a plain start"
    );
    assert_eq!(lines[2], "typed");
    let record = &records(&home)[0]["record"];
    assert_eq!(
        (&record["kind"], &record["pane"]),
        (&json!("launch"), &json!("work:1"))
    );
    assert_eq!(record["process"]["pid"], pid);
    assert_eq!(record["asked"], json!({"how": "resume", "id": A}));
    let answer = home.rejoin(&["resolve", "work:1", "--json"]).json();
    assert_eq!(
        (&answer["state"], &answer["id"]),
        (&json!("asked"), &json!(A))
    );
}

#[test]
fn a_program_that_is_not_there_records_nothing() {
    let home = Home::new();
    assert_eq!(home.rejoin(&["run", "--", "no-such-program"]).code, 127);
    home.write("bin/text", "x");
    assert_eq!(home.rejoin(&["run", "--", "text"]).code, 126);
    assert_eq!(home.rejoin(&["run"]).code, 2);
    assert!(!home.state().exists());
}

#[test]
fn a_start_that_fails_is_recorded_as_such() {
    let home = Home::new();
    home.program("codex", "#!/no/such/interpreter\n");
    let said = home.rejoin(&["run", "--pane", "work:1", "--", "codex"]);
    assert_eq!(said.code, 126, "{}", said.err);
    let kinds: Vec<Value> = records(&home)
        .iter()
        .map(|r| r["record"]["kind"].clone())
        .collect();
    assert_eq!(kinds, ["launch", "not_started"]);
    assert_eq!(home.rejoin(&["resolve", "work:1"]).code, 1);
}

#[test]
fn a_state_folder_that_cannot_be_used_stops_nobody() {
    let home = Home::new();
    home.write(".local/state/rejoin", "a file");
    let said = home.rejoin(&["run", "--pane", "work:1", "--", "sh", "-c", "exit 7"]);
    assert_eq!(said.code, 7);
    assert!(said.err.contains("not recorded"), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
}

#[test]
fn the_words_of_a_definition_stand_right_behind_the_program() {
    let home = Home::new();
    home.program("codex", "#!/bin/sh\necho \"$*\"\n");
    assert_eq!(
        home.rejoin(&["run", "--", "codex", "resume", A]).out,
        format!("--no-daemon resume {A}\n")
    );
    assert_eq!(
        home.rejoin(&["run", "--", "codex", "--no-daemon"]).out,
        "--no-daemon\n"
    );
}

#[test]
fn arguments_that_are_not_utf8_arrive_as_they_are() {
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    home.program("claude", "#!/bin/sh\nprintf %s \"$1\" | od -An -tx1\n");
    let mut command = home.command(&["run", "--", "claude"]);
    let output = command
        .arg(std::ffi::OsStr::from_bytes(b"a\xffb"))
        .output()
        .expect("runs");
    assert_eq!(
        String::from_utf8(output.stdout).expect("text").trim(),
        "61 ff 62"
    );
}

#[test]
fn a_limit_on_file_sizes_neither_ends_us_nor_reaches_the_program_changed() {
    let home = Home::new();
    home.program(
        "claude",
        "#!/bin/sh\ngrep SigIgn /proc/self/status\nexit 7\n",
    );
    let ignored = |prefix: &str| {
        let script = format!("{prefix} exec \"$0\" \"$@\"");
        let mut command = std::process::Command::new("/bin/sh");
        command.arg("-c").arg(script).arg(crate::kit::REJOIN);
        command.args(["run", "--pane", "work:1", "--", "claude"]);
        let plain = home.command(&[]);
        for (name, value) in plain.get_envs() {
            command.env(name, value.expect("set"));
        }
        let output = command.current_dir(home.path()).output().expect("runs");
        assert_eq!(output.status.code(), Some(7), "{prefix}: {output:?}");
        let said = String::from_utf8(output.stdout).expect("text");
        let mask = said.trim().rsplit('\t').next().expect("a word").to_owned();
        (u64::from_str_radix(&mask, 16).expect("a mask") >> 24) & 1
    };
    assert_eq!(ignored("ulimit -f 0;"), 0);
    assert!(records(&home).is_empty());
    assert_eq!(ignored(""), 0);
    assert_eq!(ignored("trap '' XFSZ;"), 1, "as whoever started us had it");
}
