//! Promises to whoever writes a definition.

use super::parse;

const WHOLE: &str = r#"
name      = "one"
title     = "One"
programs  = ["one"]
processes = ["one"]
seen      = ["1.0"]

[install]
shape  = "json-hooks"
file   = "{store}/settings.json"
events = ["Start"]

[events]
Start = "begin"

[payload]
event = "/event"
id    = "/id"

[id]
form    = "{uuid}"
example = "aaaaaaaa-0000-4000-8000-00000000000a"

[store]
roots      = ["$ONE_HOME", "~/.one"]
transcript = "sessions/{id}.jsonl"
proof      = { kind = "jsonl", id = "/id" }

[argv]
resume = { argv = ["--resume", "{id}"] }
fork   = { argv = ["--fork", "{id}"], child = "announced" }
fresh  = { argv = ["--id", "{new}"], child = "preassigned" }
"#;

/// Puts `new` in the place of `old` and returns what is then wrong.
fn fault(old: &str, new: &str) -> String {
    assert!(WHOLE.contains(old), "{old}");
    let error = parse(&WHOLE.replace(old, new)).expect_err(new);
    error.to_string()
}

#[test]
fn a_whole_definition_is_accepted() {
    parse(WHOLE).expect("accepted");
}

#[test]
fn a_fault_is_named_with_its_line_and_its_key() {
    for (old, new, told) in [
        (
            "[\"one\"]\nseen",
            "[\"a-name-of-sixteen\"]\nseen",
            "line 5: processes: ",
        ),
        (
            "programs  = [\"one\"]",
            "programs = [\"$(id)\"]",
            "line 4: programs: \"$(id)\" is not",
        ),
        ("\"One\"", "\"O\\u001bne\"", "line 3: title: "),
        ("{store}/settings.json", "/etc/x", "line 10: install.file: "),
        (
            "[\"Start\"]",
            "[\"Stop\"]",
            "line 11: install.events: Stop is not in",
        ),
        (
            "event = \"/event\"",
            "event = \"/id\"",
            "line 17: payload.event: points",
        ),
        ("{uuid}", "{uid}", "line 21: id.form: {uid} is no"),
        (
            "~/.one",
            "/one",
            "line 25: store.roots: \"/one\" comes last",
        ),
        ("sessions/{id}", "../{id}", "line 26: store.transcript: "),
        (
            "kind = \"jsonl\"",
            "kind = \"jsonl\", lines = 9",
            "line 27: store.proof.lines: ",
        ),
        (
            "[\"--resume\", \"{id}\"]",
            "[\"--continue\"]",
            "line 30: argv.resume: ",
        ),
        (
            "\"--fork\", ",
            "\"--fork\", \"--last\", ",
            "line 31: argv.fork: --last selects",
        ),
        (
            "child = \"announced\"",
            "own_cwd = true",
            "line 31: argv.fork.child: ",
        ),
        ("title ", "titel ", "line 3: titel: unknown field"),
    ] {
        let fault = fault(old, new);
        assert!(fault.starts_with(told), "{fault:?} is not {told:?}");
    }
}

#[test]
fn a_way_names_one_conversation_by_a_whole_argument() {
    for argv in [
        r#"["{id}", "{id}"]"#,
        r#"["{id}", "{transcript}"]"#,
        r#"["-r{id}"]"#,
        r#"["--resume={id}x"]"#,
        r#"["{id}", "{latest}"]"#,
        r#"["--resume"]"#,
    ] {
        fault(r#"["--resume", "{id}"]"#, argv);
    }
}

#[test]
fn what_cannot_be_captured_says_why_and_promises_nothing_else() {
    let install =
        "shape  = \"json-hooks\"\nfile   = \"{store}/settings.json\"\nevents = [\"Start\"]";
    let payload = "[events]\nStart = \"begin\"\n\n[payload]\nevent = \"/event\"\nid    = \"/id\"\n";
    let announced = "[\"--fork\", \"{id}\"], child = \"announced\"";
    let none = "shape  = \"none\"\nreason = \"It has no hooks.\"";
    let only = WHOLE.replace(install, none).replace(payload, "").replace(
        announced,
        "[\"--fork\", \"{id}\", \"--id\", \"{new}\"], child = \"preassigned\"",
    );
    parse(&only).expect("accepted");
    assert!(parse(&only.replace("reason", "# reason")).is_err());
    assert!(parse(&WHOLE.replace(install, none)).is_err());
    let fork = "[\"--fork\", \"{id}\", \"--id\", \"{new}\"], child = \"preassigned\"";
    assert!(parse(&only.replace(fork, announced)).is_err());
}

#[test]
fn a_shape_has_its_own_words_only() {
    for more in [
        "text = \"x\"",
        "source = \"x.js\"",
        "version = 1",
        "event_key = \"type\"",
        "list = { file = \"{store}/x\", at = \"/x\", entry = \"x\" }",
        "reason = \"none\"",
    ] {
        let fault = fault(
            "shape  = \"json-hooks\"",
            &format!("shape = \"json-hooks\"\n{more}"),
        );
        assert!(fault.contains("install."), "{fault}");
    }
}
