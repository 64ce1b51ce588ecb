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
