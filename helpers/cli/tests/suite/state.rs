//! A state folder or a log that the contract excludes is neither read nor waited for.

use crate::kit::{A, Home};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

const READERS: [&[&str]; 7] = [
    &["list"],
    &["resolve", "work:1"],
    &["resolve", "--all", "--json"],
    &["why", "work:1"],
    &["log"],
    &["verify"],
    &["gc", "--dry-run"],
];

fn used() -> Home {
    let home = Home::new();
    home.publish("work:1", "claude", A, "/w");
    home
}

fn nothing_is_read(home: &Home, what: &str) {
    for question in READERS {
        let said = home.rejoin(question);
        assert_eq!(said.code, 5, "{what}: {question:?}: {}", said.err);
        assert!(!said.out.contains(A), "{what}: {question:?}: {}", said.out);
        assert!(said.err.lines().count() > 1, "a remedy: {}", said.err);
    }
    let doctor = home.rejoin(&["doctor"]);
    assert_eq!(doctor.code, 5, "{what}");
    assert!(!doctor.out.contains(A) && doctor.out.contains("log      0 records"));
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("set");
}

#[test]
fn nothing_is_read_from_a_folder_that_others_could_have_filled() {
    let home = used();
    for folder in [home.state_folder(), home.state()] {
        for mode in [0o755, 0o710, 0o702] {
            set_mode(&folder, mode);
            nothing_is_read(&home, "open");
            let said = home.rejoin(&["list"]).err;
            assert!(said.contains("chmod 700 "), "{said}");
        }
        set_mode(&folder, 0o700);
        if rustix::process::geteuid().is_root() {
            std::os::unix::fs::chown(&folder, Some(12_345), None).expect("root may");
            nothing_is_read(&home, "foreign");
            std::os::unix::fs::chown(&folder, Some(0), None).expect("root may");
        }
        let elsewhere = home.path().join("elsewhere");
        fs::rename(&folder, &elsewhere).expect("moved");
        symlink(&elsewhere, &folder).expect("made");
        nothing_is_read(&home, "link");
        fs::remove_file(&folder).expect("removed");
        fs::rename(&elsewhere, &folder).expect("moved");
    }
    assert_eq!(home.rejoin(&["list"]).code, 0);
}

#[test]
fn a_log_that_is_no_regular_file_is_an_error_and_not_waited_for() {
    let home = used();
    let log = home.state().join("log");
    let away = home.path().join("away");
    fs::rename(&log, &away).expect("moved");
    symlink(&away, &log).expect("made");
    nothing_is_read(&home, "link");
    fs::remove_file(&log).expect("removed");
    symlink("nowhere", &log).expect("made");
    nothing_is_read(&home, "dangling link");
    fs::remove_file(&log).expect("removed");
    fs::create_dir(&log).expect("made");
    nothing_is_read(&home, "folder");
    fs::remove_dir(&log).expect("removed");
    let pipe = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, &log, pipe, 0o600.into(), 0).expect("made");
    nothing_is_read(&home, "pipe");
}
