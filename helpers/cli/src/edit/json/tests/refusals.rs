//! What an agent would read in no way, or in two, is named by its place and left alone.

use super::*;
use crate::edit::{Fault, Position};

fn refusal(text: &[u8]) -> (usize, usize, String) {
    let by_insert =
        insert(text, &entries(), Outline::Groups, &Created::default()).expect_err("a refusal");
    let by_remove = remove(text, agent().name, Outline::Groups, &Created::default());
    if let Err(by_remove) = by_remove {
        assert_eq!(by_insert, by_remove);
    }
    match by_insert {
        Fault::Text {
            position: Position { line, column },
            found,
        } => (line, column, found),
        Fault::Unverified => panic!("no place is named"),
    }
}

#[test]
fn a_text_that_cannot_be_read_is_refused_at_its_place() {
    for (text, line, column) in [
        ("", 1, 1),
        (" \n\n", 1, 1),
        ("null", 1, 1),
        ("[]", 1, 1),
        ("{\n  \"a\": 1,\n  \"b\": tr", 3, 8),
        ("{\n  \"a\": 1\n  \"b\": 2\n}", 2, 9),
        ("{\n  a: 1\n}", 2, 3),
        ("{'a': 1}", 1, 2),
        ("{\"a\": 0x1}", 1, 7),
        ("{\"a\": .5}", 1, 7),
        ("{\"a\": NaN}", 1, 7),
        ("{\"a\": 1}{", 1, 9),
        ("{\"a\": \"tab\there\"}", 1, 11),
        ("{\"a\":\u{a0}1}", 1, 6),
        ("{\n /* no end", 2, 2),
        ("{,}", 1, 2),
        ("{\"a\":[1,,2]}", 1, 9),
    ] {
        let (at_line, at_column, found) = refusal(text.as_bytes());
        assert_eq!((at_line, at_column), (line, column), "{text:?}: {found}");
    }
    assert_eq!(refusal(b"{\n \"a\": \"\xff\"}").0, 2);
}

#[test]
fn hooks_of_another_shape_are_refused_at_their_place() {
    for (text, line, column) in [
        ("{\"hooks\": []}", 1, 11),
        ("{\"hooks\": null}", 1, 11),
        ("{\n  \"hooks\": {},\n  \"hooks\": {}\n}", 3, 3),
        ("{\n  \"hooks\": {},\n  \"\\u0068ooks\": {}\n}", 3, 3),
        ("{\"hooks\": {\"Begin\": {}}}", 1, 21),
        ("{\"hooks\": {\"Begin\": null}}", 1, 21),
        ("{\"hooks\": {\"X\": [],\n\"X\": []}}", 2, 1),
    ] {
        let (at_line, at_column, found) = refusal(text.as_bytes());
        assert_eq!((at_line, at_column), (line, column), "{text:?}: {found}");
    }
}

#[test]
fn nesting_without_end_is_refused_and_does_not_crash() {
    let deep = format!("{{\"a\":{}", "[".repeat(200_000));
    refusal(deep.as_bytes());
}

#[test]
fn columns_count_characters_and_not_bytes() {
    assert_eq!(refusal("{\"\u{e9}\u{e9}\": x}".as_bytes()).1, 8);
    assert_eq!(refusal("\u{feff}{x}".as_bytes()).1, 2);
}
