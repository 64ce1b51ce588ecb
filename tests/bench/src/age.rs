//! Whether the hook becomes slower with the length of the log.

use crate::history;
use crate::programs::{self, FLOOR, FLOOR_SYNC, Program};
use std::path::Path;

/// Lengths of the log in records; the first is what the others are compared with.
const RECORDS: [u32; 3] = [1, 1_000, 1_000_000];

/// Makes the logs, and returns what takes part: the floors, and the hook in its two ways
/// in a log of each length.
pub(crate) fn all(folder: &Path) -> Vec<Program> {
    let mut taking_part = programs::floors(folder);
    for records in RECORDS {
        let home = programs::made(folder, &format!("{records}-unchanged"));
        let twin = programs::made(folder, &format!("{records}-changed"));
        history::fill(&home, records);
        history::share(&home, &twin);
        for (what, home, changes, floor) in [
            ("unchanged", home, false, FLOOR),
            ("changed", twin, true, FLOOR_SYNC),
        ] {
            let name = |records| format!("identity {what}, {records} in the log");
            let mut program = Program::hook(&name(records), &home, changes, floor);
            program.beside = Some(name(RECORDS[0]));
            taking_part.push(program);
        }
    }
    taking_part
}
