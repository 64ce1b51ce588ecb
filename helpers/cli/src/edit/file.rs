//! The shell around an edit: finds the file behind links, reads it, and puts a new text in
//! its place in one step.
//!
//! At every moment the file is either the old one or the new one, whole. It is never opened
//! for writing, a link to it stays a link, and mode and owner stay what they were.

mod find;
mod replace;

pub(crate) use find::{Found, find};

use crate::error::{Error, Kind};
use crate::print::plain;
use std::io;
use std::path::Path;

/// Attempts before a file is given up that somebody else keeps writing.
const ATTEMPTS_MAX: usize = 5;

/// What is to become of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Nothing, not even a new time stamp.
    Keep,
    /// It holds these bytes.
    Write(Vec<u8>),
    /// It goes.
    Delete,
}

/// One operation on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Making a folder.
    MakeFolder,
    /// Making the new file beside the old one.
    Create,
    /// Writing one piece of it.
    Write,
    /// Giving it the owner and the mode of the old one.
    Attributes,
    /// Syncing it.
    Sync,
    /// Reading the old one once more.
    Compare,
    /// Putting it in the old one's place, or removing the old one.
    Swap,
    /// Syncing the folder.
    SyncFolder,
}

/// Asked before each operation on the disk. Tests let one fail here.
pub(crate) trait Gate {
    /// Lets the operation happen, or makes it fail.
    fn pass(&mut self, step: Step) -> io::Result<()>;
}

/// Lets everything happen.
#[derive(Debug)]
pub(crate) struct Open;

impl Gate for Open {
    fn pass(&mut self, _: Step) -> io::Result<()> {
        Ok(())
    }
}

/// Changes the file at `path`, or behind the links there, as `plan` says. The plan is made
/// again if somebody else wrote the file meanwhile. Tells whether anything changed.
///
/// Leftovers of a killed run go first, so two runs must not be here for one file at once.
///
/// # Errors
/// The file is not one that may be edited, or the disk refused; it is as it was, unless the
/// error is about syncing its folder.
pub(crate) fn change(
    path: &Path,
    gate: &mut dyn Gate,
    plan: &mut dyn FnMut(&Found) -> Result<Plan, Error>,
) -> Result<bool, Error> {
    for _ in 0..ATTEMPTS_MAX {
        let found = find(path)?;
        replace::sweep(&found.target);
        let done = match plan(&found)? {
            Plan::Keep => return Ok(false),
            Plan::Write(bytes) => replace::write(&found, &bytes, gate)?,
            Plan::Delete => replace::delete(&found, gate)?,
        };
        if done {
            return Ok(true);
        }
    }
    let cause = format!("{} changes all the time", shown(path));
    Err(Error::new(Kind::Refused, cause)
        .code("busy")
        .remedy("Close the program that writes it, then try again."))
}

/// Returns a path as it may meet a terminal.
pub(crate) fn shown(path: &Path) -> String {
    plain(path).to_string()
}

#[cfg(test)]
mod tests;
