//! Which crate may know which: the arrows that must not exist, read from what Cargo resolves.

use rejoin_tests::workspace;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Runs this Cargo offline in the workspace and returns what it prints.
fn cargo(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .current_dir(workspace())
        .args(words)
        .arg("--offline")
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Names of the packages which each package of the workspace names as a normal dependency.
fn normal_dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata: Value =
        serde_json::from_str(&cargo(&["metadata", "--format-version", "1", "--no-deps"]))
            .expect("JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let packages = metadata["packages"].as_array().expect("a list");
    packages
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"].as_array().expect("a list");
            let normal = dependencies
                .iter()
                .filter(|dependency| dependency["kind"].is_null());
            (
                text(&package["name"]),
                normal.map(|one| text(&one["name"])).collect(),
            )
        })
        .collect()
}

/// Every package that goes into a program, each with its features.
fn tree(package: &str, features: &[&str]) -> BTreeMap<String, String> {
    let words = [
        "tree", "-p", package, "-e", "normal", "--prefix", "none", "-f", "{p}\t{f}",
    ];
    cargo(&[&words, features].concat())
        .lines()
        .map(|line| {
            let (package, features) = line.split_once('\t').expect("as the format says");
            let name = package.split(' ').next().expect("a name");
            (name.to_owned(), features.to_owned())
        })
        .collect()
}

fn is_ours(name: &str) -> bool {
    name == "rejoin" || name.starts_with("rejoin-")
}

#[test]
fn the_store_knows_no_other_crate_of_ours() {
    let all = normal_dependencies();
    assert!(!all["rejoin-store"].iter().any(|name| is_ours(name)));
}

#[test]
fn facts_formats_and_entry_are_leaves() {
    let all = normal_dependencies();
    for leaf in [
        "rejoin-agents",
        "rejoin-handover",
        "rejoin-payload",
        "rejoin-entry",
        "rejoin-definition",
    ] {
        let ours: Vec<_> = all[leaf].iter().filter(|name| is_ours(name)).collect();
        assert!(ours.is_empty(), "{leaf} knows {ours:?}");
    }
    assert!(
        all["rejoin-agents"].is_empty(),
        "facts need no code of others"
    );
    assert!(all["rejoin-handover"].is_empty());
    assert!(all["rejoin-payload"].is_empty());
}

#[test]
fn nothing_knows_the_command_line_program() {
    for (name, dependencies) in normal_dependencies() {
        assert!(
            !dependencies.contains("rejoin"),
            "{name} knows the command-line program"
        );
    }
}

#[test]
fn the_hook_and_the_exec_program_hold_only_what_they_need() {
    let ours = [
        (
            "rejoin-hook",
            &[
                "rejoin-agents",
                "rejoin-entry",
                "rejoin-payload",
                "rejoin-platform",
                "rejoin-store",
            ][..],
        ),
        ("rejoin-exec", &["rejoin-entry", "rejoin-handover"]),
    ];
    for (program, known) in ours {
        let tree = tree(program, &["--features", "bare"]);
        let found: Vec<_> = tree
            .keys()
            .map(String::as_str)
            .filter(|name| is_ours(name) && *name != program)
            .collect();
        assert_eq!(found, known, "{program}");
        for name in [
            "clap",
            "serde",
            "serde_json",
            "rusqlite",
            "anyhow",
            "libc",
            "toml",
        ] {
            assert!(!tree.contains_key(name), "{program} holds {name}");
        }
        let others: Vec<_> = tree.keys().filter(|name| !is_ours(name)).collect();
        assert!(
            others.len() <= 6,
            "{program}: a new dependency of the hook's way: {others:?}"
        );
    }
    let tree = tree("rejoin-hook", &["--features", "bare"]);
    assert_eq!(
        tree["rejoin-store"], "",
        "the half that reads is not for a program that appends"
    );
    let of_rustix: Vec<_> = tree["rustix"].split([',', ' ']).collect();
    assert!(!of_rustix.contains(&"std"), "{of_rustix:?}");
}

#[test]
fn only_the_command_line_program_takes_errors_of_any_kind() {
    for (name, dependencies) in normal_dependencies() {
        let allowed = ["rejoin", "rejoin-bench", "rejoin-tests"].contains(&name.as_str());
        assert!(
            allowed || !dependencies.contains("anyhow"),
            "{name} has no errors of its own"
        );
    }
}
