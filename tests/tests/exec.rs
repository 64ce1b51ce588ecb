//! `rejoin-exec [KEY=value ...] PROGRAM [ARG ...]`: becomes the program, or says by its
//! exit code why not, before anything has happened.

use rejoin_tests::{Home, Run, process};
use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

const WRONG_CALL: i32 = 100;
const SYSTEM_REFUSED: i32 = 111;
const CANNOT_RUN: i32 = 126;
const NOT_FOUND: i32 = 127;

fn exec(home: &Home, words: &[&str]) -> Run {
    home.run(rejoin_tests::exec()).arguments(words)
}

fn echo() -> Vec<u8> {
    fs::read("/bin/echo").expect("a program")
}

#[test]
fn a_call_without_a_program_is_wrong() {
    let home = Home::new();
    for words in [
        &[][..],
        &["A=1"],
        &["A=1", "B="],
        &[""],
        &["A=1", ""],
        &["A=1", "", "true"],
    ] {
        exec(&home, words).finish().refused(WRONG_CALL, "");
    }
    for option in ["-x", "--fd", "--", "-", "--help"] {
        exec(&home, &[option, "true"])
            .finish()
            .refused(WRONG_CALL, "");
    }
}

#[test]
fn a_program_that_is_not_there_is_not_found() {
    let home = Home::new();
    for program in [
        "nothing-of-this-name",
        "/nowhere/nothing",
        "./nothing",
        "/etc/passwd/x",
    ] {
        exec(&home, &[program]).finish().refused(NOT_FOUND, "");
    }
    let control = "no\u{1b}[31mthing";
    exec(&home, &[control]).finish().refused(NOT_FOUND, "");
}

#[test]
fn a_program_that_cannot_be_run_says_so() {
    let home = Home::new();
    let plain = home.path().join("plain");
    fs::File::create(&plain).expect("is made");
    exec(&home, &[plain.to_str().expect("UTF-8")])
        .finish()
        .refused(CANNOT_RUN, "");
    exec(&home, &["/etc"]).finish().refused(CANNOT_RUN, "");
    // Empty, and executable: no format that the system knows. No shell is tried.
    fs::set_permissions(&plain, Permissions::from_mode(0o755)).expect("is set");
    exec(&home, &[plain.to_str().expect("UTF-8")])
        .finish()
        .refused(CANNOT_RUN, "");
}

#[test]
fn a_list_beyond_the_bound_is_refused_whole() {
    let home = Home::new();
    let run = exec(&home, &["/bin/echo"]).arguments(vec!["x"; 16_384]);
    run.finish().refused(SYSTEM_REFUSED, "");
    let most = exec(&home, &["/bin/echo"])
        .arguments(vec!["x"; 16_382])
        .finish();
    assert_eq!((most.exit, most.stdout.len()), (0, 16_382 * 2));
}

#[test]
fn the_programs_own_exit_code_and_signal_come_through() {
    let home = Home::new();
    for code in [0, 1, 100, 111, 126, 127, 255] {
        let finished = exec(&home, &["/bin/sh", "-c", &format!("exit {code}")]).finish();
        assert_eq!(finished.exit, code);
    }
    assert_eq!(
        exec(&home, &["/bin/sh", "-c", "kill -TERM $$"])
            .finish()
            .exit,
        -15
    );
}

#[test]
fn the_program_has_the_same_process_id_and_the_callers_input() {
    let home = Home::new();
    let script = "echo $$; cat";
    let run = exec(&home, &["A=1", "/bin/sh", "-c", script]).input("left\0untouched");
    let mut running = run.start();
    let pid = running.pid();
    running.close_input();
    let finished = running.wait();
    assert_eq!(finished.text(), format!("{pid}\nleft\0untouched"));
}

#[test]
fn only_leading_words_with_a_valid_key_are_assignments() {
    let home = Home::new();
    let said = exec(&home, &["A=1", "/bin/echo", "X=1", "A=2"]).finish();
    assert_eq!(said.text(), "X=1 A=2\n");

    let folder = home.path().join("a=b");
    fs::create_dir(&folder).expect("is made");
    home.put_program(&folder.join("prog"), &echo(), 0o755);
    let inside = exec(&home, &["A=1", "a=b/prog", "hello"])
        .folder(home.path())
        .finish();
    // `a=b/prog` has a valid key, so it is an assignment as for a shell; a path with a
    // slash in front of the sign is none.
    assert_eq!(inside.exit, NOT_FOUND, "{inside:?}");
    let path = exec(&home, &["A=1", "./a=b/prog", "hello"])
        .folder(home.path())
        .finish();
    assert_eq!(path.text(), "hello\n");
    for program in ["=x", "1A=x", "A.B=1", "A B=1", "A-B=1"] {
        exec(&home, &[program, "true"])
            .finish()
            .refused(NOT_FOUND, "");
    }
}

#[test]
fn a_name_is_looked_for_in_the_path_that_the_program_will_have() {
    let home = Home::new();
    let folder = home.path().join("programs");
    fs::create_dir(&folder).expect("is made");
    home.put_program(&folder.join("greet"), &echo(), 0o755);
    let given = format!("PATH={}", folder.display());
    assert_eq!(
        exec(&home, &[&given, "greet", "hello"]).finish().text(),
        "hello\n"
    );
    exec(&home, &["greet"]).finish().refused(NOT_FOUND, "");
    exec(&home, &["PATH=", "echo"])
        .finish()
        .refused(NOT_FOUND, "");
    // An empty folder in the path is not the working directory.
    let here = exec(&home, &["PATH=:", "greet"]).folder(&folder).finish();
    here.refused(NOT_FOUND, "");
}

#[test]
fn a_file_without_permission_does_not_end_the_search() {
    let home = Home::new();
    let [first, second] = ["first", "second"].map(|name| home.path().join(name));
    for folder in [&first, &second] {
        fs::create_dir(folder).expect("is made");
        home.put_program(&folder.join("greet"), &echo(), 0o755);
    }
    fs::set_permissions(first.join("greet"), Permissions::from_mode(0o644)).expect("is set");
    let path = format!("PATH={}:{}", first.display(), second.display());
    assert_eq!(
        exec(&home, &[&path, "greet", "hello"]).finish().text(),
        "hello\n"
    );
    let path = format!("PATH={}:/nowhere", first.display());
    exec(&home, &[&path, "greet"])
        .finish()
        .refused(CANNOT_RUN, "");
}

/// Runs what becomes `cat`; returns the numbers of the descriptors that it has.
fn descriptors_of_cat(run: Run) -> BTreeSet<u32> {
    let mut running = run.start();
    process::wait_until("the program runs", || {
        // Until it has been loaded, its loader has descriptors of its own.
        process::name_of(running.pid()).is_some_and(|name| name == "cat")
            && process::waits(running.pid())
    });
    let found = process::descriptors_of(running.pid());
    running.close_input();
    assert_eq!(running.wait().exit, 0);
    found.into_iter().map(|(number, _)| number).collect()
}

#[test]
fn the_program_has_the_callers_descriptors_and_none_of_ours() {
    let home = Home::new();
    // What this test itself was started with passes too.
    let plain = descriptors_of_cat(home.run("/bin/cat"));
    assert!(
        plain.is_superset(&BTreeSet::from([0, 1, 2])) && !plain.contains(&7),
        "{plain:?}"
    );
    assert_eq!(descriptors_of_cat(exec(&home, &["A=1", "/bin/cat"])), plain);
    let script = "exec 7</dev/null; exec \"$@\"";
    let through = home.run("/bin/sh").arguments(["-c", script, "sh"]);
    let through = through.argument(rejoin_tests::exec()).argument("/bin/cat");
    assert_eq!(descriptors_of_cat(through), &plain | &BTreeSet::from([7]));
}
