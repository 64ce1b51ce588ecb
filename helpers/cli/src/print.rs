//! Everything this program writes goes through here: a writer that outlives its reader,
//! text from outside made harmless for a terminal, and words quoted for a shell.
//!
//! It must never panic on a closed pipe, and never write a colour.

use std::ffi::OsStr;
use std::fmt::{self, Display};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;

/// Standard output. A reader that went away is no error: what it will not read is
/// dropped, and [`Printer::closed`] tells those who would go on for ever.
pub struct Printer<W: Write = io::Stdout> {
    out: BufWriter<W>,
    closed: bool,
    written: bool,
    failed: Option<io::Error>,
}

impl Printer {
    /// Prints to standard output.
    pub fn stdout() -> Self {
        Self::to(io::stdout())
    }
}

impl<W: Write> Printer<W> {
    /// Prints to `out`.
    pub fn to(out: W) -> Self {
        Self {
            out: BufWriter::new(out),
            closed: false,
            written: false,
            failed: None,
        }
    }

    /// Tells whether nobody reads any more.
    pub fn closed(&self) -> bool {
        self.closed || self.failed.is_some()
    }

    /// Tells whether anything was printed.
    pub fn written(&self) -> bool {
        self.written
    }

    /// Writes out what is left, and returns the first error that was not a closed pipe.
    pub fn finish(mut self) -> Option<io::Error> {
        let flushed = self.out.flush();
        self.note(flushed);
        let (failed, _) = (self.failed.take(), self.out.into_parts());
        failed
    }

    // An error is kept, not returned: no caller could do anything but stop silently.
    fn note(&mut self, done: io::Result<()>) {
        match done {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.closed = true,
            Err(error) => {
                self.failed.get_or_insert(error);
            }
        }
    }
}

impl<W: Write> Write for Printer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written |= !bytes.is_empty();
        if !self.closed() {
            let done = self.out.write_all(bytes);
            self.note(done);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.closed() {
            let done = self.out.flush();
            self.note(done);
        }
        Ok(())
    }
}

/// Writes a note for people to standard error; if nobody reads it, so be it.
pub fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "rejoin: {text}");
}

/// Shows text from outside on one line, without anything that a terminal obeys.
pub fn plain(text: &(impl AsRef<OsStr> + ?Sized)) -> Plain<'_> {
    Plain(text.as_ref())
}

/// See [`plain`].
pub struct Plain<'t>(&'t OsStr);

impl Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = String::new();
        for chunk in self.0.as_bytes().utf8_chunks() {
            for character in chunk.valid().chars() {
                if is_obeyed(character) {
                    shown.extend(character.escape_unicode());
                } else {
                    shown.push(character);
                }
            }
            for byte in chunk.invalid() {
                shown.push_str(&format!("\\x{byte:02x}"));
            }
        }
        f.pad(&shown)
    }
}

/// Tells whether a terminal acts on this character, or shows others elsewhere for it.
fn is_obeyed(character: char) -> bool {
    character.is_control() // C0, DEL and C1
        || matches!(character,
            '\u{61c}' | '\u{200b}'..='\u{200f}' // direction marks, no width
            | '\u{2028}'..='\u{202e}' // separators, embeddings, overrides
            | '\u{2060}'..='\u{206f}' // isolates, invisible operators
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}') // tags
}

/// Quotes a word so that any POSIX shell reads exactly its bytes, and a terminal that
/// shows the quoted form obeys none of them. A newline stands as itself.
pub fn quoted(word: &(impl AsRef<OsStr> + ?Sized)) -> String {
    let bytes = word.as_ref().as_bytes();
    let bare = |byte: &u8| byte.is_ascii_alphanumeric() || b"%+,-./:=@_".contains(byte);
    if !bytes.is_empty() && bytes.iter().all(bare) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let mut quoted = String::new();
    let mut raw = Vec::new(); // bytes that only printf(1) can say
    let mut text = String::new(); // characters that stand between single quotes
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if is_obeyed(character) && character != '\n' {
                flush_text(&mut quoted, &mut text);
                raw.extend(character.encode_utf8(&mut [0; 4]).bytes());
            } else {
                flush_raw(&mut quoted, &mut raw);
                text.push(character);
            }
        }
        if !chunk.invalid().is_empty() {
            flush_text(&mut quoted, &mut text);
            raw.extend(chunk.invalid());
        }
    }
    flush_raw(&mut quoted, &mut raw);
    flush_text(&mut quoted, &mut text);
    if quoted.is_empty() {
        "''".to_owned()
    } else {
        quoted
    }
}

fn flush_text(quoted: &mut String, text: &mut String) {
    if !text.is_empty() {
        quoted.push('\'');
        quoted.push_str(&text.replace('\'', "'\\''"));
        quoted.push('\'');
        text.clear();
    }
}

fn flush_raw(quoted: &mut String, raw: &mut Vec<u8>) {
    if !raw.is_empty() {
        let octal: String = raw.iter().map(|byte| format!("\\{byte:03o}")).collect();
        quoted.push_str(&format!("\"$(printf '{octal}')\""));
        raw.clear();
    }
}

/// Writes rows in columns as wide as their widest cell; the last column is not padded.
/// Cells are shown as [`plain`] shows them.
pub fn table(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    let shown: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| plain(cell).to_string()).collect())
        .collect();
    let width = |column: usize| {
        shown
            .iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
    };
    let columns = shown.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| width(column).unwrap_or(0))
        .collect();
    for row in &shown {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(&format!("{cell:width$}  "));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    struct Closed(ErrorKind);

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_went_away_is_no_error() {
        let mut printer = Printer::to(Closed(ErrorKind::BrokenPipe));
        writeln!(printer, "one")
            .and_then(|()| printer.flush())
            .expect("swallowed");
        writeln!(printer, "two").expect("swallowed");
        assert!(printer.closed());
        assert!(printer.finish().is_none());
    }

    #[test]
    fn a_full_disk_under_the_output_is_an_error() {
        let mut printer = Printer::to(Closed(ErrorKind::StorageFull));
        writeln!(printer, "one").expect("kept for later");
        assert!(printer.finish().is_some());
    }

    #[test]
    fn nothing_that_a_terminal_obeys_gets_through() {
        let bad = "a\u{1b}]0;x\u{7}b\nc\u{9b}31md\u{202e}e\u{7f}\u{2066}";
        let shown = plain(bad).to_string();
        assert!(!shown.chars().any(is_obeyed), "{shown}");
        assert_eq!(plain("/w/\u{fc} x").to_string(), "/w/\u{fc} x");
        let bytes = OsString::from_vec(b"/w/\xff".to_vec());
        assert_eq!(plain(&bytes).to_string(), "/w/\\xff");
    }

    #[test]
    fn harmless_words_stay_as_they_are() {
        for word in ["claude", "--resume", "/w/a_b-c.d", "A=b", "%3"] {
            assert_eq!(quoted(word), word);
        }
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted("~/x"), "'~/x'");
    }

    #[test]
    fn columns_line_up_and_lines_have_no_trailing_space() {
        let mut out = Vec::new();
        let rows = [
            vec!["A".into(), "LONG".into()],
            vec!["bbb".into(), "\u{1b}".into()],
        ];
        table(&mut out, &rows).expect("written");
        assert_eq!(
            String::from_utf8(out).expect("utf-8"),
            "A    LONG\nbbb  \\u{1b}\n"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn a_shell_reads_exactly_the_bytes_that_were_quoted(
            word in proptest::collection::vec(1u8.., 0..24)
        ) {
            let word = OsString::from_vec(word);
            let line = format!("printf %s {}", quoted(&word));
            prop_assert!(!line.chars().any(|c| is_obeyed(c) && c != '\n'), "{:?}", line);
            let run = std::process::Command::new("/bin/sh").arg("-c").arg(&line).output();
            prop_assert_eq!(run.expect("a shell runs").stdout, word.as_bytes());
        }
    }
}
