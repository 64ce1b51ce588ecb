//! The short way to read a publication, held against the full parser.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rejoin_store::event::Event;
use rejoin_store::multiplexer::{Place, Places};
use rejoin_store::reader::{Piece, Reader};
use rejoin_store::record::{self, Process};
use std::io::Cursor;

use crate::lines::{at, framed, pieces};
use crate::wire::written;

/// What a publication is made of, owned.
#[derive(Debug, Clone)]
struct Parts {
    texts: Vec<Vec<u8>>,
    numbers: Vec<u64>,
    /// Which of the optional fields are there.
    there: Vec<bool>,
    lists: [usize; 4],
}

fn any_text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        12 => "[a-zA-Z0-9/. -]{0,40}".prop_map(String::into_bytes),
        1 => any::<String>().prop_map(String::into_bytes),
        1 => proptest::collection::vec(any::<u8>(), 0..12),
    ]
}

fn any_parts() -> impl Strategy<Value = Parts> {
    let texts = proptest::collection::vec(any_text(), 12);
    let number = prop_oneof![Just(0), 0u64..99, any::<u64>()];
    let numbers = proptest::collection::vec(number, 6);
    let there = proptest::collection::vec(any::<bool>(), 14);
    (texts, numbers, there, prop::array::uniform4(0usize..4)).prop_map(
        |(texts, numbers, there, lists)| Parts {
            texts,
            numbers,
            there,
            lists,
        },
    )
}

impl Parts {
    fn bytes(&self, at: usize) -> &[u8] {
        &self.texts[at]
    }

    fn text(&self, at: usize) -> &str {
        core::str::from_utf8(&self.texts[at]).unwrap_or("odd")
    }

    fn optional<T>(&self, at: usize, value: T) -> Option<T> {
        self.there[at].then_some(value)
    }

    /// Returns the record as its writer puts it.
    fn json(&self) -> String {
        let small = |at: usize| self.numbers[at] as u32;
        let process = |at: usize| Process {
            pid: small(at),
            start: self.numbers[at + 1],
        };
        let class = [
            record::Class::Begin,
            record::Class::Prompt,
            record::Class::Continue,
            record::Class::End,
        ][self.lists[0]];
        let place = Place {
            multiplexer: self.text(8),
            session: self.bytes(9),
            pane: self.text(10),
        };
        let publication = record::Publication {
            agent: self.text(0),
            id: self.text(1),
            child: self.optional(0, self.text(2)),
            claim: record::Claim {
                token: self.optional(1, self.text(3)),
                launch: self.optional(2, self.text(4)),
                tmux: self.optional(
                    3,
                    record::Tmux {
                        socket: self.bytes(5),
                        server: small(0),
                        pane: self.text(6),
                    },
                ),
                within: Places::recorded(self.optional(13, place).into_iter()),
                tty: self.numbers[1],
                session: small(2),
            },
            publisher: process(3),
            store: self.optional(4, self.bytes(7)),
            cwd: self.optional(5, self.text(8)),
            transcript: self.optional(6, self.text(9)),
            class,
            event: self.text(10),
            source: self.optional(7, self.text(11)),
        };
        let above = [
            record::Ancestor {
                process: process(1),
                name: self.bytes(2),
                agent: self.optional(8, self.text(3)),
            },
            record::Ancestor {
                process: process(2),
                name: self.bytes(5),
                agent: None,
            },
        ];
        let (alive, words) = ([process(0), process(4)], [self.text(1), self.text(4)]);
        let facts = record::Facts {
            boot: self.text(2),
            at: self.text(6),
            marks: &words[..self.lists[1].min(2)],
            name: self.bytes(8),
            group: small(5),
            foreground: self.there[9],
            above: &above[..self.lists[2].min(2)],
            alive: self.optional(10, &alive[..self.lists[3].min(2)]),
            alive_of: &words[..self.lists[0].min(2)],
            store: self.optional(11, (self.numbers[0], self.numbers[5])),
        };
        written(|json| {
            publication.write_identity(json);
            publication.write_facts(json, &facts);
        })
    }
}

/// Reads a record by the full parser: no writer begins with white space.
fn parsed_in_full(json: &[u8]) -> Option<Event> {
    Event::parse(&[b" ", json].concat()).ok()
}

/// What a changed place becomes: what means something in JSON, or in a number or a text.
fn any_change() -> impl Strategy<Value = Vec<u8>> {
    let odd: &[&[u8]] = &[
        b"",
        b"\"",
        b"\\",
        b"\\u0041",
        b"\n",
        b"\x7f",
        b"\x1f",
        b"\xff",
        b"0",
        b"00",
        b"-",
        b".5",
        b"e1",
        b",",
        b":",
        b" ",
        b"{",
        b"}",
        b"[",
        b"]",
        b"null",
        b"true",
        b",\"later\":1",
        b"4294967296",
        b"18446744073709551616",
    ];
    select(odd).prop_map(<[u8]>::to_vec)
}

proptest! {
    #[test]
    fn what_is_read_the_short_way_is_what_the_full_parser_reads(parts in any_parts()) {
        let json = parts.json();
        let event = Event::parse(json.as_bytes()).ok();
        prop_assert!(event.is_some());
        prop_assert_eq!(event, parsed_in_full(json.as_bytes()));
    }

    #[test]
    fn a_changed_record_is_read_the_same_both_ways(
        parts in any_parts(),
        changes in proptest::collection::vec((any::<Index>(), 0usize..3, any_change()), 1..3),
    ) {
        let mut json = parts.json().into_bytes();
        for (place, length, change) in changes {
            let from = place.index(json.len());
            let to = (from + length).min(json.len());
            json.splice(from..to, change);
        }
        prop_assert_eq!(Event::parse(&json).ok(), parsed_in_full(&json));
    }

    #[test]
    fn nothing_of_a_record_is_left_in_the_next(
        log in proptest::collection::vec((any_parts(), 0u8..6), 1..8),
    ) {
        let others = [r#"{"kind":"tilt"}"#, r#"{"kind":"publish"}"#, "half"];
        let lines = log.iter().map(|(parts, other)| match others.get(usize::from(*other)) {
            Some(other) => framed(other),
            None => framed(&parts.json()),
        });
        let log = lines.collect::<Vec<_>>().concat();
        let mut reader = Reader::new(Cursor::new(&log), at(0)).expect("a cursor seeks");
        let mut piece = Piece::default();
        for alone in pieces(&log) {
            prop_assert!(reader.read_into(&mut piece).expect("memory has no I/O error"));
            prop_assert_eq!(&piece, &alone);
        }
        prop_assert!(!reader.read_into(&mut piece).expect("memory has no I/O error"));
    }
}
