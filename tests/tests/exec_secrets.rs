//! What is handed over is seen by nobody but the program: no command line, no file, no
//! message holds a byte of it, before, while and after the program starts.

use rejoin_tests::handover::{by_descriptor, by_ticket};
use rejoin_tests::{Handover, Home, process};
use std::fs;
use std::io::Write;
use std::path::Path;

const SECRET: &[u8] = b"s3cr3t-zz-7f3a";

fn holds(bytes: &[u8]) -> bool {
    bytes.windows(SECRET.len()).any(|part| part == SECRET)
}

/// Fails if any process's command line or any file below a folder holds the secret.
fn nowhere(folder: &Path, when: &str) {
    for entry in fs::read_dir("/proc").expect("it is there").flatten() {
        // Whatever has ended meanwhile shows nothing.
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        assert!(!holds(&line), "{when}: {}", entry.path().display());
        let name = fs::read(entry.path().join("comm")).unwrap_or_default();
        assert!(!holds(&name), "{when}");
    }
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("of the test").flatten() {
            let path = entry.path();
            if entry.file_type().expect("a type").is_dir() {
                folders.push(path);
            } else {
                assert!(
                    !holds(&fs::read(&path).expect("a file")),
                    "{when}: {}",
                    path.display()
                );
            }
        }
    }
}

fn secretive(program: &str) -> Handover {
    Handover::of(program).variables([[b"API_KEY=", SECRET].concat()])
}

#[test]
fn nothing_is_seen_while_the_program_starts_and_runs() {
    let home = Home::new();
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    let bytes = secretive("/bin/sleep").arguments(["1000"]).bytes();
    writer
        .write_all(&bytes[..bytes.len() - 3])
        .expect("is taken");
    let running = by_descriptor(&home, reader).start();
    process::wait_until("half of it is read", || {
        let name = process::name_of(running.pid());
        name.is_some_and(|name| name == "rejoin-exec") && process::waits(running.pid())
    });
    nowhere(home.root(), "half read");
    writer
        .write_all(&bytes[bytes.len() - 3..])
        .expect("is taken");
    process::wait_until("the program runs", || {
        process::name_of(running.pid()).is_some_and(|name| name == "sleep")
            && process::waits(running.pid())
    });
    nowhere(home.root(), "running");
    let seen = fs::read(format!("/proc/{}/environ", running.pid())).expect("it runs");
    assert!(holds(&seen), "the program has it");
    let pid = rustix::process::Pid::from_raw(running.pid().cast_signed()).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("ours");
    assert_eq!(running.wait().exit, -15);
}

#[test]
fn nothing_is_left_of_a_ticket() {
    let home = Home::new();
    let path = secretive("/bin/true").ticket(&home);
    assert_eq!(by_ticket(&home, &path).finish().exit, 0);
    nowhere(home.root(), "used");
    let path = secretive("/bin/true").good_for(-1).ticket(&home);
    assert_eq!(by_ticket(&home, &path).finish().exit, 100);
    nowhere(home.root(), "expired");
}

#[test]
fn no_message_holds_any_of_it() {
    let home = Home::new();
    let whole = secretive("/bin/true").arguments([SECRET]);
    let mut gone = whole.clone();
    gone.program = b"/nowhere".to_vec();
    let many = whole.clone().variables(vec![vec![b'x'; 100_000]; 50]);
    let other = Handover {
        version: 9,
        ..whole.clone()
    };
    let directory = whole.clone().directory("/nowhere");
    let late = whole.clone().good_for(-5);
    let deaf = Handover {
        arguments: Vec::new(),
        ..whole
    };
    for handover in [gone, many, other, directory, late, deaf] {
        let finished = by_descriptor(&home, handover.sealed()).finish();
        assert!(
            matches!(finished.exit, 100 | 111 | 127),
            "{}",
            finished.exit
        );
        assert!(!finished.stderr.is_empty() && !holds(&finished.stderr));
    }
}
