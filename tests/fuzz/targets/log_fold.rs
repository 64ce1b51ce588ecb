//! A log of any bytes: nothing panics, the reader finds exactly the whole records that a
//! look at every single place finds, and a fold that is written down and read back anywhere
//! goes on as if it had not been.
//!
//! Two bytes say how much stands before the rest: mostly little, sometimes so much that the
//! ends of what the reader holds at a time are met. Of the rest, split at NUL, a part that begins with `R` is framed
//! as a record; other parts stand as they are.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use rejoin_store::event::Event;
use rejoin_store::fold::Fold;
use rejoin_store::frame::{Framed, HEADER_BYTES, read, write_header};
use rejoin_store::reader::{Piece, Position, Reader};
use std::io::Cursor;

/// From here on the two bytes mean a long padding: one in sixteen, as it costs much time.
const LONG_FROM: u16 = 0xf000;

/// Brings the longest padding beyond the reader's 256 KB.
const LONG_STEP: usize = 80;

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first_chunk::<2>() else {
        return;
    };
    let log = log_of(padding(u16::from_le_bytes(*first)), rest);
    let (mut fold, mut resumed) = (Fold::default(), Fold::default());
    let mut found = Vec::new();
    let mut next = 0;
    let reader = Reader::new(Cursor::new(&log), Position::default()).expect("memory can be read");
    for (number, piece) in reader.enumerate() {
        let piece = piece.expect("memory can be read");
        let at = match &piece {
            Piece::Record { position, .. } => {
                found.push(position.offset);
                position.offset
            }
            Piece::Damage(damage) => damage.position.offset,
            Piece::Tail { position, .. } => position.offset,
        };
        assert!(at >= next, "pieces stand in their order");
        next = at + 1;
        fold.read(&piece);
        if number == usize::from(first[0] % 8) {
            let written = serde_json::to_vec(&fold).expect("a fold can be written");
            resumed = serde_json::from_slice(&written).expect("and read back");
        } else {
            resumed.read(&piece);
        }
    }
    assert_eq!(as_json(&resumed), as_json(&fold));
    assert_eq!(found, whole_records(&log));
    for binding in fold.panes() {
        let again = fold.pane(&binding.pane);
        assert_eq!(again.map(|binding| binding.pane), Some(binding.pane));
    }
});

fn as_json(fold: &Fold) -> serde_json::Value {
    serde_json::to_value(fold).expect("a fold can be written")
}

fn padding(said: u16) -> usize {
    match said.checked_sub(LONG_FROM) {
        Some(long) => usize::from(long) * LONG_STEP,
        None => usize::from(said % 64),
    }
}

fn log_of(padding: usize, rest: &[u8]) -> Vec<u8> {
    let mut log = vec![b'x'; padding];
    for part in rest.split(|&byte| byte == 0) {
        match part.split_first() {
            Some((b'R', json)) => {
                let mut header = [0; HEADER_BYTES];
                write_header(&mut header, json);
                log.extend_from_slice(&header);
                log.extend_from_slice(json);
                log.push(b'\n');
            }
            _ => log.extend_from_slice(part),
        }
    }
    log
}

/// Returns where whole records start, by looking everywhere.
fn whole_records(log: &[u8]) -> Vec<u64> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(here) = log.get(at..).filter(|here| !here.is_empty()) {
        match read(here) {
            Framed::Whole { json, bytes } => {
                if Event::parse(json).is_ok() {
                    found.push(at as u64);
                }
                at += bytes;
            }
            Framed::OtherVersion | Framed::Damaged => at += 1,
        }
    }
    found
}
