//! Runs a program once and says how long it took and how much memory it had at most.

use crate::floor;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What one run cost.
#[derive(Clone, Copy)]
pub(crate) struct Weight {
    pub(crate) nanoseconds: u64,
    /// The kernel counts pages by the dozen: of a program that has few it says zero.
    pub(crate) peak_kib: u64,
    pub(crate) faults: u64,
}

/// Weighs programs in a cleared environment.
pub(crate) struct Scale {
    program: PathBuf,
    home: PathBuf,
}

impl Scale {
    /// Takes `home` as what programs have as `HOME`; nothing if there is no C compiler.
    pub(crate) fn new(folder: &Path, home: &Path) -> Option<Self> {
        Some(Self {
            program: floor::build_weigh(folder)?,
            home: home.to_owned(),
        })
    }

    /// Runs `command` with `variables`, feeding it by `feed` from a pipe.
    ///
    /// # Panics
    /// It fails: what did not do its job has no weight.
    pub(crate) fn weigh(
        &self,
        command: &[PathBuf],
        variables: &[(&str, &str)],
        feed: impl FnOnce(File) + Send + 'static,
    ) -> Weight {
        let (input, writer) =
            rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).expect("a pipe");
        let running = Command::new(&self.program)
            .args(command)
            .env_clear()
            .env("HOME", &self.home)
            .envs(variables.iter().copied())
            .stdin(input)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let feeder = std::thread::spawn(move || feed(File::from(writer)));
        let output = running.wait_with_output().expect("it ends");
        feeder.join().expect("it was fed");
        let text = String::from_utf8(output.stdout).expect("numbers");
        let numbers: Vec<u64> = text
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        let [nanoseconds, peak_kib, faults, 0] = numbers[..] else {
            panic!("{command:?}: {text}");
        };
        Weight {
            nanoseconds,
            peak_kib,
            faults,
        }
    }
}

/// Feeds nothing.
pub(crate) fn nothing(_: File) {}

/// Feeds `before`, then `block` so many times, then `after`.
pub(crate) fn blocks(
    before: String,
    block: Vec<u8>,
    times: usize,
    after: &'static str,
) -> impl FnOnce(File) + Send + 'static {
    move |mut pipe| {
        // Who stops reading early is found by what it did not write.
        let _ = pipe
            .write_all(before.as_bytes())
            .and_then(|()| (0..times).try_for_each(|_| pipe.write_all(&block)))
            .and_then(|()| pipe.write_all(after.as_bytes()));
    }
}

/// Returns the run of median length, with the highest peak of all.
pub(crate) fn median(weights: &[Weight]) -> Weight {
    let mut sorted = weights.to_vec();
    sorted.sort_unstable_by_key(|weight| weight.nanoseconds);
    let peak = sorted.iter().map(|weight| weight.peak_kib).max();
    Weight {
        peak_kib: peak.unwrap_or_default(),
        ..sorted[sorted.len() / 2]
    }
}
