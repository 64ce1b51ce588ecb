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
            check(agent, &bytes, [id, class, child]);
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

fn check(agent: &str, bytes: &[u8], [id, class, child]: [Option<&str>; 3]) {
    let home = Home::new();
    home.hook(agent).pane("P1").input(bytes).finish().quiet();
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
    for (key, field) in [
        ("event", "hook_event_name"),
        ("cwd", "cwd"),
        ("transcript", "transcript_path"),
        ("source", "source"),
    ] {
        assert_eq!(
            text(key),
            said.get(field).and_then(Value::as_str),
            "{key} of {said:#}"
        );
    }
}

#[test]
fn every_event_of_a_definition_is_recorded_at_least_once() {
    for agent in ["claude", "codex"] {
        let definition = rejoin_tests::workspace().join(format!("schemas/agents/{agent}.toml"));
        let text = fs::read_to_string(definition).expect("the definition");
        let definition: toml::Table = text.parse().expect("TOML");
        let recorded: BTreeSet<String> = folders()
            .iter()
            .filter(|folder| {
                folder
                    .parent()
                    .is_some_and(|parent| parent.ends_with(agent))
            })
            .flat_map(|folder| listed(folder))
            .filter_map(|path| {
                name_of(&path)
                    .split_once('-')
                    .map(|(event, _)| event.to_owned())
            })
            .collect();
        for event in definition["events"].as_table().expect("a table").keys() {
            assert!(
                recorded.contains(event),
                "{agent}: no payload of {event} is recorded"
            );
        }
    }
}
