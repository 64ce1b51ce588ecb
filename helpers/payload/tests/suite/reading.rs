//! Walks a whole payload in given chunks and tells all that came of it, as owned values.

use std::cell::RefCell;

use rejoin_payload::{
    Fault, Field, Found, KEY_BYTES_MAX, NESTING_WORDS, Reason, Step, Walker, only_whitespace,
};

thread_local! {
    /// Kept for the next walk, dirty as it is: no walk may depend on zeroes.
    static NESTING: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// What stood at one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Absent,
    Null,
    Flag(bool),
    Text(String),
    Refused(Fault),
}

/// What came of a payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Refused(Reason),
    /// The object ends before byte `end` of the payload.
    Whole {
        end: usize,
        outcomes: Vec<Outcome>,
    },
}

/// A field that is long enough for every test but those on length.
pub(crate) fn field(pointer: &str) -> Field<'_> {
    Field {
        pointer,
        bytes_max: 256,
    }
}

/// Reads chunks up to the end of the object.
pub(crate) fn read_chunks<'c>(
    fields: &[Field<'_>],
    chunks: impl IntoIterator<Item = &'c [u8]>,
) -> Reading {
    let text_bytes = fields.iter().map(|field| field.bytes_max).sum::<usize>() + KEY_BYTES_MAX;
    let mut text = vec![0xff; text_bytes];
    let mut nesting = NESTING.take();
    nesting.resize(NESTING_WORDS, 0);
    let reading = walk(fields, chunks, &mut text, &mut nesting);
    NESTING.set(nesting);
    reading
}

fn walk<'c>(
    fields: &[Field<'_>],
    chunks: impl IntoIterator<Item = &'c [u8]>,
    text: &mut [u8],
    nesting: &mut [u64],
) -> Reading {
    let mut walker = Walker::new(fields, text, nesting).unwrap();
    let mut taken = 0;
    for chunk in chunks {
        match walker.feed(chunk) {
            Step::More => taken += chunk.len(),
            Step::Invalid(reason) => {
                assert_eq!(walker.feed(b"}"), Step::Invalid(reason));
                assert_eq!(walker.finish(), Err(reason));
                assert!((0..fields.len()).all(|n| walker.found(n) == Found::Absent));
                return Reading::Refused(reason);
            }
            Step::Done { used } => {
                assert_eq!(walker.finish(), Ok(()));
                assert_eq!(walker.feed(b"}"), Step::Done { used: 0 });
                let outcomes = (0..fields.len()).map(|n| own(walker.found(n))).collect();
                let end = taken + used;
                return Reading::Whole { end, outcomes };
            }
        }
    }
    let reason = walker.finish().unwrap_err();
    Reading::Refused(reason)
}

/// Reads a payload in one chunk; what follows the object counts as wrong.
pub(crate) fn read(fields: &[Field<'_>], payload: impl AsRef<[u8]>) -> Reading {
    let payload = payload.as_ref();
    let reading = read_chunks(fields, [payload]);
    match reading {
        Reading::Whole { end, .. } if !only_whitespace(&payload[end..]) => {
            Reading::Refused(Reason::Syntax { offset: end as u32 })
        }
        other => other,
    }
}

/// Reads a payload that passes and gives what stands at each field.
#[track_caller]
pub(crate) fn outcomes(fields: &[Field<'_>], payload: impl AsRef<[u8]>) -> Vec<Outcome> {
    match read(fields, payload) {
        Reading::Whole { outcomes, .. } => outcomes,
        Reading::Refused(reason) => panic!("refused: {reason:?}"),
    }
}

/// Reads a payload that passes and gives what stands at one pointer.
#[track_caller]
pub(crate) fn at(pointer: &str, payload: impl AsRef<[u8]>) -> Outcome {
    outcomes(&[field(pointer)], payload).remove(0)
}

/// Gives why a payload is refused, if it is.
pub(crate) fn refusal(payload: impl AsRef<[u8]>) -> Option<Reason> {
    match read(&[field("/id")], payload) {
        Reading::Whole { .. } => None,
        Reading::Refused(reason) => Some(reason),
    }
}

pub(crate) fn text(text: &str) -> Outcome {
    Outcome::Text(text.to_owned())
}

fn own(found: Found<'_>) -> Outcome {
    match found {
        Found::Absent => Outcome::Absent,
        Found::Null => Outcome::Null,
        Found::Flag(flag) => Outcome::Flag(flag),
        Found::Text(text) => Outcome::Text(text.to_owned()),
        Found::Refused(fault) => Outcome::Refused(fault),
    }
}
