//! What a prompt of the largest size costs: the hook reads all of it, and keeps none.

use crate::weigh::{self, Scale};
use crate::{history, programs, table};
use std::path::{Path, PathBuf};

/// Length of the prompt, one block less than the longest payload that the hook takes, as
/// the rest of the payload has to fit too.
const PROMPT_BYTES: usize = (64 << 20) - BLOCK_BYTES;

/// Written at once, as much as a pipe holds.
const BLOCK_BYTES: usize = 64 << 10;

const RUNS: usize = 9;

/// Text as it is in a payload: words, with an escape a line.
const LINE: &[u8] = b"the quick brown fox jumps over the lazy dog, and over the next one \\n";

/// Prints the table.
pub(crate) fn measure(folder: &Path) {
    let home = programs::made(folder, "payload");
    let Some(scale) = Scale::new(folder, &home) else {
        return;
    };
    let commands: [(&str, Vec<PathBuf>); 3] = [
        ("cat", vec!["/bin/cat".into()]),
        ("wc -l", vec!["/usr/bin/wc".into(), "-l".into()]),
        (
            "rejoin-hook, identity changed",
            vec![rejoin_tests::hook(), "claude".into()],
        ),
    ];
    // No escape may be cut by the end of a block: whole lines, then spaces.
    let mut block = LINE.repeat(BLOCK_BYTES / LINE.len());
    block.resize(BLOCK_BYTES, b' ');
    let mut weights = [const { Vec::new() }; 3];
    for run in 0..RUNS {
        let (before, after) = programs::around_prompt(run);
        for ((_, command), weights) in commands.iter().zip(&mut weights) {
            let times = PROMPT_BYTES / BLOCK_BYTES;
            let feed = weigh::blocks(before.clone(), block.clone(), times, after);
            weights.push(scale.weigh(command, &[("REJOIN_PANE", "P1")], feed));
        }
    }
    let log = history::files(&home).into_iter().map(std::fs::read);
    let log = log
        .collect::<Result<Vec<_>, _>>()
        .expect("is read")
        .concat();
    let records = log.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(records, RUNS, "the hook took every payload");
    table::head(&format!(
        "{} KiB through a pipe; median of {RUNS} runs in turn; the highest peak of memory",
        PROMPT_BYTES >> 10
    ));
    println!("| program | ms | MB/s | peak KiB | page faults |");
    println!("|---|---:|---:|---:|---:|");
    for ((name, _), weights) in commands.iter().zip(&weights) {
        let weight = weigh::median(weights);
        #[allow(clippy::cast_precision_loss, reason = "less than petabytes and weeks")]
        let (milliseconds, megabytes) =
            (weight.nanoseconds as f64 / 1e6, PROMPT_BYTES as f64 / 1e6);
        println!(
            "| {name} | {milliseconds:.1} | {:.0} | {} | {} |",
            megabytes / milliseconds * 1e3,
            match weight.peak_kib {
                0 => "too few to count".to_owned(),
                peak => peak.to_string(),
            },
            weight.faults,
        );
    }
}
