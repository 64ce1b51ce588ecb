//! The plugins that speak for agents without hooks, played to by a stand-in: what they say,
//! and that nothing which goes wrong reaches the agent.

use rejoin_tests::{Finished, Home, Run, need, tool, workspace};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A program that keeps what it is told in a file of its own, and behaves badly otherwise.
const RECORDER: &str = "#!/bin/sh\n/bin/cat > \"$0.$$.part\"\n/bin/mv \"$0.$$.part\" \"$0.$$.said\"\n\
                        echo noise\necho noise >&2\nexit 3\n";

fn sources() -> Vec<PathBuf> {
    let folder = workspace().join("schemas/plugins");
    let listed = fs::read_dir(folder).expect("the folder of plugins");
    let mut found: Vec<_> = listed
        .map(|entry| entry.expect("an entry").path())
        .collect();
    found.retain(|path| path.extension().is_some_and(|kind| kind != "md"));
    found.sort();
    assert!(found.len() > 4, "the plugins are found");
    found
}

fn source(name: &str) -> PathBuf {
    workspace().join("schemas/plugins").join(name)
}

/// Writes a plugin into a home as an install does, for the program `hook`.
fn render(home: &Home, source: &Path, hook: &Path) -> PathBuf {
    let text = fs::read_to_string(source).expect("UTF-8");
    let text = text.replace("{hook}", hook.to_str().expect("UTF-8"));
    let kind = match source.extension().and_then(|kind| kind.to_str()) {
        Some("js") => "mjs",
        Some(kind) => kind,
        None => "txt",
    };
    let file = home.root().join(format!("plugin.{kind}"));
    #[expect(clippy::disallowed_methods, reason = "a fixture")]
    fs::write(&file, text.replace("{agent}", "one")).expect("room");
    file
}

fn recorder(home: &Home) -> PathBuf {
    let hook = home.root().join("rejoin-hook");
    #[expect(clippy::disallowed_methods, reason = "a fixture")]
    fs::write(&hook, RECORDER).expect("room");
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).expect("ours");
    hook
}

/// Returns what the recorder was told, once that is `count` things.
fn said(home: &Home, count: usize) -> Vec<Value> {
    let patience = Instant::now() + Duration::from_secs(30);
    loop {
        let listed = fs::read_dir(home.root()).expect("a home").flatten();
        let told = listed.map(|entry| entry.path());
        let told: Vec<_> = told
            .filter(|path| path.extension().is_some_and(|e| e == "said"))
            .collect();
        if told.len() >= count || Instant::now() > patience {
            let read = |path: &PathBuf| fs::read_to_string(path).expect("UTF-8");
            let mut told: Vec<String> = told.iter().map(read).collect();
            told.sort();
            return told
                .iter()
                .map(|text| serde_json::from_str(text).expect("JSON"))
                .collect();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn assert_silent(finished: &Finished, what: &str) {
    let error = String::from_utf8_lossy(&finished.stderr);
    assert_eq!((finished.exit, error.as_ref()), (0, ""), "{what}");
    assert_eq!(finished.stdout, b"", "{what}");
}

/// Plays to a plugin in JavaScript and compares what it says.
fn played(name: &str, expected: &[Value]) {
    need!(let node = tool("node"), "node");
    let home = Home::new();
    let file = render(&home, &source(name), &recorder(&home));
    let driver = workspace().join("tests/plugins/drive.mjs");
    let finished = Run::new(&node)
        .arguments([driver.as_os_str(), file.as_os_str(), name.as_ref()])
        .finish();
    assert_silent(&finished, name);
    assert_eq!(said(&home, expected.len()), expected, "{name}");
}

#[test]
fn every_plugin_is_one_that_its_language_reads() {
    need!(let node = tool("node"), "node");
    need!(let python = tool("python3"), "python3");
    let home = Home::new();
    for source in sources() {
        let file = render(&home, &source, Path::new("/b/rejoin-hook"));
        let finished = match source.extension().and_then(|kind| kind.to_str()) {
            Some("js") => Run::new(&node).argument("--check").argument(&file).finish(),
            Some("py") => Run::new(&python)
                .arguments(["-W", "error", "-m", "py_compile"])
                .argument(&file)
                .finish(),
            // Its types are no JavaScript; the agent that reads it is asked elsewhere.
            _ => continue,
        };
        assert_silent(&finished, &source.display().to_string());
    }
}

#[test]
fn every_plugin_names_the_program_in_one_place() {
    for source in sources() {
        let text = fs::read_to_string(&source).expect("UTF-8");
        assert!(
            text.is_ascii() && text.lines().count() < 100,
            "{}",
            source.display()
        );
        if source
            .extension()
            .is_some_and(|kind| kind == "yaml" || kind == "json")
        {
            continue;
        }
        assert_eq!(
            text.matches("[\"{hook}\", \"{agent}\"]").count(),
            1,
            "{}",
            source.display()
        );
        assert_eq!(
            (
                text.matches("{hook}").count(),
                text.matches("{agent}").count()
            ),
            (1, 1)
        );
    }
}

#[test]
fn a_screen_is_followed_to_what_it_shows_and_a_subagent_is_its_parent() {
    played(
        "opencode-tui.js",
        &[
            json!({"event": "session.left", "id": "c"}),
            json!({"event": "session.shown", "id": "a", "cwd": "/w"}),
            json!({"event": "session.shown", "id": "a", "cwd": "/w"}),
            json!({"event": "session.shown", "id": "c", "cwd": "/late"}),
        ],
    );
}

#[test]
fn a_run_without_a_screen_says_its_conversation_and_marks_a_subagent() {
    played(
        "opencode-run.js",
        &[
            json!({"event": "run.message", "id": "a", "cwd": "/w"}),
            json!({"event": "run.message", "id": "b", "cwd": "/w", "parent": "a", "subagent": true}),
        ],
    );
}

#[test]
fn an_extension_says_each_start_and_end() {
    let told = |event, reason| json!({"event": event, "id": "a", "file": "/s/a.jsonl", "cwd": "/w", "source": reason, "mode": "tui"});
    played(
        "pi.js",
        &[
            told("session_shutdown", "new"),
            told("session_start", "startup"),
        ],
    );
}

#[test]
fn a_subagent_in_the_same_process_is_marked_and_a_fork_is_not() {
    played(
        "omp.js",
        &[
            json!({"event": "session_start", "id": "a", "file": "/s/1_a.jsonl", "cwd": "/w", "mode": "tui"}),
            json!({"event": "session_start", "id": "b", "file": "/s/1_a/B.jsonl", "cwd": "/w", "mode": "tui",
               "parent": "a", "subagent": true}),
            json!({"event": "session_switch", "id": "c", "file": "/s/2_c.jsonl", "cwd": "/w",
               "source": "fork", "mode": "tui"}),
        ],
    );
}

#[test]
fn a_plugin_in_python_says_what_the_agent_tells_it_and_no_more() {
    need!(let python = tool("python3"), "python3");
    let home = Home::new();
    let file = render(&home, &source("hermes.py"), &recorder(&home));
    let driver = workspace().join("tests/plugins/drive.py");
    let finished = Run::new(&python)
        .argument(&driver)
        .argument(&file)
        .folder(home.root())
        .finish();
    assert_silent(&finished, "hermes.py");
    let here = fs::canonicalize(home.root()).expect("it exists");
    let told = |event, id, platform| json!({"hook_event_name": event, "session_id": id, "cwd": here, "extra": {"platform": platform}});
    assert_eq!(
        said(&home, 2),
        [
            told("on_session_reset", "a", "tui"),
            told("pre_llm_call", "b", "subagent"),
        ]
    );
}

#[test]
fn nothing_that_goes_wrong_reaches_the_agent() {
    need!(let node = tool("node"), "node");
    need!(let python = tool("python3"), "python3");
    for source in sources() {
        let home = Home::new();
        let name = source
            .file_name()
            .and_then(|name| name.to_str())
            .expect("UTF-8");
        let file = render(&home, &source, Path::new("/nowhere/rejoin-hook"));
        let (program, driver) = match source.extension().and_then(|kind| kind.to_str()) {
            Some("js") => (&node, "tests/plugins/drive.mjs"),
            Some("py") => (&python, "tests/plugins/drive.py"),
            _ => continue,
        };
        let drive = || {
            let run = Run::new(program)
                .argument(workspace().join(driver))
                .argument(&file);
            if driver.ends_with("mjs") {
                run.argument(name)
            } else {
                run
            }
        };
        assert_silent(&drive().finish(), name);
        assert_silent(&drive().argument("shut").finish(), name);
    }
}
