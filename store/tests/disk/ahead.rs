//! What is read ahead, held against what is read in turn.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use rejoin_store::ahead;
use rejoin_store::chain::Chain;
use rejoin_store::reader::Piece;

use crate::real::{append, close, log_in, segments};

fn read_ahead(folder: &Path) -> Vec<Piece> {
    let mut chain = Chain::open(folder).expect("opened");
    let mut pieces = Vec::new();
    ahead::read(&mut chain, |piece| pieces.push(piece.clone())).expect("read");
    pieces
}

fn read_in_turn(folder: &Path) -> Vec<Piece> {
    let chain = Chain::open(folder).expect("opened");
    chain.map(|piece| piece.expect("read")).collect()
}

#[test]
fn what_is_read_ahead_is_what_is_read_in_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert_eq!(read_ahead(folder), []);
    segments(folder, &["a", "b", "c", "d"]);
    let mut log = log_in(folder);
    for number in 0..300 {
        let name = format!("n{number}");
        crate::model::append_to(&mut log, &name, None).expect("appended");
    }
    for number in [4, 6] {
        close(folder, number);
        append(folder, "e");
        let torn = OpenOptions::new().append(true).open(folder.join("log"));
        torn.expect("a log")
            .write_all(b"what is this\nrj1 0")
            .expect("written");
    }
    let pieces = read_in_turn(folder);
    assert!(pieces.len() > 300);
    assert_eq!(read_ahead(folder), pieces);
}

#[test]
fn a_log_that_was_read_to_its_end_has_no_more_to_show() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    segments(folder, &["a", "b", "c"]);
    let mut chain = Chain::open(folder).expect("opened");
    let mut shown = 0;
    ahead::read(&mut chain, |_| shown += 1).expect("read");
    assert_eq!(shown, 3);
    ahead::read(&mut chain, |_| shown += 1).expect("there is no more");
    assert_eq!(shown, 3);
}
