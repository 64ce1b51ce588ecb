//! The program of a handover is the very file that was meant, or none is started and the
//! exit code and one line say why.

use rejoin_tests::handover::by_descriptor;
use rejoin_tests::{Handover, Home};
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::PathBuf;

const SYSTEM_REFUSED: i32 = 111;
const CANNOT_RUN: i32 = 126;
const NOT_FOUND: i32 = 127;

fn echo() -> Vec<u8> {
    fs::read("/bin/echo").expect("a program")
}

fn program(home: &Home) -> PathBuf {
    let path = home.path().join("agent");
    home.put_program(&path, &echo(), 0o755);
    path
}

fn refused(home: &Home, handover: &Handover, code: i32, why: &str) {
    by_descriptor(home, handover.sealed())
        .finish()
        .refused(code, why);
}

#[test]
fn a_program_that_was_replaced_is_not_started() {
    let home = Home::new();
    let path = program(&home);
    let handover = Handover::of(&path);
    let first = by_descriptor(&home, handover.sealed()).finish();
    assert_eq!(first.exit, 0, "{first:?}");
    // The old file lives on, so that its inode is not given again.
    fs::hard_link(&path, home.path().join("old")).expect("is linked");
    program(&home);
    refused(
        &home,
        &handover,
        CANNOT_RUN,
        "agent: is another file than the one that was meant",
    );
    let there = Handover::of(&path);
    let elsewhere = Handover {
        identity: (there.identity.0 + 1, there.identity.1),
        ..there
    };
    refused(&home, &elsewhere, CANNOT_RUN, "is another file");
}

#[test]
fn a_program_that_is_gone_is_not_found() {
    let home = Home::new();
    let path = program(&home);
    let handover = Handover::of(&path);
    fs::remove_file(&path).expect("ours");
    refused(&home, &handover, NOT_FOUND, "agent: not found");
    let mut deleted = handover.clone();
    deleted.program.extend_from_slice(b" (deleted)");
    refused(
        &home,
        &deleted,
        NOT_FOUND,
        "(deleted): not found; it was replaced while it ran",
    );
    let below = Handover {
        program: [&handover.program[..], b"/x"].concat(),
        ..handover
    };
    refused(&home, &below, NOT_FOUND, "not found");
}

#[test]
fn a_program_that_is_named_as_if_it_were_deleted_runs() {
    let home = Home::new();
    let path = home.path().join("agent (deleted)");
    home.put_program(&path, &echo(), 0o755);
    let finished = by_descriptor(&home, Handover::of(&path).sealed()).finish();
    assert_eq!(finished.exit, 0, "{finished:?}");
}

#[test]
fn a_link_is_followed_and_pinned_where_it_leads() {
    let home = Home::new();
    let two = home.path().join("two");
    program(&home);
    home.put_program(&two, &echo(), 0o755);
    let link = home.path().join("link");
    symlink("agent", &link).expect("is made");
    let handover = Handover::of(&link).arguments(["hello"]);
    let finished = by_descriptor(&home, handover.sealed()).finish();
    assert_eq!(finished.text(), "hello\n", "{finished:?}");
    fs::remove_file(&link).expect("ours");
    symlink("two", &link).expect("is made");
    refused(&home, &handover, CANNOT_RUN, "is another file");
    fs::remove_file(&two).expect("ours");
    refused(&home, &handover, NOT_FOUND, "not found");
}

#[test]
fn a_script_runs_by_its_path() {
    let home = Home::new();
    let path = home.path().join("agent");
    home.put_program(
        &path,
        b"#!/bin/sh\necho \"$0 $1\"; ls /proc/$$/fd | tr '\\n' ' '\n",
        0o755,
    );
    let handover = Handover::of(&path)
        .arguments(["hello"])
        .variables(["PATH=/usr/bin:/bin"]);
    let finished = by_descriptor(&home, handover.sealed()).finish();
    let first = format!("{} hello", path.display());
    assert_eq!(
        finished.text().lines().next(),
        Some(&*first),
        "{finished:?}"
    );
    assert!(!finished.text().contains(" 7 "), "{finished:?}");
}

#[test]
fn a_file_that_is_no_program_cannot_be_run() {
    let home = Home::new();
    let path = home.path().join("agent");
    let missing = b"#!/nowhere/interpreter\n";
    let cases: [(&[u8], u32, &str); 5] = [
        (b"", 0o755, "not a program that this system runs"),
        (b"echo no\n", 0o755, "not a program that this system runs"),
        (b"\x7fELF", 0o755, "not a program that this system runs"),
        (missing, 0o755, "its interpreter is missing"),
        (b"#!/bin/sh\n", 0o644, "no permission to run it"),
    ];
    for (bytes, mode, why) in cases {
        home.put_program(&path, bytes, mode);
        refused(&home, &Handover::of(&path), CANNOT_RUN, why);
    }
    refused(
        &home,
        &Handover::of("/etc"),
        CANNOT_RUN,
        "not an executable file",
    );
    home.put_program(&path, missing, 0o755);
    let run = home.run(rejoin_tests::exec()).argument(&path);
    run.finish()
        .refused(CANNOT_RUN, "its interpreter is missing");
}

#[test]
fn a_program_that_is_being_written_cannot_be_run() {
    let home = Home::new();
    let path = program(&home);
    let writing = File::options().append(true).open(&path).expect("opens");
    refused(&home, &Handover::of(&path), CANNOT_RUN, "is being written");
    let run = home.run(rejoin_tests::exec()).argument(&path);
    run.finish().refused(CANNOT_RUN, "is being written");
    drop(writing);
}

#[test]
fn a_path_that_leads_nowhere_is_the_systems_refusal() {
    let home = Home::new();
    let link = home.path().join("loop");
    symlink("loop", &link).expect("is made");
    let mut handover = Handover::of("/bin/true");
    handover.program = link.to_str().expect("UTF-8").into();
    refused(
        &home,
        &handover,
        SYSTEM_REFUSED,
        "loop: cannot be looked at: too many links",
    );
}
