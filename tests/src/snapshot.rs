//! A home as it was at one moment, to be put back before each of many runs.

use crate::Home;
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;

/// Folders and files of a home, with their modes.
pub struct Snapshot {
    folders: Vec<(PathBuf, Permissions)>,
    files: Vec<(PathBuf, Permissions, Vec<u8>)>,
}

impl Snapshot {
    /// Takes one; folders stand before what is in them.
    ///
    /// # Panics
    /// Something cannot be read.
    #[must_use]
    pub fn of(home: &Home) -> Self {
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
                } else {
                    let bytes = fs::read(&path).expect("a file of ours");
                    taken.files.push((path, mode, bytes));
                }
            }
        }
        taken
    }

    /// Tells whether the home has the same files with the same bytes.
    #[must_use]
    pub fn is_of(&self, home: &Home) -> bool {
        let now = Self::of(home);
        now.folders == self.folders && now.files == self.files
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
        for (path, mode, bytes) in &self.files {
            let mut options = fs::File::options();
            let file = options
                .write(true)
                .create_new(true)
                .mode(mode.mode())
                .open(path);
            file.and_then(|mut file| file.write_all(bytes))
                .expect("is written");
        }
    }
}
