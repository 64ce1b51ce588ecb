//! Size and depth: the bounds are exact, and nothing below them costs more memory.

use rejoin_payload::{
    Fault, Found, KEY_BYTES_MAX, Memory, NESTING_WORDS, PAYLOAD_BYTES_MAX, Reason, Step, Walker,
};

use crate::reading::{Outcome, Reading, at, field, read, read_chunks, text};

const PIPE_BYTES: usize = 64 * 1024;

/// A payload of exactly so many bytes whose bulk is one string.
fn payload_of(bytes: usize) -> Vec<u8> {
    let (before, after) = (&b"{\"id\":\"7\",\"image\":\""[..], &b"\"}"[..]);
    [
        before,
        &vec![b'A'; bytes - before.len() - after.len()],
        after,
    ]
    .concat()
}

#[test]
fn an_object_of_exactly_the_limit_passes_and_one_byte_more_is_refused() {
    let fields = [field("/id")];
    let mut payload = payload_of(PAYLOAD_BYTES_MAX);
    let whole = Reading::Whole {
        end: PAYLOAD_BYTES_MAX,
        outcomes: vec![text("7")],
    };
    assert_eq!(read(&fields, &payload), whole);
    assert_eq!(read_chunks(&fields, payload.chunks(PIPE_BYTES)), whole);
    payload.extend(b"\n \n");
    assert_eq!(read(&fields, &payload), whole);

    let mut payload = payload_of(PAYLOAD_BYTES_MAX + 1);
    let large = Reading::Refused(Reason::TooLarge);
    assert_eq!(read(&fields, &payload), large);
    assert_eq!(read_chunks(&fields, payload.chunks(PIPE_BYTES)), large);
    payload.pop();
    assert_eq!(read(&fields, &payload), Reading::Refused(Reason::Truncated));
}

#[test]
fn whitespace_before_the_object_counts() {
    let mut payload = vec![b' '; PAYLOAD_BYTES_MAX - 2];
    payload.extend(b"{}");
    assert_eq!(
        read(&[], &payload),
        Reading::Whole {
            end: PAYLOAD_BYTES_MAX,
            outcomes: vec![]
        }
    );
    payload.insert(0, b' ');
    assert_eq!(read(&[], &payload), Reading::Refused(Reason::TooLarge));
}

#[test]
fn brackets_up_to_the_limit_are_a_truncated_payload_and_then_a_large_one() {
    let mut payload = b"{\"id\":".to_vec();
    payload.resize(PAYLOAD_BYTES_MAX, b'[');
    assert_eq!(
        read(&[field("/id")], &payload),
        Reading::Refused(Reason::Truncated)
    );
    payload.push(b'[');
    assert_eq!(
        read(&[field("/id")], &payload),
        Reading::Refused(Reason::TooLarge)
    );
}

/// Objects and arrays in a pattern that repeats with no power of two.
fn nested(depth: usize) -> (String, String) {
    let is_object = |level: usize| level % 3 == 1 || level % 7 == 2;
    let opening = (0..depth).map(|level| if is_object(level) { "{\"id\":" } else { "[" });
    let closing = (0..depth)
        .rev()
        .map(|level| if is_object(level) { "}" } else { "]" });
    (opening.collect(), closing.collect())
}

#[test]
fn a_hundred_thousand_levels_pass_and_each_bracket_must_match() {
    for depth in [1, 2, 63, 64, 65, 66, 127, 128, 129, 193, 100_000] {
        let (opening, closing) = nested(depth);
        let payload = format!("{{\"deep\":{opening}0{closing},\"id\":\"7\"}}");
        assert_eq!(at("/id", &payload), text("7"));
        for wrong in (0..depth).step_by(depth / 97 + 1) {
            let mut payload = payload.clone().into_bytes();
            let at = "{\"deep\":".len() + opening.len() + 1 + wrong;
            payload[at] = if payload[at] == b']' { b'}' } else { b']' };
            let refused = Reading::Refused(Reason::Syntax { offset: at as u32 });
            assert_eq!(read(&[field("/id")], &payload), refused, "{depth} {wrong}");
        }
    }
}

#[test]
fn a_field_holding_the_deepest_nesting_is_of_the_wrong_type() {
    let half = PAYLOAD_BYTES_MAX / 2 - 8;
    let payload = format!("{{\"id\":{}{}}}", "[".repeat(half), "]".repeat(half));
    assert_eq!(at("/id", payload), Outcome::Refused(Fault::WrongType));
}

#[test]
fn nesting_memory_is_not_touched_by_64_levels_and_bounds_more() {
    let walk = |payload: &str, nesting: &mut [u64]| {
        let mut text = [0; KEY_BYTES_MAX];
        Walker::new(&[], &mut text, nesting)
            .unwrap()
            .feed(payload.as_bytes())
    };
    let at_depth = |depth: usize| {
        format!(
            "{{\"a\":{}{}}}",
            "[".repeat(depth - 1),
            "]".repeat(depth - 1)
        )
    };
    for (words, depth_max) in [(0, 64), (1, 128), (3, 256)] {
        let payload = at_depth(depth_max);
        let done = Step::Done {
            used: payload.len(),
        };
        assert_eq!(walk(&payload, &mut vec![0; words]), done);
        let deeper = at_depth(depth_max + 1);
        assert_eq!(
            walk(&deeper, &mut vec![0; words]),
            Step::Invalid(Reason::TooDeep)
        );
    }
    let mut untouched = [7; 4];
    let _ = walk(&at_depth(64), &mut untouched);
    assert_eq!(untouched, [7; 4]);
    const { assert!(NESTING_WORDS * 64 >= PAYLOAD_BYTES_MAX) };
}

#[test]
fn memory_can_be_a_static_and_serve_many_walks() {
    static MEMORY: std::sync::Mutex<Memory> = std::sync::Mutex::new(Memory::new());
    let mut memory = MEMORY.lock().unwrap();
    let fields = [field("/id")];
    for id in ["first", "2"] {
        let Memory { text, nesting } = &mut *memory;
        let mut walker = Walker::new(&fields, text, nesting).unwrap();
        let payload = format!("{{\"id\":\"{id}\"}}");
        assert_eq!(walker.found(0), Found::Absent);
        assert_eq!(
            walker.feed(payload.as_bytes()),
            Step::Done {
                used: payload.len()
            }
        );
        assert_eq!(walker.found(0), Found::Text(id));
        assert_eq!(walker.found(1), Found::Absent);
    }
}
