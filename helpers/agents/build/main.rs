//! Compiles `schemas/agents/*.toml` into the constants that the programs carry, so
//! that no program parses a definition while a person waits.

mod constant;

use rejoin_definition::Definition;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[expect(
    clippy::disallowed_methods,
    reason = "cargo speaks to a build script this way"
)]
fn main() {
    // Asked now and not when this was compiled: checkouts may share one target folder.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let folder = Path::new(&here).join("../../schemas/agents");
    println!("cargo::rerun-if-changed={}", folder.display());
    let definitions: Vec<Definition> = files(&folder).iter().map(|file| read(file)).collect();
    let mut agents = String::from("&[");
    for definition in &definitions {
        agents.push_str(&constant::agent(definition));
    }
    agents.push(']');
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::write(out.join("agents.rs"), agents).expect("OUT_DIR can be written");
    std::fs::write(out.join("processes.rs"), processes(&definitions))
        .expect("OUT_DIR can be written");
}

/// Lists the definitions in the order of their names, so that builds are reproducible.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("schemas/agents can be listed")
        .map(|entry| entry.expect("schemas/agents can be listed").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect();
    files.sort();
    files
}

fn read(file: &Path) -> Definition {
    println!("cargo::rerun-if-changed={}", file.display());
    let text = std::fs::read_to_string(file).expect("a listed definition can be read");
    let definition = match rejoin_definition::parse(&text) {
        Ok(definition) => definition,
        Err(error) => panic!("{}: {error}", file.display()),
    };
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    assert_eq!(
        stem,
        Some(definition.name.as_str()),
        "file and name must agree"
    );
    definition
}

/// Writes which agent each process name means. A name that meant two would mean none.
fn processes(definitions: &[Definition]) -> String {
    let mut owners = BTreeMap::new();
    for (place, definition) in definitions.iter().enumerate() {
        for name in &definition.processes {
            let other = owners.insert(name, place);
            assert!(
                other.is_none(),
                "{}: processes: {name} is the name of another agent's process, too",
                definition.name
            );
        }
    }
    let mut code = String::from("&[");
    for (name, place) in owners {
        let _ = write!(code, "({name:?}, {place}),");
    }
    code.push(']');
    code
}
