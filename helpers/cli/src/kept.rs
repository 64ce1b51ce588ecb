//! Which words of a person's command line may be recorded and repeated: the options that
//! the agent's definition lists, and nothing else. A prompt, a word that no definition
//! names, and a value of such a word never get through here.

use crate::asks::{attached_value, options, selector};
use rejoin_agents::{Agent, Keep, Takes};
use std::ffi::OsString;

/// Most words that are recorded; a line that a person types has fewer.
pub const WORDS_MAX: usize = 64;

/// Most bytes that are recorded; one record holds 64 KiB, and the fold keeps it.
pub const BYTES_MAX: usize = 4_096;

/// The words of a command line that a later start may repeat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// They, in their order.
    pub words: Vec<OsString>,
    /// How many words were left out. Selectors of a conversation and what a definition
    /// adds by itself do not count.
    pub left_out: usize,
}

/// Reads the arguments behind the program.
pub fn kept(agent: &Agent, words: &[OsString]) -> Kept {
    let line = options(words);
    let mut kept = Kept {
        words: Vec::new(),
        left_out: words.len() - line.len(),
    };
    let mut bytes = 0;
    let mut at = 0;
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let known = selector(agent, &line, rest);
        if known > 0 || agent.launch.args.contains(&rest[0]) {
            at += known.max(1);
            continue;
        }
        let span = agent.launch.keep.iter().find_map(|keep| span(keep, rest));
        let end = at + span.unwrap_or(1);
        let size: usize = line[at..end].iter().map(|word| word.len()).sum();
        let fits = kept.words.len() + end - at <= WORDS_MAX && bytes + size <= BYTES_MAX;
        if span.is_some() && fits {
            kept.words.extend_from_slice(&words[at..end]);
            bytes += size;
        } else {
            kept.left_out += end - at;
        }
        at = end;
    }
    kept
}

/// Returns how many words at the start of `words` are this option with what belongs to it.
fn span(keep: &Keep, words: &[&str]) -> Option<usize> {
    let (first, rest) = words.split_first()?;
    let attached = keep.takes != Takes::Nothing && attached_value(keep.option, first).is_some();
    if attached {
        return Some(1);
    }
    let values = || {
        rest.iter()
            .take_while(|word| !word.starts_with('-'))
            .count()
    };
    match keep.takes {
        _ if *first != keep.option => None,
        Takes::Nothing => Some(1),
        Takes::One => (!rest.is_empty()).then_some(2),
        Takes::Many => Some(1 + values()).filter(|span| *span > 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "aaaaaaaa-0000-4000-8000-00000000000a";

    fn of(agent: &str, line: &str) -> (String, usize) {
        let agent = rejoin_agents::find(agent.as_bytes()).expect("a known agent");
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let kept = kept(agent, &words);
        let words: Vec<_> = kept
            .words
            .iter()
            .map(|word| word.to_string_lossy())
            .collect();
        (words.join(" "), kept.left_out)
    }

    fn all(line: &str) -> (String, usize) {
        (line.to_owned(), 0)
    }

    #[test]
    fn options_that_the_definition_lists_are_kept_with_what_belongs_to_them() {
        for line in [
            "--model opus --verbose",
            "--model=opus",
            "--add-dir /a /b --permission-mode plan",
        ] {
            assert_eq!(of("claude", line), all(line), "{line}");
        }
        let line = "-m o3 -mo3 --search --add-dir /a";
        assert_eq!(of("codex", line), all(line));
    }

    #[test]
    fn selectors_and_added_words_are_neither_kept_nor_missed() {
        let line = format!("--resume {A} --fork-session --model opus");
        assert_eq!(of("claude", &line), all("--model opus"));
        let line = format!("--no-daemon -m o3 resume {A}");
        assert_eq!(of("codex", &line), all("-m o3"));
    }

    #[test]
    fn prompts_and_words_that_nobody_knows_are_left_out() {
        for (line, left_out) in [
            ("hello", 1),
            ("mcp add x", 3),
            ("-p hello", 2),
            ("--settings {\"key\":\"s3cret\"}", 2),
            ("--fork-session", 1),
            ("--resume", 1),
            ("--model", 1),
            ("--add-dir", 1),
            ("-- --model opus", 3),
        ] {
            assert_eq!(of("claude", line), (String::new(), left_out), "{line}");
        }
        assert_eq!(
            of("codex", "-c a.key=s3cret -m o3"),
            ("-m o3".to_owned(), 2)
        );
    }

    #[test]
    fn what_is_kept_is_bounded_and_never_half_an_option() {
        let long = format!("--model {} --verbose", "x".repeat(BYTES_MAX));
        assert_eq!(of("claude", &long), ("--verbose".to_owned(), 2));
        let many = ["--verbose"; WORDS_MAX + 3].join(" ");
        assert_eq!(of("claude", &many).1, 3);
    }
}
