//! Becomes a program that is named: the first of its name that is there.

use crate::Lists;
use crate::call::Command;
use crate::names::Names;
use crate::refusal::{Found, not_started, too_many};
use crate::search::Candidates;
use rejoin_entry::{Lend, List, replace};
use rustix::fs::{Access, access};
use rustix::io::Errno;

static NAMES: Lend<Names> = Lend::new(Names::new());

/// Becomes the program; returns an exit code only if that was not possible.
pub(crate) fn become_it(command: &Command<List>, environment: List, lists: &mut Lists) -> i32 {
    let Some(names) = NAMES.take() else {
        return too_many();
    };
    let (assignments, count) = command.assignments();
    let fits = names.fill(assignments, count)
        && command.arguments().all(|word| lists.arguments.push(word))
        && command
            .variables(environment, names)
            .all(|entry| lists.variables.push(entry));
    if !fits {
        return too_many();
    }
    let path = Command::variable(environment, names, b"PATH").unwrap_or(b"");
    let mut candidates = Candidates::new(command.program.to_bytes(), path);
    let mut why = Errno::NOENT;
    while let Some(candidate) = candidates.next() {
        match replace(candidate, &lists.arguments, &lists.variables) {
            Errno::NOENT | Errno::NOTDIR => {}
            // A shell goes on to the next folder too, and remembers this.
            Errno::ACCESS => why = Errno::ACCESS,
            other => {
                why = other;
                break;
            }
        }
    }
    not_started(command.program, found(command, path), why)
}

/// Tells whether there is a file that the system does not find an interpreter for.
fn found(command: &Command<List>, path: &[u8]) -> Found {
    let mut candidates = Candidates::new(command.program.to_bytes(), path);
    while let Some(candidate) = candidates.next() {
        if access(candidate, Access::EXISTS).is_ok() {
            return Found::Program;
        }
    }
    Found::Nothing
}
