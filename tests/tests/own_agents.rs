//! Agents that a person adds by a file: no program is built again for them, and they are
//! captured and resumed as those are that are built in.

use rejoin_tests::{A, Agent, B, Home, Run};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The whole of what rejoin is told about an agent that nobody ever heard of.
const FINCH: &str = r#"
name      = "finch"
title     = "Finch"
programs  = ["finch"]
processes = ["finch"]
seen      = ["1.0"]
reply     = "{}"

[install]
shape  = "json-hooks"
file   = "{store}/settings.json"
events = ["Hatched", "Sang"]

[events]
Hatched = "begin"
Sang    = "prompt"

[payload]
event = "/what"
id    = "/nest/id"
cwd   = "/where"

[id]
form    = "{uuid}"
example = "aaaaaaaa-0000-4000-8000-00000000000a"

[store]
roots      = ["$FINCH_HOME", "~/.finch"]
transcript = "songs/{id}.jsonl"
proof      = { kind = "jsonl", id = "/nest" }

[argv]
resume = { argv = ["--nest={id}"] }
fork   = { argv = ["--nest={id}", "--as={new}"], child = "preassigned" }
fresh  = { argv = ["--as={new}"], child = "preassigned" }
"#;

fn define(home: &Home, name: &str, text: &str) {
    let folder = home.path().join(".config/rejoin/agents");
    fs::create_dir_all(&folder).expect("is made");
    home.write("definition", text);
    fs::rename(
        home.root().join("definition"),
        folder.join(format!("{name}.toml")),
    )
    .expect("moves");
}

fn rejoin(home: &Home, words: &[&str]) -> Run {
    let path = format!("{}:/usr/bin:/bin", home.root().join("bin").display());
    let run = home.run(rejoin_tests::rejoin()).arguments(words);
    run.variable("PATH", path)
}

fn compile(home: &Home) {
    let compiled = rejoin(home, &["agents", "--compile"]).finish();
    let why = String::from_utf8_lossy(&compiled.stderr);
    assert_eq!((compiled.exit, &*why), (0, ""));
}

fn sang(id: &str) -> String {
    format!(r#"{{"what":"Sang","nest":{{"id":"{id}"}},"where":"/w"}}"#)
}

fn table(home: &Home) -> PathBuf {
    home.state().join("agents.table")
}

#[test]
fn an_agent_is_added_by_a_file_alone() {
    let home = Home::new();
    define(&home, "finch", FINCH);
    let mut finch = Agent::stage(&home, &["zsh", "finch"]).start();

    let hook = rejoin_tests::hook();
    let helper = hook.to_str().expect("UTF-8");
    let installed = rejoin(&home, &["install", "--helper", helper]).finish();
    let said = String::from_utf8_lossy(&installed.stdout).into_owned();
    assert_eq!(installed.exit, 0, "{said}");
    assert!(said.contains("finch compiled for the hooks"), "{said}");

    let settings = fs::read(home.path().join(".finch/settings.json")).expect("is written");
    let settings: Value = serde_json::from_slice(&settings).expect("JSON");
    let entry = &settings["hooks"]["Sang"][0]["hooks"][0]["command"];
    let line = entry.as_str().expect("a line");
    let ran = finch.run(&["/bin/sh", "-c", line], &[("REJOIN_PANE", "P1")], &sang(A));
    assert_eq!((ran.exit, ran.stdout.as_slice()), (0, &b"{}"[..]));

    let songs = home.path().join(".finch/songs");
    fs::create_dir_all(&songs).expect("is made");
    let song = home.write("song", format!("{{\"nest\":\"{A}\"}}\n"));
    fs::rename(song, songs.join(format!("{A}.jsonl"))).expect("moves");
    let answer = rejoin(&home, &["resolve", "P1", "--json"]).finish();
    let answer: Value = serde_json::from_slice(&answer.stdout).expect("JSON");
    assert_eq!(
        (&answer["agent"], &answer["id"], &answer["state"]),
        (&"finch".into(), &A.into(), &"proven".into()),
        "{answer:#}"
    );
    let argv = answer["resume"]["argv"].as_array().expect("a list");
    let program = argv[0].as_str().map(Path::new).expect("a program");
    assert!(program.ends_with("finch"), "{answer:#}");
    assert_eq!(argv[1..], [Value::from(format!("--nest={A}"))]);
    finch.end();
}

#[test]
fn a_table_that_is_out_of_date_is_worked_from_and_a_damaged_one_says_nothing() {
    let home = Home::new();
    define(&home, "finch", FINCH);
    compile(&home);
    // Another definition, which nobody compiled.
    define(&home, "finch", &FINCH.replace("/nest/id", "/other"));
    let doctor = |found: bool| {
        let report = rejoin(&home, &["doctor", "--json"]).finish();
        let report: Value = serde_json::from_slice(&report.stdout).expect("JSON");
        let problems = report["problems"].as_array().expect("a list");
        let named = |problem: &Value| problem["code"] == "definitions-not-compiled";
        assert_eq!(problems.iter().any(named), found, "{problems:#?}");
    };
    doctor(true);
    let hook = |id| home.hook("finch").pane("P1").input(sang(id)).finish();
    assert_eq!(hook(A).exit, 0);
    assert_eq!(home.log().only()["id"], A);

    let sound = fs::read(table(&home)).expect("is written");
    let mut damaged = sound.clone();
    damaged[40] ^= 1;
    for bytes in [
        &damaged[..],
        &sound[..sound.len() - 1],
        &[],
        &[0xff; 70_000],
    ] {
        let file = home.write("table", bytes);
        fs::rename(file, table(&home)).expect("moves");
        hook(B).quiet();
        assert_eq!(home.log().records().len(), 1);
    }
    doctor(true);
    define(&home, "finch", FINCH);
    compile(&home);
    assert_eq!(fs::read(table(&home)).expect("is written"), sound);
    doctor(false);
}

#[test]
fn an_agent_that_nobody_defined_leaves_nothing_behind() {
    let home = Home::new();
    home.hook("finch")
        .pane("P1")
        .input(sang(A))
        .finish()
        .quiet();
    define(&home, "finch", FINCH);
    home.hook("finch")
        .pane("P1")
        .input(sang(A))
        .finish()
        .quiet();
    assert!(!home.state().exists());
}

#[test]
fn a_wrong_file_is_told_and_the_others_are_compiled() {
    let home = Home::new();
    define(&home, "finch", FINCH);
    define(&home, "wren", &FINCH.replace("{uuid}", "{uid}"));
    let compiled = rejoin(&home, &["agents", "--compile"]).finish();
    let why = String::from_utf8_lossy(&compiled.stderr);
    assert_eq!(compiled.exit, 2, "{why}");
    assert!(why.contains("wren.toml, line 24: id.form: {uid}"), "{why}");
    let sung = home.hook("finch").pane("P1").input(sang(A)).finish();
    assert_eq!(sung.exit, 0);
    assert_eq!(home.log().only()["id"], A);
}

/// Every definition is as good in a file of a person's own: the hook takes the same out of
/// all that real agents were recorded to say.
#[test]
fn a_definition_under_another_name_gives_what_the_built_in_one_gives() {
    let payloads = Path::new(env!("CARGO_MANIFEST_DIR")).join("payloads");
    let mut compared = 0;
    for agent in listed(&payloads) {
        let name = stem(&agent);
        let file = rejoin_tests::workspace().join(format!("schemas/agents/{name}.toml"));
        let text = fs::read_to_string(file).expect("the definition");
        let mut definition: toml::Table = text.parse().expect("TOML");
        let own = format!("own{name}");
        definition.insert("name".into(), own.clone().into());
        for (key, bytes_max) in [("programs", 40), ("processes", 15)] {
            for name in definition
                .get_mut(key)
                .and_then(toml::Value::as_array_mut)
                .into_iter()
                .flatten()
            {
                let mut other = format!("own{}", name.as_str().expect("a text"));
                other.truncate(bytes_max);
                *name = other.into();
            }
        }
        let home = Home::new();
        define(&home, &own, &definition.to_string());
        compile(&home);
        let named = definition["payload"].get("event").is_none();
        for (at, payload) in listed(&agent)
            .iter()
            .flat_map(|version| listed(version))
            .enumerate()
        {
            if payload.extension().is_some_and(|kind| kind == "json") {
                let said = fs::read(&payload).expect("the payload");
                let file = stem(&payload);
                let event = file.split('-').next().filter(|_| named);
                let hook = |agent: &str| {
                    let run = home
                        .hook(agent)
                        .arguments(event)
                        .pane(format!("{agent}{at}"));
                    run.input(&said).finish()
                };
                let [ours, theirs] = [hook(&own), hook(&name)];
                assert_eq!((ours.exit, &ours.stdout), (0, &theirs.stdout));
                compared += 1;
            }
        }
        let records = home.log().records();
        for pair in records.chunks(2) {
            let [ours, theirs] = pair else {
                panic!("one of them is missing: {pair:#?}");
            };
            assert_eq!(ours["agent"], *own);
            for key in [
                "kind",
                "id",
                "class",
                "child",
                "event",
                "cwd",
                "transcript",
                "source",
                "marks",
                "store",
                "reason",
            ] {
                assert_eq!(ours.get(key), theirs.get(key), "{key}: {pair:#?}");
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("recorded payloads");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.expect("UTF-8").to_owned()
}
