//! Lines of a log, and what a reader makes of them.

use std::io::Cursor;

use rejoin_store::event::Event;
use rejoin_store::frame::{self, HEADER_BYTES};
use rejoin_store::reader::{Damage, DamageKind, Piece, Position, Reader};

pub(crate) fn framed(json: &str) -> Vec<u8> {
    let mut header = [0; HEADER_BYTES];
    frame::write_header(&mut header, json.as_bytes());
    [&header[..], json.as_bytes(), b"\n"].concat()
}

/// A record that names itself.
pub(crate) fn numbered(number: usize) -> Vec<u8> {
    framed(&format!(r#"{{"kind":"n{number}"}}"#))
}

pub(crate) fn pieces(log: &[u8]) -> Vec<Piece> {
    let reader = Reader::new(Cursor::new(log), at(0)).expect("a cursor seeks");
    reader
        .map(|piece| piece.expect("memory has no I/O error"))
        .collect()
}

pub(crate) fn kinds(pieces: &[Piece]) -> Vec<String> {
    pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Record {
                event: Event::Unknown { kind, .. },
                ..
            } => Some(kind.clone()),
            _ => None,
        })
        .collect()
}

pub(crate) fn damage(offset: usize, bytes: usize, kind: DamageKind) -> Piece {
    Piece::Damage(Damage {
        position: at(offset),
        bytes: bytes as u64,
        kind,
    })
}

pub(crate) fn at(offset: usize) -> Position {
    Position {
        segment: 1,
        offset: offset as u64,
    }
}
