//! Reads one agent definition (`schemas/agents/<agent>.toml`) into a checked value.
//!
//! Runs at build time, where `rejoin-agents` turns the value into constants, and in the
//! command-line program for the definitions of a person's own. It must accept nothing that
//! could make a wrong argv, a wrong path or an entry that never matches, and it knows no
//! agent by name.
#![forbid(unsafe_code)]

mod check;
mod line;
mod model;

pub use check::{Fault, check};
pub use model::*;

/// Why a definition was not accepted.
#[derive(Debug)]
pub struct Error {
    /// Line of the text, from 1, if one is at fault.
    pub line: Option<usize>,
    /// What is wrong, with the key.
    pub why: String,
}

impl Error {
    /// Makes an error about a dotted key of `text`.
    #[must_use]
    pub fn at_key(text: &str, key: &str, why: &str) -> Self {
        Self {
            line: line::of_key(text, key),
            why: format!("{key}: {why}"),
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for Error {}

/// Reads and checks a definition.
///
/// # Errors
/// The text is not TOML, lacks a key, has one that the vocabulary does not know, or
/// contradicts itself.
pub fn parse(text: &str) -> Result<Definition, Error> {
    let definition: Definition = toml::from_str(text).map_err(|error| {
        let at = error.span().map(|span| span.start);
        let key = at.and_then(|at| line::key_at(text, at));
        let why = error.message();
        Error {
            line: at.map(|at| line::of_offset(text, at)),
            why: key.map_or(why.to_owned(), |key| format!("{key}: {why}")),
        }
    })?;
    check(&definition).map_err(|fault| Error::at_key(text, &fault.key, &fault.why))?;
    Ok(definition)
}

#[cfg(test)]
mod tests;
