//! Reads a publication back from exactly the form in which [`crate::record`] writes it.
//!
//! Nearly every record of a log has that form, and a reader goes over all of them. Anything
//! else (another order, an unknown field, an escape, white space) is left to the full
//! parser: what is read here must be what that one would read.

use super::publish::{Ancestor, Claim, Class, Place, Publish, Tmux};
use crate::record::Process;
use crate::text::Text;

/// Reads `json` into `publish`, whose memory is used again. Nothing if it is not in that
/// form; what `publish` holds then means nothing.
pub(super) fn read(json: &[u8], publish: &mut Publish) -> Option<()> {
    let text = core::str::from_utf8(json).ok()?;
    let mut rest = Rest { text };
    rest.identity(publish)?;
    rest.facts(publish)?;
    rest.text.is_empty().then_some(())
}

/// What is still to be read.
struct Rest<'j> {
    text: &'j str,
}

impl<'j> Rest<'j> {
    fn identity(&mut self, to: &mut Publish) -> Option<()> {
        self.step(r#"{"kind":"publish","agent":"#)?;
        self.text_to(&mut to.agent)?;
        self.step(r#","id":"#)?;
        self.text_to(&mut to.id)?;
        self.optional(r#","child":"#, &mut to.child)?;
        self.step(r#","claim":{"#)?;
        self.claim(&mut to.claim)?;
        self.step(r#","publisher":"#)?;
        self.process(&mut to.publisher)?;
        self.optional(r#","store":"#, &mut to.store)?;
        self.optional(r#","cwd":"#, &mut to.cwd)?;
        self.optional(r#","transcript":"#, &mut to.transcript)
    }

    fn facts(&mut self, to: &mut Publish) -> Option<()> {
        self.step(r#","class":"#)?;
        to.class = Class::of_word(self.text()?)?;
        self.step(r#","event":"#)?;
        self.text_to(&mut to.event)?;
        self.optional(r#","source":"#, &mut to.source)?;
        self.step(r#","at":"#)?;
        self.text_to(&mut to.at)?;
        self.step(r#","boot":"#)?;
        self.text_to(&mut to.boot)?;
        self.words(r#","marks":["#, &mut to.marks)?;
        self.step(r#","name":"#)?;
        self.text_to(&mut to.name)?;
        to.group = self.number_after(r#","group":"#)?.try_into().ok()?;
        self.step(r#","foreground":"#)?;
        to.foreground = self.truth()?;
        to.store_dev = self.optional_number(r#","store_dev":"#)?;
        to.store_ino = self.optional_number(r#","store_ino":"#)?;
        self.step(r#","above":["#)?;
        self.list(&mut to.above, Self::ancestor)?;
        self.words(r#","alive_of":["#, &mut to.alive_of)?;
        if self.skip(r#","alive":["#) {
            self.list(to.alive.get_or_insert_default(), Self::process)?;
        } else {
            to.alive = None;
        }
        self.step("}")
    }

    fn claim(&mut self, to: &mut Claim) -> Option<()> {
        // Who comes first has no comma before it.
        let mut first = true;
        let mut key = |rest: &mut Self, key: &str| {
            let here = rest.skip(&key[usize::from(first)..]);
            first &= !here;
            here
        };
        for (name, value) in [
            (r#","token":"#, &mut to.token),
            (r#","launch":"#, &mut to.launch),
        ] {
            if key(self, name) {
                self.text_to(value.get_or_insert_default())?;
            } else {
                *value = None;
            }
        }
        if key(self, r#","tmux":{"socket":"#) {
            self.tmux(to.tmux.get_or_insert_default())?;
        } else {
            to.tmux = None;
        }
        if key(self, r#","within":["#) {
            self.list(&mut to.within, Self::place)?;
        } else {
            to.within.clear();
        }
        key(self, r#","tty":"#).then_some(())?;
        to.tty = self.number()?;
        to.session = self.number_after(r#","session":"#)?.try_into().ok()?;
        self.step("}")
    }

    fn tmux(&mut self, to: &mut Tmux) -> Option<()> {
        self.text_to(&mut to.socket)?;
        to.server = self.number_after(r#","server":"#)?.try_into().ok()?;
        self.step(r#","pane":"#)?;
        self.text_to(&mut to.pane)?;
        self.step("}")
    }

    fn place(&mut self, to: &mut Place) -> Option<()> {
        self.step(r#"{"multiplexer":"#)?;
        self.text_to(&mut to.multiplexer)?;
        self.step(r#","session":"#)?;
        self.text_to(&mut to.session)?;
        self.step(r#","pane":"#)?;
        self.text_to(&mut to.pane)?;
        self.step("}")
    }

    fn process(&mut self, to: &mut Process) -> Option<()> {
        to.pid = self.number_after(r#"{"pid":"#)?.try_into().ok()?;
        to.start = self.number_after(r#","start":"#)?;
        self.step("}")
    }

    fn ancestor(&mut self, to: &mut Ancestor) -> Option<()> {
        to.pid = self.number_after(r#"{"pid":"#)?.try_into().ok()?;
        to.start = self.number_after(r#","start":"#)?;
        self.step(r#","name":"#)?;
        self.text_to(&mut to.name)?;
        self.optional(r#","agent":"#, &mut to.agent)?;
        self.step("}")
    }

    /// Reads the elements of a list that was opened, and its end.
    fn list<T: Default>(
        &mut self,
        to: &mut Vec<T>,
        each: impl Fn(&mut Self, &mut T) -> Option<()>,
    ) -> Option<()> {
        let mut count = 0;
        while !self.skip("]") {
            if count > 0 {
                self.step(",")?;
            }
            if count == to.len() {
                to.push(T::default());
            }
            each(self, to.get_mut(count)?)?;
            count += 1;
        }
        to.truncate(count);
        Some(())
    }

    fn words(&mut self, opened: &str, to: &mut Vec<String>) -> Option<()> {
        if self.skip(opened) {
            return self.list(to, Self::text_to);
        }
        to.clear();
        Some(())
    }

    fn optional<T: Put>(&mut self, key: &str, to: &mut Option<T>) -> Option<()> {
        if self.skip(key) {
            return self.text_to(to.get_or_insert_default());
        }
        *to = None;
        Some(())
    }

    fn text_to<T: Put>(&mut self, to: &mut T) -> Option<()> {
        to.put(self.text()?);
        Some(())
    }

    /// Reads a text without escapes.
    fn text(&mut self) -> Option<&'j str> {
        let quoted = self.text.strip_prefix('"')?;
        let (text, rest) = quoted.split_at_checked(plain(quoted.as_bytes()))?;
        self.text = rest.strip_prefix('"')?;
        Some(text)
    }

    fn optional_number(&mut self, key: &str) -> Option<Option<u64>> {
        if self.skip(key) {
            return self.number().map(Some);
        }
        Some(None)
    }

    fn number_after(&mut self, key: &str) -> Option<u64> {
        self.step(key)?;
        self.number()
    }

    fn number(&mut self) -> Option<u64> {
        let bytes = self.text.as_bytes();
        let mut digits = 0;
        let mut number = 0u64;
        while let Some(digit) = bytes.get(digits).filter(|byte| byte.is_ascii_digit()) {
            number = number
                .checked_mul(10)?
                .checked_add(u64::from(digit - b'0'))?;
            digits += 1;
        }
        // None is no number, and one that begins with a zero is no JSON.
        if digits == 0 || (digits > 1 && bytes.first() == Some(&b'0')) {
            return None;
        }
        self.text = self.text.get(digits..)?;
        Some(number)
    }

    fn truth(&mut self) -> Option<bool> {
        let is = self.skip("true");
        (is || self.skip("false")).then_some(is)
    }

    #[inline]
    fn skip(&mut self, text: &str) -> bool {
        let rest = self.text.strip_prefix(text);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    #[inline]
    fn step(&mut self, text: &str) -> Option<()> {
        self.skip(text).then_some(())
    }
}

/// What takes a text in place of the one that it held.
trait Put: Default {
    fn put(&mut self, text: &str);
}

impl Put for String {
    fn put(&mut self, text: &str) {
        self.clear();
        self.push_str(text);
    }
}

impl Put for Text {
    fn put(&mut self, text: &str) {
        self.replace(text);
    }
}

/// Returns how many bytes stand before the first quote, backslash or control character.
/// Looks at eight bytes at a time.
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    // The lowest bit that is set here is that of the first byte below `bound`; a borrow can
    // only set bits above it.
    let below = |word: u64, bound: u64| word.wrapping_sub(ONES * bound) & !word & HIGH;
    let (words, rest) = bytes.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let is = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
        let ends = below(word, 0x20) | is(b'"') | is(b'\\');
        if ends != 0 {
            return at * 8 + ends.trailing_zeros() as usize / 8;
        }
    }
    let ends = |byte: &u8| matches!(byte, ..0x20 | b'"' | b'\\');
    let plain = rest.iter().position(ends).unwrap_or(rest.len());
    bytes.len() - rest.len() + plain
}

#[cfg(test)]
mod tests;
