//! What is typed: bytes of a terminal as keys.
//!
//! Pasted text must never act: a line break in it would start a program.

/// Most bytes that wait to be understood; a sequence of a key has ten.
const WAITING_MAX: usize = 64;

const ESCAPE: u8 = 0x1b;

/// A key that means something here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A character of the query.
    Text(char),
    /// Removes the last character.
    Backspace,
    /// Removes the last word.
    EraseWord,
    /// Removes the query.
    EraseAll,
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the first row.
    First,
    /// To the last row.
    Last,
    /// Resumes.
    Enter,
    /// Forks.
    Fork,
    /// Pins.
    Pin,
    /// Copies the command line.
    Copy,
    /// Leaves.
    Leave,
}

/// Bytes that were read and are not keys yet.
#[derive(Debug, Default)]
pub struct Keys {
    waiting: Vec<u8>,
    pasting: bool,
}

/// What the first waiting bytes are.
enum Step {
    Key(Key),
    PasteBegins,
    PasteEnds,
    Nothing,
}

impl Keys {
    /// Takes bytes in.
    pub fn take(&mut self, bytes: &[u8]) {
        self.waiting.extend_from_slice(bytes);
    }

    /// Tells whether what waits could be the Escape key or the begin of a sequence.
    pub fn is_undecided(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Says that nothing follows: a lone Escape is the key.
    pub fn settle(&mut self) -> Option<Key> {
        let escape = self.waiting == [ESCAPE] && !self.pasting;
        self.waiting.clear();
        escape.then_some(Key::Leave)
    }

    /// Returns the next key, if there is a whole one.
    pub fn next(&mut self) -> Option<Key> {
        while let Some((step, bytes)) = first(&self.waiting) {
            self.waiting.drain(..bytes);
            match step {
                Step::Key(Key::Text(text)) => return Some(Key::Text(text)),
                Step::Key(key) if !self.pasting => return Some(key),
                Step::PasteBegins => self.pasting = true,
                Step::PasteEnds => self.pasting = false,
                Step::Key(_) | Step::Nothing => {}
            }
        }
        if self.waiting.len() > WAITING_MAX {
            self.waiting.clear();
        }
        None
    }
}

/// Reads the first key and how many bytes it took; nothing if it may be cut.
fn first(bytes: &[u8]) -> Option<(Step, usize)> {
    match *bytes.first()? {
        ESCAPE => sequence(bytes),
        byte @ 0x20..0x7f => Some((Step::Key(Key::Text(char::from(byte))), 1)),
        byte if byte < 0x80 => Some((control(byte), 1)),
        _ => character(bytes),
    }
}

fn control(byte: u8) -> Step {
    let key = |letter: u8| letter - b'a' + 1;
    Step::Key(match byte {
        b'\r' => Key::Enter,
        0x7f | 0x08 => Key::Backspace,
        _ if byte == key(b'c') || byte == key(b'g') => Key::Leave,
        _ if byte == key(b'f') => Key::Fork,
        _ if byte == key(b't') => Key::Pin,
        _ if byte == key(b'y') => Key::Copy,
        _ if byte == key(b'p') || byte == key(b'k') => Key::Up,
        _ if byte == key(b'n') => Key::Down,
        _ if byte == key(b'u') => Key::EraseAll,
        _ if byte == key(b'w') => Key::EraseWord,
        _ => return Step::Nothing,
    })
}

/// `ESC [ parameters final`, `ESC O final`, or Escape with another key, which means nothing.
fn sequence(bytes: &[u8]) -> Option<(Step, usize)> {
    let second = *bytes.get(1)?;
    if second == b'O' {
        return Some((named(&[*bytes.get(2)?]), 3));
    }
    if second != b'[' {
        // A second Escape begins anew.
        return Some((Step::Nothing, if second == ESCAPE { 1 } else { 2 }));
    }
    let end = bytes
        .iter()
        .skip(2)
        .position(|byte| (0x40..0x7f).contains(byte))?;
    let body = bytes.get(2..=end + 2)?;
    Some((named(body), end + 3))
}

fn named(body: &[u8]) -> Step {
    Step::Key(match body {
        b"A" => Key::Up,
        b"B" => Key::Down,
        b"5~" => Key::PageUp,
        b"6~" => Key::PageDown,
        b"H" | b"1~" | b"7~" => Key::First,
        b"F" | b"4~" | b"8~" => Key::Last,
        b"200~" => return Step::PasteBegins,
        b"201~" => return Step::PasteEnds,
        _ => return Step::Nothing,
    })
}

/// One character of several bytes; what is none is dropped byte by byte.
fn character(bytes: &[u8]) -> Option<(Step, usize)> {
    let chunk = bytes.utf8_chunks().next()?;
    if let Some(character) = chunk.valid().chars().next() {
        let step = match character.is_control() {
            true => Step::Nothing,
            false => Step::Key(Key::Text(character)),
        };
        return Some((step, character.len_utf8()));
    }
    // The begin of a character may go on.
    let cut = chunk.invalid().len() == bytes.len() && bytes.len() < 4;
    (!cut).then_some((Step::Nothing, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn keys(bytes: &[u8]) -> Vec<Key> {
        let mut keys = Keys::default();
        keys.take(bytes);
        std::iter::from_fn(|| keys.next()).collect()
    }

    #[test]
    fn arrows_are_arrows_in_both_forms_and_split_anywhere() {
        for arrow in [&b"\x1b[B"[..], b"\x1bOB"] {
            assert_eq!(keys(arrow), [Key::Down]);
            let mut split = Keys::default();
            let mut found = Vec::new();
            for byte in arrow {
                split.take(&[*byte]);
                found.extend(split.next());
            }
            assert_eq!(found, [Key::Down]);
        }
    }

    #[test]
    fn a_lone_escape_leaves_once_nothing_follows() {
        let mut waits = Keys::default();
        waits.take(b"\x1b");
        assert_eq!(waits.next(), None);
        assert!(waits.is_undecided());
        assert_eq!(waits.settle(), Some(Key::Leave));
    }

    #[test]
    fn a_pasted_line_break_starts_nothing() {
        let pasted = keys(b"\x1b[200~a\r\x03b\x1b[201~\r");
        assert_eq!(pasted, [Key::Text('a'), Key::Text('b'), Key::Enter]);
    }

    #[test]
    fn letters_of_any_script_are_text_and_what_is_no_character_is_nothing() {
        assert_eq!(
            keys("\u{fc}x".as_bytes()),
            [Key::Text('\u{fc}'), Key::Text('x')]
        );
        assert_eq!(keys(b"\xffx\xc2\x9by"), [Key::Text('x'), Key::Text('y')]);
    }

    proptest! {
        #[test]
        fn no_bytes_wait_for_ever(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let mut some = Keys::default();
            some.take(&bytes);
            while some.next().is_some() {}
            prop_assert!(some.waiting.len() <= WAITING_MAX);
        }
    }
}
