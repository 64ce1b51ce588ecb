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

/// Ids of which a command line may name one only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict(pub Vec<String>);

/// One selector, and the words in which it was found.
struct Found {
    asked: Asked,
    words: usize,
}

/// Reads what `words`, the arguments behind the program, ask for. Words behind a bare
/// `--` are a prompt and ask for nothing.
///
/// # Errors
/// They ask for more than one conversation.
pub fn asked(agent: &Agent, words: &[OsString]) -> Result<Option<Asked>, Conflict> {
    let words = options(words);
    let asks = || {
        let here = |ask: &&'static Ask| ask.with.iter().all(|word| words.contains(word));
        agent.argv.asks.iter().filter(here)
    };
    let all: Vec<Asked> = asks()
        .flat_map(|ask| (0..words.len()).filter_map(|at| matched(agent, ask, &words[at..])))
        .map(|found| found.asked)
        .collect();
    let ids = distinct(all.iter().filter_map(|asked| asked.id.as_ref()));
    let news = distinct(all.iter().filter_map(|asked| asked.new.as_ref()));
    // The definition lists the most specific selector first.
    let Some(first) = all.first() else {
        return Ok(None);
    };
    if ids.len() > 1 || news.len() > 1 {
        return Err(Conflict([ids, news].concat()));
    }
    let (id, new) = (ids.into_iter().next(), news.into_iter().next());
    if let ("resume", Some(id), Some(new)) = (first.how, &id, &new) {
        return Err(Conflict(vec![id.clone(), new.clone()])); // nothing new comes of it
    }
    Ok(Some(Asked {
        how: first.how,
        id,
        new,
    }))
}

/// Returns how many words at the start of `words` select a conversation. `line` is the
/// whole command line.
pub fn selector(agent: &Agent, line: &[&str], words: &[&str]) -> usize {
    let mut spans = agent.argv.asks.iter().map(|ask| {
        let applies = ask.with.iter().all(|word| line.contains(word));
        let with = words.first().is_some_and(|word| ask.with.contains(word));
        match matched(agent, ask, words) {
            _ if !applies => 0,
            Some(found) => found.words,
            None => usize::from(with && holds(agent, ask, line)),
        }
    });
    spans.find(|span| *span > 0).unwrap_or(0)
}

/// Returns the words in front of a bare `--`. One that is not UTF-8 is no option and no
/// id, but keeps its place.
pub fn options(words: &[OsString]) -> Vec<&str> {
    words
        .iter()
        .map(|word| word.to_str().unwrap_or("\u{fffd}"))
        .take_while(|word| *word != "--")
        .collect()
}

fn holds(agent: &Agent, ask: &'static Ask, line: &[&str]) -> bool {
    (0..line.len()).any(|at| matched(agent, ask, &line[at..]).is_some())
}

fn distinct<'a>(ids: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for id in ids {
        if !distinct.contains(id) {
            distinct.push(id.clone());
        }
    }
    distinct
}

/// Matches a selector against the words at the start of `words`.
fn matched(agent: &Agent, ask: &'static Ask, words: &[&str]) -> Option<Found> {
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
    let (all, words) = match attached {
        Some((hole, value)) => (fill(hole, value), 1),
        None => {
            let mut pairs = ask.argv.iter().zip(words);
            let fits = ask.argv.len() <= words.len();
            (
                fits && pairs.all(|(hole, word)| fill(hole, word)),
                ask.argv.len(),
            )
        }
    };
    all.then_some(Found { asked, words })
}

/// Returns the value of `--option=value` or `-ovalue`.
pub fn attached_value<'w>(option: &str, word: &'w str) -> Option<&'w str> {
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
        let asked = asked(agent, &words).expect("one conversation at most");
        asked.map(|asked| (asked.how, asked.id, asked.new))
    }

    fn conflict(agent: &str, line: &str) -> Vec<String> {
        let agent = rejoin_agents::find(agent.as_bytes()).expect("a known agent");
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        asked(agent, &words).expect_err("a conflict").0
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
    fn two_conversations_on_one_line_are_a_conflict_that_names_them() {
        let both = [A.to_owned(), B.to_owned()];
        for line in [
            format!("--resume {A} --resume {B}"),
            format!("--resume {A} -r {B}"),
            format!("--resume {A} --session-id {B}"),
            format!("--session-id={B} -r{A}"),
            format!("--session-id {A} --session-id {B}"),
            format!("--resume {A} --resume {B} --fork-session"),
        ] {
            assert_eq!(conflict("claude", &line), both, "{line}");
        }
        assert_eq!(
            asks("claude", &format!("--resume {A} --resume {A}")).map(|a| a.0),
            Some("resume")
        );
    }
}
