//! An edit as steps, each worked out on the text that the last one left, and compared in the
//! end with what was to come out of them all.

use super::text::body;
use super::{Created, Edited, Fault, Splice};

/// Most steps of one edit. One is an entry or an empty container, and a file that needs more
/// than this is not one that we made.
const STEPS_MAX: usize = 256;

/// Applies steps until there is none left. A step gets the text without its byte order mark
/// and returns splices to be applied in turn; `check` compares the first text with the last.
///
/// # Errors
/// A step could not be worked out, or what came out is not what was to; nothing is changed.
pub(super) fn carry_out(
    text: &[u8],
    created: &Created,
    mut step: impl FnMut(&str, &mut Created) -> Result<Vec<Splice>, Fault>,
    check: impl FnOnce(&str, &str) -> Result<bool, Fault>,
) -> Result<Edited, Fault> {
    let (mark, original) = body(text)?;
    let mut edited = Edited {
        text: original.to_owned(),
        splices: Vec::new(),
        created: created.clone(),
    };
    for _ in 0..STEPS_MAX {
        let splices = step(&edited.text, &mut edited.created)?;
        if splices.is_empty() {
            if !check(original, &edited.text).map_err(|_| Fault::Unverified)? {
                return Err(Fault::Unverified);
            }
            edited.text.insert_str(0, mark);
            let shift = |splice: &mut Splice| splice.at += mark.len();
            edited.splices.iter_mut().for_each(shift);
            return Ok(edited);
        }
        for splice in splices {
            edited.text = splice.apply(&edited.text).ok_or(Fault::Unverified)?;
            edited.splices.push(splice);
        }
    }
    Err(Fault::Unverified)
}
