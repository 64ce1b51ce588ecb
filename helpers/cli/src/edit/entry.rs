//! Our entry in a hooks file: how it is written, and how it is known again.
//!
//! It is known by what it runs, our program with the agent's word, whatever folder the
//! program is in and however the entry is laid out; never by a comment or a piece of text.

use super::tree::Tree;
use crate::error::{Error, Kind};
use rejoin_agents::{Agent, Exec, Install, Shape};
use std::path::Path;

/// File name of the program that an entry runs.
pub(crate) const HELPER: &str = "rejoin-hook";

/// What the name of an entry starts with, where an agent wants one.
const NAME: &str = "rejoin";

/// Most words of a command of ours: the program, the agent and an event.
const WORDS_MAX: usize = 3;

/// An entry: what it runs, and the members in which the agent wants that said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    members: Vec<(String, Member)>,
}

/// What a member of an entry says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Member {
    /// The same for every event.
    Fixed(Tree),
    /// The event.
    Event,
    /// A name of its own, one an event.
    Name,
    /// A command line, behind which the event is named if the payload does not name it.
    Line {
        /// Program and agent.
        words: String,
        /// Whether the event follows.
        with_event: bool,
    },
    /// The arguments of a program that is run directly.
    Args {
        /// The agent's word.
        agent: String,
        /// Whether the event follows.
        with_event: bool,
    },
}

impl Member {
    fn tree(&self, event: &str) -> Tree {
        match self {
            Self::Fixed(tree) => tree.clone(),
            Self::Event => Tree::text(event),
            Self::Name => Tree::Text(format!("{NAME}-{event}")),
            Self::Line { words, with_event } if *with_event => {
                Tree::Text(format!("{words} {}", quote(event)))
            }
            Self::Line { words, .. } => Tree::text(words),
            Self::Args { agent, with_event } => {
                let event = with_event.then(|| Tree::text(event));
                Tree::Array(std::iter::once(Tree::text(agent)).chain(event).collect())
            }
        }
    }
}

impl Entry {
    /// Makes the entry by which `agent` runs the program `helper`, with just the members that
    /// its file may have.
    ///
    /// # Errors
    /// The path has bytes that the file or the agent's shell could not carry unchanged.
    pub(crate) fn new(helper: &Path, agent: &Agent, install: &Install) -> Result<Self, Error> {
        let path = carried(helper)?;
        let mut members = Vec::new();
        let mut add = |name: &str, member| members.push((name.to_owned(), member));
        let fixed = |text: &str| Member::Fixed(Tree::text(text));
        match install.shape {
            Shape::JsonHooks => add("type", fixed("command")),
            Shape::JsonFlat => {
                if let Some(matcher) = install.matcher {
                    add("matcher", fixed(matcher));
                }
            }
            Shape::TomlHooks => {
                if let Some(key) = install.name_key {
                    add(key, Member::Name);
                }
                add(install.event_key.unwrap_or("event"), Member::Event);
            }
            Shape::YamlHooks | Shape::DropIn | Shape::Plugin | Shape::None => {}
        }
        let names_event = |payload: &rejoin_agents::Payload| payload.event.is_some();
        let with_event = !agent.payload.as_ref().is_some_and(names_event);
        match install.exec {
            Exec::Args => {
                let agent = agent.name.to_owned();
                add("command", fixed(path));
                add("args", Member::Args { agent, with_event });
            }
            Exec::Line => {
                let words = format!("{} {}", line(path)?, agent.name);
                add("command", Member::Line { words, with_event });
            }
        }
        if install.timeout_s > 0 {
            let timeout = install.timeout().to_string();
            add("timeout", Member::Fixed(Tree::Number(timeout)));
        }
        Ok(Self { members })
    }

    /// Makes an entry of these members.
    #[cfg(test)]
    pub(crate) fn of(members: Vec<(&str, Member)>) -> Self {
        let members = members.into_iter();
        Self {
            members: members
                .map(|(name, member)| (name.to_owned(), member))
                .collect(),
        }
    }

    /// Makes the entry of a command line that was read from a file.
    pub(crate) fn of_line(command: &str, timeout_s: u32) -> Self {
        let fixed = |name: &str, tree| (name.to_owned(), Member::Fixed(tree));
        Self {
            members: vec![
                fixed("type", Tree::text("command")),
                fixed("command", Tree::text(command)),
                fixed("timeout", Tree::Number(timeout_s.to_string())),
            ],
        }
    }

    /// Returns the entry of an event as it stands in the file.
    pub(crate) fn tree(&self, event: &str) -> Tree {
        let members = self.members.iter();
        Tree::Object(
            members
                .map(|(name, member)| (name.clone(), member.tree(event)))
                .collect(),
        )
    }
}

/// Returns a path as a text that every notation carries.
///
/// # Errors
/// It has bytes that one of them does not.
pub(crate) fn carried(helper: &Path) -> Result<&str, Error> {
    let path = helper
        .to_str()
        .ok_or_else(|| unusable(helper, "bytes that are not UTF-8"))?;
    if path.chars().any(char::is_control) {
        return Err(unusable(helper, "a control character"));
    }
    Ok(path)
}

/// Returns a path as a word of a command line.
///
/// # Errors
/// It has a character on which shells differ.
pub(super) fn line(path: &str) -> Result<String, Error> {
    // A person's shell may not be a POSIX one, and these two mean something even between
    // single quotes in some of them.
    if path.contains(['\\', '!']) {
        return Err(unusable(
            Path::new(path),
            "a character that shells differ on",
        ));
    }
    Ok(quote(path))
}

fn unusable(helper: &Path, found: &str) -> Error {
    let cause = format!("the path of {HELPER} has {found}: {helper:?}");
    Error::new(Kind::Refused, cause)
        .code("path-unusable")
        .remedy("Put the programs into a folder with a plainer name, or name one with --helper.")
}

/// Tells whether an entry runs our program for this agent.
pub(crate) fn is_ours(entry: &Tree, agent: &str) -> bool {
    let Some(command) = entry.member("command").and_then(Tree::as_text) else {
        return false;
    };
    let words = match entry.member("args") {
        None => split(command),
        Some(args) => args.elements().and_then(|args| {
            let args = args.iter().map(|word| word.as_text().map(str::to_owned));
            std::iter::once(Some(command.to_owned()))
                .chain(args)
                .collect()
        }),
    };
    words.is_some_and(|words| {
        runs_us(words.first().map_or("", String::as_str))
            && words.get(1).is_some_and(|word| word == agent)
            && words.len() <= WORDS_MAX
    })
}

/// Tells whether a program is ours, whatever folder it is in.
pub(crate) fn runs_us(program: &str) -> bool {
    Path::new(program)
        .file_name()
        .is_some_and(|name| name == HELPER)
}

/// Quotes a word for a POSIX shell, if it needs that.
fn quote(word: &str) -> String {
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/._-+,:@%=".contains(&byte)
}

/// Splits a simple command into words. Returns nothing for a line that does more than run
/// one program.
fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => {
                let (inside, rest) = chars.as_str().split_once('\'')?;
                word.get_or_insert_default().push_str(inside);
                chars = rest.chars();
            }
            '"' => {
                let (inside, rest) = chars.as_str().split_once('"')?;
                if inside.contains(['\\', '$', '`']) {
                    return None;
                }
                word.get_or_insert_default().push_str(inside);
                chars = rest.chars();
            }
            '\\' => word
                .get_or_insert_default()
                .push(chars.next().filter(|c| *c != '\n')?),
            c if c.is_control() || "|&;<>()$`*?[]{}#~!".contains(c) => return None,
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests;
