//! Promises of the ledger.

use super::*;
use crate::edit::Splice;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;

fn found(path: &Path) -> file::Found {
    file::find(path).expect("absence is no error")
}

fn record(path: &Path) -> Record {
    Record::new("one", Part::Hooks, &found(path))
}

fn add(record: &mut Record, before: &str, after: &str, fresh: Fresh) {
    record.add(
        before,
        after,
        Splice::between(before, after).into_iter().collect(),
        fresh,
    );
}

#[test]
fn installs_in_a_row_lead_back_to_the_first_text() {
    let mut record = record(Path::new("/nowhere/file"));
    add(&mut record, "a", "ab", Fresh::Yes);
    add(&mut record, "ab", "abc", Fresh::No);
    assert_eq!(record.original(b"abc").as_deref(), Some("a"));
    assert_eq!(
        record.original(b"ab").as_deref(),
        Some("a"),
        "the second one never got there"
    );
    assert_eq!(record.original(b"abcd"), None);
    assert_eq!(record.original(b"a"), None);
}

#[test]
fn an_install_that_never_got_there_is_left_out_of_the_way_back() {
    let mut record = record(Path::new("/nowhere/file"));
    add(&mut record, "a", "ab", Fresh::Yes);
    add(&mut record, "ab", "abc", Fresh::No);
    add(&mut record, "ab", "abd", Fresh::No);
    assert_eq!(record.original(b"abd").as_deref(), Some("a"));
    add(&mut record, "q", "qb", Fresh::Yes);
    assert_eq!(record.original(b"qb").as_deref(), Some("q"));
    assert_eq!(record.original(b"abd"), None);
}

#[test]
fn a_change_of_somebody_elses_in_between_ends_the_way_back() {
    let mut record = record(Path::new("/nowhere/file"));
    add(&mut record, "a", "ab", Fresh::Yes);
    add(&mut record, "abX", "abXc", Fresh::No);
    assert_eq!(record.original(b"abXc"), None);
    add(&mut record, "q", "qb", Fresh::Yes);
    assert_eq!(record.original(b"qb").as_deref(), Some("q"));
}

#[test]
fn the_ledger_is_private_and_goes_when_it_says_nothing() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("a/state");
    let world = World::of(&[("REJOIN_STATE_DIR", &folder)]);
    let mut ledger = Ledger::open(&world).unwrap();
    ledger.save().unwrap();
    assert!(!folder.join("ledger.json").exists());
    let bytes = Path::new(std::ffi::OsStr::from_bytes(b"/nowhere/\xff"));
    ledger.put(record(bytes));
    ledger.save().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    assert_eq!(
        (mode(&folder), mode(&folder.join("ledger.json"))),
        (0o700, 0o600)
    );
    assert_eq!(Ledger::read(&world).unwrap().records, [record(bytes)]);
    ledger.drop(bytes, "one", Part::Hooks);
    ledger.save().unwrap();
    assert!(!folder.join("ledger.json").exists());
}

#[test]
fn two_runs_do_not_cross() {
    let home = tempfile::tempdir().unwrap();
    let world = World::of(&[("REJOIN_STATE_DIR", home.path())]);
    let first = Ledger::open(&world).unwrap();
    assert_eq!(Ledger::open(&world).expect_err("locked").code, "busy");
    drop(first);
    assert!(Ledger::open(&world).is_ok());
}

#[test]
fn a_ledger_that_cannot_be_read_is_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let world = World::of(&[("REJOIN_STATE_DIR", home.path())]);
    let path = home.path().join("ledger.json");
    for text in ["", "{", "{\"version\":2,\"files\":[]}", "[]"] {
        std::io::Write::write_all(&mut fs::File::create(&path).unwrap(), text.as_bytes()).unwrap();
        let error = Ledger::open(&world).expect_err(text);
        assert_eq!(error.kind, Kind::Damaged);
        assert!(error.remedy.is_some());
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_state_folder_that_is_a_link_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let link = home.path().join("link");
    fs::create_dir(home.path().join("real")).unwrap();
    std::os::unix::fs::symlink("real", &link).unwrap();
    let world = World::of(&[("REJOIN_STATE_DIR", &link)]);
    assert_eq!(
        Ledger::open(&world).expect_err("a link").code,
        "state-folder"
    );
}
