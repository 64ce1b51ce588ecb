//! Promises about the table: whatever a definition says arrives in the hook, and no bytes
//! but those that were written say anything.

extern crate std;

use super::{Fault, Room, encode, find, sum};
use crate::{AGENTS, Agent, Payload};
use std::{boxed::Box, format, string::String, vec::Vec};

fn read(table: Vec<u8>, name: &str) -> Result<Option<&'static Agent>, Fault> {
    find(
        table.leak(),
        name.as_bytes(),
        Box::leak(Box::new(Room::new())),
    )
}

/// What a hook has of an agent, as text.
fn told(agent: &Agent) -> String {
    let Agent {
        name,
        processes,
        events,
        payload,
        publisher,
        id,
        reply,
        ..
    } = agent;
    let payload = payload.as_ref().map(|payload| {
        let Payload {
            event,
            id,
            parent,
            child,
            child_if,
            foreign_if,
            headless_if,
            cwd,
            transcript,
            source,
            rivals,
            ..
        } = payload;
        let texts = (event, id, parent, child, cwd, transcript, source, rivals);
        format!("{texts:?} {child_if:?} {foreign_if:?} {headless_if:?}")
    });
    let root = &agent.store.root;
    format!("{name:?} {processes:?} {events:?} {payload:?} {publisher:?} {id:?} {reply:?} {root:?}")
}

#[test]
fn every_agent_comes_out_of_a_table_as_it_went_in() {
    for agent in AGENTS {
        let table = encode([agent]).expect("there is room");
        let found = read(table, agent.name).expect("sound").expect("in it");
        assert_eq!(told(found), told(agent));
    }
}

#[test]
fn one_of_several_is_found_and_an_absent_one_is_not() {
    let some = || AGENTS.iter().skip(2).take(4);
    let table = || encode(some()).expect("there is room");
    for agent in some() {
        let found = read(table(), agent.name).expect("sound").expect("in it");
        assert_eq!(told(found), told(agent));
    }
    let absent = AGENTS.first().expect("one").name;
    assert!(read(table(), absent).expect("sound").is_none());
    assert!(
        read(encode([]).expect("empty"), absent)
            .expect("sound")
            .is_none()
    );
}

#[test]
fn a_table_with_any_byte_changed_or_missing_says_nothing() {
    let agent = AGENTS
        .iter()
        .find(|agent| agent.is_captured())
        .expect("one");
    let table = encode([agent]).expect("there is room");
    for at in 0..table.len() {
        let mut other = table.clone();
        other[at] ^= 0x20;
        let fault = read(other, agent.name).expect_err("changed");
        assert!([Fault::Layout, Fault::Damaged].contains(&fault), "{at}");
        assert!(read(table[..at].to_vec(), agent.name).is_err(), "{at}");
    }
    assert!(read([&table[..], b"\n"].concat(), agent.name).is_err());
}

/// A sum can be right by accident, or by somebody's doing.
#[test]
fn bytes_of_any_kind_with_a_right_sum_do_not_panic() {
    let agent = AGENTS
        .iter()
        .find(|agent| agent.is_captured())
        .expect("one");
    let table = encode([agent]).expect("there is room");
    for at in 28..table.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut other = table.clone();
            other[at] = value;
            let right = sum(&other[28..]).to_le_bytes();
            other[20..28].copy_from_slice(&right);
            let _ = read(other, agent.name);
        }
    }
}

#[test]
fn what_a_hook_has_no_room_for_is_named() {
    let event = |_| crate::Event {
        name: "e",
        class: crate::Class::End,
    };
    let mut agent = super::nobody::NOBODY;
    agent.events = (0..49).map(event).collect::<Vec<_>>().leak();
    let table = encode([&agent]).expect("written");
    assert_eq!(
        read(table, "").expect_err("too many"),
        Fault::TooMany("events")
    );
    agent.events = &[];
    agent.reply = String::from_utf8(Vec::from([b'x'; 70_000]))
        .expect("text")
        .leak();
    assert_eq!(encode([&agent]), Err(Fault::TooLong));
}
