//! A power cut at every operation, and what the next boot finds.

use rejoin_store::append::Log;
use rejoin_store::frame::FRAME_BYTES_MAX;
use rejoin_store::heads::Key;

use crate::model::{BOOT, Disk, Fault, Program, append, append_to};

/// Cases 2, 4, 5 and 14: whatever the disk kept of what was not synced.
#[test]
fn a_power_cut_at_any_operation_leaves_a_log_that_goes_on() {
    for closing in [false, true] {
        for at in 1.. {
            let disk = Disk::new();
            append(&disk, "first").expect("appended");
            append(&disk, "second").expect("appended");
            if closing {
                disk.borrow_mut().fill();
            }
            disk.borrow_mut().done = 0;
            disk.borrow_mut().fault = Some((at, Fault::Kill));
            let third = append(&disk, "third").is_ok();
            for cut in disk.borrow().cuts() {
                let before = cut.borrow().read();
                let kept = if third { 3 } else { 2 };
                assert!(before.0.len() >= kept, "cut at {at}: {before:?}");
                assert_eq!(before.1, [], "cut at {at}");
                append(&cut, "after").expect("goes on");
                let after = cut.borrow().read();
                assert_eq!(after.0[..before.0.len()], before.0, "cut at {at}");
                assert_eq!(after.0.last().map(String::as_str), Some("after"));
                assert_eq!(after.0.len(), before.0.len() + 1, "cut at {at}: {after:?}");
            }
            if third {
                break;
            }
        }
    }
}

/// Case 4: whoever finds the words of a writer that was killed before its sync makes them
/// durable, or does not go on.
#[test]
fn what_is_known_outlives_the_power_though_its_writer_was_killed() {
    let key = Key::of(&[b"pane"]);
    let (mut known, mut synced_by_its_writer) = (0, 0);
    for at in 1.. {
        let disk = Disk::new();
        append_to(&mut Log::new(Program::start(&disk), BOOT), "before", None).expect("appended");
        disk.borrow_mut().done = 0;
        disk.borrow_mut().fault = Some((at, Fault::Kill));
        let mut writer = Log::new(Program::start(&disk), BOOT);
        let _ = append_to(&mut writer, "words", Some(key));
        let killed = disk.borrow().done >= at;
        disk.borrow_mut().forget_fault();
        let mut buffer = Box::new([0; FRAME_BYTES_MAX]);
        let second = Log::new(Program::start(&disk), BOOT);
        if let Some(last) = second.last(key, &mut buffer) {
            known += 1;
            synced_by_its_writer += usize::from(last.synced);
            if !last.synced {
                second.sync_seen().expect("synced");
                let again = second.last(key, &mut buffer).expect("still known");
                assert!(again.synced, "the next one need not sync it again");
            }
            for cut in disk.borrow().cuts() {
                let left = cut.borrow().read().0;
                assert!(
                    left.contains(&"words".to_owned()),
                    "killed at {at}: {left:?}"
                );
            }
        }
        if !killed {
            break;
        }
    }
    assert!(
        known > synced_by_its_writer && synced_by_its_writer > 0,
        "both were seen"
    );
}
