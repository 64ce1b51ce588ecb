//! The cache never names an older record of a pane, whatever became of a write to it.

use rejoin_store::append::Log;
use rejoin_store::frame::FRAME_BYTES_MAX;
use rejoin_store::heads::Key;
use rustix::io::Errno;

use crate::model::{BOOT, Disk, Fault, Program, append_to};

/// Case 13: what the cache says of a key is the last record under it, or nothing.
#[test]
fn no_fault_makes_the_cache_name_an_older_record() {
    let key = Key::of(&[b"pane"]);
    let mut faults = vec![
        Fault::Kill,
        Fault::Errno(Errno::IO),
        Fault::Errno(Errno::NOSPC),
    ];
    faults.extend((0..48).flat_map(|bytes| [Fault::Short(bytes), Fault::KillInside(bytes)]));
    for fault in faults {
        for at in 1.. {
            let disk = Disk::new();
            let say = |name: &str, key| {
                let mut log = Log::new(Program::start(&disk), BOOT);
                append_to(&mut log, name, Some(key)).is_ok()
            };
            assert!(say("older", key));
            disk.borrow_mut().done = 0;
            disk.borrow_mut().fault = Some((at, fault));
            say("newer", key);
            let came = disk.borrow().done >= at;
            disk.borrow_mut().forget_fault();
            for other in 0..3u8 {
                assert!(say("other", Key::of(&[&[other]])));
                let log = Log::new(Program::start(&disk), BOOT);
                let mut buffer = Box::new([0; FRAME_BYTES_MAX]);
                let told = log.last(key, &mut buffer);
                let told = told.map(|last| String::from_utf8_lossy(last.json).into_owned());
                let records = disk.borrow().read().0;
                let last = records.iter().rfind(|name| *name != "other").expect("one");
                if let Some(told) = told {
                    assert!(
                        told.contains(last.as_str()),
                        "{fault:?} at {at}: {told}, not {last}"
                    );
                }
            }
            if !came {
                break;
            }
        }
    }
}

/// Case 13: keys share buckets, and one that cannot be read may hold an older place of any.
#[test]
fn no_bucket_that_cannot_be_read_makes_the_cache_name_an_older_record() {
    let key = Key::of(&[b"pane"]);
    let others = (0u32..).map(|number| Key::of(&[&number.to_le_bytes()]));
    let beside: Vec<Key> = others
        .filter(|&other| bucket_of(other) == bucket_of(key))
        .take(2)
        .collect();
    let refused = Fault::Errno(Errno::IO);
    for (first, second) in (1..=OPERATIONS).flat_map(|at| (1..=OPERATIONS).map(move |b| (at, b))) {
        let disk = Disk::new();
        let say = |name: &str, key, fault| {
            disk.borrow_mut().done = 0;
            disk.borrow_mut().fault = fault;
            let mut log = Log::new(Program::start(&disk), BOOT);
            let _ = append_to(&mut log, name, Some(key)); // it may be what is refused
            disk.borrow_mut().forget_fault();
        };
        say("beside", beside[0], None);
        say("older", key, None);
        say("newer", key, Some((first, refused)));
        say("beside", beside[1], Some((second, refused)));
        let log = Log::new(Program::start(&disk), BOOT);
        let mut buffer = Box::new([0; FRAME_BYTES_MAX]);
        let told = log.last(key, &mut buffer);
        let told = told.map(|last| String::from_utf8_lossy(last.json).into_owned());
        let records = disk.borrow().read().0;
        let last = records.iter().rfind(|name| *name != "beside");
        let last = last.expect("one of the two is there");
        assert!(
            told.as_ref().is_none_or(|told| told.contains(last)),
            "refused at {first} and {second}: {told:?}, not {last}"
        );
    }
}

/// More operations than it takes to append one record.
const OPERATIONS: usize = 16;

/// Returns the bucket of the cache in which this key has its place.
fn bucket_of(key: Key) -> usize {
    let disk = Disk::new();
    let mut log = Log::new(Program::start(&disk), BOOT);
    append_to(&mut log, "any", Some(key)).expect("appended");
    let disk = disk.borrow();
    let places = &disk.heads[BUCKETS_AT..];
    let first = places.iter().position(|&byte| byte != 0);
    first.expect("a place") / BUCKET_BYTES
}

/// Where buckets begin in the cache, and how long each is.
const BUCKETS_AT: usize = 128;
const BUCKET_BYTES: usize = 128;
