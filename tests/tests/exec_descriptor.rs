//! `rejoin-exec --fd N`: from which descriptors a handover is taken, and by which rules.

use rejoin_tests::handover::{by_descriptor, in_memory};
use rejoin_tests::{Handover, Home, Run, is_root, need};
use rustix::fs::SealFlags;
use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;

const WRONG: i32 = 100;

fn greeting() -> Handover {
    Handover::of("/bin/echo").arguments(["hello"])
}

fn greets(run: Run) {
    let finished = run.finish();
    assert_eq!(
        (finished.exit, finished.text()),
        (0, "hello\n"),
        "{finished:?}"
    );
}

/// A file with these bytes and permissions.
fn file(home: &Home, bytes: &[u8], mode: u32) -> File {
    let path = home.root().join("file");
    let mut file = File::create(&path).expect("is made");
    file.write_all(bytes).expect("is written");
    fs::set_permissions(&path, Permissions::from_mode(mode)).expect("is set");
    File::open(&path).expect("opens")
}

/// The reading end of a pipe that holds these bytes and no writer.
fn pipe(bytes: &[u8]) -> OwnedFd {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    writer.write_all(bytes).expect("a pipe holds it");
    reader.into()
}

#[test]
fn a_sealed_file_in_memory_is_taken() {
    let home = Home::new();
    greets(by_descriptor(&home, greeting().sealed()));
}

#[test]
fn a_file_in_memory_that_lacks_a_seal_is_refused() {
    let home = Home::new();
    let all = [
        SealFlags::WRITE,
        SealFlags::SHRINK,
        SealFlags::GROW,
        SealFlags::SEAL,
    ];
    for missing in all {
        let seals = all.iter().copied().filter(|&seal| seal != missing);
        let file = in_memory(&greeting().bytes(), seals.collect());
        by_descriptor(&home, file)
            .finish()
            .refused(WRONG, "not sealed");
    }
    let file = in_memory(&greeting().bytes(), SealFlags::empty());
    by_descriptor(&home, file)
        .finish()
        .refused(WRONG, "not sealed");
}

#[test]
fn a_file_that_nobody_else_may_open_is_taken() {
    let home = Home::new();
    greets(by_descriptor(
        &home,
        file(&home, &greeting().bytes(), 0o600),
    ));
    for mode in [0o640, 0o604, 0o620, 0o602, 0o611] {
        let open = file(&home, &greeting().bytes(), mode);
        by_descriptor(&home, open)
            .finish()
            .refused(WRONG, "open to other users");
    }
}

#[test]
fn a_file_of_another_user_is_refused() {
    need!(is_root(), "root");
    let home = Home::new();
    let file = file(&home, &greeting().bytes(), 0o600);
    rustix::fs::fchown(&file, Some(rustix::process::Uid::from_raw(65_534)), None).expect("given");
    by_descriptor(&home, file)
        .finish()
        .refused(WRONG, "another user");
}

#[test]
fn a_pipe_and_a_socket_are_taken_however_they_are_cut() {
    let home = Home::new();
    greets(by_descriptor(&home, pipe(&greeting().bytes())));
    let large = greeting().variables([[b"A=".to_vec(), vec![b'x'; 100_000]].concat()]);
    for bytes in [greeting().bytes(), large.bytes()] {
        for piece in [1, 47, 48, 4_096] {
            if bytes.len() / piece > 5_000 {
                continue;
            }
            let (ours, theirs) = UnixStream::pair().expect("a socket");
            let running = by_descriptor(&home, theirs).start();
            // Left open behind the last byte: nobody waits for its end.
            for part in bytes.chunks(piece) {
                (&ours).write_all(part).expect("is taken");
            }
            let finished = running.wait();
            assert_eq!((finished.exit, finished.text()), (0, "hello\n"), "{piece}");
        }
    }
}

#[test]
fn a_pipe_that_never_ends_is_given_up() {
    let home = Home::new();
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    let bytes = greeting().bytes();
    writer
        .write_all(&bytes[..bytes.len() - 1])
        .expect("is written");
    by_descriptor(&home, reader)
        .finish()
        .refused(WRONG, "in time");
    drop(writer);
}

#[test]
fn what_is_no_whole_handover_is_refused() {
    let home = Home::new();
    let bytes = greeting().bytes();
    let other = Handover {
        version: 7,
        ..greeting()
    };
    let deaf = Handover {
        arguments: Vec::new(),
        ..greeting()
    };
    let relative = Handover {
        program: b"echo".to_vec(),
        ..greeting()
    };
    let nowhere = greeting().directory("w");
    let cases: [(Vec<u8>, &str); 9] = [
        (Vec::new(), "is no handover"),
        (b"{\"json\":1}".repeat(9), "is no handover"),
        (bytes[..bytes.len() - 1].to_vec(), "ends before its end"),
        (bytes[..20].to_vec(), "ends before its end"),
        (
            other.bytes(),
            "is of version 7 of the contract, and this rejoin-exec reads version 1;",
        ),
        (deaf.bytes(), "has no argument"),
        (relative.bytes(), "not absolute"),
        (nowhere.bytes(), "not absolute"),
        (greeting().good_for(-1).bytes(), "has expired"),
    ];
    let sealed = SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
    for (bytes, why) in &cases {
        by_descriptor(&home, in_memory(bytes, sealed))
            .finish()
            .refused(WRONG, why);
        by_descriptor(&home, file(&home, bytes, 0o600))
            .finish()
            .refused(WRONG, why);
        by_descriptor(&home, pipe(bytes))
            .finish()
            .refused(WRONG, why);
    }
    let more = [&bytes[..], b"\0"].concat();
    by_descriptor(&home, in_memory(&more, sealed))
        .finish()
        .refused(WRONG, "goes on");
    // What follows in a pipe is another's.
    greets(by_descriptor(&home, pipe(&more)));
    let mut large = in_memory(&bytes, SealFlags::empty());
    rustix::fs::ftruncate(&mut large, 64 << 20).expect("grows");
    rustix::fs::fcntl_add_seals(&large, sealed).expect("is sealed");
    by_descriptor(&home, large)
        .finish()
        .refused(WRONG, "larger than");
}

#[test]
fn a_number_with_nothing_behind_it_is_refused() {
    let home = Home::new();
    let exec = || home.run(rejoin_tests::exec()).argument("--fd");
    exec()
        .argument("200")
        .finish()
        .refused(WRONG, "descriptor 200: is not open");
    exec()
        .argument("1048575")
        .finish()
        .refused(WRONG, "is not open");
    for word in ["0", "2", "-1", "x", "", "3 ", "99999999999"] {
        exec()
            .argument(word)
            .finish()
            .refused(WRONG, "--fd takes one number");
    }
    exec().finish().refused(WRONG, "--fd takes one number");
    exec()
        .arguments(["7", "true"])
        .finish()
        .refused(WRONG, "nothing may follow");
    let null = File::open("/dev/null").expect("opens");
    by_descriptor(&home, null)
        .finish()
        .refused(WRONG, "neither a file");
    let folder = File::open("/").expect("opens");
    by_descriptor(&home, folder)
        .finish()
        .refused(WRONG, "neither a file");
}

#[test]
fn a_wrong_call_says_all_three_forms() {
    let home = Home::new();
    for words in [&[][..], &["--help"], &["--version"], &["--ticket"]] {
        let finished = home.run(rejoin_tests::exec()).arguments(words).finish();
        for form in ["PROGRAM [ARG ...]", "--fd N", "--ticket PATH"] {
            let told = String::from_utf8_lossy(&finished.stderr).into_owned();
            assert!(told.contains(form), "{told}");
        }
        finished.refused(WRONG, "usage: ");
    }
}
