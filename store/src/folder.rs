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
        let slash = core::mem::replace(&mut self.bytes[self.state_used], 0);
        let state = fs::lstat(self.as_c_str());
        self.bytes[self.state_used] = slash;
        let state = state.map_err(Unusable::System)?;
        if FileType::from_raw_mode(state.st_mode as _) != FileType::Directory {
            return Err(Unusable::System(Errno::NOTDIR));
        }
        check(&state)?;
        let folder = open_folder(self.as_c_str()).map_err(Unusable::System)?;
        check(&fs::fstat(&folder).map_err(Unusable::System)?)?;
        Ok(folder)
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
fn check(stat: &fs::Stat) -> Result<(), Unusable> {
    if stat.st_uid != geteuid().as_raw() {
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
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    const HOST: &[u8] = b"0123456789ab";

    fn found(variables: &[(&str, &[u8])]) -> Result<Vec<u8>, Unusable> {
        let find = |name: &[u8]| {
            let mut known = variables.iter();
            known
                .find(|(known, _)| known.as_bytes() == name)
                .map(|(_, value)| *value)
        };
        let mut path = FolderPath::new();
        path.find(HOST, find)?;
        let found = path.as_c_str().to_bytes();
        let state = found.strip_suffix(b"/0123456789ab");
        Ok(state.expect("the host stands last").to_vec())
    }

    fn open(path: &Path) -> Result<OwnedFd, Unusable> {
        let bytes = path.as_os_str().as_encoded_bytes();
        let mut path = FolderPath::new();
        path.find(HOST, |name| (name == b"REJOIN_STATE_DIR").then_some(bytes))?;
        path.open()
    }

    #[test]
    fn the_first_variable_that_is_set_and_not_empty_names_the_place() {
        let all: [(&str, &[u8]); 3] = [
            ("REJOIN_STATE_DIR", b"/s//"),
            ("XDG_STATE_HOME", b"/x"),
            ("HOME", b"/h"),
        ];
        assert_eq!(found(&all).as_deref(), Ok(&b"/s"[..]));
        assert_eq!(found(&all[1..]).as_deref(), Ok(&b"/x/rejoin"[..]));
        assert_eq!(
            found(&all[2..]).as_deref(),
            Ok(&b"/h/.local/state/rejoin"[..])
        );
        let empty: [(&str, &[u8]); 2] = [("REJOIN_STATE_DIR", b""), ("HOME", b"/h")];
        assert_eq!(found(&empty).as_deref(), Ok(&b"/h/.local/state/rejoin"[..]));
    }

    #[test]
    fn no_place_a_relative_one_and_an_endless_one_are_refused() {
        let long = vec![b'a'; PATH_BYTES_MAX];
        let rooted = [b"/", &long[..]].concat();
        let relative: &[u8] = b"state";
        assert_eq!(found(&[]), Err(Unusable::NoPlace));
        assert_eq!(
            found(&[("REJOIN_STATE_DIR", relative)]),
            Err(Unusable::NoPlace)
        );
        assert_eq!(found(&[("HOME", &rooted)]), Err(Unusable::NoPlace));
    }

    #[test]
    fn missing_folders_are_made_for_their_owner_alone() {
        let temp = tempfile::tempdir().expect("a temporary folder");
        let path = temp.path().join("a/b/c");
        open(&path).expect("is made");
        for path in [path.join("0123456789ab"), path] {
            let facts = std::fs::metadata(&path).expect("is there");
            assert_eq!(facts.permissions().mode() & 0o777, 0o700);
        }
    }

    #[test]
    fn a_host_is_one_plain_word() {
        for host in [&b""[..], b"..", b"a/b", b"a\0"] {
            let mut path = FolderPath::new();
            let found = path.find(host, |_| Some(b"/s"));
            assert_eq!(found, Err(Unusable::NoPlace));
        }
    }

    #[test]
    fn a_link_a_file_and_a_folder_open_to_others_are_refused() {
        let temp = tempfile::tempdir().expect("a temporary folder");
        let folder = temp.path().join("folder");
        open(&folder).expect("is made");
        let link = temp.path().join("link");
        std::os::unix::fs::symlink(&folder, &link).expect("links");
        assert!(matches!(open(&link), Err(Unusable::System(_))));
        let file = temp.path().join("file");
        std::fs::File::create(&file).expect("is made");
        assert!(matches!(open(&file), Err(Unusable::System(_))));
        let open_to_group = std::fs::Permissions::from_mode(0o750);
        std::fs::set_permissions(&folder, open_to_group).expect("is set");
        assert_eq!(open(&folder).err(), Some(Unusable::OpenToOthers));
    }

    #[test]
    fn the_folder_of_a_host_is_checked_as_the_state_folder_is() {
        let temp = tempfile::tempdir().expect("a temporary folder");
        let state = temp.path().join("state");
        open(&state).expect("is made");
        let host = state.join("0123456789ab");
        let open_to_others = std::fs::Permissions::from_mode(0o701);
        std::fs::set_permissions(&host, open_to_others).expect("is set");
        assert_eq!(open(&state).err(), Some(Unusable::OpenToOthers));
        std::fs::remove_dir(&host).expect("is empty");
        std::os::unix::fs::symlink(temp.path(), &host).expect("links");
        assert!(matches!(open(&state), Err(Unusable::System(_))));
    }
}
