//! Lists between brackets in a notation in which `#` starts a comment and a list may end with
//! a comma: TOML, and YAML on one line.

use super::Splice;
use super::text::{has_line_end, leading_space, newline};
use std::ops::Range;

/// Adds an element behind the last one. `list` has the brackets in it.
pub(super) fn addition(
    text: &str,
    list: &Range<usize>,
    items: &[Range<usize>],
    element: &str,
) -> Splice {
    let Some(last) = items.last() else {
        return Splice::insertion(list.start + 1, element);
    };
    let spread = has_line_end(text.get(list.start..last.start).unwrap_or_default());
    let gap = if spread {
        format!("{}{}", newline(text), leading_space(text, last.start))
    } else {
        " ".to_owned()
    };
    Splice::insertion(last.end, format!(",{gap}{element}"))
}

/// Returns an element of an array and the comma that only it needed. Where a comment stands
/// in front, the comma before it stays: an array may end with one.
pub(super) fn element(
    text: &str,
    array: &Range<usize>,
    items: &[Range<usize>],
    index: usize,
) -> Vec<Range<usize>> {
    let item = items[index].clone();
    let front = index.checked_sub(1).map(|before| items[before].end);
    if let Some(front) = front
        && !text[front..item.start].contains('#')
    {
        let whole = front..item.end;
        return vec![whole];
    }
    let behind = items
        .get(index + 1)
        .map_or(array.end - 1, |next| next.start);
    let Some(comma) = comma(text, item.end..behind) else {
        return vec![item];
    };
    if text[item.end..comma].trim().is_empty() {
        let rest = &text[comma + 1..behind];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let whole = item.start..comma + 1 + blank;
        return vec![whole];
    }
    vec![item, comma..comma + 1]
}

/// Finds the comma between two elements, which may stand behind a comment.
fn comma(text: &str, gap: Range<usize>) -> Option<usize> {
    let mut in_comment = false;
    let found = text[gap.clone()].bytes().position(|byte| {
        match byte {
            b'#' => in_comment = true,
            b'\n' => in_comment = false,
            _ => {}
        }
        byte == b',' && !in_comment
    });
    found.map(|at| gap.start + at)
}
