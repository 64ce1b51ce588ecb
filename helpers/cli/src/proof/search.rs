//! Finds the files that a layout could mean where it leaves a part of the path open. Lists
//! only the folders in which such a part stands, and gives up before it has read too much.

use super::place::Part;
use super::within::{self, Barred};
use rustix::fs::lstat;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Most names that one answer may read. A store that files by day has a folder for each day
/// of ten years below 4,000 names, and one by project rarely a thousand; the rest are
/// the transcripts of the folders in question.
const NAMES_MAX: usize = 50_000;

/// Most files that are opened to see which names the id. Their names hold it, or eight
/// characters of it, so that more than a few are no accident.
const FILES_MAX: usize = 64;

/// A search that reached one of its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooMany;

/// What one answer may still read.
#[derive(Debug)]
pub(super) struct Search<'r> {
    root: &'r Path,
    names_left: usize,
    /// Why a folder could not be looked into.
    pub(super) refused: Option<Barred>,
}

impl<'r> Search<'r> {
    pub(super) const fn below(root: &'r Path) -> Self {
        Self {
            root,
            names_left: NAMES_MAX,
            refused: None,
        }
    }

    /// Returns all that these parts lead to, in the order of their names.
    pub(super) fn all(&mut self, parts: &[Part]) -> Result<Vec<PathBuf>, TooMany> {
        let mut found = Vec::new();
        self.walk(self.root.to_owned(), parts, &mut found)?;
        found.sort();
        Ok(found)
    }

    /// Returns what stands in `folder` and is like `part`, in the order of the names.
    pub(super) fn siblings(&mut self, folder: &Path, part: &Part) -> Result<Vec<PathBuf>, TooMany> {
        let mut found = Vec::new();
        let one = std::slice::from_ref(part);
        self.walk(folder.to_owned(), one, &mut found)?;
        found.sort();
        Ok(found)
    }

    fn walk(
        &mut self,
        mut folder: PathBuf,
        parts: &[Part],
        found: &mut Vec<PathBuf>,
    ) -> Result<(), TooMany> {
        let Some((part, rest)) = parts.split_first() else {
            if found.len() == FILES_MAX {
                return Err(TooMany);
            }
            found.push(folder);
            return Ok(());
        };
        if let Part::Named(name) = part {
            folder.push(name);
            return match lstat(&folder) {
                Ok(_) => self.walk(folder, rest, found),
                Err(error) => {
                    self.refuse(error.into());
                    Ok(())
                }
            };
        }
        for name in self.names(&folder, part)? {
            self.walk(name, rest, found)?;
        }
        Ok(())
    }

    /// Lists what in `folder` is like `part`; nothing where it cannot be listed.
    fn names(&mut self, folder: &Path, part: &Part) -> Result<Vec<PathBuf>, TooMany> {
        let listed = within::real(self.root, folder).and_then(|real| within::list(&real));
        let listed = match listed {
            Ok(listed) => listed,
            Err(barred) => {
                self.refuse(barred);
                return Ok(Vec::new());
            }
        };
        let mut names = Vec::new();
        for entry in listed.flatten() {
            self.names_left = self.names_left.checked_sub(1).ok_or(TooMany)?;
            if part.fits(entry.file_name().as_bytes()) {
                names.push(folder.join(entry.file_name()));
            }
        }
        Ok(names)
    }

    /// Keeps the first reason for which a search may have missed something.
    fn refuse(&mut self, barred: Barred) {
        if matches!(barred, Barred::System(_)) {
            self.refused.get_or_insert(barred);
        }
    }
}
