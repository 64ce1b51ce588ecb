//! The published schemas: what the program prints and the examples are as they say.

use crate::kit::{A, B, Home, Said};
use crate::segments::three_files;
use jsonschema::{Registry, Validator};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const SCHEMAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas");

/// Schemas that say what this program prints or reads.
const NAMES: [&str; 23] = [
    "agents",
    "capabilities",
    "carry",
    "clear",
    "config",
    "dismiss",
    "doctor",
    "error",
    "event",
    "gc",
    "list",
    "log",
    "pane",
    "pin",
    "prepare",
    "reopen",
    "resolve",
    "resolve-all",
    "restore",
    "save",
    "tree",
    "verify",
    "why",
];

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn schema(name: &str) -> Value {
    read(&Path::new(SCHEMAS).join(format!("{name}.schema.json")))
}

fn with_validator<T>(schema: &Value, work: impl FnOnce(&Validator) -> T) -> T {
    let mut registry = Registry::new();
    for name in NAMES {
        registry = registry
            .add(format!("urn:rejoin:{name}.v1"), self::schema(name))
            .expect("a URI");
    }
    let registry = registry.prepare().expect("schemas");
    let validator = jsonschema::options()
        .with_registry(&registry)
        .build(schema)
        .expect("a schema");
    work(&validator)
}

/// Checks that a document fits, and that the schema knows each of its top fields.
fn fits(name: &str, document: &Value) {
    let known = schema(name);
    let strict = json!({"$ref": format!("urn:rejoin:{name}.v1"), "unevaluatedProperties": false});
    with_validator(&strict, |validator| {
        let faults: Vec<String> = validator
            .iter_errors(document)
            .map(|e| format!("{}: {e}", e.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}\n{document:#}");
    });
    assert_eq!(known["$id"], format!("urn:rejoin:{name}.v1"));
}

fn home() -> Home {
    let home = Home::new();
    home.program("claude", "#!/bin/sh\n");
    home.program("codex", "#!/no/such/interpreter\n");
    home.publish("work:1", "claude", A, "/w");
    home.publish("work:1", "claude", B, "/w");
    home.publish("work:2", "codex", B, "/w\n");
    home.publish("work:3", "later", B, "/w");
    home.rejoin(&["run", "--pane", "work:4", "--", "claude", "--resume", A]);
    home.rejoin(&["carry", "work:4", "work:6"]);
    home.rejoin(&["run", "--pane", "work:5", "--", "codex", "fork", A]);
    home
}

#[test]
fn every_answer_is_what_its_schema_says() {
    let home = home();
    for pane in [
        "work:1", "work:2", "work:3", "work:4", "work:5", "work:6", "work:7",
    ] {
        fits("resolve", &home.rejoin(&["resolve", pane, "--json"]).json());
    }
    fits(
        "resolve-all",
        &home.rejoin(&["resolve", "--all", "--json"]).json(),
    );
    fits("list", &home.rejoin(&["list", "--json"]).json());
    fits("why", &home.rejoin(&["why", "work:1", "--json"]).json());
    fits("why", &home.rejoin(&["why", "work:5", "--json"]).json());
    home.stands("work:1", "work", 2);
    let restore = home.rejoin(&["restore", "--json"]).json();
    assert_eq!(restore["panes"][0]["pane"], "work:1");
    fits("restore", &restore);
    fits("save", &home.rejoin(&["save", "--json"]).json());
    fits("why", &home.rejoin(&["why", "work:1", "--json"]).json());
    let carry = ["carry", "work:1", "work:9", "--json"];
    fits("carry", &home.rejoin(&carry).json());
    fits("why", &home.rejoin(&["why", "work:9", "--json"]).json());
    fits(
        "resolve",
        &home.rejoin(&["resolve", "work:9", "--json"]).json(),
    );
    for (word, more) in [("pin", Some(B)), ("clear", None), ("dismiss", None)] {
        let words = [word, "work:1"].into_iter().chain(more).chain(["--json"]);
        let words: Vec<&str> = words.collect();
        home.publish("work:1", "claude", A, "/w");
        fits(word, &home.rejoin(&words).json());
        let answer = home.rejoin(&["resolve", "work:1", "--json"]);
        fits("resolve", &answer.json());
        fits("why", &home.rejoin(&["why", "work:1", "--json"]).json());
    }
    fits("tree", &home.rejoin(&["tree", "--json"]).json());
    fits("tree", &home.rejoin(&["tree", "work:9", "--json"]).json());
    fits("list", &home.rejoin(&["list", "--all", "--json"]).json());
    fits("pane", &home.rejoin(&["pane", "--json"]).json());
    let mut named = home.command(&["pane", "--json"]);
    let named = named
        .env("REJOIN_PANE", "P1")
        .env("TMUX", "/s,1,0")
        .env("TMUX_PANE", "%1");
    fits("pane", &Said::from(named.output().expect("it runs")).json());
    fits("verify", &home.rejoin(&["verify", "--json"]).json());
    fits("gc", &home.rejoin(&["gc", "--dry-run", "--json"]).json());
    fits("gc", &three_files().rejoin(&["gc", "--json"]).json());
    let prepared = crate::prepare::prepared(&home, &["--pane", "p", "--", "claude", "-r", A]);
    fits("prepare", &prepared.json());
    fits("agents", &home.rejoin(&["agents", "--json"]).json());
    let capabilities = home.rejoin(&["agents", "--capabilities", "--json"]);
    fits("capabilities", &capabilities.json());
    fits("doctor", &home.rejoin(&["doctor", "--json"]).json());
    fits("doctor", &Home::new().rejoin(&["doctor", "--json"]).json());
    fits("error", &home.rejoin(&["resolve", "%1", "--json"]).json());
    fits(
        "error",
        &home
            .rejoin(&["resolve", "--no-such-option", "--json"])
            .json(),
    );
}

#[test]
fn every_record_and_every_line_of_the_log_is_what_its_schema_says() {
    let home = home();
    let log = home.state().join("log");
    let mut bytes = std::fs::read(&log).expect("a log");
    bytes[60] ^= 1;
    bytes.extend(b"rj1 00");
    let file = log.strip_prefix(home.path()).expect("below home");
    home.write(
        file.to_str().expect("text"),
        std::str::from_utf8(&bytes).expect("text"),
    );
    let said = home.rejoin(&["log", "--json"]);
    let lines: Vec<Value> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(
        lines
            .iter()
            .filter(|line| line["damage"].is_object())
            .count(),
        2
    );
    for line in &lines {
        fits("log", line);
    }
}

#[test]
fn the_examples_are_accepted_and_refused_as_they_are_filed() {
    let mut valid = 0;
    let mut invalid = 0;
    for (folder, wanted, count) in [
        ("valid", true, &mut valid),
        ("invalid", false, &mut invalid),
    ] {
        for file in
            std::fs::read_dir(Path::new(SCHEMAS).join("examples").join(folder)).expect("a folder")
        {
            let file: PathBuf = file.expect("an entry").path();
            let name = file
                .file_name()
                .and_then(|name| name.to_str())
                .expect("text");
            let name = name.split('.').next().expect("a name").to_owned();
            if !NAMES.contains(&name.as_str()) {
                continue; // of a schema that is checked elsewhere
            }
            let fits = with_validator(&schema(&name), |validator| validator.is_valid(&read(&file)));
            assert_eq!(fits, wanted, "{}", file.display());
            *count += 1;
        }
    }
    assert!(
        valid >= NAMES.len() && invalid >= NAMES.len(),
        "{valid} valid, {invalid} invalid"
    );
}

#[test]
fn every_schema_is_one() {
    for name in NAMES {
        assert!(jsonschema::meta::is_valid(&schema(name)), "{name}");
    }
}
