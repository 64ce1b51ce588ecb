//! Folding segments: what is removed, what is refused, and what every ending leaves.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use rejoin_store::chain::Chain;
use rejoin_store::fold::Fold;
use rejoin_store::gc::{self, Refused, Step};
use rejoin_store::reader::DamageKind;
use rustix::fs::FlockOperation;

use crate::real::{append, close, files, fill, segments};

fn collect(folder: &Path) -> Result<gc::Done, Refused> {
    gc::run(folder, false, &mut |_| Ok(()))
}

fn folded(folder: &Path) -> Fold {
    let mut chain = Chain::open(folder).expect("opened");
    let mut fold = chain.take_fold();
    for piece in chain {
        fold.read(&piece.expect("read"));
    }
    fold
}

fn told(folder: &Path) -> String {
    let fold = folded(folder);
    let refusals: Vec<_> = fold.refusals().collect();
    format!("{refusals:?} {:?}", fold.counts())
}

/// Case 18: a run that ends before any of its steps; the next one does the rest.
#[test]
fn a_run_that_ends_anywhere_leaves_a_whole_log() {
    for last in 0.. {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        segments(folder, &["a", "b"]);
        collect(folder).expect("folded");
        for (number, name) in [(2, "c"), (3, "d")] {
            close(folder, number);
            append(folder, name);
        }
        let before = told(folder);
        let mut steps = 0;
        let ended = gc::run(folder, false, &mut |_| {
            steps += 1;
            if steps > last {
                return Err(io::Error::from(ErrorKind::Interrupted));
            }
            Ok(())
        });
        assert_eq!(told(folder), before, "ended after {last} steps");
        append(folder, "e"); // a writer does not mind
        let with_more = told(folder);
        collect(folder).expect("folded");
        assert_eq!(
            files(folder),
            ["checkpoint", "heads", "log"],
            "ended after {last} steps"
        );
        assert_eq!(told(folder), with_more, "ended after {last} steps");
        if ended.is_ok() {
            assert!(steps >= 6, "{steps}");
            break;
        }
    }
}

/// Case 18: a writer that closes a segment at any moment of a run.
#[test]
fn a_segment_that_is_closed_during_a_run_is_neither_folded_nor_lost() {
    for when in 0..6 {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        segments(folder, &["a", "b", "c"]);
        let mut steps = 0;
        gc::run(folder, false, &mut |_| {
            if steps == when {
                fill(folder);
                append(folder, "d");
                fill(folder);
                append(folder, "e");
            }
            steps += 1;
            Ok(())
        })
        .expect("folded");
        let fold = folded(folder);
        assert_eq!(fold.counts().records, 5, "closed at step {when}");
        assert_eq!(fold.counts().damage.len(), 0);
        collect(folder).expect("folded");
        assert_eq!(folded(folder).counts().records, 5);
    }
}

/// Case 18: the checkpoint is on the disk under its name before anything is removed.
#[test]
fn nothing_is_removed_before_the_checkpoint_has_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    segments(folder.path(), &["a", "b", "c"]);
    let mut steps = Vec::new();
    gc::run(folder.path(), false, &mut |step| {
        steps.push(step);
        Ok(())
    })
    .expect("folded");
    let wanted = [
        Step::Write,
        Step::Sync,
        Step::Replace,
        Step::SyncName,
        Step::Remove(1),
        Step::Remove(2),
    ];
    assert_eq!(steps, wanted);
}

/// Case 19: what cannot be read whole is not folded, and nothing is changed.
#[test]
fn damage_an_unknown_record_and_a_gap_are_refused() {
    let damaged = |kind| move |refused: &Refused| matches!(refused, Refused::Damaged(found) if found.kind == kind);
    let later = |refused: &Refused| matches!(refused, Refused::Unknown(_));
    type Check = Box<dyn Fn(&Refused) -> bool>;
    let frame = |json: &str| {
        let mut header = [0; rejoin_store::frame::HEADER_BYTES];
        rejoin_store::frame::write_header(&mut header, json.as_bytes());
        [&header[..], json.as_bytes(), b"\n"].concat()
    };
    let later_class = r#"{"kind":"publish","agent":"a","id":"i","publisher":{"pid":1,"start":1},"class":"teleport","boot":"b"}"#;
    let cases: [(&str, Option<Vec<u8>>, Check); 6] = [
        (
            "torn",
            Some(b"what is this\n".to_vec()),
            Box::new(damaged(DamageKind::Torn)),
        ),
        (
            "no line end",
            Some([&frame("{}")[..], b"rj1"].concat()),
            Box::new(damaged(DamageKind::NotJson)),
        ),
        (
            "another version",
            Some(b"rj2 00002 00000000 {}\n".to_vec()),
            Box::new(damaged(DamageKind::OtherVersion)),
        ),
        (
            "a later kind",
            Some(frame(r#"{"kind":"tilt"}"#)),
            Box::new(later),
        ),
        ("a later class", Some(frame(later_class)), Box::new(later)),
        ("a gap", None, Box::new(damaged(DamageKind::Missing))),
    ];
    for (case, bytes, check) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        segments(folder, &["a", "b", "c", "d"]);
        let second = folder.join("log.000002");
        match bytes {
            Some(bytes) => fs::write(&second, bytes).expect("written"),
            None => fs::remove_file(&second).expect("there"),
        }
        let before = files(folder);
        let refused = collect(folder).expect_err(case);
        assert!(check(&refused), "{case}: {refused:?}");
        assert_eq!(files(folder), before, "{case}");
    }
}

/// Case 19: what a writer that was killed in its write left was never acknowledged.
#[test]
fn the_beginning_of_a_record_at_the_end_of_a_segment_is_folded() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    segments(folder, &["a", "b", "c"]);
    let second = folder.join("log.000002");
    let whole = fs::read(&second).expect("a segment");
    for cut in [1, 4, 9, whole.len() - 1] {
        let log = [&whole[..], &whole[..cut]].concat();
        fs::write(&second, log).expect("written");
        let done = gc::run(folder, true, &mut |_| Ok(()));
        assert_eq!(done.expect("folds").records, 2, "cut at {cut}");
    }
    let before = told(folder);
    collect(folder).expect("folded");
    assert_eq!(told(folder), before);
}

/// Case 19: two runs, and a log that somebody holds.
#[test]
fn a_run_beside_another_and_one_without_the_lock_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    segments(folder, &["a", "b"]);
    let before = (files(folder), told(folder));
    let held = File::open(folder).expect("a folder");
    rustix::fs::flock(&held, FlockOperation::LockExclusive).expect("locked");
    assert!(matches!(collect(folder), Err(Refused::Busy)));
    drop(held);
    let held = File::open(folder.join("log")).expect("a log");
    rustix::fs::flock(&held, FlockOperation::LockExclusive).expect("locked");
    assert!(matches!(collect(folder), Err(Refused::NoLock(_))));
    drop(held);
    assert_eq!(told(folder), before.1);
    collect(folder).expect("folded");
}

/// Case 19: from its first step to its last a run has the folder for itself.
#[test]
fn a_run_keeps_every_other_one_out_until_it_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    segments(folder, &["a", "b", "c"]);
    let mut steps = 0;
    gc::run(folder, false, &mut |step| {
        steps += 1;
        assert!(matches!(collect(folder), Err(Refused::Busy)), "{step:?}");
        Ok(())
    })
    .expect("folded");
    assert_eq!(steps, 6);
    collect(folder).expect("nobody is left in the folder");
}

/// Case 14: a file that has both names is not closed yet.
#[test]
fn a_file_that_is_being_closed_is_read_once_and_not_folded() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    segments(folder, &["a", "b"]);
    fs::hard_link(folder.join("log"), folder.join("log.000002")).expect("named");
    assert_eq!(folded(folder).counts().records, 2);
    assert_eq!(collect(folder).expect("folded").segments, 1);
    assert_eq!(folded(folder).counts().records, 2);
    fill(folder);
    append(folder, "c");
    assert_eq!(files(folder), ["checkpoint", "heads", "log", "log.000002"]);
    assert_eq!(folded(folder).counts().records, 3);
}
