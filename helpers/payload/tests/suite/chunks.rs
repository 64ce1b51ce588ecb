//! A chunk's end is never felt: every way to cut a payload gives the same answer.

use std::iter::repeat_n;

use rejoin_payload::Field;

use crate::documents::{Random, broken, document, samples};
use crate::reading::{field, read_chunks};

const FIELDS: [&str; 6] = [
    "/id",
    "/session_id",
    "/a/b",
    "/cwd",
    "/hook_event_name",
    "/a",
];

#[track_caller]
fn same_however_cut(fields: &[Field<'_>], payload: &[u8]) {
    let whole = read_chunks(fields, [payload]);
    let name = payload.escape_ascii();
    for at in 0..=payload.len() {
        let (first, second) = payload.split_at(at);
        assert_eq!(
            read_chunks(fields, [first, second]),
            whole,
            "cut at {at}: {name}"
        );
    }
    assert_eq!(
        read_chunks(fields, payload.chunks(1)),
        whole,
        "byte by byte: {name}"
    );
    let with_gaps = payload.chunks(1).flat_map(|byte| [&[], byte, &[]]);
    assert_eq!(
        read_chunks(fields, with_gaps),
        whole,
        "with empty chunks: {name}"
    );
    for len in [2, 3, 5, 7, 8, 9] {
        assert_eq!(
            read_chunks(fields, payload.chunks(len)),
            whole,
            "chunks of {len}: {name}"
        );
    }
}

#[test]
fn samples_read_the_same_however_cut() {
    let fields = FIELDS.map(field);
    for payload in samples() {
        same_however_cut(&fields, &payload);
    }
}

#[test]
fn random_and_broken_documents_read_the_same_however_cut() {
    let fields = FIELDS.map(field);
    let mut random = Random::new(1);
    for _ in 0..200 {
        let payload = document(&mut random, 12);
        same_however_cut(&fields, payload.as_bytes());
        same_however_cut(&fields, &broken(&mut random, payload.as_bytes()));
    }
}

#[test]
fn a_special_byte_is_seen_at_every_place_of_a_long_string() {
    for len in 0..40 {
        for special in [
            &b"\\\""[..],
            b"\\u0041",
            b"\\\\",
            b"\x1f",
            b"\"",
            b"\xff\x80",
            b"\x7f",
        ] {
            let run = repeat_n(b'x', len).collect::<Vec<_>>();
            let payload = [b"{\"id\":\"", &run[..], special, &run, b"\"}"].concat();
            same_however_cut(&[field("/id")], &payload);
        }
    }
}
