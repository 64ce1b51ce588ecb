//! Builds the programs in C, if there is a compiler: the floor, the one that weighs, and
//! the one that does nothing.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const CALL: &[u8] = include_bytes!("call.c");
const END: &[u8] = include_bytes!("end.c");
const FLOOR: &[u8] = include_bytes!("floor.c");
const WEIGH: &[u8] = include_bytes!("weigh.c");

/// Builds the floor below `folder`; nothing, and a word about it, if that cannot be done.
pub(crate) fn build(folder: &Path, sync: bool) -> Option<PathBuf> {
    let program = folder.join(if sync { "floor-sync" } else { "floor" });
    compile(program, FLOOR, sync.then_some("-DSYNC"))
}

/// Builds the program that weighs others; nothing, and a word about it, if that cannot be done.
pub(crate) fn build_weigh(folder: &Path) -> Option<PathBuf> {
    compile(folder.join("weigh"), WEIGH, None)
}

/// Builds the program that does nothing; nothing, and a word about it, if that cannot be done.
pub(crate) fn build_end(folder: &Path) -> Option<PathBuf> {
    compile(folder.join("end"), END, None)
}

fn compile(program: PathBuf, source: &[u8], define: Option<&str>) -> Option<PathBuf> {
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
        .args(define)
        .args(["-x", "c", "-", "-o"])
        .arg(&program);
    let Ok(mut running) = compiler.stdin(Stdio::piped()).spawn() else {
        println!("No C compiler `cc` here: there is nothing to compare with, and no weight.");
        return None;
    };
    let input = running.stdin.take();
    let _ = input.map(|mut input| input.write_all(&[CALL, source].concat()));
    if running.wait().is_ok_and(|status| status.success()) {
        Some(program)
    } else {
        println!("{} does not compile here.", program.display());
        None
    }
}
