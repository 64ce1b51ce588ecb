//! The hook's job with a database instead of the log, one process a row, beside the hook.

use crate::programs::{self, FLOOR, FLOOR_SYNC, Program};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns what takes part.
pub(crate) fn all(folder: &Path) -> Vec<Program> {
    let mut taking_part = programs::floors(folder);
    let home = programs::made(folder, "beside-database");
    let name = "rejoin-hook, identity changed";
    taking_part.push(Program::hook(name, &home, true, FLOOR_SYNC));
    let Some(program) = build() else {
        println!("The program with SQLite does not build here: it does not take part.");
        return taking_part;
    };
    for (level, floor) in [("normal", FLOOR), ("full", FLOOR_SYNC)] {
        let file = programs::made(folder, level).join("database");
        let name = format!("SQLite, WAL, synchronous={level}");
        let words = [&*program, &*file, Path::new(level)];
        let mut program = Program::new(&name, &words, floor);
        program.variables = vec![("REJOIN_PANE".into(), "P1".into())];
        taking_part.push(program);
    }
    taking_part
}

/// Builds it as fast as it can be: optimised, and static against the host's C library.
fn build() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sqlite");
    let this = std::env::current_exe().ok()?;
    let target = this.parent()?.with_file_name("sqlite");
    let status = Command::new(rejoin_tests::tool("cargo")?)
        .current_dir(folder)
        .args(["build", "--release", "--quiet", "--locked", "--target-dir"])
        .arg(&target)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .env(
            "RUSTFLAGS",
            "-C target-feature=+crt-static -C relocation-model=static",
        )
        .status();
    let built = status.is_ok_and(|status| status.success());
    built.then(|| target.join("release/rejoin-bench-sqlite"))
}
