//! How long an answer takes: the command-line program on a short log, on a long one, and on
//! that one folded, beside programs that only read its bytes or count its lines.

use crate::weigh::{self, Scale, Weight};
use crate::{history, programs, table};
use std::path::{Path, PathBuf};

/// Lengths of the short log and of the long one in records.
const SHORT: u32 = 10;
const LONG: u32 = 1_000_000;

/// How often each program reads each log. Fewer than of what takes microseconds: a run on
/// the long log takes seconds, and does not differ much from the next.
const RUNS: usize = 3;

/// Makes the logs and prints the table.
pub(crate) fn measure(folder: &Path) {
    table::head(&format!(
        "median of {RUNS} runs in turn; the highest peak of memory"
    ));
    println!("| log | program | ms | million records/s | MB/s | peak MiB |");
    println!("|---|---|---:|---:|---:|---:|");
    for records in [SHORT, LONG] {
        let home = programs::made(folder, &format!("{records}-read"));
        history::fill(&home, records);
        let Some(scale) = Scale::new(folder, &home) else {
            return;
        };
        answer(&scale, &home, &format!("{records} records"), records);
        if records == LONG {
            let before = bytes(&home);
            let gc = scale.weigh(&[rejoin_tests::rejoin(), "gc".into()], &[], weigh::nothing);
            row("the same", "rejoin gc (once)", gc, records, before);
            answer(&scale, &home, "the same, folded", records);
        }
    }
}

fn answer(scale: &Scale, home: &Path, log: &str, records: u32) {
    let files = history::files(home);
    let reading = |words: &[&str]| -> Vec<PathBuf> {
        let words = words.iter().map(PathBuf::from);
        words.chain(files.iter().cloned()).collect()
    };
    let rejoin = rejoin_tests::rejoin();
    let commands = [
        ("cat FILES", reading(&["/bin/cat"])),
        ("wc -l FILES", reading(&["/usr/bin/wc", "-l"])),
        ("rejoin list", vec![rejoin.clone(), "list".into()]),
        (
            "rejoin resolve PANE",
            vec![rejoin, "resolve".into(), "P7".into()],
        ),
    ];
    let mut weights = [const { Vec::new() }; 4];
    for _ in 0..RUNS {
        for ((_, command), weights) in commands.iter().zip(&mut weights) {
            weights.push(scale.weigh(command, &[], weigh::nothing));
        }
    }
    for ((name, _), weights) in commands.iter().zip(&weights) {
        row(log, name, weigh::median(weights), records, bytes(home));
    }
}

fn bytes(home: &Path) -> u64 {
    let files = history::files(home);
    let lengths = files
        .iter()
        .map(|file| file.metadata().expect("is there").len());
    lengths.sum()
}

#[allow(clippy::cast_precision_loss, reason = "less than petabytes and weeks")]
fn row(log: &str, program: &str, weight: Weight, records: u32, bytes: u64) {
    let microseconds = weight.nanoseconds as f64 / 1e3;
    println!(
        "| {log} | {program} | {:.2} | {:.2} | {:.1} | {:.2} |",
        microseconds / 1e3,
        f64::from(records) / microseconds,
        bytes as f64 / microseconds,
        weight.peak_kib as f64 / 1024.0,
    );
}
