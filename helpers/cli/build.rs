//! Gathers what the program carries: one recorded payload an agent from
//! `schemas/examples/payloads`, so that `rejoin doctor` can show the hook what the agent
//! really says, and the sources of plugins from `schemas/plugins`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[expect(
    clippy::disallowed_methods,
    reason = "cargo speaks to a build script this way"
)]
fn main() {
    // Asked now and not when this was compiled: checkouts may share one target folder.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let schemas = Path::new(&here).join("../../schemas");
    let payloads = files(&schemas.join("examples/payloads"), |extension| {
        extension == "json"
    });
    let by_agent = |file: &Path| file.file_stem().map(|stem| stem.to_owned());
    write(
        "payloads.rs",
        &payloads,
        "include_bytes!",
        "&[u8]",
        by_agent,
    );
    let plugins = files(&schemas.join("plugins"), |extension| extension != "md");
    let by_name = |file: &Path| file.file_name().map(|name| name.to_owned());
    write("plugins.rs", &plugins, "include_str!", "&str", by_name);
}

/// Lists files by their names, so that the same sources make the same program.
fn files(folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let listed = std::fs::read_dir(folder).expect("a folder of schemas can be listed");
    let mut files: Vec<PathBuf> = listed
        .map(|entry| entry.expect("a folder of schemas can be listed").path())
        .filter(|path| {
            path.extension()
                .and_then(|e| e.to_str())
                .is_some_and(&wanted)
        })
        .collect();
    files.sort();
    files
}

#[expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script by the environment"
)]
fn write(
    table: &str,
    files: &[PathBuf],
    include: &str,
    kind: &str,
    name: impl Fn(&Path) -> Option<std::ffi::OsString>,
) {
    let mut code = String::from("&[");
    for file in files {
        let name = name(file).and_then(|name| name.into_string().ok());
        let name = name.expect("a name in UTF-8");
        let path = file.to_str().expect("a path in UTF-8");
        let _ = write!(code, "({name:?}, {include}({path:?}) as {kind}),");
    }
    code.push(']');
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::write(out.join(table), code).expect("OUT_DIR can be written");
}
