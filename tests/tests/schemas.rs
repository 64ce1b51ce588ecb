//! The schemas that describe what rejoin reads and writes, held against the real things:
//! every definition, every key of the vocabulary, every record that a hook writes.

use jsonschema::Validator;
use rejoin_tests::{A, Agent, Home, payload, workspace};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

fn schema(name: &str) -> Value {
    let path = workspace().join("schemas").join(name);
    serde_json::from_slice(&fs::read(path).expect("the schema")).expect("JSON")
}

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).expect("a schema of this draft")
}

fn faults(validator: &Validator, instance: &Value) -> Vec<String> {
    let fault =
        |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
    validator.iter_errors(instance).map(fault).collect()
}

fn definitions() -> Vec<(String, Value)> {
    let folder = fs::read_dir(workspace().join("schemas/agents")).expect("definitions");
    folder
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path
                .file_stem()
                .and_then(|name| name.to_str())
                .expect("UTF-8")
                .to_owned();
            let table: toml::Table = fs::read_to_string(&path)
                .expect("UTF-8")
                .parse()
                .expect("TOML");
            (name, serde_json::to_value(table).expect("JSON can say it"))
        })
        .collect()
}

#[test]
fn every_definition_is_what_its_schema_says() {
    let validator = validator(&schema("agent.schema.json"));
    for (name, definition) in definitions() {
        let faults = faults(&validator, &definition);
        assert!(faults.is_empty(), "{name}: {faults:#?}");
        assert_eq!(
            definition["name"],
            name.as_str(),
            "a definition is named like its file"
        );
    }
}

#[test]
fn a_definition_with_a_fault_is_refused() {
    let validator = validator(&schema("agent.schema.json"));
    let mut all = definitions().into_iter();
    let (_, good) = all
        .find(|(name, _)| name == "claude")
        .expect("one with every table");
    let spoil = |pointer: &str, value: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer)
            .unwrap_or_else(|| panic!("{pointer} is there")) = value;
        bad
    };
    let mut unknown = good.clone();
    unknown["surprise"] = json!(1);
    let mut nameless = good.clone();
    nameless.as_object_mut().expect("an object").remove("name");
    for bad in [
        unknown,
        nameless,
        spoil("/name", json!("Two Words")),
        spoil("/processes", json!(["a-name-of-sixteen"])),
        spoil("/programs", json!([])),
        spoil("/install/file", json!("/etc/settings.json")),
        spoil("/install/timeout_s", json!("5")),
        spoil("/events", json!({ "Start": "starts" })),
        spoil("/payload/id", json!("session_id")),
        spoil("/id/form", json!("anything")),
        spoil("/store/roots", json!(["/absolute"])),
        spoil(
            "/argv/resume",
            json!({ "argv": ["--continue"], "own_cwd": false }),
        ),
        spoil("/argv/fork", json!({})),
        spoil(
            "/argv/asks",
            json!([{ "how": "sideways", "argv": ["{id}"] }]),
        ),
    ] {
        assert!(!validator.is_valid(&bad), "{bad:#}");
    }
}

/// Collects the names of all properties of a schema, and those without a description.
fn properties(schema: &Value, names: &mut BTreeSet<String>, bare: &mut Vec<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties") {
                for (name, property) in properties {
                    names.insert(name.clone());
                    let described = property.get("description").is_some_and(Value::is_string);
                    if !described {
                        bare.push(name.clone());
                    }
                }
            }
            object
                .values()
                .for_each(|value| properties(value, names, bare));
        }
        Value::Array(list) => list.iter().for_each(|value| properties(value, names, bare)),
        _ => {}
    }
}

#[test]
fn the_schema_explains_every_key_that_a_definition_may_have_and_no_other() {
    // The other files of the model read the texts of single keys.
    let keys: BTreeSet<String> = ["mod", "install", "payload", "store", "argv"]
        .iter()
        .flat_map(|name| keys_of(&format!("helpers/definition/src/model/{name}.rs")))
        .chain(["kind".to_owned()])
        .collect();
    assert!(keys.len() > 30, "the model's keys are found");
    let (mut explained, mut bare) = (BTreeSet::new(), Vec::new());
    properties(&schema("agent.schema.json"), &mut explained, &mut bare);
    assert_eq!(explained, keys);
    assert!(bare.is_empty(), "without a description: {bare:?}");
}

/// The fields of the structs and of the enums' variants in a file of the model.
fn keys_of(file: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(workspace().join(file)).expect("a file of the model");
    let field = |line: &str| {
        let line = line
            .strip_prefix("    pub ")
            .or_else(|| line.strip_prefix("        "))?;
        let (key, kind) = line.split_once(": ")?;
        let plain = key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        (plain && kind.ends_with(',')).then(|| key.to_owned())
    };
    text.lines().filter_map(field).collect()
}

/// Lets a hook write every kind of record that it can, with every field.
fn records() -> Vec<Value> {
    let home = Home::new();
    let mut claude = Agent::stage(&home, &["codex", "claude"]).start();
    let everything = [
        ("REJOIN_PANE", "P1"),
        ("REJOIN_LAUNCH", "0123"),
        ("TMUX", "/tmp/tmux-0/default,100,0"),
        ("TMUX_PANE", "%3"),
        ("KITTY_PID", "100"),
        ("KITTY_WINDOW_ID", "1"),
        ("CLAUDE_JOB_DIR", "/j"),
    ];
    fs::create_dir(home.path().join(".claude")).expect("is made");
    for id in [A, &A.replace('a', "f")] {
        let said = json!({ "session_id": id, "hook_event_name": "SessionStart", "cwd": "/w",
            "source": "startup", "agent_id": "a1", "transcript_path": "/t" });
        claude
            .hook_with("claude", &everything, &said.to_string())
            .quiet();
    }
    claude.hook_with("claude", &everything, "{").quiet();
    let odd = std::os::unix::ffi::OsStrExt::from_bytes(b"/h\xff");
    let odd: &std::ffi::OsStr = odd;
    let run = home
        .hook("claude")
        .variable("CLAUDE_CONFIG_DIR", odd)
        .pane("P2");
    run.input(payload("SessionEnd", A)).finish().quiet();
    home.log().records()
}

#[test]
fn every_record_that_a_hook_writes_is_what_the_schema_says() {
    let validator = validator(&schema("event.schema.json"));
    let records = records();
    assert_eq!(records.len(), 4);
    for record in records {
        let faults = faults(&validator, &record);
        assert!(faults.is_empty(), "{record:#}\n{faults:#?}");
    }
}

#[test]
fn the_schema_knows_every_field_of_those_records() {
    let (mut known, mut bare) = (BTreeSet::new(), Vec::new());
    properties(&schema("event.schema.json"), &mut known, &mut bare);
    let mut used = BTreeSet::new();
    for record in records() {
        keys(&record, &mut used);
    }
    let unknown: Vec<_> = used.difference(&known).collect();
    assert!(unknown.is_empty(), "not in the schema: {unknown:?}");
    for key in [
        "child",
        "launch",
        "tmux",
        "within",
        "marks",
        "alive",
        "store_ino",
        "bytes",
        "reason",
    ] {
        assert!(used.contains(key), "{key} is among what is checked");
    }
}

fn keys(value: &Value, used: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                used.insert(key.clone());
                keys(value, used);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| keys(value, used)),
        _ => {}
    }
}
