//! Logs in real folders.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use rejoin_store::append::Log;
use rejoin_store::segment::{SEGMENT_BYTES, SegmentName};
use rejoin_store::storage::Files;

use crate::model::{BOOT, append_to};

pub(crate) fn log_in(folder: &Path) -> Log<Files> {
    let folder = fs::File::open(folder).expect("a folder");
    Log::new(Files::open(folder.into()).expect("a log"), BOOT)
}

/// Appends one record.
pub(crate) fn append(folder: &Path, name: &str) {
    append_to(&mut log_in(folder), name, None).expect("appended");
}

/// Makes the log long enough to be closed.
pub(crate) fn fill(folder: &Path) {
    let log = OpenOptions::new().append(true).open(folder.join("log"));
    let bytes = vec![b'\n'; usize::try_from(SEGMENT_BYTES).expect("small")];
    log.expect("a log").write_all(&bytes).expect("written");
}

/// Closes the log by hand, whatever its length.
pub(crate) fn close(folder: &Path, number: u64) {
    let name = SegmentName::of(number);
    let name = name.as_c_str().to_str().expect("text");
    fs::rename(folder.join("log"), folder.join(name)).expect("renamed");
}

/// Appends records, each but the last in a closed segment of its own.
pub(crate) fn segments(folder: &Path, names: &[&str]) {
    for (number, name) in names.iter().enumerate() {
        if number > 0 {
            close(folder, number as u64);
        }
        append(folder, name);
    }
}

pub(crate) fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("text");
    let mut names: Vec<String> = entries
        .map(|entry| name(entry.expect("an entry")))
        .collect();
    names.sort();
    names
}
