//! Reads one agent definition (`schemas/agents/<agent>.toml`) into a checked value.
//!
//! Runs at build time, where `rejoin-agents` turns the value into constants. It must
//! accept nothing that could make a wrong argv, a wrong path or an entry that never
//! matches, and it knows no agent by name.
#![forbid(unsafe_code)]

mod check;
mod model;

pub use check::check;
pub use model::*;

/// Why a definition was not accepted. Its text names the key and, where the TOML
/// itself is at fault, the line.
#[derive(Debug)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Reads and checks a definition.
///
/// # Errors
/// The text is not TOML, lacks a key, has one that the vocabulary does not know, or
/// contradicts itself.
pub fn parse(text: &str) -> Result<Definition, Error> {
    let definition: Definition = toml::from_str(text).map_err(|error| Error(error.to_string()))?;
    check(&definition).map_err(Error)?;
    Ok(definition)
}
