//! Where a program may be: its path as given, or its name in each folder of `PATH`. Pure.

use core::ffi::CStr;

/// Longest path that is tried in bytes: what the system takes as one path.
const PATH_BYTES_MAX: usize = 4096;

/// The places where a program may be, in order.
pub(crate) struct Candidates<'c> {
    program: &'c [u8],
    folders: Option<&'c [u8]>,
    buffer: [u8; PATH_BYTES_MAX],
}

impl<'c> Candidates<'c> {
    /// A name with a slash is a path. An empty folder in `path` is the working
    /// directory for a shell; here it is skipped: nobody means to start what lies there.
    pub(crate) fn new(program: &'c [u8], path: &'c [u8]) -> Self {
        let folders = if program.contains(&b'/') { b"" } else { path };
        Self {
            program,
            folders: Some(folders),
            buffer: [0; PATH_BYTES_MAX],
        }
    }

    /// Returns the next place.
    pub(crate) fn next(&mut self) -> Option<&CStr> {
        loop {
            let folders = self.folders?;
            let (folder, rest) = match folders.iter().position(|&byte| byte == b':') {
                Some(colon) => (&folders[..colon], Some(&folders[colon + 1..])),
                None => (folders, None),
            };
            self.folders = rest;
            let direct = self.program.contains(&b'/');
            if folder.is_empty() && !direct {
                continue;
            }
            let slash: &[u8] = if direct { b"" } else { b"/" };
            if let Some(used) = join(&mut self.buffer, &[folder, slash, self.program]) {
                return CStr::from_bytes_with_nul(&self.buffer[..=used]).ok();
            }
        }
    }
}

/// Joins parts and a NUL; returns the length without it, or nothing if it does not fit.
fn join(buffer: &mut [u8; PATH_BYTES_MAX], parts: &[&[u8]]) -> Option<usize> {
    let mut used = 0;
    for part in parts {
        buffer
            .get_mut(used..used + part.len())?
            .copy_from_slice(part);
        used += part.len();
    }
    *buffer.get_mut(used)? = 0;
    Some(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(program: &str, path: &str) -> Vec<String> {
        let mut candidates = Candidates::new(program.as_bytes(), path.as_bytes());
        let mut found = Vec::new();
        while let Some(candidate) = candidates.next() {
            found.push(candidate.to_str().expect("ascii").to_owned());
        }
        found
    }

    #[test]
    fn a_name_is_looked_for_in_each_folder_that_is_named() {
        assert_eq!(all("p", "/a:/b"), ["/a/p", "/b/p"]);
        assert_eq!(all("p", ":/a::/b:"), ["/a/p", "/b/p"]);
        assert_eq!(all("p", ""), [""; 0]);
    }

    #[test]
    fn a_path_is_taken_as_it_is() {
        assert_eq!(all("./p", "/a:/b"), ["./p"]);
        assert_eq!(all("a=b/p", "/a"), ["a=b/p"]);
    }

    #[test]
    fn a_place_that_is_too_long_is_left_out() {
        let long = "/".to_owned() + &"x".repeat(PATH_BYTES_MAX);
        assert_eq!(all("p", &format!("{long}:/b")), ["/b/p"]);
        assert_eq!(all(&long, ""), [""; 0]);
    }
}
