//! A pseudo-terminal, for what only a process with a terminal shows.

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A terminal whose screen and keyboard the test holds.
pub struct Terminal {
    _screen: OwnedFd,
    path: PathBuf,
    device: u64,
}

impl Terminal {
    /// Opens a new one.
    ///
    /// # Panics
    /// The system gives none.
    #[must_use]
    pub fn new() -> Self {
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .expect("a pseudo-terminal");
        grantpt(&screen).expect("granted");
        unlockpt(&screen).expect("unlocked");
        let name = ptsname(&screen, Vec::new()).expect("it has a name");
        let path = PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes()));
        let device = rustix::fs::stat(&path).expect("it is there").st_rdev;
        Self {
            _screen: screen,
            path,
            device,
        }
    }

    /// Returns the path of the side that programs have.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its device number as the kernel shows it in `/proc/PID/stat`.
    #[must_use]
    pub fn device(&self) -> u64 {
        self.device
    }

    /// Opens the side that programs have, as no one's controlling terminal.
    ///
    /// # Panics
    /// It cannot be opened.
    #[must_use]
    pub fn open(&self) -> File {
        let how = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = rustix::fs::open(&self.path, how, rustix::fs::Mode::empty());
        File::from(file.expect("the terminal opens"))
    }
}

impl Default for Terminal {
    fn default() -> Self {
        Self::new()
    }
}
