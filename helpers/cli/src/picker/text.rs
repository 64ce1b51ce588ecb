//! Text in columns of a terminal. Everything here is given, and gives, text that is safe
//! for one.

use unicode_width::UnicodeWidthChar;

/// How a piece of text is shown where colours are welcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    Name,
    Faint,
    Chosen,
}

impl Style {
    /// Returns the sequence that begins it.
    const fn sequence(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Name => "\x1b[36m",
            Self::Faint => "\x1b[90m",
            Self::Chosen => "\x1b[1;36m",
        }
    }
}

/// Whether styles are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colours {
    On,
    Off,
}

/// Returns text in a style.
pub fn styled(colours: Colours, style: Style, text: &str) -> String {
    if colours == Colours::Off || style == Style::Plain || text.is_empty() {
        return text.to_owned();
    }
    format!("{}{text}\x1b[0m", style.sequence())
}

/// Returns how many columns a text takes.
pub fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Returns the begin of a text that fits, with a mark if something is missing.
pub fn cut(text: &str, most: usize) -> String {
    if columns(text) <= most {
        return text.to_owned();
    }
    let mark = if most > 3 { ".." } else { "" };
    let mut kept = fitting(text, most - mark.len()).0.to_owned();
    kept.push_str(mark);
    kept
}

/// Returns a text that takes exactly this many columns.
pub fn padded(text: &str, wide: usize) -> String {
    let mut text = cut(text, wide);
    text.push_str(&" ".repeat(wide.saturating_sub(columns(&text))));
    text
}

/// Returns a text in lines that fit, broken between words where one is near.
pub fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    while columns(rest) > most {
        let (mut line, mut after) = fitting(rest, most);
        if line.is_empty() {
            break; // narrower than one character
        }
        if let Some(space) = line.rfind(' ').filter(|space| space * 2 > line.len()) {
            (line, after) = (&rest[..space], &rest[space + 1..]);
        }
        lines.push(line.to_owned());
        rest = after;
    }
    lines.push(cut(rest, most));
    lines
}

/// Splits a text behind what fits.
fn fitting(text: &str, most: usize) -> (&str, &str) {
    let mut taken = 0;
    let end = text.char_indices().find(|(_, character)| {
        taken += width(*character);
        taken > most
    });
    text.split_at(end.map_or(text.len(), |(at, _)| at))
}

fn width(character: char) -> usize {
    character.width().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wide_characters_take_two_columns() {
        let text = "\u{6f22}\u{5b57}\u{6f22}\u{5b57}";
        assert_eq!(cut(text, 7), "\u{6f22}\u{5b57}..");
        assert_eq!(columns(&padded(text, 7)), 7);
        assert_eq!(wrapped(text, 5).len(), 2);
    }

    #[test]
    fn lines_break_between_words_and_a_long_word_anywhere() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("abcdefghij", 4), ["abcd", "efgh", "ij"]);
    }

    proptest! {
        #[test]
        fn nothing_is_ever_wider_than_it_may_be(text in "\\PC{0,40}", most in 0usize..20) {
            prop_assert!(columns(&cut(&text, most)) <= most);
            prop_assert_eq!(columns(&padded(&text, most)), most);
            prop_assert!(wrapped(&text, most).iter().all(|line| columns(line) <= most));
        }
    }
}
