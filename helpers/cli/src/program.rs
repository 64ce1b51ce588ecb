//! Finds a program as a shell would, and says as a shell would why there is none.
//! It must never run anything.

use rustix::fs::{Access, access};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Where a program is looked for if `PATH` is unset, as the C library has it.
const DEFAULT_PATH: &str = "/bin:/usr/bin";

/// Why there is no program to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// No file has this name.
    NotFound,
    /// This one has, and cannot be executed.
    NotExecutable(PathBuf),
}

/// Finds `word`: a path as it stands, a plain name in the folders of `path`.
///
/// # Errors
/// There is no such program.
pub fn find(word: &OsStr, path: Option<&OsStr>, cwd: &Path) -> Result<PathBuf, Missing> {
    if word.as_bytes().contains(&b'/') {
        let file = cwd.join(word);
        return match is_program(&file) {
            Some(true) => Ok(file),
            Some(false) => Err(Missing::NotExecutable(file)),
            None => Err(Missing::NotFound),
        };
    }
    let mut refused = None;
    for folder in std::env::split_paths(path.unwrap_or(OsStr::new(DEFAULT_PATH))) {
        let file = cwd.join(folder).join(word); // an empty folder is the working directory
        match is_program(&file) {
            _ if word.is_empty() => break,
            Some(true) => return Ok(file),
            Some(false) if !file.is_dir() => {
                refused.get_or_insert(file);
            }
            _ => {}
        }
    }
    Err(refused.map_or(Missing::NotFound, Missing::NotExecutable))
}

/// Tells whether a file can be executed; nothing if there is no file.
fn is_program(file: &Path) -> Option<bool> {
    let facts = file.metadata().ok()?;
    Some(facts.is_file() && access(file, Access::EXEC_OK).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn lab() -> tempfile::TempDir {
        let lab = tempfile::tempdir().expect("a folder");
        for (name, mode) in [
            ("one/agent", 0o644),
            ("two/agent", 0o755),
            ("one/text", 0o644),
        ] {
            let file = lab.path().join(name);
            fs::create_dir_all(file.parent().expect("has one")).expect("made");
            fs::File::create(&file).expect("made");
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("set");
        }
        fs::create_dir(lab.path().join("one/folder")).expect("made");
        lab
    }

    fn found(lab: &Path, word: &str) -> Result<PathBuf, Missing> {
        let path = std::env::join_paths([lab.join("one"), lab.join("two")]).expect("joins");
        find(OsStr::new(word), Some(&path), lab)
    }

    #[test]
    fn the_first_executable_file_on_the_path_wins() {
        let lab = lab();
        assert_eq!(found(lab.path(), "agent"), Ok(lab.path().join("two/agent")));
    }

    #[test]
    fn a_path_is_taken_as_it_stands() {
        let lab = lab();
        assert_eq!(
            found(lab.path(), "two/agent"),
            Ok(lab.path().join("two/agent"))
        );
        assert_eq!(found(lab.path(), "./two/absent"), Err(Missing::NotFound));
        let refused = lab.path().join("one/agent");
        assert_eq!(
            found(lab.path(), "one/agent"),
            Err(Missing::NotExecutable(refused))
        );
    }

    #[test]
    fn what_cannot_be_executed_is_told_from_what_is_not_there() {
        let lab = lab();
        let refused = lab.path().join("one/text");
        assert_eq!(
            found(lab.path(), "text"),
            Err(Missing::NotExecutable(refused))
        );
        assert_eq!(found(lab.path(), "absent"), Err(Missing::NotFound));
        assert_eq!(found(lab.path(), "folder"), Err(Missing::NotFound));
        assert_eq!(found(lab.path(), ""), Err(Missing::NotFound));
    }

    #[test]
    fn an_empty_entry_is_the_working_directory() {
        let lab = lab();
        let cwd = lab.path().join("two");
        assert_eq!(
            find(OsStr::new("agent"), Some(OsStr::new(":/nowhere")), &cwd),
            Ok(cwd.join("agent"))
        );
    }
}
