//! `rejoin-exec --ticket PATH`: a file that is used once, by its owner, within its time.

use rejoin_tests::handover::{by_ticket, ticket};
use rejoin_tests::{Handover, Home, is_root, need};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

const WRONG: i32 = 100;

fn greeting() -> Handover {
    Handover::of("/bin/echo").arguments(["hello"])
}

fn set(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("is set");
}

#[test]
fn a_ticket_is_used_once() {
    let home = Home::new();
    let path = greeting().ticket(&home);
    let first = by_ticket(&home, &path).finish();
    assert_eq!((first.exit, first.text()), (0, "hello\n"), "{first:?}");
    assert!(!path.exists());
    by_ticket(&home, &path)
        .finish()
        .refused(WRONG, "used already");
}

#[test]
fn of_many_that_take_one_ticket_at_once_one_has_it() {
    let home = Home::new();
    for _ in 0..20 {
        let path = greeting().ticket(&home);
        let running = [(); 6].map(|()| by_ticket(&home, &path).start());
        let finished = running.map(rejoin_tests::Running::wait);
        let (had, had_not): (Vec<_>, Vec<_>) = finished
            .into_iter()
            .partition(|finished| finished.exit == 0);
        assert_eq!(had.len(), 1);
        for finished in had_not {
            finished.refused(WRONG, "used already");
        }
    }
}

#[test]
fn a_ticket_whose_time_has_passed_is_removed_and_not_used() {
    let home = Home::new();
    let first = Handover {
        deadline: 1,
        ..greeting()
    };
    for (handover, why) in [
        (greeting().good_for(-1), "has expired"),
        (first, "has expired"),
        (greeting().good_for(3_600), "too far ahead"),
    ] {
        let path = handover.ticket(&home);
        by_ticket(&home, &path).finish().refused(WRONG, why);
        assert!(!path.exists());
    }
    let path = ticket(&home, &greeting().bytes());
    by_ticket(&home, &path)
        .finish()
        .refused(WRONG, "no deadline");
    assert!(!path.exists());
}

#[test]
fn a_ticket_that_cannot_be_read_is_removed_too() {
    let home = Home::new();
    let other = Handover {
        version: 2,
        ..greeting()
    };
    let path = other.ticket(&home);
    by_ticket(&home, &path)
        .finish()
        .refused(WRONG, "version 2 of the contract, and");
    assert!(!path.exists());
    let bytes = greeting().good_for(9).bytes();
    let path = ticket(&home, &bytes[..bytes.len() - 1]);
    by_ticket(&home, &path)
        .finish()
        .refused(WRONG, "ends before its end");
    assert!(!path.exists());
}

#[test]
fn a_file_that_is_no_ticket_is_left_alone() {
    let home = Home::new();
    for bytes in [&b"a private key"[..], b"", b"handove"] {
        let path = ticket(&home, bytes);
        by_ticket(&home, &path)
            .finish()
            .refused(WRONG, "is no handover");
        assert_eq!(fs::read(&path).expect("is still there"), bytes);
        fs::remove_file(path).expect("ours");
    }
}

#[test]
fn a_ticket_that_others_could_open_or_swap_is_refused() {
    let home = Home::new();
    let path = greeting().ticket(&home);
    let folder = path.parent().expect("a folder");
    for mode in [0o640, 0o604, 0o660, 0o666] {
        set(&path, mode);
        by_ticket(&home, &path)
            .finish()
            .refused(WRONG, "open to other users");
    }
    set(&path, 0o600);
    for mode in [0o1777, 0o770, 0o755] {
        set(folder, mode);
        by_ticket(&home, &path)
            .finish()
            .refused(WRONG, "open to others");
    }
    set(folder, 0o700);
    fs::hard_link(&path, folder.join("second")).expect("is linked");
    by_ticket(&home, &path)
        .finish()
        .refused(WRONG, "more than one name");
    assert!(path.exists(), "nothing was used");
}

#[test]
fn a_ticket_of_another_user_is_refused() {
    need!(is_root(), "root");
    let home = Home::new();
    let path = greeting().ticket(&home);
    std::os::unix::fs::chown(&path, Some(65_534), None).expect("given");
    by_ticket(&home, &path)
        .finish()
        .refused(WRONG, "another user");
    std::os::unix::fs::chown(&path, Some(0), None).expect("given");
    std::os::unix::fs::chown(path.parent().expect("a folder"), Some(65_534), None).expect("given");
    by_ticket(&home, &path)
        .finish()
        .refused(WRONG, "its folder");
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    let home = Home::new();
    let path = greeting().ticket(&home);
    let folder = path.parent().expect("a folder");
    let link = folder.join("link");
    symlink(&path, &link).expect("is made");
    by_ticket(&home, &link).finish().refused(WRONG, "is a link");
    let fifo = folder.join("fifo");
    rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, 0o600.into()).expect("is made");
    by_ticket(&home, &fifo)
        .finish()
        .refused(WRONG, "not a regular file");
    let inner = folder.join("inner");
    fs::create_dir(&inner).expect("is made");
    set(&inner, 0o700);
    by_ticket(&home, &inner)
        .finish()
        .refused(WRONG, "not a regular file");
    for words in [&["t"][..], &["./t"], &[""], &["/a/t", "true"]] {
        let run = home.run(rejoin_tests::exec()).argument("--ticket");
        run.arguments(words)
            .finish()
            .refused(WRONG, "--ticket takes one absolute path");
    }
    by_ticket(&home, &folder.join(""))
        .finish()
        .refused(WRONG, "no path of a file");
    by_ticket(&home, Path::new("/nowhere/t"))
        .finish()
        .refused(WRONG, "never made");
    assert!(path.exists(), "nothing was used");
}
