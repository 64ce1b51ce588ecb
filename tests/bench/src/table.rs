//! Prints what was measured.

use crate::programs::Program;

/// Prints what a table was measured on, and how.
pub(crate) fn head(how: &str) {
    let uname = rustix::system::uname();
    println!(
        "\n{} {} {}, {how}\n",
        uname.sysname().to_string_lossy(),
        uname.release().to_string_lossy(),
        uname.machine().to_string_lossy(),
    );
}

/// Prints one row a program: microseconds, and the ratio of medians to its floor and,
/// where there is one, to another program, which is called `other`.
pub(crate) fn print(programs: &[Program], rounds: usize, other: &str) {
    head(&format!(
        "{rounds} rounds in random order; microseconds from spawn to wait"
    ));
    let besides = programs.iter().any(|program| program.beside.is_some());
    let (title, line) = if besides {
        (format!(" to {other} |"), "---:|")
    } else {
        (String::new(), "")
    };
    println!("| program | runs | min | p10 | median | to its floor |{title}");
    println!("|---|---:|---:|---:|---:|---:|{line}");
    for program in programs {
        let sorted = sorted(program);
        let own = median(&sorted);
        let beside = program.beside.as_deref();
        let beside = beside.map(|name| format!(" {} |", ratio(programs, own, name)));
        println!(
            "| {} | {} | {:.0} | {:.0} | {own:.0} | {} |{}",
            program.name,
            sorted.len(),
            at(&sorted, 0),
            at(&sorted, 10),
            ratio(programs, own, program.floor),
            beside.unwrap_or_else(|| if besides {
                " - |".into()
            } else {
                String::new()
            }),
        );
    }
}

/// Returns how many times the median of the program of this name `median` is.
fn ratio(programs: &[Program], median: f64, name: &str) -> String {
    let other = programs.iter().find(|other| other.name == name);
    other.map_or("-".into(), |other| {
        format!("{:.2}", median / sorted_median(other))
    })
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
