//! Which conversation a person's command line asks for, by the selectors of its agent.
//!
//! A pure reading of words: it must never guess what an option that no definition
//! names might mean, and two different answers are no answer.

use rejoin_agents::{Agent, Ask};
use std::ffi::OsString;

/// What a command line asks of its agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// `fresh`, `resume` or `fork`.
    pub how: &'static str,
    /// The conversation that is resumed or forked.
    pub id: Option<String>,
    /// The id that a new conversation or child is to have.
    pub new: Option<String>,
}

/// Reads what `words`, the arguments behind the program, ask for. Words behind a bare
/// `--` are a prompt and ask for nothing.
pub fn asked(agent: &Agent, words: &[OsString]) -> Option<Asked> {
    // A word that is not UTF-8 is no option and no id, but keeps its place.
    let words: Vec<&str> = words
        .iter()
        .map(|word| word.to_str().unwrap_or("\u{fffd}"))
        .take_while(|word| *word != "--")
        .collect();
    let ask = agent.argv.asks.iter().find(|ask| {
        ask.with.iter().all(|word| words.contains(word)) && holds(agent, ask, &words)
    })?;
    let mut found = the_one(agent, ask, &words)?;
    if found.id.is_some() && found.new.is_none() {
        let fresh = agent.argv.asks.iter().filter(|other| other.how == "fresh");
        found.new = fresh
            .filter_map(|ask| the_one(agent, ask, &words))
            .find_map(|a| a.new);
    }
    if found.how == "resume" {
        found.new = None; // nothing new comes of it
    }
    Some(found)
}

fn holds(agent: &Agent, ask: &'static Ask, words: &[&str]) -> bool {
    (0..words.len()).any(|at| matched(agent, ask, &words[at..]).is_some())
}

/// Returns what a selector finds, if it finds one thing only.
fn the_one(agent: &Agent, ask: &'static Ask, words: &[&str]) -> Option<Asked> {
    let mut found = (0..words.len()).filter_map(|at| matched(agent, ask, &words[at..]));
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// Matches a selector against the words at the start of `words`.
fn matched(agent: &Agent, ask: &'static Ask, words: &[&str]) -> Option<Asked> {
    let mut asked = Asked {
        how: ask.how,
        id: None,
        new: None,
    };
    let mut fill = |hole: &str, value: &str| {
        let place = match hole {
            "{id}" => &mut asked.id,
            "{new}" => &mut asked.new,
            literal => return literal == value,
        };
        *place = Some(value.to_owned());
        agent.id.accepts(value)
    };
    let attached = match ask.argv {
        [option, hole] => words
            .first()
            .and_then(|word| attached_value(option, word))
            .map(|value| (hole, value)),
        _ => None,
    };
    let all = match attached {
        Some((hole, value)) => fill(hole, value),
        None => {
            ask.argv.len() <= words.len()
                && ask
                    .argv
                    .iter()
                    .zip(words)
                    .all(|(hole, word)| fill(hole, word))
        }
    };
    all.then_some(asked)
}

/// Returns the value of `--option=value` or `-ovalue`.
fn attached_value<'w>(option: &str, word: &'w str) -> Option<&'w str> {
    let rest = word.strip_prefix(option)?;
    if option.starts_with("--") {
        rest.strip_prefix('=')
    } else {
        (option.starts_with('-') && !rest.is_empty()).then_some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "aaaaaaaa-0000-4000-8000-00000000000a";
    const B: &str = "bbbbbbbb-0000-4000-8000-00000000000b";

    fn asks(agent: &str, line: &str) -> Option<(&'static str, Option<String>, Option<String>)> {
        let agent = rejoin_agents::find(agent.as_bytes()).expect("a known agent");
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        asked(agent, &words).map(|asked| (asked.how, asked.id, asked.new))
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn every_form_of_an_option_with_a_value_counts() {
        for line in [
            format!("--resume {A}"),
            format!("--resume={A}"),
            format!("-r {A}"),
            format!("-r{A}"),
            format!("--model x -r {A} hello"),
        ] {
            assert_eq!(
                asks("claude", &line),
                Some(("resume", some(A), None)),
                "{line}"
            );
        }
        assert_eq!(
            asks("codex", &format!("--no-daemon resume {A} -C /w")).map(|a| a.0),
            Some("resume")
        );
    }

    #[test]
    fn the_most_specific_selector_wins() {
        let line = format!("--fork-session --resume {A}");
        assert_eq!(asks("claude", &line), Some(("fork", some(A), None)));
        let line = format!("--resume {A} --fork-session --session-id {B}");
        assert_eq!(asks("claude", &line), Some(("fork", some(A), some(B))));
        assert_eq!(
            asks("codex", &format!("fork {A}")),
            Some(("fork", some(A), None))
        );
    }

    #[test]
    fn a_chosen_id_is_a_fresh_conversation() {
        assert_eq!(
            asks("claude", &format!("--session-id={B}")),
            Some(("fresh", None, some(B)))
        );
    }

    #[test]
    fn what_is_no_id_asks_for_nothing() {
        for line in [
            "--resume",
            "--resume --continue",
            "--resume title",
            "-c",
            "",
            "--resume=../x",
        ] {
            assert_eq!(asks("claude", line), None, "{line}");
        }
        assert_eq!(asks("codex", "resume --last"), None);
    }

    #[test]
    fn a_prompt_behind_two_dashes_asks_for_nothing() {
        assert_eq!(asks("claude", &format!("-- --resume {A}")), None);
        assert_eq!(
            asks("claude", &format!("--resume {A} -- --fork-session")).map(|a| a.0),
            Some("resume")
        );
    }

    #[test]
    fn two_answers_are_no_answer() {
        assert_eq!(asks("claude", &format!("--resume {A} --resume {B}")), None);
        assert_eq!(
            asks("claude", &format!("--resume {A} --resume {A}")).map(|a| a.0),
            Some("resume")
        );
    }
}
