//! What is found at a field, and why it may be refused.

use rejoin_payload::{Fault, Field};

use crate::reading::{Outcome, at, field, outcomes, text};

const ID: &str = "7ed1586d-a362-4329-a841-2845d03ab315";

#[test]
fn a_field_is_told_by_its_kind() {
    for (payload, outcome) in [
        (r#"{}"#, Outcome::Absent),
        (r#"{"other":"7"}"#, Outcome::Absent),
        (r#"{"id":null}"#, Outcome::Null),
        (r#"{"id":""}"#, text("")),
        (r#"{"id":"7"}"#, text("7")),
        (r#"{"id":7}"#, Outcome::Refused(Fault::WrongType)),
        (r#"{"id":-0.5e1}"#, Outcome::Refused(Fault::WrongType)),
        (r#"{"id":true}"#, Outcome::Flag(true)),
        (r#"{"id":false}"#, Outcome::Flag(false)),
        (r#"{"id":["7"]}"#, Outcome::Refused(Fault::WrongType)),
        (r#"{"id":{"id":"7"}}"#, Outcome::Refused(Fault::WrongType)),
        (r#"{"Id":"7","id ":"7","i":"7","idd":"7"}"#, Outcome::Absent),
        (
            r#"{"a":{"id":"7"},"b":[{"id":"7"}],"c":"id"}"#,
            Outcome::Absent,
        ),
        (r#"{"a":{"id":"8"},"id":"7","b":{"id":"9"}}"#, text("7")),
    ] {
        assert_eq!(at("/id", payload), outcome, "{payload}");
    }
}

#[test]
fn escapes_are_resolved_in_keys_and_texts() {
    let raw = "\u{e9}\u{20ac}\u{1f600}";
    let escaped = r#"\"\\\/ \u00e9\u20AC\ud83D\uDe00"#;
    let payload = format!(r#"{{"\u0069\u0064":"{escaped} {raw}\u0041"}}"#);
    assert_eq!(at("/id", payload), text(&format!("\"\\/ {raw} {raw}A")));
    assert_eq!(
        at("/\u{e9}\u{1f600}", r#"{"\u00e9\ud83d\ude00":"7"}"#),
        text("7")
    );
    let edges = r#"{"id":"\ud800\udc00\uDBFF\uDFFF\ud7ff\ue000"}"#;
    assert_eq!(
        at("/id", edges),
        text("\u{10000}\u{10ffff}\u{d7ff}\u{e000}")
    );
}

#[test]
fn a_field_given_twice_is_refused_whatever_it_holds() {
    for payload in [
        r#"{"session_id":"1","session_id":"2"}"#,
        r#"{"session_id":"1","session_id":"1"}"#,
        r#"{"session_id":"1","session\u005fid":"2"}"#,
        r#"{"\u0073ession_id":"1","x":0,"session_id":"2","session_id":"3"}"#,
        r#"{"session_id":null,"session_id":"2"}"#,
        r#"{"session_id":"1","session_id":null}"#,
        r#"{"session_id":1,"session_id":"2"}"#,
        r#"{"session_id":"1","session_id":{"session_id":"2"}}"#,
        r#"{"session_id":"\ud83d","session_id":"2"}"#,
    ] {
        assert_eq!(
            at("/session_id", payload),
            Outcome::Refused(Fault::Twice),
            "{payload}"
        );
    }
}

#[test]
fn a_field_below_an_object_given_twice_is_refused() {
    for payload in [
        r#"{"a":{"b":"1"},"a":{"b":"2"}}"#,
        r#"{"a":{"b":"1"},"a":{}}"#,
        r#"{"a":{},"a":{"b":"1"}}"#,
        r#"{"a":0,"\u0061":{"b":"1"}}"#,
        r#"{"a":{"b":"1"},"a":null}"#,
        r#"{"a":{"b":"1","b":"2"}}"#,
    ] {
        assert_eq!(
            at("/a/b", payload),
            Outcome::Refused(Fault::Twice),
            "{payload}"
        );
    }
    assert_eq!(
        at("/a/b", r#"{"a":{"b":"1"},"c":{"b":"2"},"c":[]}"#),
        text("1")
    );
}

#[test]
fn a_text_is_refused_beyond_its_length_and_not_before() {
    let read_at_most = |bytes_max, value: &str| {
        let fields = [
            Field {
                pointer: "/id",
                bytes_max,
            },
            field("/next"),
        ];
        let mut found = outcomes(&fields, format!(r#"{{"id":"{value}","next":"n"}}"#));
        assert_eq!(found.pop(), Some(text("n")));
        found.remove(0)
    };
    let long = Outcome::Refused(Fault::TooLong);
    assert_eq!(read_at_most(ID.len(), ID), text(ID));
    assert_eq!(read_at_most(ID.len() - 1, ID), long);
    assert_eq!(read_at_most(0, ""), text(""));
    assert_eq!(read_at_most(0, "a"), long);
    assert_eq!(read_at_most(4, r"\ud83d\ude00"), text("\u{1f600}"));
    assert_eq!(read_at_most(3, r"\ud83d\ude00"), long);
    assert_eq!(read_at_most(256, &"x".repeat(257)), long);
    assert_eq!(read_at_most(256, &"x".repeat(1 << 20)), long);
}

#[test]
fn a_control_character_in_a_field_is_refused_however_written() {
    for code in (0..=0xff_u32).chain([0x2028, 0xfeff, 0xffff]) {
        let character = char::from_u32(code).unwrap();
        let want = match character.is_control() {
            true => Outcome::Refused(Fault::Control),
            false => text(&format!("a{character}")),
        };
        let escaped = format!("{{\"id\":\"a\\u{code:04x}\"}}");
        assert_eq!(at("/id", escaped), want, "{code:#x}");
        if code >= 0x20 && !matches!(character, '"' | '\\') {
            assert_eq!(
                at("/id", format!("{{\"id\":\"a{character}\"}}")),
                want,
                "{code:#x}"
            );
        }
    }
    for escape in [r"\n", r"\t", r"\r", r"\b", r"\f"] {
        let payload = format!("{{\"id\":\"{escape}\"}}");
        assert_eq!(at("/id", payload), Outcome::Refused(Fault::Control));
    }
}

#[test]
fn half_an_emoji_is_refused_in_a_field_and_nowhere_else() {
    assert_eq!(at("/id", r#"{"prompt":"\ud83d","id":"7"}"#), text("7"));
    assert_eq!(
        at(
            "/id",
            r#"{"\ud83d":"x","id\ude00":"8","\ud83did":"9","id":"7"}"#
        ),
        text("7")
    );
    const HALVES: &str = r"\ud83d \ude00 \ud83dx x\ude00 \ude00\ud83d \ud83d\ud83d\ude00
        \ud83d\ude00\ude00 \ud83d\n \ud83d\u0041 \ud83d\\ \udbff\ue000";
    for half in HALVES.split_whitespace() {
        let payload = format!("{{\"id\":\"{half}\"}}");
        assert_eq!(
            at("/id", payload),
            Outcome::Refused(Fault::LoneSurrogate),
            "{half}"
        );
    }
}

#[test]
fn bytes_that_are_not_utf8_are_refused_in_a_field_and_nowhere_else() {
    for bytes in [
        &b"\xff"[..],
        b"\x80",
        b"a\xc3",
        b"\xc3a",
        b"\xc3\\u00a9",
        b"\xc3\\n",
        b"\\u00e9\xa9",
        b"\xc0\x80",
        b"\xe0\x80\x80",
        b"\xed\xa0\xbd\xed\xb8\x80",
        b"\xf4\x90\x80\x80",
        b"\xf0\x9f\x98",
        b"\xf8\x88\x80\x80\x80",
    ] {
        let in_field = [b"{\"id\":\"", bytes, b"\"}"].concat();
        assert_eq!(
            at("/id", &in_field),
            Outcome::Refused(Fault::BadUtf8),
            "{bytes:?}"
        );
        let beside = [b"{\"\xff\":\"", bytes, b"\",\"id\xff\":0,\"id\":\"7\"}"].concat();
        assert_eq!(at("/id", beside), text("7"));
    }
}

#[test]
fn faults_have_stable_words() {
    let words = [
        (Fault::Twice, "twice"),
        (Fault::WrongType, "wrong-type"),
        (Fault::TooLong, "too-long"),
        (Fault::Control, "control"),
        (Fault::LoneSurrogate, "lone-surrogate"),
        (Fault::BadUtf8, "bad-utf8"),
    ];
    assert!(words.iter().all(|(fault, word)| fault.word() == *word));
}
