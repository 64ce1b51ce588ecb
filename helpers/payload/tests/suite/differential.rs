//! The same documents, read by us and by serde_json.
//!
//! For the grammar the other side is `IgnoredAny`: it skips a value, so it too passes numbers of
//! any size, lone surrogates and bytes that are not UTF-8. For texts it is `Value`.

use rejoin_payload::{Field, Reason};
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::documents::{Random, broken, document, samples};
use crate::reading::{Outcome, Reading, field, read};

const POINTERS: [&str; 8] = [
    "/id",
    "/session_id",
    "/a",
    "/a/b",
    "/a/id",
    "/cwd",
    "/a~1b",
    "/a/b/cwd",
];

fn fields() -> [Field<'static>; POINTERS.len()] {
    POINTERS.map(|pointer| Field {
        bytes_max: 4096,
        ..field(pointer)
    })
}

/// What a field is by the other reader. `Value` also indexes arrays, but no key here is a number.
fn expected(value: Option<&Value>) -> Outcome {
    use rejoin_payload::Fault::{Control, WrongType};
    match value {
        None => Outcome::Absent,
        Some(Value::Null) => Outcome::Null,
        Some(Value::Bool(flag)) => Outcome::Flag(*flag),
        Some(Value::String(text)) if text.chars().any(char::is_control) => {
            Outcome::Refused(Control)
        }
        Some(Value::String(text)) => Outcome::Text(text.clone()),
        Some(_) => Outcome::Refused(WrongType),
    }
}

#[test]
fn a_valid_document_passes_and_its_fields_are_those_that_serde_json_sees() {
    let mut random = Random::new(2);
    let mut texts = 0;
    for round in 0..20_000 {
        let payload = document(&mut random, 1 + round % 300);
        let value: Value = serde_json::from_str(&payload).expect(&payload);
        let Reading::Whole { outcomes, .. } = read(&fields(), &payload) else {
            panic!("refused: {payload}");
        };
        for (pointer, outcome) in POINTERS.iter().zip(outcomes) {
            assert_eq!(
                outcome,
                expected(value.pointer(pointer)),
                "{pointer}: {payload}"
            );
            texts += usize::from(matches!(outcome, Outcome::Text(_)));
        }
    }
    assert!(texts > 1000, "only {texts} texts were compared");
}

#[track_caller]
fn same_verdict(payload: &[u8]) -> bool {
    let begins_object = payload.trim_ascii_start().first() == Some(&b'{');
    let passes = serde_json::from_slice::<IgnoredAny>(payload).is_ok() && begins_object;
    let reading = read(&fields(), payload);
    let is_whole = matches!(reading, Reading::Whole { .. });
    assert_eq!(is_whole, passes, "{reading:?}: {}", payload.escape_ascii());
    passes
}

#[test]
fn a_broken_document_gets_the_same_verdict_as_from_serde_json() {
    let mut random = Random::new(3);
    let mut passed = 0;
    for round in 0..100_000 {
        let payload = document(&mut random, 1 + round % 100);
        passed += usize::from(same_verdict(&broken(&mut random, payload.as_bytes())));
    }
    assert!(
        (10_000..90_000).contains(&passed),
        "{passed} of 100000 passed: a lopsided test"
    );
}

#[test]
fn every_sample_and_every_start_of_one_gets_the_same_verdict_as_from_serde_json() {
    for payload in samples() {
        for len in 0..=payload.len() {
            same_verdict(&payload[..len]);
        }
    }
}

#[test]
fn no_refusal_tells_more_than_where_it_is() {
    let mut random = Random::new(4);
    for _ in 0..1000 {
        let payload = document(&mut random, 50);
        let broken = broken(&mut random, payload.as_bytes());
        if let Reading::Refused(Reason::Syntax { offset }) = read(&fields(), &broken) {
            assert!((offset as usize) < broken.len());
        }
    }
}
