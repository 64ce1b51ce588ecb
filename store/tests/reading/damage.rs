//! What is whole is found, what is not is named, and nothing is written.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};

use rejoin_store::chain::Chain;
use rejoin_store::frame::{HEADER_BYTES, RECORD_BYTES_MAX};
use rejoin_store::reader::{DamageKind, Piece, Reader};

use crate::lines::{at, damage, framed, kinds, numbered, pieces};

#[test]
fn an_empty_log_and_blank_lines_have_no_pieces() {
    assert_eq!(pieces(b""), []);
    assert_eq!(pieces(b"\n\n\n"), []);
}

#[test]
fn a_missing_folder_is_an_empty_log_and_what_is_no_file_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut chain = Chain::open(&folder.path().join("none")).expect("no error");
    assert_eq!(chain.next_piece().expect("no error"), None);
    std::fs::create_dir(folder.path().join("log")).expect("made");
    let read = Chain::open(folder.path()).and_then(|mut chain| chain.next_piece());
    assert!(read.is_err());
}

#[test]
fn an_error_of_the_system_is_not_the_end_of_the_log() {
    struct Failing(Cursor<Vec<u8>>);
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    impl Seek for Failing {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }
    let mut reader = Reader::new(Failing(Cursor::new(numbered(1))), at(0)).expect("it seeks");
    assert!(reader.next_piece().is_err());
}

#[test]
fn reading_changes_no_byte_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let log = [&b"torn"[..], &numbered(1), b"tail"].concat();
    let mut file = std::fs::File::create(&path).expect("a file");
    file.write_all(&log).expect("written");
    let reader = Chain::open(folder.path()).expect("opened");
    assert_eq!(reader.count(), 3);
    assert_eq!(std::fs::read(&path).expect("read"), log);
}

#[test]
fn records_come_in_order_with_their_places() {
    let log = [numbered(0), b"\n".to_vec(), numbered(1)].concat();
    let first = numbered(0).len();
    let read = pieces(&log);
    assert_eq!(kinds(&read), ["n0", "n1"]);
    assert!(matches!(read[0], Piece::Record { position, .. } if position == at(0)));
    assert!(matches!(read[1], Piece::Record { position, .. } if position == at(first + 1)));

    let mut later = Reader::new(Cursor::new(&log), at(first + 1)).expect("it seeks");
    assert_eq!(later.next_piece().expect("read").as_ref(), Some(&read[1]));
}

#[test]
fn a_torn_record_hides_neither_the_next_line_nor_what_follows_in_its_own() {
    let torn = &numbered(0)[..20];
    let good = numbered(1);
    for (gap, kind) in [(&b""[..], DamageKind::Torn), (b"\n", DamageKind::Cut)] {
        let log = [torn, gap, &good].concat();
        let read = pieces(&log);
        assert_eq!(read[0], damage(0, 20 + gap.len(), kind));
        assert_eq!(kinds(&read), ["n1"]);
        assert_eq!(read.len(), 2);
    }
}

#[test]
fn a_last_piece_without_a_newline_may_still_be_written() {
    let good = numbered(0);
    let next = numbered(1);
    for cut in 1..next.len() {
        let log = [&good[..], &next[..cut]].concat();
        let read = pieces(&log);
        assert_eq!(kinds(&read), ["n0"]);
        assert_eq!(
            read[1],
            Piece::Tail {
                position: at(good.len()),
                bytes: cut as u64
            }
        );
    }
}

#[test]
fn damage_is_named_by_what_is_wrong() {
    let mut changed = numbered(0);
    changed[HEADER_BYTES + 3] ^= 1;
    let mut newer = numbered(0);
    newer[2] = b'2';
    for (line, kind) in [
        (changed, DamageKind::Checksum),
        (newer, DamageKind::OtherVersion),
        (framed("[1]"), DamageKind::NotJson),
        (framed(r#"{"kind":"publish"}"#), DamageKind::NotJson),
        (framed(r#"{"id":"no kind"}"#), DamageKind::NotJson),
        (b"a line of somebody\n".to_vec(), DamageKind::Torn),
        (b"rj1 99999 00000000 {}\n".to_vec(), DamageKind::Torn),
        (b"rj1 60000 00000000 {}\n".to_vec(), DamageKind::Cut),
        (b"rj\n".to_vec(), DamageKind::Cut),
    ] {
        let log = [&line[..], &numbered(1)].concat();
        let read = pieces(&log);
        assert_eq!(
            read[0],
            damage(0, line.len(), kind),
            "{}",
            line.escape_ascii()
        );
        assert_eq!(kinds(&read), ["n1"]);
    }
}

#[test]
fn damage_longer_than_any_buffer_is_one_piece() {
    let junk = vec![b'r'; 5_000_000];
    let log = [&junk[..], &numbered(1), &junk, b"\n", &numbered(2)].concat();
    let read = pieces(&log);
    assert_eq!(read[0], damage(0, junk.len(), DamageKind::Torn));
    assert_eq!(
        read[2],
        damage(
            junk.len() + numbered(1).len(),
            junk.len() + 1,
            DamageKind::Torn
        )
    );
    assert_eq!(kinds(&read), ["n1", "n2"]);
}

#[test]
fn the_longest_record_is_read_at_any_place() {
    let start = r#"{"kind":"long","filler":""#;
    let filler = "x".repeat(RECORD_BYTES_MAX - start.len() - 2);
    let long = framed(&format!("{start}{filler}\"}}"));
    for before in [0, 1, 7, 65_000, 200_000, 262_143] {
        let log = [&vec![b'\n'; before][..], &long, &long, &numbered(1)].concat();
        assert_eq!(
            kinds(&pieces(&log)),
            ["long", "long", "n1"],
            "after {before} bytes"
        );
    }
}
