//! The state folder, and in it the folder of this host: where they are, and whether they
//! may be trusted with an identity. A home may be shared by hosts, and a log may not: its
//! lock, and the process ids in it, are one host's.
//!
//! Never below a shared temporary folder, never through a link in their last parts, never
//! another user's, never open to others.

use core::ffi::CStr;
use rustix::fd::OwnedFd;
use rustix::fs::{self, FileType, Mode, OFlags};
use rustix::io::Errno;
use rustix::process::geteuid;

/// Longest path of the state folder in bytes: what the system takes as one path.
pub const PATH_BYTES_MAX: usize = 4096;

/// Why a state folder cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unusable {
    /// No variable names a place, or the path is relative or too long.
    NoPlace,
    /// It belongs to another user.
    NotOurs,
    /// Its permissions let others in.
    OpenToOthers,
    /// The system refused.
    System(Errno),
}

/// A path with its terminating NUL, kept without a heap.
pub struct FolderPath {
    bytes: [u8; PATH_BYTES_MAX],
    used: usize,
    /// Where the path of the state folder ends and that of the host begins.
    state_used: usize,
}

impl FolderPath {
    /// Makes an empty path; [`Self::find`] fills it. It is meant to stand in a `static`:
    /// every page of a large stack frame is paid for.
    #[must_use]
    #[allow(
        clippy::new_without_default,
        reason = "4 KiB by value is never wanted unasked"
    )]
    pub const fn new() -> Self {
        Self {
            bytes: [0; PATH_BYTES_MAX],
            used: 0,
            state_used: 0,
        }
    }

    /// Finds the folder of `host` in the state folder: `REJOIN_STATE_DIR`, else `rejoin`
    /// below `XDG_STATE_HOME`, else `.local/state/rejoin` below `HOME`. An empty value
    /// counts as unset; a relative one would mean another folder in each directory.
    ///
    /// # Errors
    /// [`Unusable::NoPlace`].
    pub fn find<'v>(
        &mut self,
        host: &[u8],
        variable: impl Fn(&[u8]) -> Option<&'v [u8]>,
    ) -> Result<(), Unusable> {
        let set = |name: &[u8]| variable(name).filter(|value| !value.is_empty());
        let (root, below): (_, &[u8]) = if let Some(folder) = set(b"REJOIN_STATE_DIR") {
            (folder, b"")
        } else if let Some(state) = set(b"XDG_STATE_HOME") {
            (state, b"/rejoin")
        } else {
            (
                set(b"HOME").ok_or(Unusable::NoPlace)?,
                b"/.local/state/rejoin",
            )
        };
        self.used = 0;
        self.push(root)?;
        self.push(below)?;
        while self.used > 1 && self.bytes[self.used - 1] == b'/' {
            self.used -= 1;
        }
        self.state_used = self.used;
        self.push(b"/")?;
        self.push(host)?;
        self.bytes[self.used] = 0;
        let plain = !host.is_empty() && host.iter().all(u8::is_ascii_alphanumeric);
        if self.bytes[0] == b'/' && plain {
            Ok(())
        } else {
            Err(Unusable::NoPlace)
        }
    }

    fn push(&mut self, part: &[u8]) -> Result<(), Unusable> {
        let end = self.used + part.len();
        let fits = end < PATH_BYTES_MAX && !part.contains(&0);
        let place = self.bytes.get_mut(self.used..end).filter(|_| fits);
        place.ok_or(Unusable::NoPlace)?.copy_from_slice(part);
        self.used = end;
        Ok(())
    }

    fn as_c_str(&self) -> &CStr {
        CStr::from_bytes_until_nul(&self.bytes).unwrap_or(c"")
    }

    /// Opens the host's folder, making it and its parents if they are missing.
    ///
    /// # Errors
    /// See [`Unusable`].
    pub fn open(&mut self) -> Result<OwnedFd, Unusable> {
        match self.open_existing() {
            Err(Unusable::System(Errno::NOENT)) => {
                self.make().map_err(Unusable::System)?;
                self.open_existing()
            }
            opened => opened,
        }
    }

    /// What stands at a path can be replaced only by those who may write to the folder
    /// above it, so that a look at the path before it is used is enough.
    fn open_existing(&mut self) -> Result<OwnedFd, Unusable> {
        let state = self.at_state(|path| fs::lstat(path))?;
        if FileType::from_raw_mode(state.st_mode as _) != FileType::Directory {
            return Err(Unusable::System(Errno::NOTDIR));
        }
        let user = geteuid().as_raw();
        check(&state, user)?;
        let folder = open_folder(self.as_c_str()).map_err(Unusable::System)?;
        check(&fs::fstat(&folder).map_err(Unusable::System)?, user)?;
        Ok(folder)
    }

    /// Opens a file for reading that stands in the state folder itself, and so belongs to
    /// all hosts. Nothing is made.
    ///
    /// # Errors
    /// See [`Unusable`].
    pub fn open_shared(&mut self, name: &CStr) -> Result<OwnedFd, Unusable> {
        let folder = self.at_state(open_folder)?;
        check(
            &fs::fstat(&folder).map_err(Unusable::System)?,
            geteuid().as_raw(),
        )?;
        // A pipe in its place must not make anybody wait.
        let how = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        fs::openat(folder, name, how, Mode::empty()).map_err(Unusable::System)
    }

    /// Does something with the path of the state folder, by ending it there for a moment.
    fn at_state<T>(&mut self, act: impl Fn(&CStr) -> Result<T, Errno>) -> Result<T, Unusable> {
        let slash = core::mem::replace(&mut self.bytes[self.state_used], 0);
        let done = act(self.as_c_str());
        self.bytes[self.state_used] = slash;
        done.map_err(Unusable::System)
    }

    /// Makes each missing part of the path by ending the path there for a moment.
    fn make(&mut self) -> Result<(), Errno> {
        let mut made = Ok(());
        for end in 1..=self.used {
            if end < self.used && self.bytes[end] != b'/' {
                continue;
            }
            let kept = core::mem::replace(&mut self.bytes[end], 0);
            made = fs::mkdir(self.as_c_str(), Mode::RWXU);
            self.bytes[end] = kept;
            if made.is_ok() {
                self.sync_parent(end);
            }
        }
        match made {
            Err(Errno::EXIST) => Ok(()),
            made => made,
        }
    }

    /// Makes the name of the folder that ends at `end` durable. A folder that cannot be
    /// synced is still used: the record in it is what counts.
    fn sync_parent(&mut self, end: usize) {
        let parent = self.bytes[..end]
            .iter()
            .rposition(|&byte| byte == b'/')
            .unwrap_or(0)
            .max(1);
        let kept = core::mem::replace(&mut self.bytes[parent], 0);
        if let Ok(folder) = fs::open(
            self.as_c_str(),
            OFlags::RDONLY | OFlags::CLOEXEC,
            Mode::empty(),
        ) {
            let _ = fs::fsync(folder);
        }
        self.bytes[parent] = kept;
    }
}

/// Checks that a folder is ours alone.
fn check(stat: &fs::Stat, user: u32) -> Result<(), Unusable> {
    if stat.st_uid != user {
        return Err(Unusable::NotOurs);
    }
    let others = Mode::RWXG | Mode::RWXO;
    if Mode::from_raw_mode(stat.st_mode as _).intersects(others) {
        return Err(Unusable::OpenToOthers);
    }
    Ok(())
}

fn open_folder(path: &CStr) -> Result<OwnedFd, Errno> {
    let how = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    fs::open(path, how, Mode::empty())
}

#[cfg(test)]
mod tests;
