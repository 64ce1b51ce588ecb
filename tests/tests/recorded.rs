//! Payloads that real agents of named versions sent, and what the hook must make of each.
//! They stand in `payloads/AGENT/VERSION/EVENT-SCENARIO.json`; `want.tsv` beside them says
//! id, class and child.

use rejoin_tests::Home;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folders() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("payloads");
    let mut versions: Vec<_> = listed(&top)
        .iter()
        .flat_map(|agent| listed(agent))
        .collect();
    versions.sort();
    assert!(versions.len() >= 3);
    versions
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("recorded payloads");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

fn name_of(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .expect("UTF-8")
}

#[test]
fn every_recorded_payload_gives_the_identity_that_it_stands_for() {
    for folder in folders() {
        let agent = name_of(folder.parent().expect("below its agent"));
        let want = fs::read_to_string(folder.join("want.tsv")).expect("what is wanted");
        let mut checked = BTreeSet::new();
        for line in want.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let (name, id, class) = (fields.next(), fields.next(), fields.next());
            let (name, child) = (name.expect("a name"), fields.next());
            let file = format!("{name}.json");
            let bytes = fs::read(folder.join(&file)).expect("the payload");
            check(agent, name, &bytes, [id, class, child]);
            checked.insert(file);
        }
        let files: BTreeSet<_> = listed(&folder)
            .iter()
            .map(|path| name_of(path).to_owned())
            .filter(|name| name != "want.tsv")
            .collect();
        assert_eq!(checked, files, "{}", folder.display());
    }
}

fn check(agent: &str, name: &str, bytes: &[u8], [id, class, child]: [Option<&str>; 3]) {
    let definition = definition(agent);
    let payload = &definition["payload"];
    let home = Home::new();
    // The entry of some agents names the event, since what they say does not.
    let event = name.split('-').next().expect("an event");
    let named = payload.get("event").is_none();
    home.hook(agent)
        .arguments(named.then_some(event))
        .pane("P1")
        .input(bytes)
        .finish()
        .quiet();
    let record = home.log().only();
    let said: Value = serde_json::from_slice(bytes).expect("JSON");
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    assert_eq!(text("kind"), Some("publish"), "{said:#}");
    assert_eq!(text("agent"), Some(agent), "{said:#}");
    assert_eq!(
        [text("id"), text("class"), text("child")],
        [id, class, child],
        "{said:#}"
    );
    assert_eq!(text("event"), Some(event), "{said:#}");
    for key in ["cwd", "transcript", "source"] {
        let pointer = payload.get(key).and_then(toml::Value::as_str);
        let told = pointer.and_then(|pointer| said.pointer(pointer)?.as_str());
        assert_eq!(text(key), told, "{key} of {said:#}");
    }
}

fn definition(agent: &str) -> toml::Table {
    let file = rejoin_tests::workspace().join(format!("schemas/agents/{agent}.toml"));
    let text = fs::read_to_string(file).expect("the definition");
    text.parse().expect("TOML")
}

/// Agents that were watched without keeping what they said.
const UNRECORDED: [&str; 7] = ["amp", "droid", "grok", "kilo", "omp", "opencode", "qwen"];

#[test]
fn every_event_of_a_definition_is_recorded_at_least_once() {
    for agent in definitions() {
        let definition = definition(&agent);
        let was_seen = definition.get("seen").is_some();
        let captures = definition.contains_key("payload");
        if !was_seen || !captures || UNRECORDED.contains(&agent.as_str()) {
            continue;
        }
        let recorded: BTreeSet<String> = folders()
            .iter()
            .filter(|folder| {
                folder
                    .parent()
                    .is_some_and(|parent| name_of(parent) == agent)
            })
            .flat_map(|folder| listed(folder))
            .filter_map(|path| Some(name_of(&path).split_once(['-', '.'])?.0.to_owned()))
            .collect();
        for event in definition["events"].as_table().expect("a table").keys() {
            assert!(
                recorded.contains(event),
                "{agent}: no payload of {event} is recorded"
            );
        }
    }
}

fn definitions() -> BTreeSet<String> {
    let folder = rejoin_tests::workspace().join("schemas/agents");
    let stem = |path: PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        stem.expect("UTF-8").to_owned()
    };
    listed(&folder).into_iter().map(stem).collect()
}
