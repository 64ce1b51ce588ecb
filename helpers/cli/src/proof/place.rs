//! The paths that a layout makes out of an id and a directory. Text only: nothing here
//! looks at a file, except that a directory is resolved as its agent did.

use std::path::{Path, PathBuf};

/// What stands for anything within one part of a path.
const ANYTHING: &str = "{*}";

/// Writes a directory as a part of a path.
type Fill = fn(&str) -> String;

/// Holes for the directory of a conversation, with how each is filled.
const CWD_HOLES: [(&str, Fill); 4] = [
    ("{cwd|dashes}", dashes),
    ("{cwd|slashes}", slashes),
    ("{cwd|inner}", inner),
    ("{cwd|percent}", percent),
];

/// How many characters of an id stand for it in `{id|8}`.
const SHORT_ID: usize = 8;

/// One part of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// This name.
    Named(String),
    /// A name that begins with the first text, ends with the last, and has the others
    /// between them in their order.
    Like(Vec<String>),
}

impl Part {
    fn of(text: &str) -> Self {
        if text.contains(ANYTHING) {
            Self::Like(text.split(ANYTHING).map(str::to_owned).collect())
        } else {
            Self::Named(text.to_owned())
        }
    }

    /// Tells whether a name is one of those.
    pub(super) fn fits(&self, name: &[u8]) -> bool {
        let texts = match self {
            Self::Named(text) => return text.as_bytes() == name,
            Self::Like(texts) => texts,
        };
        let [first, between @ .., last] = texts.as_slice() else {
            return false;
        };
        let rest = name.strip_prefix(first.as_bytes());
        let mut rest = rest.and_then(|rest| rest.strip_suffix(last.as_bytes()));
        for text in between {
            rest = rest.and_then(|rest| behind(rest, text.as_bytes()));
        }
        rest.is_some()
    }
}

/// Returns what follows the first occurrence of `text`.
fn behind<'r>(rest: &'r [u8], text: &[u8]) -> Option<&'r [u8]> {
    if text.is_empty() {
        return Some(rest);
    }
    let at = rest.windows(text.len()).position(|part| part == text)?;
    rest.get(at + text.len()..)
}

/// Returns the parts of the path of `id`. Without a directory, anything may stand for it.
pub(super) fn parts(template: &str, id: &str, cwd: Option<&str>) -> Vec<Part> {
    let mut filled = with_id(template, id);
    for (hole, fill) in CWD_HOLES {
        if filled.contains(hole) {
            filled = filled.replace(hole, &cwd.map_or(ANYTHING.to_owned(), fill));
        }
    }
    filled.split('/').map(Part::of).collect()
}

/// Returns a path in which `id` is filled in.
pub(super) fn with_id(template: &str, id: &str) -> String {
    let short = id.get(..SHORT_ID).unwrap_or(id);
    template
        .replace("{id|8}", short)
        .replace("{id|hex}", &id.replace('-', ""))
        .replace("{id}", id)
}

/// Tells whether the path depends on the directory.
pub(super) fn by_directory(template: &str) -> bool {
    template.contains("{cwd|")
}

/// Tells whether conversations with other ids have the same path.
pub(super) fn shares_names(template: &str) -> bool {
    template.contains("{id|8}")
}

/// Returns a directory as its agent sees it; nothing if no layout can name it.
pub(super) fn real(cwd: &Path) -> Option<String> {
    // A directory that is gone has no real path; its recorded one is the best there is.
    let real = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
    let text = real.to_str().filter(|_| cwd.is_absolute())?;
    (!text.contains(['{', '}'])).then(|| text.to_owned())
}

/// Returns the one path that these parts name, if they leave nothing open.
pub(super) fn named(root: &Path, parts: &[Part]) -> Option<PathBuf> {
    parts
        .iter()
        .try_fold(root.to_owned(), |path, part| match part {
            Part::Named(name) => Some(path.join(name)),
            Part::Like(_) => None,
        })
}

/// Tells whether a directory is one of those, by whatever path.
pub fn is_one_of(cwd: &Path, directories: &[&Path]) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let here = real(cwd);
    directories
        .iter()
        .any(|directory| *directory == cwd || real(directory) == here)
}

fn dashes(cwd: &str) -> String {
    let dash = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    cwd.chars().map(dash).collect()
}

fn slashes(cwd: &str) -> String {
    cwd.replace('/', "-")
}

fn inner(cwd: &str) -> String {
    slashes(cwd.trim_start_matches('/'))
}

/// Escapes all but the characters that RFC 3986 leaves alone.
fn percent(cwd: &str) -> String {
    escape(cwd.as_bytes(), b"")
}

/// Escapes all but the characters that RFC 3986 leaves alone, and those in `kept`.
pub(super) fn escape(bytes: &[u8], kept: &[u8]) -> String {
    let mut escaped = String::with_capacity(bytes.len());
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || kept.contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}
