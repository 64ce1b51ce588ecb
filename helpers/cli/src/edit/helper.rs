//! Where the hook program is, by the path that stays when programs are upgraded.
//!
//! A link that a person's PATH leads to is kept as it is: what it points to may carry a
//! version and be gone tomorrow.

use super::HELPER;
use super::file::shown;
use crate::error::{Error, Kind};
use crate::world::World;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path, PathBuf};

/// Places whose content goes away by itself: at a reboot, at a clean-up, at an upgrade.
const FLEETING: &[&str] = &[
    "/tmp",
    "/var/tmp",
    "/dev",
    "/run/user",
    "/proc",
    "/private/tmp",
    "/nix/store",
    "/gnu/store",
];

/// Folders, wherever they are, that hold one version of a program or a cached one.
const FLEETING_NAMES: &[&str] = &["Cellar", "_npx"];

/// File that marks a folder, with all below it, as a cache. Cargo puts it into its target.
const CACHE_MARK: &str = "CACHEDIR.TAG";

/// How this program was started.
#[derive(Debug, Clone, Default)]
pub(crate) struct Started {
    /// The word by which it was called.
    pub(crate) word: OsString,
    /// The file that runs.
    pub(crate) program: PathBuf,
}

impl Started {
    /// Reads how this process was started.
    pub(crate) fn read() -> Self {
        Self {
            word: std::env::args_os().next().unwrap_or_default(),
            program: std::env::current_exe().unwrap_or_default(),
        }
    }
}

/// Returns the path of the hook program: the one that is named, else the one beside this
/// program.
///
/// # Errors
/// There is none, or it is in a place that does not last.
pub(crate) fn locate(
    world: &World,
    started: &Started,
    named: Option<&Path>,
) -> Result<PathBuf, Error> {
    if let Some(named) = named {
        return check_named(plain(&world.cwd.join(named)));
    }
    let folders = folders(world, started);
    let Some(folder) = folders
        .iter()
        .find(|folder| is_program(&folder.join(HELPER)))
    else {
        let places: Vec<_> = folders.iter().map(|folder| shown(folder)).collect();
        let cause = format!("there is no {HELPER} in {}", places.join(" or "));
        return Err(Error::new(Kind::Refused, cause)
            .code("no-helper")
            .remedy(format!(
                "Put {HELPER} beside rejoin, or name it with --helper PATH."
            )));
    };
    let helper = folder.join(HELPER);
    if is_fleeting(world, &helper) {
        let cause = format!("{} is in a place that does not last", shown(&helper));
        return Err(Error::new(Kind::Refused, cause).code("fleeting-place").remedy(
            "Install rejoin to a lasting place such as ~/.local/bin, or name one with --helper PATH.",
        ));
    }
    Ok(helper)
}

fn check_named(helper: PathBuf) -> Result<PathBuf, Error> {
    let refuse = |why: String| Err(Error::new(Kind::Usage, why).code("no-helper"));
    if helper.file_name().is_none_or(|name| name != HELPER) {
        return refuse(format!("{} is not named {HELPER}", shown(&helper)));
    }
    if !is_program(&helper) {
        return refuse(format!("{} is not a program", shown(&helper)));
    }
    Ok(helper)
}

/// Returns the folders by which this program can be reached, the most lasting first.
fn folders(world: &World, started: &Started) -> Vec<PathBuf> {
    let Ok(program) = std::fs::canonicalize(&started.program) else {
        return Vec::new();
    };
    let is_this = |path: &Path| std::fs::canonicalize(path).is_ok_and(|found| found == program);
    let mut names: Vec<&std::ffi::OsStr> = Vec::new();
    names.extend(Path::new(&started.word).file_name());
    names.extend(program.file_name());
    let mut found = Vec::new();
    for folder in std::env::split_paths(world.variable("PATH").unwrap_or_default()) {
        if folder.is_absolute() && names.iter().any(|name| is_this(&folder.join(name))) {
            found.push(plain(&folder));
        }
    }
    if started.word.as_bytes().contains(&b'/') {
        let called = world.cwd.join(&started.word);
        if is_this(&called) {
            found.extend(plain(&called).parent().map(Path::to_owned));
        }
    }
    if found.is_empty() {
        found.extend(program.parent().map(Path::to_owned));
    }
    found.sort_by_key(|folder| is_fleeting(world, &folder.join(HELPER)));
    found
}

/// Drops `.` and, where no link stands before it, `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if !plain.is_symlink() => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

fn is_fleeting(world: &World, helper: &Path) -> bool {
    let temporary = ["TMPDIR", "XDG_RUNTIME_DIR"].map(|name| world.variable(name).map(Path::new));
    let mut places = FLEETING
        .iter()
        .map(Path::new)
        .chain(temporary.into_iter().flatten());
    places.any(|place| helper.starts_with(place))
        || helper
            .components()
            .any(|part| FLEETING_NAMES.iter().any(|name| part.as_os_str() == *name))
        || helper
            .ancestors()
            .skip(1)
            .any(|folder| folder.join(CACHE_MARK).is_file())
}

/// Tells whether there is a program at `path`.
pub(crate) fn is_program(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests;
