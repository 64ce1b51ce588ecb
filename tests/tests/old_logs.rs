//! Logs that earlier versions wrote, kept as they were: every later version opens them and
//! tells the same of them. `logs/make` says how each was made.
//!
//! `expected.json` holds what must be told; what a later version tells beside it is its own.

use rejoin_tests::{Home, need, rejoin};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// What stands beside a log and is no part of it.
const EXPECTED: &str = "expected.json";

fn folders() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("logs");
    let versions = listed(&top).into_iter().filter(|path| path.is_dir());
    let mut folders: Vec<_> = versions.flat_map(|version| listed(&version)).collect();
    folders.sort();
    assert!(folders.len() >= 6, "{folders:?}");
    folders
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of this package");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

/// Makes a home whose log is that of `folder`.
fn opened(folder: &Path) -> Home {
    let home = Home::new();
    // The first word makes the folders as this version wants them.
    home.hook("claude")
        .pane("first")
        .input("[")
        .finish()
        .quiet();
    let place = home.log_folder();
    for path in listed(&place) {
        fs::remove_file(path).expect("is removed");
    }
    for path in listed(folder) {
        let name = path.file_name().expect("a name");
        if name != EXPECTED {
            fs::copy(&path, place.join(name)).expect("is copied");
        }
    }
    home
}

fn told(home: &Home, words: &[&str]) -> Vec<Value> {
    let finished = home.run(rejoin()).arguments(words).finish();
    assert_eq!(
        finished.exit,
        0,
        "{}",
        String::from_utf8_lossy(&finished.stderr)
    );
    let values = finished.text().lines().map(serde_json::from_str);
    values.map(|value| value.expect("JSON")).collect()
}

/// Asserts that `actual` says all that `expected` does.
fn says(actual: &Value, expected: &Value, place: &str) {
    match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => {
            for (key, expected) in expected {
                let actual = actual.get(key).unwrap_or(&Value::Null);
                says(actual, expected, &format!("{place}/{key}"));
            }
        }
        (Value::Array(actual), Value::Array(expected)) => {
            assert_eq!(actual.len(), expected.len(), "{place}: {actual:#?}");
            for (at, (actual, expected)) in actual.iter().zip(expected).enumerate() {
                says(actual, expected, &format!("{place}/{at}"));
            }
        }
        _ => assert_eq!(actual, expected, "{place}"),
    }
}

fn expected_of(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join(EXPECTED)).expect("what is expected");
    serde_json::from_str(&text).expect("JSON")
}

fn can_read_all() -> bool {
    Home::new()
        .run(rejoin())
        .arguments(["verify", "--json"])
        .finish()
        .exit
        == 0
}

#[test]
fn every_old_log_is_told_as_it_was() {
    need!(can_read_all(), "programs that read closed files");
    for folder in folders() {
        let name = folder.display();
        let home = opened(&folder);
        let expected = expected_of(&folder);
        let all = &told(&home, &["resolve", "--all", "--json"])[0];
        says(&all["panes"], &expected["panes"], &format!("{name}: panes"));
        says(&all["log"], &expected["log"], &format!("{name}: log"));
        let panes = expected["panes"].as_array().expect("a list").iter();
        for pane in panes.filter(|pane| !pane["id"].is_null()) {
            let words = ["resolve", pane["pane"].as_str().expect("a name"), "--json"];
            says(&told(&home, &words)[0], pane, &format!("{name}: alone"));
        }
    }
}

#[test]
fn every_old_log_is_listed_piece_by_piece() {
    need!(can_read_all(), "programs that read closed files");
    for folder in folders() {
        let home = opened(&folder);
        let mut pieces = told(&home, &["log", "--json"]);
        for piece in &mut pieces {
            for key in ["kind", "id"] {
                if let Some(value) = piece["record"].get(key).cloned() {
                    piece[key] = value;
                }
            }
        }
        let place = format!("{}: pieces", folder.display());
        says(&pieces.into(), &expected_of(&folder)["pieces"], &place);
    }
}

#[test]
fn a_new_record_stands_behind_every_old_log() {
    need!(can_read_all(), "programs that read closed files");
    for folder in folders() {
        let home = opened(&folder);
        let before = rejoin_tests::everything(&home);
        let said = rejoin_tests::payload("UserPromptSubmit", rejoin_tests::D);
        home.hook("claude").pane("new").input(said).finish().quiet();
        let added = rejoin_tests::everything(&home).added_to(&before);
        let added = added.expect("nothing of the old log is changed");
        let ids: Vec<_> = added.records.iter().map(|record| &record["id"]).collect();
        assert_eq!(ids, [rejoin_tests::D], "{}", folder.display());
        let answer = &told(&home, &["resolve", "new", "--json"])[0];
        assert_eq!(answer["id"], rejoin_tests::D, "{}", folder.display());
    }
}
