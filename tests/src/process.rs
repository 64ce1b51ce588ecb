//! Facts about processes, read here anew rather than with the code that is checked.

use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Returns the start time of a process in clock ticks since boot, if it is there.
#[must_use]
pub fn start_of(pid: u32) -> Option<u64> {
    field_of(pid, 22)?.parse().ok()
}

/// Returns the device number of a process's controlling terminal; 0 is none.
#[must_use]
pub fn terminal_of(pid: u32) -> Option<u64> {
    field_of(pid, 7)?.parse().ok()
}

/// Returns the session of a process.
#[must_use]
pub fn session_of(pid: u32) -> Option<u64> {
    field_of(pid, 6)?.parse().ok()
}

/// Tells whether a process waits for something other than the disk, as one that reads its
/// standard input does once it has been loaded.
#[must_use]
pub fn waits(pid: u32) -> bool {
    field_of(pid, 3).is_some_and(|state| state == "S")
}

/// Returns the name that the kernel shows for a process.
#[must_use]
pub fn name_of(pid: u32) -> Option<String> {
    let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
    Some(name.trim_end().to_owned())
}

/// Returns the numbers of the descriptors that a process has open.
///
/// # Panics
/// The process is gone.
#[must_use]
pub fn descriptors_of(pid: u32) -> Vec<(u32, PathBuf)> {
    let folder = PathBuf::from(format!("/proc/{pid}/fd"));
    let entries = std::fs::read_dir(&folder).expect("the process lives");
    let mut found: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let number = path.file_name()?.to_str()?.parse().ok()?;
            Some((number, std::fs::read_link(&path).ok()?))
        })
        .collect();
    found.sort();
    found
}

/// Waits until `holds`, looking again and again.
///
/// # Panics
/// It does not within a minute.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "still not so: {what}"
        );
        std::thread::yield_now();
    }
}

/// Field `number` of `/proc/PID/stat`, counted from 1 as in proc(5); from 3 on.
fn field_of(pid: u32, number: usize) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    fields.split(' ').nth(number - 3).map(str::to_owned)
}
