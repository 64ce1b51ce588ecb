//! The push parser: one state, moved on by each byte, whatever the chunks are.
//!
//! It must never look ahead or behind a byte, or a chunk's end would be felt.

use crate::answer::{Fault, Found, Misfit, Reason, Step};
use crate::escape::{Escape, Escaped};
use crate::nesting::{Container, Nesting};
use crate::number::Number;
use crate::state::{Byte, State, literal};
use crate::targets::{Seen, Targets};
use crate::text::Text;
use crate::{Field, PAYLOAD_BYTES_MAX, skip_whitespace};

/// Reads one payload, chunk by chunk.
pub struct Walker<'p, 'm> {
    state: State,
    /// The string being read is a key.
    is_key: bool,
    bytes_taken: usize,
    nesting: Nesting<'m>,
    text: Text<'m>,
    targets: Targets<'p>,
}

impl<'p, 'm> Walker<'p, 'm> {
    /// Prepares to look for `fields` in one payload, with the memory that [`Memory`] describes.
    /// Two fields may share a pointer.
    ///
    /// # Errors
    ///
    /// A [`Misfit`] if the fields are more, longer or deeper than can be looked for.
    ///
    /// [`Memory`]: crate::Memory
    pub fn new(
        fields: &'p [Field<'p>],
        text: &'m mut [u8],
        nesting: &'m mut [u64],
    ) -> Result<Self, Misfit> {
        Ok(Self {
            state: State::Root,
            is_key: false,
            bytes_taken: 0,
            nesting: Nesting::new(nesting),
            targets: Targets::new(fields, text.len())?,
            text: Text::new(text),
        })
    }

    /// Takes the next bytes of the payload. After `Done` or `Invalid` it takes no more and
    /// answers the same again.
    pub fn feed(&mut self, chunk: &[u8]) -> Step {
        let room = PAYLOAD_BYTES_MAX - self.bytes_taken;
        let within = chunk.get(..room).unwrap_or(chunk);
        let used = within.len() - self.walk(within).len();
        self.bytes_taken += used;
        match self.state {
            State::Complete => Step::Done { used },
            State::Refused(reason) => Step::Invalid(reason),
            _ if within.len() < chunk.len() => {
                self.state = State::Refused(Reason::TooLarge);
                Step::Invalid(Reason::TooLarge)
            }
            _ => Step::More,
        }
    }

    /// Says at the end of the input whether the object is complete.
    ///
    /// # Errors
    ///
    /// [`Reason::Empty`], [`Reason::Truncated`], or what [`feed`](Self::feed) has answered.
    pub fn finish(&self) -> Result<(), Reason> {
        match self.state {
            State::Complete => Ok(()),
            State::Refused(reason) => Err(reason),
            State::Root => Err(Reason::Empty),
            _ => Err(Reason::Truncated),
        }
    }

    /// Gives what stands at field number `field`. Before the object is complete, and for a number
    /// that no field has, this is `Absent`.
    #[must_use]
    pub fn found(&self, field: usize) -> Found<'_> {
        match (self.state, self.targets.seen(field)) {
            (State::Complete, Some((seen, bytes_max))) => match seen {
                Seen::Absent => Found::Absent,
                Seen::Null => Found::Null,
                Seen::Flag(flag) => Found::Flag(flag),
                Seen::Kept(span) => self.text.judge(span, bytes_max),
                Seen::Refused(fault) => Found::Refused(fault),
            },
            _ => Found::Absent,
        }
    }

    /// Walks on to the end of the bytes or of the object, or to the first wrong byte, and gives
    /// what is left.
    fn walk<'c>(&mut self, bytes: &'c [u8]) -> &'c [u8] {
        let mut rest = bytes;
        loop {
            rest = match self.state {
                State::Complete | State::Refused(_) => return rest,
                State::Inside => self.text.take_plain(rest),
                State::Escape(_) | State::Literal(_) | State::Number(_) => rest,
                _ => skip_whitespace(rest),
            };
            let Some((&byte, tail)) = rest.split_first() else {
                return rest;
            };
            match self.take(byte) {
                Byte::Then(state) => {
                    self.state = state;
                    rest = tail;
                }
                Byte::Again(state) => self.state = state,
                Byte::Wrong => {
                    // A payload's bound fits in 32 bits.
                    let offset = (self.bytes_taken + bytes.len() - rest.len()) as u32;
                    self.state = State::Refused(Reason::Syntax { offset });
                }
                Byte::Refused(reason) => self.state = State::Refused(reason),
            }
        }
    }

    fn take(&mut self, byte: u8) -> Byte {
        match (self.state, byte) {
            (State::Root, _) => self.begin_root(byte),
            (State::FirstKey | State::Key, b'"') => self.begin_key(),
            (State::FirstKey, b'}') | (State::FirstElement, b']') => self.close(),
            (State::Colon, b':') => Byte::Then(State::Value),
            (State::Value | State::FirstElement, _) => self.begin_value(byte),
            (State::ValueEnd, _) => self.end_of_value(byte),
            (State::Inside, b'"') => self.end_string(),
            (State::Inside, b'\\') => Byte::Then(State::Escape(Escape::Backslash)),
            (State::Escape(escape), _) => self.escape(escape, byte),
            (State::Literal(rest), _) if rest & 0xff == u32::from(byte) => {
                let rest = rest >> 8;
                Byte::Then(if rest == 0 {
                    State::ValueEnd
                } else {
                    State::Literal(rest)
                })
            }
            (State::Number(number), _) => match number.go_on(byte) {
                Some(number) => Byte::Then(State::Number(number)),
                None if number.is_whole() => Byte::Again(State::ValueEnd),
                None => Byte::Wrong,
            },
            _ => Byte::Wrong,
        }
    }

    fn begin_root(&mut self, byte: u8) -> Byte {
        match byte {
            b'{' => self.open(Container::Object),
            b'[' | b'"' | b't' | b'f' | b'n' => Byte::Refused(Reason::NotAnObject),
            _ if Number::begin(byte).is_some() => Byte::Refused(Reason::NotAnObject),
            0xef => Byte::Refused(Reason::ByteOrderMark),
            _ => Byte::Wrong,
        }
    }

    fn open(&mut self, container: Container) -> Byte {
        if !self.nesting.open(container) {
            return Byte::Refused(Reason::TooDeep);
        }
        Byte::Then(match container {
            Container::Array => State::FirstElement,
            Container::Object => State::FirstKey,
        })
    }

    fn close(&mut self) -> Byte {
        self.targets.close(self.nesting.depth());
        self.nesting.close();
        Byte::Then(if self.nesting.depth() == 0 {
            State::Complete
        } else {
            State::ValueEnd
        })
    }

    fn begin_key(&mut self) -> Byte {
        self.is_key = true;
        if self.targets.are_at(self.nesting.depth()) {
            self.text.begin_key();
        } else {
            self.text.begin_skipped();
        }
        Byte::Then(State::Inside)
    }

    fn begin_value(&mut self, byte: u8) -> Byte {
        let state = match byte {
            b'"' => {
                self.is_key = false;
                match self.targets.bytes_wanted() {
                    Some(bytes_max) => self.text.begin_value(bytes_max),
                    None => {
                        self.text.begin_skipped();
                        self.targets.value(Seen::Absent);
                    }
                }
                return Byte::Then(State::Inside);
            }
            b'{' => {
                self.targets.object();
                return self.open(Container::Object);
            }
            b'n' => {
                self.targets.value(Seen::Null);
                return Byte::Then(literal(b"ull\0"));
            }
            b'[' => {
                self.targets.value(Seen::Refused(Fault::WrongType));
                return self.open(Container::Array);
            }
            b't' => {
                self.targets.value(Seen::Flag(true));
                return Byte::Then(literal(b"rue\0"));
            }
            b'f' => {
                self.targets.value(Seen::Flag(false));
                return Byte::Then(literal(b"alse"));
            }
            _ => match Number::begin(byte) {
                Some(number) => State::Number(number),
                None => return Byte::Wrong,
            },
        };
        self.targets.value(Seen::Refused(Fault::WrongType));
        Byte::Then(state)
    }

    fn end_of_value(&mut self, byte: u8) -> Byte {
        match (byte, self.nesting.innermost()) {
            (b',', Container::Object) => Byte::Then(State::Key),
            (b',', Container::Array) => Byte::Then(State::Value),
            (b'}', Container::Object) | (b']', Container::Array) => self.close(),
            _ => Byte::Wrong,
        }
    }

    fn end_string(&mut self) -> Byte {
        if self.is_key {
            if let Some(key) = self.text.end_key() {
                self.targets.key(key);
            }
            return Byte::Then(State::Colon);
        }
        if self.targets.bytes_wanted().is_some() {
            self.targets.value(match self.text.end_value() {
                Ok(span) => Seen::Kept(span),
                Err(fault) => Seen::Refused(fault),
            });
        }
        Byte::Then(State::ValueEnd)
    }

    fn escape(&mut self, escape: Escape, byte: u8) -> Byte {
        match escape.go_on(byte) {
            None => return Byte::Wrong,
            Some(Escaped::Unfinished(escape)) => return Byte::Then(State::Escape(escape)),
            Some(Escaped::Byte(byte)) => self.text.take_escaped(byte),
            Some(Escaped::CodeUnit(unit)) => self.text.take_code_unit(unit),
        }
        Byte::Then(State::Inside)
    }
}
