//! What a check needs beside the programs. One that cannot run here says so, and fails
//! where everything is required.

use crate::surroundings::{requires_all, search_path};
use std::path::PathBuf;

/// Leaves the test, saying why, unless `$have` holds; with `let`, unless it is something.
#[macro_export]
macro_rules! need {
    (let $name:ident = $have:expr, $what:expr) => {
        let Some($name) = $have else {
            $crate::skipped($what);
            return;
        };
    };
    ($have:expr, $what:expr) => {
        if !$have {
            $crate::skipped($what);
            return;
        }
    };
}

/// Says that the running test is skipped because `what` is missing.
///
/// # Panics
/// Where `REJOIN_REQUIRE_ALL=1` is set.
pub fn skipped(what: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    assert!(
        !requires_all(),
        "{test} needs {what}, and everything is required here"
    );
    eprintln!("SKIPPED: {test}: needs {what}");
}

/// Returns the path of a program of this name on the search path.
#[must_use]
pub fn tool(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&search_path())
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// Tells whether the checks run as the user that nothing is forbidden to.
#[must_use]
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
