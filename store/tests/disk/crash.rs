//! A power cut at every operation, and what the next boot finds.

use crate::model::{Disk, Fault, append};

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
