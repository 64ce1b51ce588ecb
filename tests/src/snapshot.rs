//! A home as it was at one moment, to be put back before each of many runs.
//!
//! A file that is put back is the same file, with the same inode: a cache may tell by that
//! what it speaks of.

use crate::Home;
use std::fs::{self, File, Permissions};
use std::io::Write;
use std::path::PathBuf;

/// Folders and files of a home, with their modes.
pub struct Snapshot {
    folders: Vec<(PathBuf, Permissions)>,
    files: Vec<Kept>,
}

/// One file, kept under a second name beside the home.
struct Kept {
    path: PathBuf,
    beside: PathBuf,
    mode: Permissions,
    bytes: Vec<u8>,
}

impl Snapshot {
    /// Takes one; folders stand before what is in them.
    ///
    /// # Panics
    /// Something cannot be read or linked.
    #[must_use]
    pub fn of(home: &Home) -> Self {
        let vault = tempfile::Builder::new()
            .prefix("kept")
            .tempdir_in(home.root());
        let vault = vault.expect("a folder").keep(); // it goes with the home
        let mut taken = Self {
            folders: Vec::new(),
            files: Vec::new(),
        };
        let mut left = vec![home.path()];
        while let Some(folder) = left.pop() {
            for entry in fs::read_dir(&folder).expect("a folder of ours") {
                let path = entry.expect("an entry").path();
                let mode = fs::metadata(&path).expect("is there").permissions();
                if path.is_dir() {
                    taken.folders.push((path.clone(), mode));
                    left.push(path);
                    continue;
                }
                let beside = vault.join(taken.files.len().to_string());
                fs::hard_link(&path, &beside).expect("is linked");
                let bytes = fs::read(&path).expect("a file of ours");
                taken.files.push(Kept {
                    path,
                    beside,
                    mode,
                    bytes,
                });
            }
        }
        taken
    }

    /// Tells whether the home has the same files with the same bytes.
    ///
    /// # Panics
    /// Something cannot be read.
    #[must_use]
    pub fn is_of(&self, home: &Home) -> bool {
        let same = |kept: &Kept| fs::read(&kept.path).is_ok_and(|bytes| bytes == kept.bytes);
        home.files().len() == self.files.len() && self.files.iter().all(same)
    }

    /// Makes the home again what it was.
    ///
    /// # Panics
    /// The disk does not let it.
    pub fn restore(&self, home: &Home) {
        for entry in fs::read_dir(home.path()).expect("the home") {
            let path = entry.expect("an entry").path();
            let gone = if path.is_dir() {
                fs::remove_dir_all(path)
            } else {
                fs::remove_file(path)
            };
            gone.expect("is removed");
        }
        for (folder, mode) in &self.folders {
            fs::create_dir(folder).expect("is made");
            fs::set_permissions(folder, mode.clone()).expect("is set");
        }
        for kept in &self.files {
            let mut file = File::create(&kept.beside).expect("is emptied");
            file.write_all(&kept.bytes).expect("is written");
            fs::set_permissions(&kept.beside, kept.mode.clone()).expect("is set");
            fs::hard_link(&kept.beside, &kept.path).expect("is linked");
        }
    }
}
