//! A payload cut anywhere: the verdict of `serde_json` on the same bytes, and its texts.
//!
//! The first byte says how long the chunks are, the rest is the payload.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use rejoin_payload::{Field, Found, Memory, Reason, Step, Walker, only_whitespace};
use serde::de::IgnoredAny;
use serde_json::Value;
use std::sync::Mutex;

static MEMORY: Mutex<Memory> = Mutex::new(Memory::new());

const POINTERS: [&str; 6] = ["/id", "/session_id", "/a", "/a/b", "/a~1b", "/cwd"];

fuzz_target!(|data: &[u8]| {
    let Some((&first, payload)) = data.split_first() else {
        return;
    };
    let fields = POINTERS.map(|pointer| Field {
        pointer,
        bytes_max: 1_024,
    });
    let mut memory = MEMORY.lock().expect("one thread");
    let Memory { text, nesting } = &mut *memory;
    let mut walker = Walker::new(&fields, text, nesting).expect("these fields fit");
    let verdict = walk(&mut walker, payload, usize::from(first).max(1));

    let begins_object = payload.trim_ascii_start().first() == Some(&b'{');
    let passes = serde_json::from_slice::<IgnoredAny>(payload).is_ok() && begins_object;
    assert_eq!(verdict.is_ok(), passes, "{verdict:?}");
    if let Err(Some(Reason::Syntax { offset })) = verdict {
        assert!((offset as usize) < payload.len());
    }
    // It refuses more than we do: deep nesting, lone surrogates and bad bytes elsewhere.
    if let (Ok(()), Ok(value)) = (verdict, serde_json::from_slice::<Value>(payload)) {
        for (at, pointer) in POINTERS.iter().enumerate() {
            if let Found::Text(text) = walker.found(at) {
                assert_eq!(value.pointer(pointer).and_then(Value::as_str), Some(text));
            }
        }
    }
});

/// Feeds chunks of `step` bytes; `Err(None)` is trailing data.
fn walk(walker: &mut Walker<'_, '_>, payload: &[u8], step: usize) -> Result<(), Option<Reason>> {
    let mut taken = 0;
    for chunk in payload.chunks(step) {
        match walker.feed(chunk) {
            Step::More => taken += chunk.len(),
            Step::Invalid(reason) => return Err(Some(reason)),
            Step::Done { used } => {
                let blank = only_whitespace(&payload[taken + used..]);
                return if blank { Ok(()) } else { Err(None) };
            }
        }
    }
    walker.finish().map_err(Some)
}
