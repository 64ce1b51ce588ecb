//! What the beginning of a transcript may be like.

use super::super::header::{Header, LINES_BYTES_MAX, Pointers, of_lines, of_object};
use super::*;
use std::io::{Cursor, Read, repeat};

const POINTERS: Pointers = Pointers {
    id: "/id",
    cwd: Some("/cwd"),
    needs: None,
};

fn said(text: &str, lines: u32) -> Result<Header, String> {
    of_lines(text.as_bytes(), POINTERS, lines)
}

fn id(text: &str, lines: u32) -> Result<String, String> {
    said(text, lines).map(|header| header.id)
}

#[test]
fn the_first_lines_say_it_together_and_no_later_one_does() {
    let text =
        "{\"type\":\"title\",\"pad\":\"   \"}\n{\"id\":\"a\"}\n{\"id\":\"b\",\"cwd\":\"/w\"}\n";
    assert!(id(text, 1).is_err());
    let header = said(text, 2).expect("named");
    assert_eq!((header.id.as_str(), header.cwd), ("a", None));
    let header = said(text, 3).expect("named");
    let cwd = Some(PathBuf::from("/w"));
    assert_eq!((header.id.as_str(), header.cwd), ("a", cwd));
}

#[test]
fn what_is_torn_empty_or_no_object_says_so() {
    for (text, part) in [
        ("", "empty"),
        ("{\"id\":\"a\"", "before it is whole"),
        ("{\"id\":\"a\",\"x\":\n\"b\"}\n", "not a JSON object"),
        ("\n{\"id\":\"a\"}\n", "not a JSON object"),
        ("[{\"id\":\"a\"}]\n", "not a JSON object"),
        ("{\"id\":\"a\"} {\"id\":\"b\"}\n", "not a JSON object"),
        ("{\"id\":7}\n", "names no conversation"),
        ("{\"id\":null}\n", "names no conversation"),
        ("{\"id\":\"a\",\"id\":\"b\"}\n", "names no conversation"),
        ("{\"id\":\"\\u001b[2J\"}\n", "names no conversation"),
        ("{}\n", "names no conversation"),
    ] {
        let error = id(text, 1).expect_err(text);
        assert!(error.contains(part), "{text:?}: {error}");
    }
    // A line that is not understood hides no other one, and what was said stays said.
    assert_eq!(id("oops\n{\"id\":\"a\"}\n", 2).as_deref(), Ok("a"));
    assert_eq!(id("{\"id\":\"a\"}\n{\"cwd\":\"/w", 2).as_deref(), Ok("a"));
    assert_eq!(id("{\"id\":\"a\"}", 1).as_deref(), Ok("a"));
}

#[test]
fn a_directory_that_no_process_could_work_in_is_none() {
    for cwd in ["", "w", "../w", "/w\\u0000", "/w\\n"] {
        let text = format!("{{\"id\":\"a\",\"cwd\":\"{cwd}\"}}\n");
        assert_eq!(said(&text, 1).expect("named").cwd, None, "{cwd}");
    }
    let long = "/w".repeat(3000);
    let text = format!("{{\"id\":\"a\",\"cwd\":\"{long}\"}}\n");
    assert_eq!(said(&text, 1).expect("named").cwd, None);
}

#[test]
fn a_header_of_some_megabytes_is_read() {
    let pad = "x".repeat(5_000_000);
    let text = format!("{{\"instructions\":\"{pad}\",\"id\":\"a\",\"cwd\":\"/w\"}}\nrest");
    assert_eq!(id(&text, 1).as_deref(), Ok("a"));
    let text = format!("{{\"history\":[\"{pad}\"],\"id\":\"a\"}}");
    let header = of_object(text.as_bytes(), POINTERS).expect("named");
    assert_eq!(header.id, "a");
}

/// Counts what is taken from it.
struct Counted<R>(R, u64);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1 += read as u64;
        Ok(read)
    }
}

#[test]
fn a_first_line_of_any_length_costs_no_more_than_the_bound() {
    let begin = Cursor::new(b"{\"pad\":\"".to_vec());
    let mut endless = Counted(begin.chain(repeat(b'x').take(64 << 20)), 0);
    let error = of_lines(&mut endless, POINTERS, 8).expect_err("no id");
    assert!(error.contains("longer than is read"), "{error}");
    assert_eq!(endless.1, LINES_BYTES_MAX as u64);
    // What was named before it stays named.
    let begin = Cursor::new(b"{\"id\":\"a\"}\n{\"pad\":\"".to_vec());
    let endless = begin.chain(repeat(b'x').take(64 << 20));
    let header = of_lines(endless, POINTERS, 8).expect("named");
    assert_eq!(header.id, "a");
    // Nor is more read than is asked for.
    let begin = Cursor::new(b"{\"id\":\"a\",\"cwd\":\"/w\"}\n".to_vec());
    let mut endless = Counted(begin.chain(repeat(b'x').take(64 << 20)), 0);
    of_lines(&mut endless, POINTERS, 8).expect("named");
    assert!(endless.1 <= 65_536, "{}", endless.1);
}

#[test]
fn a_header_nested_without_end_is_not_followed() {
    let deep = format!("{{\"x\":{}", "[".repeat(100_000));
    assert!(id(&deep, 1).expect_err("no id").contains("longer"));
}
