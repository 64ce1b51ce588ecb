//! How a full log is closed, beside other writers.

use rejoin_store::append::{Log, Outcome};
use rejoin_store::checkpoint::Head;
use rejoin_store::heads::Key;

use crate::model::{BOOT, Disk, Fault, Program, append, append_later, append_to};

/// Case 14: one file becomes two, and the row of records stays one.
#[test]
fn a_full_log_is_closed_by_the_next_writer() {
    let disk = Disk::new();
    append(&disk, "a").expect("appended");
    append(&disk, "b").expect("appended");
    assert_eq!(disk.borrow().named(), ["log"]);
    disk.borrow_mut().fill();
    append(&disk, "c").expect("appended");
    assert_eq!(disk.borrow().named(), ["log", "log.000001"]);
    disk.borrow_mut().fill();
    append(&disk, "d").expect("appended");
    assert_eq!(disk.borrow().named(), ["log", "log.000001", "log.000002"]);
    let all = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    assert_eq!(disk.borrow().read(), (all, vec![]));
}

/// Case 15: who waited for the lock of a file that was closed meanwhile.
#[test]
fn a_writer_whose_file_was_closed_meanwhile_appends_to_the_next() {
    let disk = Disk::new();
    append(&disk, "a").expect("appended");
    let mut waiting = Log::new(Program::start(&disk), BOOT);
    disk.borrow_mut().fill();
    append(&disk, "b").expect("appended");
    append_to(&mut waiting, "c", None).expect("appended");
    let all = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(disk.borrow().read(), (all, vec![]));
}

/// Case 8: without a lock nobody closes a file.
#[test]
fn a_writer_without_a_lock_closes_nothing() {
    let disk = Disk::new();
    append(&disk, "a").expect("appended");
    disk.borrow_mut().fill();
    disk.borrow_mut().locks = false;
    append(&disk, "b").expect("appended");
    assert_eq!(disk.borrow().named(), ["log"]);
    assert_eq!(disk.borrow().read().0, ["a", "b"]);
}

/// Case 16: a record that came into a file which was closed before may not be in the
/// checkpoint, so it stands in the open file too.
#[test]
fn a_writer_without_a_lock_repeats_what_came_into_a_closed_file() {
    let disk = Disk::new();
    append(&disk, "a").expect("appended");
    let mut late = Log::new(Program::start(&disk), BOOT);
    disk.borrow_mut().fill();
    append(&disk, "b").expect("appended");
    disk.borrow_mut().locks = false;
    append_to(&mut late, "c", None).expect("appended");
    assert_eq!(disk.borrow().read().0, ["a", "c", "b", "c"]);
    for cut in disk.borrow().cuts() {
        assert!(cut.borrow().read().0.ends_with(&["c".to_owned()]));
    }
}

/// Case 17: numbers go on above the checkpoint, and above what it does not cover yet.
#[test]
fn a_segment_never_takes_a_number_that_was_used() {
    let disk = Disk::new();
    let covers = |covers| {
        let (bytes, sum) = (0, 0);
        Some(Head { covers, bytes, sum }.written().to_vec())
    };
    append(&disk, "a").expect("appended");
    disk.borrow_mut().checkpoint = covers(7);
    for name in ["b", "c"] {
        disk.borrow_mut().fill();
        append(&disk, name).expect("appended");
    }
    assert_eq!(disk.borrow().named(), ["log", "log.000008", "log.000009"]);
}

/// Case 17: without the number nothing can be closed, and nothing is lost by that.
#[test]
fn beside_a_checkpoint_that_cannot_be_read_the_log_grows() {
    let disk = Disk::new();
    append(&disk, "a").expect("appended");
    disk.borrow_mut().checkpoint = Some(b"rjc1 what is this".to_vec());
    disk.borrow_mut().fill();
    append(&disk, "b").expect("appended");
    assert_eq!(disk.borrow().named(), ["log"]);
}

/// Case 14: a writer that was killed between the two names of the file.
#[test]
fn a_closing_that_was_begun_is_finished_by_the_next_writer() {
    for at in 1.. {
        let disk = Disk::new();
        append(&disk, "a").expect("appended");
        disk.borrow_mut().fill();
        disk.borrow_mut().done = 0;
        disk.borrow_mut().fault = Some((at, Fault::Kill));
        let done = append(&disk, "b").is_ok();
        disk.borrow_mut().forget_fault();
        assert_eq!(
            disk.borrow().read().0[..1],
            ["a".to_owned()],
            "killed at {at}"
        );
        append(&disk, "c").expect("appended");
        let named: Vec<String> = disk
            .borrow()
            .named()
            .iter()
            .map(|&name| name.to_owned())
            .collect();
        assert_eq!(named, ["log", "log.000001"], "killed at {at}");
        let records = disk.borrow().read().0;
        assert!(records.starts_with(&["a".to_owned()]) && records.ends_with(&["c".to_owned()]));
        if done {
            break;
        }
    }
}

/// Case 14: whoever closes a file answers for all that is in it, also for what its writer did
/// not wait for.
#[test]
fn no_record_of_a_closed_file_is_lost_with_the_power() {
    let disk = Disk::new();
    append(&disk, "a").expect("appended");
    append_later(&disk, "b").expect("appended");
    disk.borrow_mut().fill();
    append(&disk, "c").expect("appended");
    assert_eq!(disk.borrow().named(), ["log", "log.000001"]);
    for cut in disk.borrow().cuts() {
        assert_eq!(cut.borrow().read().0, ["a", "b", "c"]);
    }
}

/// Case 14: the cache speaks of one file.
#[test]
fn no_place_in_a_closed_file_is_believed() {
    let disk = Disk::new();
    let key = Key::of(&[b"pane"]);
    let mut log = Log::new(Program::start(&disk), BOOT);
    append_to(&mut log, "a", Some(key)).expect("appended");
    let mut buffer = Box::new([0; rejoin_store::frame::FRAME_BYTES_MAX]);
    assert!(log.last(key, &mut buffer).is_some());
    disk.borrow_mut().fill();
    let other = Key::of(&[b"other"]);
    assert_eq!(append_to(&mut log, "b", Some(other)), Ok(Outcome::Appended));
    assert_eq!(log.last(key, &mut buffer), None);
    assert!(log.last(other, &mut buffer).is_some());
}
