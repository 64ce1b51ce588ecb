//! RFC 8259 to the letter, and our choice wherever it leaves one.

use rejoin_payload::Reason;

use crate::reading::refusal;

/// Puts a value into the smallest object, a nested one and an array.
fn in_places(value: &[u8]) -> Vec<Vec<u8>> {
    [
        (&b"{\"k\":"[..], &b"}"[..]),
        (b"{\"k\":{\"k\":1,\"l\":", b",\"m\":2}}"),
        (b" { \"k\" : [ 0 , ", b" , 0 ] , \"l\" : \"\" } \n"),
    ]
    .into_iter()
    .map(|(before, after)| [before, value, after].concat())
    .collect()
}

#[track_caller]
fn value_passes(value: impl AsRef<[u8]>) {
    for payload in in_places(value.as_ref()) {
        assert_eq!(refusal(&payload), None, "{}", payload.escape_ascii());
    }
}

#[track_caller]
fn value_is_refused(value: impl AsRef<[u8]>) {
    for payload in in_places(value.as_ref()) {
        let reason = refusal(&payload);
        let is_syntax = matches!(reason, Some(Reason::Syntax { .. } | Reason::Truncated));
        assert!(is_syntax, "{reason:?}: {}", payload.escape_ascii());
    }
}

fn each_passes(values: &str) {
    values.split_whitespace().for_each(value_passes);
}

fn each_is_refused(values: &str) {
    values.split_whitespace().for_each(value_is_refused);
}

#[test]
fn every_form_of_number_passes() {
    each_passes(
        "0 -0 7 -7 10 1234567890 0.5 -0.0 1.50 0e0 0E+1 1e5 1E5 1e+05 1e-05 -1.25e-3
         9007199254740993 18446744073709551616 1e400 -1e400 1e-400 0.1e1000000000000000000000
         123456789012345678901234567890123456789012345678901234567890
         0.33333333333333333333333333333333333333333333333333333333333333333333",
    );
}

#[test]
fn what_only_looks_like_a_number_is_refused() {
    each_is_refused(
        "- +1 01 -01 00 -a --1 .5 -.5 1. 1.e1 1.a 1e 1e+ 1e- 1ee1 1e1.5 1e+-1 1.2.3 1_000 0x1f
         0b1 0o7 1f Infinity -Infinity NaN -NaN inf nan 1a 2.e3 0e -0x1 1,000. 12..3 \u{ff11}",
    );
    for value in ["- 1", "1 2", "1e 5", "1 .5", "1. 5", "1e+ 5"] {
        value_is_refused(value);
    }
}

#[test]
fn literals_are_spelled_exactly() {
    for value in ["true", "false", "null"] {
        value_passes(value);
        for len in 1..value.len() {
            value_is_refused(&value[..len]);
        }
        value_is_refused(value.to_uppercase());
        value_is_refused(format!("{value}{value}"));
        value_is_refused(format!("{value}e"));
    }
    each_is_refused("undefined None True nul\0 a yes nulll * nil truE fals");
    value_is_refused("tru e");
}

#[test]
fn every_escape_of_the_grammar_passes_and_no_other() {
    for byte in 0..=u8::MAX {
        let value = [b'"', b'\\', byte, b'"'];
        match byte {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => value_passes(value),
            _ => value_is_refused(value),
        }
    }
    each_passes(r#""\u0000" "\uABCD" "\uabcd" "\u00e9x" "\\u12" "\\\\" "\"" "a\/b""#);
    each_is_refused(
        r#""\u" "\u1" "\u12" "\u123" "\u123g" "\U0041" "\u-123" "\u+123" "\u{41}" "\x41" "\a"
           "\0" "\'" "\ud83d\u" "\ud83d\ude0" "\ud83d\x" "\" "\\\" "\u00"41""#,
    );
    value_is_refused(r#""\u 123""#);
}

#[test]
fn a_raw_control_character_in_a_string_is_refused_and_only_there() {
    for byte in 0..b' ' {
        value_is_refused([b'"', byte, b'"']);
        value_is_refused([b'"', b'a', byte, b'"']);
        value_is_refused([&b"\"12345678"[..], &[byte], b"12345678\""].concat());
        assert!(refusal([&b"{\"a"[..], &[byte], b"\":1}"].concat()).is_some());
    }
    value_passes([b'"', 0x7f, b'"']);
    value_passes("\"\u{80}\u{9f}\u{2028}\u{2029}\u{feff}\u{fffe}\u{10ffff}\"");
}

#[test]
fn a_raw_newline_or_escape_character_in_a_prompt_is_refused() {
    let newline = refusal("{\"id\":\"7\",\"prompt\":\"first\nsecond\"}");
    assert_eq!(newline, Some(Reason::Syntax { offset: 25 }));
    let escape = refusal("{\"id\":\"7\",\"prompt\":\"\x1b[2J\"}");
    assert_eq!(escape, Some(Reason::Syntax { offset: 20 }));
}

#[test]
fn a_path_with_bare_backslashes_is_refused() {
    let reason = refusal(r#"{"cwd":"C:\Users\sam"}"#);
    assert_eq!(reason, Some(Reason::Syntax { offset: 11 }));
}

#[test]
fn strings_are_quoted_with_double_quotes_and_closed() {
    for value in [
        "'a'",
        "\"a",
        "a\"",
        "`a`",
        "\"a\"\"b\"",
        "\"\"\"",
        "\u{201c}a\u{201d}",
    ] {
        value_is_refused(value);
    }
}

#[test]
fn structures_pass_only_as_the_grammar_has_them() {
    each_passes(r#"[] {} [[]] [{}] {"":[]} [1] [1,2] {"a":1,"b":2} {"a":{"a":{}}}"#);
    for value in [
        "[ ]",
        "{ }",
        "[ 1 ,\r\n\t2 ]",
        "{ \"a\" : 1 , \"b\" : [ ] }",
    ] {
        value_passes(value);
    }
    each_is_refused(
        r#"[1,] [,] [,1] [1,,2] [1:2] ["a":1] [ ] [1 [1} { {] {"a"} {"a":} {"a":1,} {,} {,"a":1}
           {"a"::1} {"a",1} {"a":1,,"b":2} {"a":1:2} {a:1} {'a':1} {1:1} {null:1} {[]:1} {{}:1}
           {"a":1] {:1} [1]] {}} [][] {}{} , : [1,/**/2] [1]// {/**/} [1;2] <null> (1) [["a"]"#,
    );
    for value in [
        "",
        "[1 2]",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "[1#\n]",
        "[1,\n1\n,1",
        "{\"a\" }",
    ] {
        value_is_refused(value);
    }
}

#[test]
fn whitespace_is_four_bytes_and_no_others() {
    for byte in 0..=u8::MAX {
        let is_space = matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let mut payload = b"{\"a\":[1,{}]}".to_vec();
        for at in [0, 1, 4, 5, 6, 8, 9, 10, 11, 12] {
            payload.insert(at, byte);
            if is_space || byte == b'\0' || byte >= 0x7f {
                assert_eq!(
                    refusal(&payload).is_none(),
                    is_space,
                    "{}",
                    payload.escape_ascii()
                );
            }
            payload.remove(at);
        }
    }
    for space in [
        "\u{a0}", "\u{2060}", "\u{2003}", "\u{3000}", "\u{85}", "\x0b", "\x0c",
    ] {
        value_is_refused(format!("1{space}"));
    }
}

#[test]
fn bytes_that_are_not_utf8_are_refused_outside_strings() {
    for bytes in [
        &b"\xff"[..],
        b"\xe5",
        b"\x80",
        b"\xc0\xaf",
        b"1\xff",
        b"tru\xe9",
        b"[\xff]",
    ] {
        value_is_refused(bytes);
    }
}

#[test]
fn the_root_is_an_object_without_a_mark_before_it() {
    for payload in [
        "[]", "\"{}\"", "1", "-1", "0", "true", "false", "null", " \n[{}]", "t",
    ] {
        assert_eq!(refusal(payload), Some(Reason::NotAnObject), "{payload}");
    }
    for payload in ["\u{feff}{}", "\u{feff}", " \u{feff}{}", "\u{feff}[]"] {
        assert_eq!(refusal(payload), Some(Reason::ByteOrderMark));
    }
    for payload in [
        &b"\xff\xfe{\0}\0"[..],
        b"\xfe\xff\0{\0}",
        b"\0{\0}",
        b"x",
        b"}",
        b",",
    ] {
        assert_eq!(refusal(payload), Some(Reason::Syntax { offset: 0 }));
    }
    assert_eq!(refusal(b"{\0}\0"), Some(Reason::Syntax { offset: 1 }));
    assert_eq!(refusal(b"[\0]\0"), Some(Reason::NotAnObject));
}

#[test]
fn an_empty_payload_and_a_cut_one_are_told_apart() {
    for payload in ["", " ", "\r\n\t "] {
        assert_eq!(refusal(payload), Some(Reason::Empty));
    }
    let whole = r#"{"id":"a\n\ud83d\ude00","b":[-1.5e+3,true,{"c":null}],"d":{}}"#;
    assert_eq!(refusal(whole), None);
    for len in 1..whole.len() {
        assert_eq!(
            refusal(&whole[..len]),
            Some(Reason::Truncated),
            "{}",
            &whole[..len]
        );
    }
}

#[test]
fn trailing_data_is_for_the_caller_to_see() {
    for (after, is_refused) in [
        ("", false),
        (" \r\n\t", false),
        ("{}", true),
        (",", true),
        ("\0", true),
        ("\n#", true),
    ] {
        let payload = format!("{{\"a\":1}}{after}");
        assert_eq!(refusal(payload).is_some(), is_refused, "{after:?}");
    }
}

#[test]
fn strings_outside_the_fields_may_hold_what_is_no_text() {
    const BYTES: &[&[u8]] = &[
        b"\xff",
        b"\x80",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xe5",
        b"\xf0\x9f\x98",
        b"\\ud83d\xff",
        b"\x7f",
    ];
    const ESCAPES: &str = r"\ud83d \ude00 \ude00\ud83d \ud83d\ud83d\ude00 \ud83d\u0041 \ud83dx
        \ud83d\n \udbff\uffff \u0000\u001b";
    let escapes = ESCAPES.split_whitespace().map(str::as_bytes);
    for bytes in escapes.chain(BYTES.iter().copied()) {
        value_passes([b"\"", bytes, b"\""].concat());
        assert_eq!(refusal([b"{\"", bytes, b"\":1}"].concat()), None);
        let beside = [b"{\"id", bytes, b"\":1,\"id\":\"7\"}"].concat();
        assert_eq!(refusal(beside), None);
    }
}

#[test]
fn reasons_have_stable_words() {
    let words = [
        (Reason::Empty, "empty"),
        (Reason::Truncated, "truncated"),
        (Reason::NotAnObject, "not-an-object"),
        (Reason::ByteOrderMark, "byte-order-mark"),
        (Reason::Syntax { offset: 3 }, "syntax"),
        (Reason::TooLarge, "too-large"),
        (Reason::TooDeep, "too-deep"),
    ];
    assert!(words.iter().all(|(reason, word)| reason.word() == *word));
}
