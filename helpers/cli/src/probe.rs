//! Asks a program something about itself, such as its version: in the directory and with
//! the environment that it would have, for a bounded time, and not again and again.
//!
//! A program that failed is left alone for a while, and has longer the next time. What it
//! answered is believed as long as its file is the one that answered. A probe must never be
//! needed for a plain start.

mod answers;

use crate::bounded;
use crate::print::plain;
use crate::world::World;
use answers::{Answers, Known};
use rejoin_store::text::Text;
use sha2::{Digest, Sha256};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How much of an answer is read, in bytes; a version is a line, a help text a few pages.
const ANSWER_BYTES_MAX: u64 = 65_536;

/// How long a program may think; some are slow scripts.
const TIME_MAX: Duration = Duration::from_secs(10);

/// How long it may think if it failed before: a machine that was busy may be so still.
const TIME_AFTER_FAILURE_MAX: Duration = Duration::from_secs(30);

/// How long a program that failed is left alone, in seconds.
const COOL_DOWN_S: u64 = 30;

/// What is asked, and in which surroundings.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// Absolute path of the program.
    pub program: &'q Path,
    /// Its one argument, such as `--version`.
    pub word: &'q str,
    /// Where it runs.
    pub cwd: &'q Path,
    /// Its whole environment.
    pub environment: &'q [(OsString, OsString)],
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Silence {
    /// It failed a moment ago, and is asked again in so many seconds.
    CoolingDown(u64),
    /// It failed now.
    Failed(String),
}

/// Runs a command for a bounded time; a seam for tests.
pub trait Run {
    /// Returns what it says, or how it failed.
    fn run(&mut self, command: &mut Command, time: Duration) -> Result<Vec<u8>, String>;
}

/// Runs it.
pub struct Really;

impl Run for Really {
    fn run(&mut self, command: &mut Command, time: Duration) -> Result<Vec<u8>, String> {
        let ended = bounded::run(command, b"", ANSWER_BYTES_MAX, time)?;
        let program = plain(command.get_program());
        match (ended.status.success(), ended.said.is_empty()) {
            (false, _) => Err(format!("{program} ends with {}", ended.status)),
            (true, true) => Err(format!("{program} says nothing")),
            (true, false) => Ok(ended.said),
        }
    }
}

/// Asks a program, unless its answer is known. `place` is the folder that keeps answers;
/// `now` is the wall clock in seconds.
///
/// # Errors
/// It fails, or failed less than [`COOL_DOWN_S`] ago.
pub fn ask(
    place: Option<&Path>,
    question: Question<'_>,
    now: u64,
    run: &mut impl Run,
) -> Result<Text, Silence> {
    let mut answers = Answers::read(place);
    let key = question.key();
    let time = match answers.find(&key) {
        Some(Known {
            said: Some(said), ..
        }) => return Ok(said.clone()),
        // A clock that was set back is no reason to wait longer.
        Some(Known { at, said: None, .. }) => match now.checked_sub(*at) {
            Some(passed) if passed < COOL_DOWN_S => {
                return Err(Silence::CoolingDown(COOL_DOWN_S - passed));
            }
            _ => TIME_AFTER_FAILURE_MAX,
        },
        None => TIME_MAX,
    };
    let mut command = Command::new(question.program);
    command
        .arg(question.word)
        .current_dir(question.cwd)
        .env_clear()
        .envs(
            question
                .environment
                .iter()
                .map(|(name, value)| (name, value)),
        );
    let said = run.run(&mut command, time).map(Text::from);
    answers.put(Known {
        key,
        at: now,
        said: said.as_ref().ok().cloned(),
    });
    answers.save();
    said.map_err(Silence::Failed)
}

impl Question<'_> {
    /// Names exactly this question to exactly this file in these surroundings. The
    /// environment is in it as a part of one hash, and can be read out of it by nobody.
    fn key(&self) -> String {
        let mut hash = Sha256::new();
        let mut add = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        add(self.program.as_os_str().as_bytes());
        if let Ok(facts) = self.program.metadata() {
            for number in [facts.dev(), facts.ino()] {
                add(&number.to_le_bytes());
            }
            for number in [facts.mtime(), facts.mtime_nsec()] {
                add(&number.to_le_bytes());
            }
        }
        add(self.word.as_bytes());
        add(self.cwd.as_os_str().as_bytes());
        for (name, value) in self.environment {
            add(name.as_bytes());
            add(value.as_bytes());
        }
        crate::argv::hex(&hash.finalize())
    }
}

/// Returns the environment of this process as a program would have it. What names the one
/// shell that asks says nothing about an answer.
pub fn environment(world: &World) -> Vec<(OsString, OsString)> {
    const OF_THE_ASKER: [&str; 4] = ["_", "SHLVL", "OLDPWD", "REJOIN_LAUNCH"];
    let asks = |name: &OsStr| OF_THE_ASKER.iter().any(|own| name == *own);
    world
        .environment()
        .filter(|(name, _)| !asks(name))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Returns the wall clock in seconds; 0 if it stands before 1970.
pub fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CoolingDown(seconds) => {
                write!(
                    f,
                    "it failed a moment ago and is asked again in {seconds} s"
                )
            }
            Self::Failed(why) => f.write_str(why),
        }
    }
}

#[cfg(test)]
mod tests;
