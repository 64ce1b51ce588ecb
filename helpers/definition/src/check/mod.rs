//! What the types of a definition cannot say: bounds, holes, and that its parts agree.

mod argv;
mod capture;
mod store;

use crate::model::{Definition, Shape};

/// Longest program name that the kernel keeps; a longer one would never match.
const PROCESS_NAME_BYTES_MAX: usize = 15;

/// A key that is wrong, and what is wrong with it.
#[derive(Debug)]
pub struct Fault {
    /// The key, with dots between tables.
    pub key: String,
    /// What is wrong.
    pub why: String,
}

/// Checks a definition against itself.
///
/// # Errors
/// Names the key that is wrong, and what is wrong with it.
pub fn check(definition: &Definition) -> Result<(), Fault> {
    word("name", &definition.name)?;
    require(
        !definition.programs.is_empty(),
        "programs",
        "must name at least one",
    )?;
    for program in &definition.programs {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        // It becomes a word of shell text.
        let is_word = program.starts_with(|first: char| first.is_ascii_alphabetic());
        let why = format!("{program:?} is not letters, digits, _, - and ., with a letter first");
        require(is_word && program.bytes().all(plain), "programs", &why)?;
    }
    let quiet = !definition.title.is_empty() && !definition.title.contains(char::is_control);
    require(quiet, "title", "is empty, or has a control character")?;
    require(
        !definition.seen.is_empty() || !definition.read.is_empty(),
        "seen",
        "must name a version, unless read names one",
    )?;
    for name in &definition.processes {
        require(
            name.len() <= PROCESS_NAME_BYTES_MAX,
            "processes",
            "names have at most 15 bytes",
        )?;
    }
    if definition.install.shape == Shape::None {
        capture::none(definition)?;
    } else {
        capture::some(definition)?;
    }
    store::check(&definition.store)?;
    argv::check(&definition.argv)?;
    argv::keep(&definition.launch.keep)
}

/// Checks that every `{...}` in a text is one of `allowed`.
fn holes(key: &str, text: &str, allowed: &[&str]) -> Result<(), Fault> {
    let rest = allowed
        .iter()
        .fold(text.to_owned(), |rest, hole| rest.replace(hole, ""));
    require(
        !rest.contains(['{', '}']),
        key,
        &format!("{text:?} has a hole that is not known"),
    )
}

fn pointer(key: &str, text: &str) -> Result<(), Fault> {
    require(
        text.starts_with('/') && text.len() > 1,
        key,
        "must be a JSON pointer",
    )
}

fn word(key: &str, text: &str) -> Result<(), Fault> {
    let plain = !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    require(plain, key, "is lower-case letters and digits")
}

fn require(holds: bool, key: &str, why: &str) -> Result<(), Fault> {
    if holds {
        Ok(())
    } else {
        Err(Fault {
            key: key.to_owned(),
            why: why.to_owned(),
        })
    }
}
