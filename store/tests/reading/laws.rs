//! What holds for every file.

use proptest::prelude::*;
use rejoin_store::frame;
use rejoin_store::reader::Piece;

use crate::lines::{kinds, numbered, pieces};

/// A piece of a log: a whole record, half of one, junk, or a line end.
#[derive(Debug, Clone)]
enum Part {
    Whole,
    Half(usize),
    Changed(usize),
    Junk(Vec<u8>),
    NewLine,
}

fn any_part() -> impl Strategy<Value = Part> {
    let mark = Just(frame::MARK.to_vec());
    let junk = prop_oneof![proptest::collection::vec(any::<u8>(), 0..40), mark];
    prop_oneof![
        3 => Just(Part::Whole),
        1 => (1usize..30).prop_map(Part::Half),
        1 => (0usize..30).prop_map(Part::Changed),
        2 => junk.prop_map(Part::Junk),
        1 => Just(Part::NewLine),
    ]
}

proptest! {
    #[test]
    fn every_whole_record_is_found_after_any_damage(
        parts in proptest::collection::vec(any_part(), 0..40),
    ) {
        let mut log = Vec::new();
        let mut whole = Vec::new();
        for (number, part) in parts.into_iter().enumerate() {
            let record = numbered(number);
            match part {
                Part::Whole => {
                    log.extend(record);
                    whole.push(format!("n{number}"));
                }
                Part::Half(bytes) => log.extend(&record[..bytes.min(record.len() - 1)]),
                Part::Changed(at) => {
                    let mut changed = record;
                    let at = at % changed.len();
                    changed[at] ^= 0x55;
                    log.extend(changed);
                }
                Part::Junk(bytes) => log.extend(bytes),
                Part::NewLine => log.push(b'\n'),
            }
        }
        prop_assert_eq!(kinds(&pieces(&log)), whole);
    }

    #[test]
    fn any_bytes_are_accounted_for(log in proptest::collection::vec(any::<u8>(), 0..600)) {
        let mut next = 0;
        for piece in pieces(&log) {
            let (position, bytes) = match piece {
                Piece::Damage(damage) => (damage.position, damage.bytes),
                Piece::Tail { position, bytes } => (position, bytes),
                Piece::Record { position, .. } => (position, 0),
            };
            let from = usize::try_from(position.offset).expect("small");
            prop_assert!(from >= next && bytes > 0);
            prop_assert!(log[next..from].iter().all(|&byte| byte == b'\n'));
            next = from + usize::try_from(bytes).expect("small");
        }
        prop_assert!(log[next..].iter().all(|&byte| byte == b'\n'));
    }
}
