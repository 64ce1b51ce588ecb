//! What an edit would change, as a person reads it.

use similar::TextDiff;

/// Unchanged lines shown around a change.
const CONTEXT_LINES: usize = 3;

/// Returns a unified diff, with what could steer a terminal escaped.
pub(crate) fn unified(path: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let text = diff
        .unified_diff()
        .context_radius(CONTEXT_LINES)
        .header(path, path)
        .to_string();
    printable(&text)
}

fn printable(text: &str) -> String {
    text.chars()
        .fold(String::with_capacity(text.len()), |mut shown, c| {
            if c.is_control() && !matches!(c, '\n' | '\t') {
                shown.extend(c.escape_default());
            } else {
                shown.push(c);
            }
            shown
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changed_lines_are_marked_and_no_byte_steers_the_terminal() {
        let shown = unified("f", "a\nb \u{1b}[2J\n", "a\nb \u{1b}[2J\nc\n");
        assert_eq!(
            shown,
            "--- f\n+++ f\n@@ -1,2 +1,3 @@\n a\n b \\u{1b}[2J\n+c\n"
        );
    }
}
