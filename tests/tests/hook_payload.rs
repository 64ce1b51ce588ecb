//! What a payload may be: which are taken, which are refused and by which word, and that
//! nothing of one but its identity outlives the hook.

use rejoin_tests::{A, B, Home, payload};
use std::fmt::Write as _;

/// Hands payloads to one pane's hook, each of which must be quiet; returns the log's story.
fn told(payloads: &[&[u8]]) -> Vec<String> {
    let home = Home::new();
    for payload in payloads {
        home.hook("claude")
            .pane("P1")
            .input(payload)
            .finish()
            .quiet();
    }
    home.log().story()
}

fn prompt(id: &str, rest: &str) -> Vec<u8> {
    format!(r#"{{"session_id":"{id}","hook_event_name":"UserPromptSubmit","cwd":"/w",{rest}}}"#)
        .into_bytes()
}

#[test]
fn half_an_emoji_outside_the_identity_passes() {
    for rest in [
        r#""prompt":"cut \ud83d here""#,
        r#""prompt":"cut \udc1e here""#,
        r#""prompt":"swapped \udc1e\ud83d""#,
        r#""tool_input":{"cut \ud83d":1}"#,
        r#""cut \ud83d":1"#,
    ] {
        assert_eq!(told(&[&prompt(A, rest)]), [format!("{A} prompt")], "{rest}");
    }
}

#[test]
fn bytes_that_are_not_utf8_cost_no_id() {
    let mut bytes = prompt(A, r#""prompt":"X""#);
    let at = bytes.iter().rposition(|&byte| byte == b'X').expect("there");
    bytes[at] = 0xff;
    assert_eq!(told(&[&bytes]), [format!("{A} prompt")]);

    let mut bytes = prompt(A, r#""transcript_path":"/X""#);
    let at = bytes.iter().rposition(|&byte| byte == b'X').expect("there");
    bytes[at] = 0xff;
    assert_eq!(
        told(&[&bytes]),
        [format!("{A} prompt")],
        "only the path is left out"
    );
}

#[test]
fn half_an_emoji_in_the_id_is_refused_and_the_last_word_stays() {
    let good = payload("UserPromptSubmit", A);
    let bad = payload("UserPromptSubmit", &B.replace("000b", "\\ud83d"));
    let story = told(&[good.as_bytes(), bad.as_bytes()]);
    assert_eq!(
        story,
        [format!("{A} prompt"), "refused lone-surrogate".into()]
    );
}

#[test]
fn a_document_that_is_not_json_is_refused_by_its_own_word() {
    let good = payload("UserPromptSubmit", A);
    let cases: [(&[u8], &str); 17] = [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"[]", "not-an-object"),
        (b"\"x\"", "not-an-object"),
        (b"null", "not-an-object"),
        (&good.as_bytes()[..20], "truncated"),
        (&good.as_bytes()[..good.len() - 1], "truncated"),
        (
            &[b"\xef\xbb\xbf", good.as_bytes()].concat(),
            "byte-order-mark",
        ),
        (&[good.as_bytes(), b"{}"].concat(), "trailing-data"),
        (&[good.as_bytes(), b"\0\0"].concat(), "trailing-data"),
        (&prompt(A, "\"prompt\":\"a\nb\""), "syntax"),
        (&prompt(A, "\"prompt\":\"a\x1b[31mb\""), "syntax"),
        (&prompt(A, r#""path":"C:\Users\sam""#), "syntax"),
        (&prompt(A, r#""prompt":"\u12""#), "syntax"),
        (&prompt(A, r#""n":01"#), "syntax"),
        (&prompt(A, r#""n":1,"#), "syntax"),
        (b"{'session_id':1}", "syntax"),
    ];
    for (bytes, word) in cases {
        let shown = String::from_utf8_lossy(bytes);
        assert_eq!(told(&[bytes]), [format!("refused {word}")], "{shown:?}");
    }
}

#[test]
fn a_newline_behind_the_object_is_nothing() {
    let line = payload("UserPromptSubmit", A) + "\r\n \t";
    assert_eq!(told(&[line.as_bytes()]), [format!("{A} prompt")]);
}

#[test]
fn an_identity_field_is_one_clean_text_or_refused() {
    for (rest, word) in [
        (r#""session_id":"x""#, "twice"),
        (r#""transcript_path":"/t","transcript_path":"/t""#, "twice"),
        (r#""\u0063wd":"/elsewhere""#, "twice"),
        (r#""agent_id":{"a":1}"#, "wrong-type"),
    ] {
        assert_eq!(
            told(&[&prompt(A, rest)]),
            [format!("refused {word}")],
            "{rest}"
        );
    }
    let null = br#"{"session_id":null,"hook_event_name":"Stop"}"#;
    assert_eq!(told(&[null]), ["refused null"]);
}

#[test]
fn a_detail_that_cannot_be_kept_costs_no_id() {
    let source = format!(r#""source":"{}""#, "s".repeat(65));
    let path = format!(r#""transcript_path":"/{}""#, "t".repeat(4096));
    for rest in [
        r#""transcript_path":7"#,
        r#""transcript_path":["/t"]"#,
        r#""transcript_path":"/a\u0000b""#,
        r#""transcript_path":"/a\nb""#,
        r#""source":"a\u009bb""#,
        &source,
        &path,
    ] {
        assert_eq!(told(&[&prompt(A, rest)]), [format!("{A} prompt")], "{rest}");
    }
}
#[test]
fn an_event_that_is_not_named_anywhere_is_refused_unless_the_entry_names_it() {
    let nameless = format!(r#"{{"session_id":"{A}"}}"#);
    assert_eq!(told(&[nameless.as_bytes()]), ["refused no-event"]);
    let home = Home::new();
    home.hook("claude")
        .argument("SessionStart")
        .input(&nameless)
        .finish()
        .quiet();
    assert_eq!(home.log().story(), [format!("{A} begin")]);
}

#[test]
fn an_unknown_event_says_no_more_than_that_its_conversation_goes_on() {
    let story = told(&[payload("InventedNextYear", A).as_bytes()]);
    assert_eq!(story, [format!("{A} continue")]);
}

#[test]
fn equal_refusals_are_recorded_once_and_another_reason_again() {
    let story = told(&[b"{", b"{", b"{", b"[]", b"{"]);
    assert_eq!(
        story,
        [
            "refused truncated",
            "refused not-an-object",
            "refused truncated"
        ]
    );
}

#[test]
fn nothing_of_a_payload_but_its_identity_reaches_the_disk() {
    let home = Home::new();
    let secret = "zebra-s3cr3t";
    let rest = format!(r#""prompt":"{secret}","tool_response":"{secret}","{secret}":1"#);
    home.hook("claude")
        .pane("P1")
        .input(prompt(A, &rest))
        .finish()
        .quiet();
    let mut bad = prompt(B, &rest);
    bad.pop();
    home.hook("claude").pane("P1").input(bad).finish().quiet();
    let id = prompt(&format!("{secret}/../x"), &rest);
    home.hook("claude").pane("P1").input(id).finish().quiet();
    assert_eq!(home.log().records().len(), 3);
    for file in home.files() {
        let bytes = std::fs::read(&file).expect("a file of ours");
        let found = bytes
            .windows(secret.len())
            .any(|window| window == secret.as_bytes());
        assert!(!found, "{} holds payload text", file.display());
    }
}

#[test]
fn the_greatest_payload_passes_and_one_byte_more_does_not() {
    const PAYLOAD_BYTES_MAX: usize = 64 * 1024 * 1024;
    let frame = prompt(A, r#""prompt":"""#).len();
    for (more, want) in [(0, format!("{A} prompt")), (1, "refused too-large".into())] {
        let text = "x".repeat(PAYLOAD_BYTES_MAX - frame + more);
        let story = told(&[&prompt(A, &format!(r#""prompt":"{text}""#))]);
        assert_eq!(story, [want]);
    }
}

#[test]
fn any_depth_of_nesting_passes() {
    const LEVELS: usize = 1_000_000;
    let mut rest = String::from(r#""deep":"#);
    rest.push_str(&"[".repeat(LEVELS));
    rest.push_str(&"]".repeat(LEVELS));
    assert_eq!(told(&[&prompt(A, &rest)]), [format!("{A} prompt")]);
    let open = "[".repeat(64 * 1024 * 1024);
    let story = told(&[&prompt(A, &format!(r#""deep":{open}"#))]);
    assert_eq!(story, ["refused too-large"]);
}

#[test]
fn a_large_tool_result_is_no_matter() {
    let mut text = String::new();
    for line in 0..30_000 {
        let _ = write!(text, "line {line}\\n");
    }
    let rest = format!(r#""tool_response":"{text}""#);
    assert_eq!(told(&[&prompt(A, &rest)]), [format!("{A} prompt")]);
}
