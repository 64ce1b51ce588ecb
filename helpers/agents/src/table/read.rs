//! Reads one agent out of a table, into memory of a fixed size. No bytes may panic here,
//! and none may be believed before the sum of all is right.
//!
//! A program that is small begins sooner: a fault is kept until the end instead of being
//! returned from every field.

use super::room::Room;
use super::{Fault, MARK, sum};
use crate::{
    Agent, Characters, Class, Condition, Cwd, Event, IdForm, Payload, Piece, Publisher, Root,
    Route, Sign,
};

/// Finds the agent of this name in the bytes of a whole table.
///
/// # Errors
/// The table cannot be used, or has no room for what this agent says. Nothing is told of
/// the agents behind the one that is found.
#[cold]
#[inline(never)]
pub fn find(
    table: &'static [u8],
    name: &[u8],
    room: &'static mut Room,
) -> Result<Option<&'static Agent>, Fault> {
    let mut agents = Reader::new(agents(table)?);
    while !agents.rest.is_empty() {
        let bytes = agents.u32();
        let mut one = Reader::new(agents.bytes(bytes));
        let known = one.text();
        if let Some(fault) = agents.fault.or(one.fault) {
            return Err(fault);
        }
        if known.as_bytes() != name {
            continue;
        }
        let agent = one.agent(known, room);
        return match one.fault {
            None if one.rest.is_empty() => Ok(Some(agent)),
            None => Err(Fault::Damaged),
            Some(fault) => Err(fault),
        };
    }
    Ok(None)
}

/// Returns what is behind the header, if it is as it was written.
fn agents(table: &'static [u8]) -> Result<&'static [u8], Fault> {
    let mut header = Reader::new(table.strip_prefix(MARK).ok_or(Fault::Layout)?);
    let (bytes, wanted) = (header.u32(), u64::from_le_bytes(header.array()));
    let agents = header.rest;
    if header.fault.is_none() && agents.len() == bytes && sum(agents) == wanted {
        Ok(agents)
    } else {
        Err(Fault::Damaged)
    }
}

/// The part of [`Room`] that is still free for items of one kind.
type Free<T> = &'static mut [T];

/// What of a table was not read yet, and the first fault of what was. Behind a fault every
/// text and list is empty.
struct Reader {
    rest: &'static [u8],
    fault: Option<Fault>,
}

impl Reader {
    const fn new(rest: &'static [u8]) -> Self {
        Self { rest, fault: None }
    }

    fn agent(&mut self, name: &'static str, room: &'static mut Room) -> &'static Agent {
        let agent = &mut room.agent;
        let mut names: Free<_> = &mut room.names;
        let mut events: Free<_> = &mut room.events;
        let mut signs: Free<_> = &mut room.signs;
        let mut marks: Free<_> = &mut room.marks;
        let mut conditions: Free<_> = &mut room.conditions;
        let mut pieces: Free<_> = &mut room.pieces;
        let mut routes: Free<_> = &mut room.routes;

        agent.name = name;
        agent.reply = self.text();
        agent.processes = self.list("processes", &mut names, Self::text);
        agent.events = self.list("events", &mut events, Self::event);
        agent.payload = self.option(|from| from.payload(&mut names, &mut signs));
        let [background, headless, nested, foreign] = [(); 4].map(|()| {
            self.list("publisher", &mut marks, |from| {
                from.list("publisher", &mut conditions, Self::condition)
            })
        });
        agent.publisher = Publisher {
            background,
            headless,
            nested,
            foreign,
        };
        agent.id = IdForm(self.list("id.form", &mut pieces, Self::piece));
        agent.store.root = Root {
            routes: self.list("store.roots", &mut routes, Self::route),
            home: self.text(),
        };
        agent
    }

    fn event(&mut self) -> Event {
        Event {
            name: self.text(),
            class: self.one_of([Class::Begin, Class::Prompt, Class::Continue, Class::End]),
        }
    }

    fn payload(&mut self, names: &mut Free<&'static str>, signs: &mut Free<Sign>) -> Payload {
        Payload {
            id: self.text(),
            event: self.option(Self::text),
            parent: self.option(Self::text),
            child: self.option(Self::text),
            child_if: self.list("payload.child_if", signs, Self::sign),
            foreign_if: self.list("payload.foreign_if", signs, Self::sign),
            headless_if: self.list("payload.headless_if", signs, Self::sign),
            cwd: self.option(Self::cwd),
            transcript: self.option(Self::text),
            source: self.option(Self::text),
            rivals: self.list("payload.rivals", names, Self::text),
            #[cfg(feature = "whole")]
            known: crate::Known::Read,
        }
    }

    fn sign(&mut self) -> Sign {
        Sign {
            field: self.text(),
            is: self.option(Self::text),
        }
    }

    fn cwd(&mut self) -> Cwd {
        let make = self.one_of([Cwd::Field as fn(_) -> _, Cwd::Variable]);
        make(self.text())
    }

    fn condition(&mut self) -> Condition {
        match self.byte() {
            0 => Condition::Set(self.text()),
            1 => Condition::Is(self.text(), self.text()),
            2 => Condition::Argument(self.text()),
            _ => self.fail(Condition::Set("")),
        }
    }

    fn piece(&mut self) -> Piece {
        match self.byte() {
            0 => Piece::Text(self.text()),
            1 => Piece::Uuid,
            2 => Piece::UuidV7,
            3 => Piece::Ulid,
            4 => Piece::Run {
                of: self.one_of([
                    Characters::Digit,
                    Characters::Hex,
                    Characters::Lower,
                    Characters::Alnum,
                    Characters::Word,
                ]),
                least: self.u16(),
                most: self.u16(),
            },
            _ => self.fail(Piece::Uuid),
        }
    }

    fn route(&mut self) -> Route {
        Route {
            env: self.text(),
            below: self.text(),
        }
    }

    fn one_of<T: Copy, const N: usize>(&mut self, all: [T; N]) -> T {
        let at = usize::from(self.byte());
        match all.get(at) {
            Some(one) => *one,
            None => self.fail(all[0]),
        }
    }

    fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        match self.byte() {
            0 => None,
            1 => Some(read(self)),
            _ => self.fail(None),
        }
    }

    /// Reads a list into the room that is free; `key` is what a person calls it.
    fn list<T>(
        &mut self,
        key: &'static str,
        free: &mut Free<T>,
        mut read: impl FnMut(&mut Self) -> T,
    ) -> &'static [T] {
        let count = usize::from(self.u16());
        let Some((places, rest)) = core::mem::take(free).split_at_mut_checked(count) else {
            self.fault.get_or_insert(Fault::TooMany(key));
            return &[];
        };
        *free = rest;
        for place in &mut *places {
            *place = read(self);
        }
        places
    }

    #[inline(never)]
    fn text(&mut self) -> &'static str {
        let count = usize::from(self.u16());
        let bytes = self.bytes(count);
        core::str::from_utf8(bytes).unwrap_or_else(|_| self.fail(""))
    }

    fn u32(&mut self) -> usize {
        let number = usize::try_from(u32::from_le_bytes(self.array()));
        number.unwrap_or_else(|_| self.fail(0))
    }

    #[inline(never)]
    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.array())
    }

    #[inline(never)]
    fn byte(&mut self) -> u8 {
        let [byte] = self.array();
        byte
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let bytes = self.bytes(N);
        bytes.first_chunk().copied().unwrap_or([0; N])
    }

    #[inline(never)]
    fn bytes(&mut self, count: usize) -> &'static [u8] {
        match self.rest.split_at_checked(count) {
            Some((bytes, rest)) if self.fault.is_none() => {
                self.rest = rest;
                bytes
            }
            _ => self.fail(&[]),
        }
    }

    fn fail<T>(&mut self, instead: T) -> T {
        self.fault.get_or_insert(Fault::Damaged);
        instead
    }
}
