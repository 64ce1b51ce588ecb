//! The same question where a terminal cannot move its caret: numbered lines, and an
//! answer typed as a line.

use super::Action;
use super::matching::Matching;
use super::screen::Row;
use std::io::{self, BufRead, Read, Write, stderr, stdin};

/// Most rows that are listed at once.
const LISTED_MAX: usize = 20;

/// Most bytes of an answer.
const ANSWER_BYTES_MAX: u64 = 1024;

const HELP: &str = "NUMBER resumes, `f NUMBER` forks, `p NUMBER` pins it here, `c NUMBER` prints its command line;\n\
                    words narrow the list, nothing leaves: ";

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
enum Answer<'a> {
    Leave,
    /// The place in the list, from zero.
    Do(Action, usize),
    Narrow(&'a str),
}

/// Asks; nothing means that the person left.
///
/// # Errors
/// The terminal fails.
pub fn ask(
    rows: &[Row],
    matching: &mut Matching,
    note: Option<&str>,
    query: &str,
) -> io::Result<Option<(usize, Action)>> {
    let mut query = query.to_owned();
    if let Some(note) = note {
        writeln!(stderr(), "{note}")?;
    }
    loop {
        let found = matching.find(&query);
        let mut shown = listed(rows, &found);
        shown.push_str(HELP);
        stderr().write_all(shown.as_bytes())?;
        let mut line = Vec::new();
        let mut input = stdin().lock().take(ANSWER_BYTES_MAX);
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match read(&line, found.len().min(LISTED_MAX)) {
            Answer::Leave => return Ok(None),
            Answer::Do(action, place) => return Ok(found.get(place).map(|n| (*n, action))),
            Answer::Narrow(words) => words.clone_into(&mut query),
        }
    }
}

fn listed(rows: &[Row], found: &[usize]) -> String {
    let mut text = String::new();
    for (place, number) in found.iter().take(LISTED_MAX).enumerate() {
        let cells = rows.get(*number).map(|row| row.cells.join("  "));
        text.push_str(&format!(
            "{:>3}  {}\n",
            place + 1,
            cells.unwrap_or_default()
        ));
    }
    match found.len() {
        0 => text.push_str("nothing matches\n"),
        more if more > LISTED_MAX => text.push_str(&format!("and {} more\n", more - LISTED_MAX)),
        _ => {}
    }
    text
}

/// Reads an answer to a list of `listed` lines. A number that is on none of them narrows.
fn read(line: &str, listed: usize) -> Answer<'_> {
    let line = line.trim();
    if line.is_empty() {
        return Answer::Leave;
    }
    let (action, number) = match line.split_once(' ') {
        Some(("f", number)) => (Action::Fork, number),
        Some(("p", number)) => (Action::Pin, number),
        Some(("c", number)) => (Action::Copy, number),
        _ => (Action::Resume, line),
    };
    match number.trim().parse::<usize>() {
        Ok(number) if (1..=listed).contains(&number) => Answer::Do(action, number - 1),
        _ => Answer::Narrow(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_acts_only_on_a_number_that_is_listed() {
        assert_eq!(read(" 2\n", 3), Answer::Do(Action::Resume, 1));
        assert_eq!(read("f 1", 3), Answer::Do(Action::Fork, 0));
        assert_eq!(read("c 3", 3), Answer::Do(Action::Copy, 2));
        assert_eq!(read("4", 3), Answer::Narrow("4"));
        assert_eq!(read("0", 3), Answer::Narrow("0"));
        assert_eq!(read("fish", 3), Answer::Narrow("fish"));
        assert_eq!(read("\n", 3), Answer::Leave);
    }
}
