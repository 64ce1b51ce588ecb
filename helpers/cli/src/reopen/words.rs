//! The words that a person puts behind a command line of ours: they may say how the
//! conversation is held, and never which one.

use crate::answer::Way;
use crate::asks::asked;
use crate::error::Error;
use crate::print::plain;
use crate::refusal;
use rejoin_agents::Agent;
use std::ffi::{OsStr, OsString};

/// Options by which agents select the latest conversation.
const LATEST: [&str; 5] = [
    "--continue",
    "--last",
    "--latest",
    "--recent",
    "--resume-last",
];

/// The short form of the first. Elsewhere it is an option that takes a value.
const LATEST_SHORT: &str = "-c";

/// Checks that the whole line still asks for what the way asks for.
///
/// # Errors
/// It asks for another conversation, or for the latest.
pub fn check(way: &Way, extra: &[OsString]) -> Result<(), Error> {
    let options: Vec<&OsString> = extra.iter().take_while(|word| *word != "--").collect();
    for (at, word) in options.iter().enumerate() {
        let next = options.get(at + 1);
        let bare = next.is_none_or(|next| next.as_encoded_bytes().starts_with(b"-"));
        let latest = LATEST.iter().any(|latest| *word == latest);
        if latest || (*word == LATEST_SHORT && bare) {
            let cause = format!(
                "{} selects whatever conversation is the latest",
                plain(*word)
            );
            return Err(refusal::RECENCY_SELECTOR.error(cause));
        }
    }
    let words = way
        .argv
        .iter()
        .skip(1)
        .map(|word| word.as_os_str().to_owned());
    let line: Vec<OsString> = words.chain(extra.iter().cloned()).collect();
    let selects = options.iter().any(|word| is_selector(way.agent, word));
    let asks = |words: &[OsString]| asked(way.agent, words);
    let before = asks(&line[..line.len() - extra.len()]);
    if !selects && asks(extra) == Ok(None) && asks(&line) == before {
        return Ok(());
    }
    let cause = "the words behind -- select, resume or fork a conversation themselves";
    Err(refusal::SELECTORS_CONFLICT.error(cause))
}

/// Tells whether a word is an option that names a conversation, whatever stands behind it:
/// without a value, or with one that is no id, an agent may ask or take the latest.
fn is_selector(agent: &Agent, word: &OsStr) -> bool {
    let word = word.as_encoded_bytes();
    let name = word.split(|&byte| byte == b'=').next().unwrap_or(word);
    let asks = agent.argv.asks.iter();
    let mut options = asks.filter_map(|ask| ask.argv.first());
    name.starts_with(b"-") && options.any(|option| option.as_bytes() == name)
}
