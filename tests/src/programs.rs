//! The programs under test, built once a run as they are shipped: static, optimised, and
//! the hook and exec program without std.

use crate::surroundings::{cargo, prebuilt, profile_folder};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The two programs that must start fast. Cargo unifies features of what one run builds,
/// so they are never built together with the command-line program.
const FAST: [&str; 4] = ["-p", "rejoin-hook", "-p", "rejoin-exec"];

/// No std in them. The host's own C library cannot be linked in without it.
const BARE: [&str; 2] = ["--features", "rejoin-hook/bare,rejoin-exec/bare"];

static FAST_PROGRAMS: OnceLock<PathBuf> = OnceLock::new();
static CLI_PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Returns the path of `rejoin-hook`.
pub fn hook() -> PathBuf {
    FAST_PROGRAMS
        .get_or_init(|| built(&FAST))
        .join("rejoin-hook")
}

/// Returns the path of `rejoin-exec`.
pub fn exec() -> PathBuf {
    FAST_PROGRAMS
        .get_or_init(|| built(&FAST))
        .join("rejoin-exec")
}

/// Returns the path of `rejoin`.
pub fn rejoin() -> PathBuf {
    CLI_PROGRAM
        .get_or_init(|| built(&["-p", "rejoin"]))
        .join("rejoin")
}

/// Returns the path of the writer of many records, which Cargo builds beside the tests.
#[must_use]
pub fn writer() -> PathBuf {
    profile_folder().join("writer")
}

/// Returns the top folder of the workspace.
#[must_use]
pub fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the tests stand in the workspace")
}

/// Returns the target for which programs are static, and whether that is by musl.
#[must_use]
pub fn static_target() -> (String, bool) {
    let host = rustc(&["--print", "host-tuple"]);
    let musl = host.replace("-gnu", "-musl");
    let libraries = rustc(&["--print", "target-libdir", "--target", &musl]);
    if Path::new(&libraries).is_dir() {
        (musl, true)
    } else {
        (host, false)
    }
}

fn rustc(arguments: &[&str]) -> String {
    let output = Command::new("rustc")
        .current_dir(workspace())
        .args(arguments)
        .output()
        .expect("rustc runs");
    String::from_utf8(output.stdout)
        .expect("rustc speaks UTF-8")
        .trim()
        .to_owned()
}

fn built(what: &[&str]) -> PathBuf {
    if let Some(folder) = prebuilt() {
        return folder;
    }
    let (target, musl) = static_target();
    let folder = profile_folder().with_file_name("programs");
    let mut command = Command::new(cargo());
    command
        .current_dir(workspace())
        .args([
            "build",
            "--release",
            "--quiet",
            "--target",
            &target,
            "--target-dir",
        ])
        .arg(&folder)
        .args(what)
        // What the outer Cargo was told for the tests is not meant for the programs.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET");
    if musl && *what == FAST {
        command.args(BARE);
    }
    if !musl {
        eprintln!("NOTE: no musl target is installed; the programs are static against {target}");
        command.env(
            "RUSTFLAGS",
            "-C target-feature=+crt-static -C relocation-model=static",
        );
    }
    let status = command.status().expect("cargo runs");
    assert!(status.success(), "the programs do not build: {what:?}");
    folder.join(target).join("release")
}
