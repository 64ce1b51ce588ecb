//! Writes a table. Only the command-line program does; it has a heap.

extern crate alloc;

use super::{Fault, MARK, TABLE_BYTES_MAX, sum};
use crate::{Agent, Characters, Class, Condition, Cwd, Payload, Piece, Root, Sign};
use alloc::vec::Vec;

/// Returns the table of these agents. The same agents give the same bytes.
///
/// # Errors
/// [`Fault::TooLong`].
pub fn encode<'a>(agents: impl IntoIterator<Item = &'a Agent>) -> Result<Vec<u8>, Fault> {
    let mut all = Vec::new();
    for agent in agents {
        let mut one = Writer::default();
        one.agent(agent);
        if one.too_long {
            return Err(Fault::TooLong);
        }
        all.extend(length(&one.bytes)?);
        all.extend(one.bytes);
    }
    let table = [&MARK[..], &length(&all)?, &sum(&all).to_le_bytes(), &all].concat();
    if table.len() > TABLE_BYTES_MAX {
        return Err(Fault::TooLong);
    }
    Ok(table)
}

fn length(bytes: &[u8]) -> Result<[u8; 4], Fault> {
    let length = u32::try_from(bytes.len()).map_err(|_| Fault::TooLong)?;
    Ok(length.to_le_bytes())
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    too_long: bool,
}

impl Writer {
    fn agent(&mut self, agent: &Agent) {
        self.text(agent.name);
        self.text(agent.reply);
        self.list(agent.processes, |to, name| to.text(name));
        self.list(agent.events, |to, event| {
            to.text(event.name);
            to.byte(match event.class {
                Class::Begin => 0,
                Class::Prompt => 1,
                Class::Continue => 2,
                Class::End => 3,
            });
        });
        self.option(agent.payload.as_ref(), Self::payload);
        let publisher = &agent.publisher;
        for group in [
            publisher.background,
            publisher.headless,
            publisher.nested,
            publisher.foreign,
        ] {
            self.list(group, |to, mark| to.list(mark, Self::condition));
        }
        self.list(agent.id.0, Self::piece);
        self.root(&agent.store.root);
    }

    fn payload(&mut self, payload: &Payload) {
        self.text(payload.id);
        for pointer in [payload.event, payload.parent, payload.child] {
            self.option(pointer, Self::text);
        }
        for signs in [payload.child_if, payload.foreign_if, payload.headless_if] {
            self.list(signs, Self::sign);
        }
        self.option(payload.cwd, |to, cwd| {
            let (kind, text) = match cwd {
                Cwd::Field(pointer) => (0, pointer),
                Cwd::Variable(name) => (1, name),
            };
            to.byte(kind);
            to.text(text);
        });
        for pointer in [payload.transcript, payload.source] {
            self.option(pointer, Self::text);
        }
        self.list(payload.rivals, |to, rival| to.text(rival));
    }

    fn sign(&mut self, sign: &Sign) {
        self.text(sign.field);
        self.option(sign.is, Self::text);
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Set(name) => {
                self.byte(0);
                self.text(name);
            }
            Condition::Is(name, value) => {
                self.byte(1);
                self.text(name);
                self.text(value);
            }
            Condition::Argument(word) => {
                self.byte(2);
                self.text(word);
            }
        }
    }

    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Text(text) => {
                self.byte(0);
                self.text(text);
            }
            Piece::Uuid => self.byte(1),
            Piece::UuidV7 => self.byte(2),
            Piece::Ulid => self.byte(3),
            Piece::Run { of, least, most } => {
                self.byte(4);
                self.byte(match of {
                    Characters::Digit => 0,
                    Characters::Hex => 1,
                    Characters::Lower => 2,
                    Characters::Alnum => 3,
                    Characters::Word => 4,
                });
                self.number(*least);
                self.number(*most);
            }
        }
    }

    fn root(&mut self, root: &Root) {
        self.list(root.routes, |to, route| {
            to.text(route.env);
            to.text(route.below);
        });
        self.text(root.home);
    }

    fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.byte(value.is_some().into());
        if let Some(value) = value {
            write(self, value);
        }
    }

    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.count(items.len());
        for item in items {
            write(self, item);
        }
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes.extend(text.as_bytes());
    }

    fn count(&mut self, count: usize) {
        let count = u16::try_from(count);
        self.too_long |= count.is_err();
        self.number(count.unwrap_or_default());
    }

    fn number(&mut self, number: u16) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }
}
