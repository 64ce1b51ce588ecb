//! What stands between a start and the program that is started: nothing, `env -i`, or
//! `rejoin-exec` with the same variables.

use crate::floor;
use crate::programs::Program;
use rejoin_tests::{Handover, exec, tool};
use std::ffi::{OsStr, OsString};
use std::os::fd::IntoRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// How many variables there are, and what the program that is started with them is called.
const SIZES: [(usize, &str); 2] = [
    (50, "the program itself, 50 variables"),
    (500, "the program itself, 500 variables"),
];

/// Length of a value in bytes, as the mean of an ordinary environment.
const VALUE_BYTES: usize = 40;

/// Returns what takes part: nothing without a compiler.
pub(crate) fn all(folder: &Path) -> Vec<Program> {
    let Some(end) = floor::build_end(folder) else {
        return Vec::new();
    };
    SIZES
        .iter()
        .flat_map(|&(count, itself)| of_size(&end, count, itself))
        .collect()
}

fn of_size(end: &Path, count: usize, itself: &'static str) -> Vec<Program> {
    let entries: Vec<(OsString, OsString)> = (0..count)
        .map(|at| {
            (
                format!("VARIABLE_{at}").into(),
                "v".repeat(VALUE_BYTES).into(),
            )
        })
        .collect();
    let words: Vec<OsString> = entries
        .iter()
        .map(|(name, value)| [name, value].map(OsString::as_os_str).join(OsStr::new("=")))
        .collect();
    let mut plain = Program::new(itself, &[end], itself);
    plain.variables = entries;
    let mut programs = vec![plain];
    let env = format!("env -i, {count} variables");
    if let Some(program) = tool("env") {
        let mut through = Program::new(&env, &[&program, Path::new("-i")], itself);
        through.words.extend(words.iter().cloned());
        through.words.push(end.into());
        programs.push(through);
    }
    let mut named = Program::new(
        &format!("rejoin-exec NAME=value ..., {count} variables"),
        &[&exec()],
        itself,
    );
    named.words.extend(words.iter().cloned());
    named.words.push(end.into());
    programs.push(named);
    let handover = Handover::of(end).variables(words.iter().map(|word| word.as_bytes()));
    let name = format!("rejoin-exec --fd N, {count} variables");
    let mut handed = Program::new(&name, &[&exec(), Path::new("--fd")], itself);
    handed.words.push(inheritable(&handover).to_string().into());
    programs.push(handed);
    for program in &mut programs[1..] {
        program.beside = Some(env.clone());
    }
    programs
}

/// Returns the number of a descriptor that every program of this run inherits.
fn inheritable(handover: &Handover) -> i32 {
    rustix::io::dup(handover.sealed())
        .expect("a descriptor")
        .into_raw_fd()
}
