//! What keeps records from being kept is a problem; what a person or an agent decides is
//! a note.

use crate::kit::{A, Home, Said};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;

/// A user who is not root, for whom mode bits count.
const SOMEBODY: u32 = 12_345;

/// The codes of what is found, without that of the hook program, which stands elsewhere.
fn codes(said: &Said) -> Vec<String> {
    let told = said.json();
    let problems = told["problems"].as_array().expect("a list");
    let codes = problems
        .iter()
        .map(|p| p["code"].as_str().expect("a word").to_owned());
    codes.filter(|code| code != "hook-broken").collect()
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("set");
}

/// Gives everything in a home to somebody, if this user may.
fn give_away(folder: &Path) {
    let _ = std::os::unix::fs::lchown(folder, Some(SOMEBODY), Some(SOMEBODY));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.for_each(|entry| give_away(&entry.path()));
}

fn as_somebody(home: &Home, arguments: &[&str]) -> Said {
    let mut command = home.command(arguments);
    if rustix::process::geteuid().is_root() {
        command.uid(SOMEBODY).gid(SOMEBODY);
    }
    command.output().expect("runs").into()
}

fn used() -> Home {
    let home = Home::new();
    home.publish("work:1", "claude", A, "/w");
    home
}

#[test]
fn a_home_in_order_has_no_problem() {
    for home in [Home::new(), used()] {
        assert_eq!(codes(&home.rejoin(&["doctor", "--json"])), [""; 0]);
        give_away(home.path());
        assert_eq!(codes(&as_somebody(&home, &["doctor", "--json"])), [""; 0]);
    }
}

/// The code and a part of the remedy of what an act leads to.
type Fault = (&'static str, &'static str, fn(&Home));

#[test]
fn whatever_keeps_records_from_being_kept_is_named_with_its_remedy() {
    let faults: [Fault; 9] = [
        ("log-unusable", "chmod 600", |home| {
            set_mode(&home.state().join("log"), 0o400);
        }),
        ("log-unusable", "Move", |home| {
            fs::remove_file(home.state().join("log")).expect("removed");
            symlink("nowhere", home.state().join("log")).expect("made");
        }),
        ("log-unusable", "Move", |home| {
            fs::remove_file(home.state().join("log")).expect("removed");
            fs::create_dir(home.state().join("log")).expect("made");
        }),
        ("log-unusable", "Move", |home| {
            let log = home.state().join("log");
            fs::remove_file(&log).expect("removed");
            let pipe = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(rustix::fs::CWD, &log, pipe, 0o600.into(), 0).expect("made");
        }),
        ("state-folder", "chmod 700", |home| {
            set_mode(&home.state_folder(), 0o500);
        }),
        ("state-folder", "chmod 700", |home| {
            set_mode(&home.state(), 0o500);
        }),
        ("state-folder", "chmod 700", |home| {
            set_mode(&home.state_folder(), 0o755);
        }),
        ("state-folder", "REJOIN_STATE_DIR", |home| {
            fs::rename(home.state_folder(), home.path().join("elsewhere")).expect("moved");
            symlink(home.path().join("elsewhere"), home.state_folder()).expect("made");
        }),
        ("state-folder", "REJOIN_STATE_DIR", |home| {
            fs::remove_dir_all(home.state_folder()).expect("removed");
            set_mode(&home.path().join(".local/state"), 0o500);
        }),
    ];
    for (number, (code, remedy, break_it)) in faults.into_iter().enumerate() {
        let home = used();
        break_it(&home);
        give_away(home.path());
        let said = as_somebody(&home, &["doctor", "--json"]);
        assert_eq!(
            (said.code, codes(&said)),
            (5, vec![code.to_owned()]),
            "{number}"
        );
        let problem = said.json()["problems"][0]["remedy"].clone();
        assert!(
            problem.as_str().expect("text").contains(remedy),
            "{number}: {problem}"
        );
    }
}

#[test]
fn damage_in_the_log_is_a_problem_that_names_verify() {
    let home = used();
    let log = home.state().join("log");
    let mut bytes = fs::read(&log).expect("a log");
    bytes[100] ^= 1;
    home.write(
        log.strip_prefix(home.path())
            .expect("below")
            .to_str()
            .expect("text"),
        std::str::from_utf8(&bytes).expect("text"),
    );
    let said = home.rejoin(&["doctor", "--json"]);
    assert_eq!((said.code, codes(&said)), (5, vec!["damaged".to_owned()]));
    assert_eq!(
        said.json()["problems"][0]["remedy"],
        json!("Run: rejoin verify")
    );
}

/// A home with each agent and its hooks.
fn installed() -> Home {
    let home = Home::new();
    home.program("rejoin-hook", "#!/bin/sh\n");
    for agent in rejoin_agents::AGENTS {
        home.program(agent.programs[0], "#!/bin/sh\n");
    }
    let helper = home.path().join("bin/rejoin-hook");
    let helper = helper.to_str().expect("text");
    assert_eq!(home.rejoin(&["install", "--helper", helper]).code, 0);
    home
}

fn asking() -> &'static rejoin_agents::Agent {
    let mut agents = rejoin_agents::AGENTS.iter();
    agents
        .find(|agent| agent.install.consent.is_some())
        .expect("one asks")
}

fn notes(said: &Said) -> Vec<Value> {
    said.json()["notes"].as_array().expect("a list").clone()
}

/// Returns what is noted about the agent whose record of consent can be read.
fn notes_of_asking(said: &Said) -> Vec<Value> {
    let begin = format!("{}: ", asking().name);
    let about = |note: &Value| {
        note["text"]
            .as_str()
            .is_some_and(|text| text.starts_with(&begin))
    };
    notes(said).into_iter().filter(about).collect()
}

#[test]
fn a_consent_that_the_agent_will_ask_for_is_a_note() {
    let home = installed();
    let said = home.rejoin(&["doctor", "--json"]);
    assert_eq!(codes(&said), [""; 0]);
    let told = notes_of_asking(&said);
    assert_eq!(
        (told.len(), &told[0]["code"]),
        (1, &json!("consent-pending"))
    );
    let text = home.rejoin(&["doctor"]).out;
    assert!(text.contains(&format!("NOTE     {}: ", asking().name)));
}

#[test]
fn a_consent_to_something_else_stays_a_problem() {
    let home = installed();
    let helper = home.path().join("bin/rejoin-hook");
    let helper = helper.to_str().expect("text");
    home.rejoin(&["install", "--trust", "--helper", helper]);
    assert_eq!(
        notes_of_asking(&home.rejoin(&["doctor", "--json"])).len(),
        0
    );
    let file = asking().install.consent.as_ref().expect("asks").file;
    let file = file.replace("{store}", asking().store.root.home);
    let text = fs::read_to_string(home.path().join(&file)).expect("a file");
    home.write(&file, &text.replacen("= \"sha256:", "= \"sha256:0", 1));
    let said = home.rejoin(&["doctor", "--json"]);
    assert_eq!(
        (said.code, codes(&said)),
        (5, vec!["no-consent".to_owned()])
    );
}

#[test]
fn install_and_doctor_say_the_same_of_a_narrowed_entry() {
    let home = installed();
    let mut agents = rejoin_agents::AGENTS.iter();
    let agent = agents.find(|agent| agent.name == "claude").expect("one");
    let file = agent.install.file.replace("{store}", agent.store.root.home);
    let text = fs::read_to_string(home.path().join(&file)).expect("a file");
    home.write(
        &file,
        &text.replacen("\"hooks\": [", "\"matcher\": \"startup\", \"hooks\": [", 1),
    );
    let helper = home.path().join("bin/rejoin-hook");
    let said = home.rejoin(&[
        "install",
        "--helper",
        helper.to_str().expect("text"),
        agent.name,
    ]);
    let line = said.out.lines().nth(1).expect("a second line").to_owned();
    let doctor = home.rejoin(&["doctor", "--json"]);
    assert_eq!(codes(&doctor), [""; 0]);
    let told = notes(&doctor);
    assert!(
        told.contains(&json!({"code": "narrowed", "text": line})),
        "{told:?}"
    );
}

#[test]
fn a_path_that_is_not_utf8_keeps_every_byte_in_json() {
    let home = Home::new();
    let odd = home.path().join(OsStr::from_bytes(b"od\xffd"));
    for agent in rejoin_agents::AGENTS {
        let program = home.program(agent.programs[0], "#!/bin/sh\n");
        fs::create_dir_all(odd.join("bin")).expect("made");
        fs::copy(&program, odd.join("bin").join(agent.programs[0])).expect("copied");
    }
    let mut command = home.command(&["doctor", "--json"]);
    command
        .env("HOME", &odd)
        .env("PATH", odd.join("bin"))
        .env("REJOIN_STATE_DIR", odd.join("state"));
    let said: Said = command.output().expect("runs").into();
    assert!(!said.out.contains('\u{fffd}'), "{}", said.out);
    let told = said.json();
    let mut agents = told["agents"].as_array().expect("a list").iter();
    let claude = agents.find(|agent| agent["name"] == "claude").expect("one");
    for path in [
        &told["state"]["path"],
        &claude["program"]["path"],
        &claude["hooks"]["file"],
    ] {
        assert!(path["bytes"].is_string(), "{path}");
    }
    fs::create_dir_all(odd.join("state")).expect("made");
    set_mode(&odd.join("state"), 0o755);
    let mut command = home.command(&["list", "--json"]);
    command.env("REJOIN_STATE_DIR", odd.join("state"));
    let said: Said = command.output().expect("runs").into();
    assert!(!said.out.contains('\u{fffd}'), "{}", said.out);
    assert!(
        said.json()["cause"]
            .as_str()
            .expect("text")
            .contains("\\xff")
    );
}

#[test]
fn a_program_is_asked_for_its_version_once_and_a_failure_is_told() {
    let home = Home::new();
    home.publish("work:1", "claude", A, "/w");
    let script = |rest: &str| {
        format!(
            "#!/bin/sh\necho x >> {}/asked\n{rest}\n",
            home.path().display()
        )
    };
    home.program("claude", &script("echo '2.1.332 (Claude Code)'"));
    let asked =
        || std::fs::read_to_string(home.path().join("asked")).map_or(0, |asked| asked.len() / 2);
    let version = || {
        let report = home.rejoin(&["doctor", "--versions", "--json"]).json();
        let agents = report["agents"].as_array().expect("a list").clone();
        let found = agents.into_iter().find(|agent| agent["name"] == "claude");
        let notes = report["notes"].to_string();
        (found.expect("claude")["program"]["version"].clone(), notes)
    };
    assert_eq!(
        (version().0, version().0, asked()),
        ("2.1.332".into(), "2.1.332".into(), 1)
    );
    std::fs::remove_file(home.path().join("bin/claude")).expect("there");
    home.program("claude", &script("exit 3"));
    let (none, notes) = version();
    assert!(
        none.is_null() && notes.contains("exit status: 3"),
        "{notes}"
    );
}
