//! Prints what was measured.

use crate::programs::Program;

/// Prints one row a program: microseconds, and the ratio of medians to its floor.
pub(crate) fn print(programs: &[Program], rounds: usize) {
    let uname = rustix::system::uname();
    println!(
        "{} {} {}, {rounds} rounds in random order; microseconds from spawn to wait\n",
        uname.sysname().to_string_lossy(),
        uname.release().to_string_lossy(),
        uname.machine().to_string_lossy(),
    );
    println!("| program | runs | min | p10 | median | to its floor |");
    println!("|---|---:|---:|---:|---:|---:|");
    for program in programs {
        let sorted = sorted(program);
        let floor = programs
            .iter()
            .find(|other| other.name == program.floor)
            .map(sorted_median);
        let ratio = floor.map_or("-".into(), |floor| {
            format!("{:.2}", median(&sorted) / floor)
        });
        println!(
            "| {} | {} | {:.0} | {:.0} | {:.0} | {ratio} |",
            program.name,
            sorted.len(),
            at(&sorted, 0),
            at(&sorted, 10),
            median(&sorted),
        );
    }
}

fn sorted(program: &Program) -> Vec<u64> {
    let mut times = program.times.clone();
    times.sort_unstable();
    times
}

fn sorted_median(program: &Program) -> f64 {
    median(&sorted(program))
}

fn median(sorted: &[u64]) -> f64 {
    at(sorted, 50)
}

/// Returns the time below which `percent` of all lie, in microseconds.
#[allow(clippy::cast_precision_loss, reason = "times of less than a day")]
fn at(sorted: &[u64], percent: usize) -> f64 {
    let place = sorted.len().saturating_sub(1) * percent / 100;
    sorted
        .get(place)
        .map_or(f64::NAN, |&time| time as f64 / 1_000.0)
}
