//! What the kit asks of its own surroundings. The one file here that reads the environment.

use std::ffi::OsString;
use std::path::PathBuf;

/// Folder of programs to check instead of freshly built ones.
const PREBUILT: &str = "REJOIN_BIN";

/// Whether a check that cannot run here is a failure.
const REQUIRE_ALL: &str = "REJOIN_REQUIRE_ALL";

pub(crate) fn prebuilt() -> Option<PathBuf> {
    variable(PREBUILT).map(PathBuf::from)
}

pub(crate) fn requires_all() -> bool {
    variable(REQUIRE_ALL).is_some_and(|value| value == "1")
}

pub(crate) fn search_path() -> OsString {
    variable("PATH").unwrap_or_default()
}

/// Returns the Cargo that runs these tests.
pub(crate) fn cargo() -> OsString {
    variable("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Returns the folder of this build profile, where Cargo puts programs. A test stands in
/// `deps` below it, a program in it.
pub(crate) fn profile_folder() -> PathBuf {
    let this = std::env::current_exe().expect("this program has a path");
    let folder = this.parent().expect("a file stands in a folder");
    let above = folder.parent().filter(|_| folder.ends_with("deps"));
    above.unwrap_or(folder).to_owned()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place of the kit that asks"
)]
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}
