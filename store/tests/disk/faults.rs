//! Every operation of a writer fails once, in every way.

use rejoin_store::append::Error;
use rustix::io::Errno;

use crate::model::{Disk, Fault, Shared, append};

/// A log with a record, long enough for the next writer to close it.
fn full_log() -> Shared {
    let disk = Disk::new();
    append(&disk, "first").expect("appended");
    disk.borrow_mut().fill();
    disk.borrow_mut().done = 0;
    disk
}

fn short_log() -> Shared {
    let disk = Disk::new();
    append(&disk, "first").expect("appended");
    disk.borrow_mut().done = 0;
    disk
}

/// Appends two records, the first of which meets the fault, then one without any. Checks
/// that nothing acknowledged is lost, in what programs see and in what a power cut leaves,
/// and tells whether the fault came.
fn meets(start: fn() -> Shared, at: usize, fault: Fault) -> bool {
    let disk = start();
    disk.borrow_mut().fault = Some((at, fault));
    let mut acknowledged = vec!["first".to_owned()];
    for name in ["second", "third"] {
        if append(&disk, name).is_ok() {
            acknowledged.push(name.to_owned());
        }
    }
    let came = disk.borrow().done >= at;
    check(&disk, &acknowledged, &format!("{fault:?} at {at}"));
    // A power cut does not care how long a short write was.
    if !matches!(fault, Fault::Short(1..) | Fault::KillInside(1..)) {
        for cut in disk.borrow().cuts() {
            let case = format!("{fault:?} at {at}, then a power cut");
            check(&cut, &acknowledged, &case);
        }
    }
    came
}

fn check(disk: &Shared, acknowledged: &[String], case: &str) {
    disk.borrow_mut().forget_fault();
    append(disk, "last").unwrap_or_else(|error| panic!("{case}: {error:?}"));
    let (records, _) = disk.borrow().read();
    let mut at = records.iter();
    for name in acknowledged.iter().map(String::as_str).chain(["last"]) {
        assert!(
            at.any(|record| record == name),
            "{case}: {name} in {records:?}"
        );
    }
}

fn all(fault: impl Fn(usize) -> Fault) {
    for start in [full_log as fn() -> Shared, short_log] {
        let faults = (1..).take_while(|&at| meets(start, at, fault(at))).count();
        assert!(faults > 10, "only {faults} operations");
    }
}

/// Cases 4 to 8 and 14: whatever operation the system refuses.
#[test]
fn no_refused_operation_loses_what_was_acknowledged() {
    for errno in [
        Errno::NOSPC,
        Errno::IO,
        Errno::INTR,
        Errno::NOLCK,
        Errno::DQUOT,
    ] {
        all(|_| Fault::Errno(errno));
    }
}

/// Case 6: a write of any length, of the record and of the cache.
#[test]
fn no_short_write_loses_what_was_acknowledged() {
    for bytes in 0..90 {
        all(|_| Fault::Short(bytes));
    }
}

/// Cases 1 to 5 and 14: a writer that is killed before any operation, or within a write.
#[test]
fn no_killed_writer_loses_what_was_acknowledged() {
    all(|_| Fault::Kill);
    for bytes in 0..90 {
        all(|_| Fault::KillInside(bytes));
    }
}

/// Case 6: what a short write left is a beginning that nobody finished, and no damage.
#[test]
fn a_short_write_is_told_to_its_writer_and_is_no_damage() {
    let told = |at| {
        let disk = short_log();
        disk.borrow_mut().fault = Some((at, Fault::Short(9)));
        (append(&disk, "second"), disk)
    };
    let short = (1..20)
        .map(told)
        .find(|(told, _)| *told == Err(Error::Short));
    let (_, disk) = short.expect("a write");
    assert_eq!(disk.borrow().read(), (vec!["first".to_owned()], vec![]));
}

/// Case 8: only the write itself can be refused at the cost of the record.
#[test]
fn a_record_is_written_whatever_else_the_system_refuses() {
    for start in [full_log as fn() -> Shared, short_log] {
        for at in 1.. {
            let disk = start();
            disk.borrow_mut().fault = Some((at, Fault::Errno(Errno::IO)));
            let outcome = append(&disk, "second");
            if disk.borrow().done < at {
                break;
            }
            let (records, damage) = disk.borrow().read();
            let refused = disk.borrow().write_refused;
            let written = records.contains(&"second".to_owned());
            assert!(written != refused, "refused at {at}: {outcome:?}");
            assert_eq!(damage, [], "refused at {at}");
        }
    }
}
