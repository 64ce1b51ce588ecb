//! The programs under test, built once a run as they are shipped: static, optimised, the
//! hook and exec program without std, and the command-line program against the host's own
//! C library.

use crate::surroundings::{cargo, prebuilt, profile_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::OnceLock;

/// The two programs that must start fast. Cargo unifies features of what one run builds,
/// so they are never built together with the command-line program.
const FAST: [&str; 4] = ["-p", "rejoin-hook", "-p", "rejoin-exec"];

/// The command-line program holds SQLite, which is C: the host's compiler compiles it for
/// the host's C library, and a compiler for musl is seldom at hand.
const CLI: [&str; 2] = ["-p", "rejoin"];

/// No std in them. The host's own C library cannot be linked in without it.
const BARE: [&str; 2] = ["--features", "rejoin-hook/bare,rejoin-exec/bare"];

/// Links the host's C library in, at a fixed address, so that nothing is loaded or moved.
const HOST_STATIC: &str = "-C target-feature=+crt-static -C relocation-model=static";

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
    CLI_PROGRAM.get_or_init(|| built(&CLI)).join("rejoin")
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
    let host = host_target();
    let musl = host.replace("-gnu", "-musl");
    let libraries = rustc(&["--print", "target-libdir", "--target", &musl]);
    if Path::new(&libraries).is_dir() {
        (musl, true)
    } else {
        (host, false)
    }
}

fn host_target() -> String {
    rustc(&["--print", "host-tuple"])
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
    let (target, musl) = if *what == CLI {
        (host_target(), false)
    } else {
        static_target()
    };
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
        if *what == FAST {
            eprintln!("NOTE: no musl target is installed; they are static against {target}");
        }
        command.env("RUSTFLAGS", HOST_STATIC);
    }
    let status = command.status().expect("cargo runs");
    assert!(status.success(), "the programs do not build: {what:?}");
    let programs = what.iter().filter(|word| !word.starts_with('-'));
    together(&folder.join(target).join("release"), &folder, programs)
}

/// Gives programs a name in one folder, as an installation has them; returns that folder.
fn together<'p>(
    built: &Path,
    folder: &Path,
    programs: impl Iterator<Item = &'p &'p str>,
) -> PathBuf {
    let folder = folder.join("together");
    fs::create_dir_all(&folder).expect("is made");
    for program in programs {
        let beside = folder.join(format!(".{program}.{}", process::id()));
        fs::hard_link(built.join(program), &beside).expect("has another name");
        fs::rename(&beside, folder.join(program)).expect("takes its place");
        let _ = fs::remove_file(&beside); // a rename between two names of one file does nothing
    }
    folder
}
