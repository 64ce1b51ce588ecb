//! The words that a person puts behind a command line of ours: they may say how the
//! conversation is held, and never which one.

use crate::answer::Way;
use crate::asks::asked;
use crate::error::Error;
use crate::print::plain;
use crate::refusal;
use std::ffi::OsString;

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
    let asks = |words: &[OsString]| asked(way.agent, words);
    let before = asks(&line[..line.len() - extra.len()]);
    if asks(extra) == Ok(None) && asks(&line) == before {
        return Ok(());
    }
    let cause = "the words behind -- select, resume or fork a conversation themselves";
    Err(refusal::SELECTORS_CONFLICT.error(cause))
}
