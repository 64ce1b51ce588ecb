//! The folder changes between any two looks of a reader that opens it.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::{Chain, TRIES_MAX};
use crate::frame::{HEADER_BYTES, write_header};
use crate::gc;
use crate::segment::SegmentName;

/// Appends a record to `log`.
fn append(folder: &Path) {
    let json = br#"{"kind":"refused","agent":"a","reason":"r"}"#;
    let mut header = [0; HEADER_BYTES];
    write_header(&mut header, json);
    let mut file = fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(folder.join("log"))
        .expect("opened");
    file.write_all(&[&header[..], json, b"\n"].concat())
        .expect("written");
}

fn path(folder: &Path, number: u64) -> std::path::PathBuf {
    folder.join(SegmentName::of(number).as_c_str().to_str().expect("text"))
}

/// The two steps by which a writer closes the log; each is a moment of its own.
fn name_segment(folder: &Path, number: u64) {
    fs::hard_link(folder.join("log"), path(folder, number)).expect("named");
}

fn start_log(folder: &Path) {
    fs::File::create(folder.join("log.next")).expect("made");
    fs::rename(folder.join("log.next"), folder.join("log")).expect("renamed");
    append(folder);
}

fn close(folder: &Path, number: u64) {
    name_segment(folder, number);
    start_log(folder);
}

fn collect(folder: &Path) {
    gc::run(folder, false, &mut |_| Ok(())).expect("folded");
}

/// Two closed segments and the open file, with a record each.
fn three(folder: &Path) {
    append(folder);
    close(folder, 1);
    close(folder, 2);
}

fn count(mut chain: Chain) -> (u64, usize) {
    let mut fold = chain.take_fold();
    for piece in chain {
        fold.read(&piece.expect("read"));
    }
    (fold.counts().records, fold.counts().damage.len())
}

type Change = (&'static str, fn(&Path), u64);

/// What happens, and how many records there are then.
const CHANGES: [Change; 6] = [
    ("appended", append, 4),
    ("closed", |folder| close(folder, 3), 4),
    ("being closed", |folder| name_segment(folder, 3), 3),
    (
        "closed twice",
        |folder| {
            close(folder, 3);
            close(folder, 4);
        },
        5,
    ),
    ("folded", collect, 3),
    (
        "closed and folded",
        |folder| {
            close(folder, 3);
            collect(folder);
        },
        4,
    ),
];

#[test]
fn whatever_changes_between_two_looks_each_record_is_read_once() {
    for (what, change, most) in CHANGES {
        for when in 0..6 {
            let folder = tempfile::tempdir().expect("a folder");
            let folder = folder.path();
            three(folder);
            let mut looks = 0;
            let opened = Chain::try_open(folder, true, &mut || {
                if looks == when {
                    change(folder);
                }
                looks += 1;
            });
            let case = format!("{what} after look {when}");
            if let Some(chain) = opened.expect("no error") {
                let (records, damage) = count(chain);
                assert!((3..=most).contains(&records), "{case}: {records}");
                assert_eq!(damage, 0, "{case}");
            }
            if when < looks {
                let after = Chain::open(folder).expect("opened");
                assert_eq!(count(after), (most, 0), "{case}");
            }
        }
    }
}

#[test]
fn what_was_opened_stays_readable_when_it_is_folded() {
    let folder = tempfile::tempdir().expect("a folder");
    three(folder.path());
    let chain = Chain::open(folder.path()).expect("opened");
    collect(folder.path());
    close(folder.path(), 3);
    collect(folder.path());
    assert_eq!(count(chain), (3, 0));
}

#[test]
fn a_folder_that_never_rests_is_an_error_after_a_while() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    three(folder);
    let mut tries = 0;
    let mut number = 3;
    let opened = (0..TRIES_MAX).find_map(|_| {
        tries += 1;
        let mut looks = 0;
        Chain::try_open(folder, true, &mut || {
            if looks == 0 {
                close(folder, number);
                number += 1;
            }
            looks += 1;
        })
        .expect("no error")
    });
    assert!(opened.is_none());
    assert_eq!(tries, TRIES_MAX);
}
