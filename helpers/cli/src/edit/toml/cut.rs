//! Taking one entry out of a TOML list.

use super::document::{Document, Hooks};
use super::lines;
use crate::edit::brackets::element;
use crate::edit::{Fault, Splice};
use std::ops::Range;

/// Takes the entry of this index out. Comments between its lines stay.
pub(super) fn cut(document: &Document, hooks: &Hooks, index: usize) -> Result<Vec<Splice>, Fault> {
    let text = document.text();
    let cuts = match hooks {
        Hooks::None => Vec::new(),
        Hooks::Tables { places, .. } => {
            let places = places.get(index).and_then(Option::as_ref);
            let Some(places) = places else {
                return Err(Fault::at(text, 0, "our entry has got tables of its own"));
            };
            table(text, places)
        }
        Hooks::Inline { array, items, .. } => element(text, array, items, index),
    };
    let cut = |range: &Range<usize>| Splice::replacement(text, range.clone(), "");
    // From the end, so that no cut moves another.
    Ok(cuts.iter().rev().map(cut).collect())
}

/// Returns the lines of a table, with the blank line that sets it apart.
fn table(text: &str, places: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut cuts: Vec<Range<usize>> = Vec::new();
    let mut places: Vec<_> = places
        .iter()
        .map(|place| lines(text, place.clone()))
        .collect();
    places.sort_by_key(|place| place.start);
    for place in places {
        match cuts.last_mut() {
            Some(last) if text[last.end..place.start].trim().is_empty() => last.end = place.end,
            _ => cuts.push(place),
        }
    }
    if let [whole] = cuts.as_mut_slice() {
        let (before, after) = (&text[..whole.start], &text[whole.end..]);
        let apart = after.is_empty() || after.starts_with(['\n', '\r']);
        let blank = ["\r\n\r\n", "\n\n"];
        let blank = blank.into_iter().find(|blank| before.ends_with(blank));
        match blank {
            Some(blank) if apart => whole.start -= blank.len() / 2,
            // The first of several that we put into an empty text.
            _ if before.is_empty() && after.starts_with("\r\n") => whole.end += 2,
            _ if before.is_empty() && after.starts_with('\n') => whole.end += 1,
            _ => {}
        }
    }
    cuts
}
