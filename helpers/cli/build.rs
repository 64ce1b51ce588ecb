//! Gathers one recorded payload an agent from `schemas/examples/payloads`, so that
//! `rejoin doctor` can show the hook what the agent really says.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script by the environment"
)]
fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/examples/payloads");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("schemas/examples/payloads can be listed")
        .map(|entry| {
            entry
                .expect("schemas/examples/payloads can be listed")
                .path()
        })
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort(); // the same program from the same sources
    let mut code = String::from("&[");
    for file in files {
        let agent = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("named by its agent");
        let path = file.to_str().expect("a path in UTF-8");
        let _ = write!(code, "({agent:?}, include_bytes!({path:?}) as &[u8]),");
    }
    code.push(']');
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::write(out.join("payloads.rs"), code).expect("OUT_DIR can be written");
}
