//! The folder of a person's own definitions.

use crate::config;
use crate::print::plain;
use crate::world::World;
use std::io::ErrorKind;
use std::path::PathBuf;

/// Most files that are read; a person has a handful.
const FILES_MAX: usize = 64;

/// Reads every definition in the order of their names, each with its path. What cannot be
/// read is added to `faults`.
pub(super) fn definitions(world: &World, faults: &mut Vec<String>) -> Vec<(PathBuf, String)> {
    let folder = match world.config_folder() {
        Ok(Some(folder)) => folder.join("agents"),
        Ok(None) => return Vec::new(),
        Err(error) => {
            faults.push(error.cause);
            return Vec::new();
        }
    };
    let mut paths = match listed(&folder) {
        Ok(paths) => paths,
        Err(error) if error.kind() == ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            faults.push(format!("{}: {error}", plain(&folder)));
            return Vec::new();
        }
    };
    paths.sort();
    if paths.len() > FILES_MAX {
        let many = format!("{}: only the first {FILES_MAX} files count", plain(&folder));
        faults.push(many);
        paths.truncate(FILES_MAX);
    }
    let mut found = Vec::new();
    for path in paths {
        match config::text_of(&path) {
            Ok(Some(text)) => found.push((path, text)),
            Ok(None) => {} // a link to nothing, or gone meanwhile
            Err(error) => faults.push(error.cause),
        }
    }
    found
}

/// Lists what is called `*.toml`. A name with a dot in front is an editor's.
fn listed(folder: &std::path::Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default();
        if path.extension().is_some_and(|kind| kind == "toml")
            && !stem.as_encoded_bytes().starts_with(b".")
        {
            paths.push(path);
        }
    }
    Ok(paths)
}
