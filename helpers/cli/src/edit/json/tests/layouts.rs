//! Any layout that agents read is kept, and what is added looks like it.

use super::*;

/// Texts as they occur, each of which gets its bytes back.
const TEXTS: &[&str] = &[
    "{}",
    "{}\n",
    "{ }",
    "{\n}\n",
    "{\r\n}\r\n",
    "\u{feff}{\n  \"a\": 1\n}\n",
    "{\"a\":1}",
    "{ \"a\": 1 }\n",
    "{\n\t\"a\": 1\n}\n",
    "{\n    \"a\": 1,\n    \"b\": [1, 2]\n}",
    "{\r\n  \"a\": 1\r\n}\r\n",
    "{\n  \"a\": 1,\n}\n",
    "{\n  \"a\": {\n    \"b\": 1,\n  },\n}\n",
    "{\n  // nothing yet\n}\n",
    "{ /* nothing yet */ }",
    "// head\n{\n  \"a\": 1 // one\n}\n// tail\n",
    "{\n  \"a\": 1 // one\n  // last line\n}\n",
    "{\n  \"a\" /* key */ : /* value */ 1\n}\n",
    "{\n  \"url\": \"https://example.org//x\"\n}\n",
    "{\n  \"hooks\": {}\n}\n",
    "{\n  \"hooks\": { /* none */ }\n}\n",
    "{\n  \"hooks\": {\n    \"Begin\": []\n  }\n}\n",
    "{\n  \"hooks\": {\n    \"Begin\": [ ],\n  },\n}\n",
    "{\"hooks\":{\"Begin\":[{\"matcher\":\"x\",\"hooks\":[{\"type\":\"command\",\"command\":\"mine\"}]}]}}",
    "{\n  \"hooks\": {\n    \"Begin\": [\n      {\"hooks\": [{\"command\": \"mine\"}]}, // mine\n      // and no more\n    ]\n  }\n}\n",
    "{\n  \"hooks\": {\n    \"Begin\": [{\n      \"hooks\": [{\"command\": \"mine\"}]\n    }],\n    \"Other\": [{\"hooks\": []}]\n  }, \"z\": 1e400\n}\n",
    "{\n\"a\": 1,\n\"b\": 2\n}\n",
    "  {\n    \"a\": 1\n  }",
    "{\"a\": 1,\n \"b\": 2}",
    "{\"a\":1 /* x */ , /* y */ }",
    "{\"\\u0068ooks\": {\"Begin\": []}}",
    "{\"a\": \"\\\"hooks\\\": {\"}",
    "{\r  \"a\": 1\r}\r",
    "{\"hooks\":{\"Begin\":[\n// c\n]}}",
    "{\"hooks\":{\"Begin\":[1, null, {\"hooks\":3}, {\"hooks\":[7]}]}}",
];

#[test]
fn install_then_undo_gives_every_text_its_bytes_back() {
    for (text, outline) in texts() {
        let edited = inserted_as(outline, text);
        assert_ne!(edited.text, *text);
        assert_eq!(undone(&edited), *text);
    }
}

fn texts() -> impl Iterator<Item = (&'static str, Outline)> {
    let each = |text: &&'static str| OUTLINES.map(|outline| (*text, outline));
    TEXTS.iter().flat_map(each)
}

#[test]
fn a_second_install_changes_nothing() {
    for (text, outline) in texts() {
        let once = inserted_as(outline, text);
        let twice = insert(once.text.as_bytes(), &entries(), outline, &once.created);
        let twice = twice.expect("reads back");
        assert_eq!(twice.splices, []);
        assert_eq!((twice.text, twice.created), (once.text, once.created));
    }
}

#[test]
fn without_the_way_back_all_but_empty_containers_get_their_bytes_back() {
    for (text, outline) in texts() {
        let after = removed_as(outline, &inserted_as(outline, text)).text;
        assert_eq!(bare(outline, &after), bare(outline, text), "{text}");
        let version_stays = after.contains("version");
        let has_empty = ["{}", "{ }", "{\n}", "{\r\n}", "[]", "[ ]"]
            .iter()
            .any(|e| text.contains(e));
        if !has_empty && !version_stays && !text.contains(['/']) {
            assert_eq!(after, *text);
        }
    }
}

#[test]
fn line_ends_indentation_and_the_end_of_the_file_stay_as_they_are() {
    let tabs = inserted("{\n\t\"a\": 1\n}\n").text;
    assert!(
        tabs.starts_with("{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"Begin\": [\n\t\t\t{\n"),
        "{tabs}"
    );
    assert!(tabs.ends_with("\n\t}\n}\n"));
    let crlf = inserted("\u{feff}{\r\n    \"a\": 1\r\n}").text;
    assert!(
        crlf.starts_with("\u{feff}{\r\n    \"a\": 1,\r\n    \"hooks\": {\r\n        \"Begin\": ["),
        "{crlf}"
    );
    assert_eq!(crlf.matches('\n').count(), crlf.matches("\r\n").count());
    assert!(crlf.ends_with('}'));
    assert_eq!(
        inserted("{\"a\":1}").text,
        "{\"a\":1,\"hooks\":{\"Begin\":[{\"hooks\":[{\"type\":\"command\",\
         \"command\":\"/b/rejoin-hook\",\"args\":[\"AGENT\"],\"timeout\":5}]}],\
         \"Prompt\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"/b/rejoin-hook\",\
         \"args\":[\"AGENT\"],\"timeout\":5}]}]}}"
            .replace("AGENT", agent().name)
    );
}

#[test]
fn a_new_file_looks_as_agents_write_it() {
    let expected = r#"{
  "hooks": {
    "Begin": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/b/rejoin-hook",
            "args": [
              "AGENT"
            ],
            "timeout": 5
          }
        ]
      }
    ],
"#;
    let text = inserted("{}\n").text;
    assert!(
        text.starts_with(&expected.replace("AGENT", agent().name)),
        "{text}"
    );
    let parsed: serde_json::Value = serde_json::from_str(&text).expect("plain JSON");
    assert_eq!(parsed["hooks"]["Prompt"][0]["hooks"][0]["timeout"], 5);
    assert!(parsed["hooks"]["Prompt"][0].get("matcher").is_none());
}

#[test]
fn a_comma_never_lands_in_a_comment() {
    let text = inserted("{\n  \"a\": 1 // one\n  /* end */\n}\n").text;
    assert!(
        text.starts_with("{\n  \"a\": 1, // one\n  /* end */\n  \"hooks\": {"),
        "{text}"
    );
    let text = inserted("{\n  \"a\": [\n    1,\n  ], // list\n}\n").text;
    assert!(
        text.starts_with("{\n  \"a\": [\n    1,\n  ], // list\n  \"hooks\": {"),
        "{text}"
    );
    assert!(text.ends_with("  },\n}\n"), "{text}");
}

#[test]
fn our_group_comes_behind_a_persons_groups() {
    let text = "{\"hooks\":{\"Begin\":[{\"hooks\":[{\"command\":\"first\"}]},{\"hooks\":[]}]}}";
    let edited = inserted(text);
    let parsed: serde_json::Value = serde_json::from_str(&edited.text).expect("plain JSON");
    let groups = parsed["hooks"]["Begin"].as_array().expect("an array");
    assert_eq!(groups.len(), 3);
    assert_eq!(groups[0]["hooks"][0]["command"], "first");
    assert_eq!(groups[2]["hooks"][0]["command"], "/b/rejoin-hook");
    assert_eq!(removed(&edited).text, text);
}
