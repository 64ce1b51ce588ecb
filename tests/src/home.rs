//! A throw-away home with an environment of its own: nothing of the person who runs the
//! tests reaches a program, and nothing of a program reaches that person.

use crate::{Log, Run, programs};
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A home folder that is gone when the test ends.
pub struct Home {
    root: tempfile::TempDir,
}

impl Home {
    /// Makes one, with a folder for temporary files beside it.
    ///
    /// # Panics
    /// The disk does not let it.
    #[must_use]
    pub fn new() -> Self {
        let root = tempfile::tempdir().expect("a temporary folder");
        for name in ["home", "tmp", "bin"] {
            fs::create_dir(root.path().join(name)).expect("is made");
        }
        Self { root }
    }

    /// Returns the folder that holds the home and everything else of the test.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.root.path()
    }

    /// Returns what programs have as `HOME`.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.root().join("home")
    }

    /// Returns the state folder that follows from it.
    #[must_use]
    pub fn state(&self) -> PathBuf {
        self.path().join(".local/state/rejoin")
    }

    /// Returns the log in that folder.
    #[must_use]
    pub fn log(&self) -> Log {
        Log::at(self.active_log())
    }

    /// Puts a program at a path, in one step for whoever starts it. Another process writes
    /// it: what a thread here starts meanwhile would hold a file that we write open for a
    /// moment, and no file runs that is open for writing.
    ///
    /// # Panics
    /// The disk does not let it.
    pub fn put_program(&self, path: &Path, bytes: &[u8], mode: u32) {
        let [text, beside] = ["text", "program"].map(|name| self.root().join(name));
        fs::File::create(&text)
            .and_then(|mut file| file.write_all(bytes))
            .expect("is written");
        let copied = self.run("/bin/cp").argument(&text).argument(&beside);
        assert_eq!(copied.finish().exit, 0);
        fs::set_permissions(&beside, Permissions::from_mode(mode)).expect("is set");
        fs::rename(&beside, path).expect("takes its place");
    }

    /// Writes a file beside the home, and returns its path.
    ///
    /// # Panics
    /// The disk does not let it.
    #[expect(clippy::disallowed_methods, reason = "a fixture")]
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.root().join(name);
        fs::write(&path, bytes).expect("is written");
        path
    }

    /// Prepares a run of any program in this home.
    pub fn run(&self, program: impl AsRef<Path>) -> Run {
        Run::new(program.as_ref())
            .variable("HOME", self.path())
            .variable("TMPDIR", self.root().join("tmp"))
            .variable("PATH", "/usr/bin:/bin")
    }

    /// Prepares a run of the hook as `agent`'s entry.
    pub fn hook(&self, agent: &str) -> Run {
        self.run(programs::hook()).argument(agent)
    }

    /// Prepares a run of the hook through a shell that does `redirections` first and then
    /// becomes the hook.
    pub fn hook_with(&self, redirections: &str, agent: &str) -> Run {
        let script = format!("exec \"$@\" {redirections}");
        self.run("/bin/sh")
            .arguments(["-c", &script, "sh"])
            .argument(programs::hook())
            .argument(agent)
    }

    /// Returns every file below the home, sorted.
    ///
    /// # Panics
    /// A folder cannot be listed.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.path()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder of ours") {
                let entry = entry.expect("an entry");
                if entry.file_type().expect("a type").is_dir() {
                    folders.push(entry.path());
                } else {
                    found.push(entry.path());
                }
            }
        }
        found.sort();
        found
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}
