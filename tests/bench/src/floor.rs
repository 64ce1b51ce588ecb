//! Builds the floor, if there is a C compiler.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SOURCE: &[u8] = include_bytes!("floor.c");

/// Builds the floor below `folder`; nothing, and a word about it, if that cannot be done.
pub(crate) fn build(folder: &Path, sync: bool) -> Option<PathBuf> {
    let program = folder.join(if sync { "floor-sync" } else { "floor" });
    let mut compiler = Command::new("cc");
    compiler.args([
        "-O2",
        "-static",
        "-nostdlib",
        "-ffreestanding",
        "-fno-stack-protector",
    ]);
    compiler.args([
        "-fno-pie",
        "-no-pie",
        "-fno-tree-loop-distribute-patterns",
        "-s",
    ]);
    compiler.args(["-Wl,--build-id=none", "-Wl,-z,noseparate-code"]);
    compiler
        .args(sync.then_some("-DSYNC"))
        .args(["-x", "c", "-", "-o"])
        .arg(&program);
    let Ok(mut running) = compiler.stdin(Stdio::piped()).spawn() else {
        println!("No C compiler `cc` here: there is no floor to compare with.");
        return None;
    };
    let input = running.stdin.take();
    let _ = input.map(|mut input| input.write_all(SOURCE));
    if running.wait().is_ok_and(|status| status.success()) {
        Some(program)
    } else {
        println!("The floor does not compile here: there is nothing to compare with.");
        None
    }
}
