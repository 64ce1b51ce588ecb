//! Our entry in a hooks file: how it is written, and how it is known again.
//!
//! It is known by what it runs, our program with the agent's word, whatever folder the
//! program is in and however the entry is laid out; never by a comment or a piece of text.

use super::Entries;
use super::style::Style;
use super::tree::Tree;
use crate::error::{Error, Kind};
use rejoin_agents::{Agent, Exec};
use std::path::Path;

/// File name of the program that an entry runs.
pub(crate) const HELPER: &str = "rejoin-hook";

/// Most words of a command of ours: the program, the agent and an event.
const WORDS_MAX: usize = 3;

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Program, or command line.
    command: String,
    /// Arguments, where the agent runs a program directly.
    args: Option<Vec<String>>,
    /// Time limit in seconds.
    timeout_s: u32,
}

impl Entry {
    /// Makes the entry by which `agent` runs the program `helper`.
    ///
    /// # Errors
    /// The path has bytes that the file or the agent's shell could not carry unchanged.
    pub(crate) fn new(helper: &Path, agent: &Agent) -> Result<Self, Error> {
        let refuse = |found: &str| {
            Error::new(
                Kind::Refused,
                format!("the path of {HELPER} has {found}: {helper:?}"),
            )
            .code("path-unusable")
            .remedy(
                "Put the programs into a folder with a plainer name, or name one with --helper.",
            )
        };
        let path = helper
            .to_str()
            .ok_or_else(|| refuse("bytes that are not UTF-8"))?;
        if path.chars().any(char::is_control) {
            return Err(refuse("a control character"));
        }
        let timeout_s = agent.install.timeout_s;
        match agent.install.exec {
            Exec::Args => {
                let args = Some(vec![agent.name.to_owned()]);
                Ok(Self {
                    command: path.to_owned(),
                    args,
                    timeout_s,
                })
            }
            // A person's shell may not be a POSIX one, and these two mean something even
            // between single quotes in some of them.
            Exec::Line if path.contains(['\\', '!']) => {
                Err(refuse("a character that shells differ on"))
            }
            Exec::Line => {
                let command = format!("{} {}", quote(path), agent.name);
                Ok(Self {
                    command,
                    args: None,
                    timeout_s,
                })
            }
        }
    }

    /// Makes the entry of a command line that was read from a file.
    pub(crate) fn of_line(command: &str, timeout_s: u32) -> Self {
        Self {
            command: command.to_owned(),
            args: None,
            timeout_s,
        }
    }

    /// Returns the entry as it stands in the file.
    pub(crate) fn tree(&self) -> Tree {
        let mut members = vec![
            ("type".to_owned(), Tree::text("command")),
            ("command".to_owned(), Tree::text(&self.command)),
        ];
        if let Some(args) = &self.args {
            let args = args.iter().map(|word| Tree::text(word)).collect();
            members.push(("args".to_owned(), Tree::Array(args)));
        }
        members.push((
            "timeout".to_owned(),
            Tree::Number(self.timeout_s.to_string()),
        ));
        Tree::Object(members)
    }

    /// Returns the group that holds the entry alone, for every occasion of an event.
    pub(crate) fn group(&self) -> Tree {
        Tree::Object(vec![("hooks".to_owned(), Tree::Array(vec![self.tree()]))])
    }
}

/// Returns what a person pastes into a file that is not edited for them.
pub(crate) fn snippet(entries: &Entries<'_>) -> String {
    let group = |event: &&str| {
        (
            (*event).to_owned(),
            Tree::Array(vec![entries.entry.group()]),
        )
    };
    let hooks = Tree::Object(entries.events.iter().map(group).collect());
    Tree::Object(vec![("hooks".to_owned(), hooks)]).spread(&Style::default(), "")
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
        let program = words.first().and_then(|word| Path::new(word).file_name());
        program.is_some_and(|name| name == HELPER)
            && words.get(1).is_some_and(|word| word == agent)
            && words.len() <= WORDS_MAX
    })
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
mod tests {
    use super::*;

    fn agent(exec: Exec) -> &'static Agent {
        let found = rejoin_agents::AGENTS
            .iter()
            .find(|agent| agent.install.exec == exec);
        found.expect("there is an agent of each kind")
    }

    fn line(path: &str) -> Result<String, Error> {
        Entry::new(Path::new(path), agent(Exec::Line)).map(|entry| entry.command)
    }

    fn ours(command: &str) -> bool {
        let command = ("command".to_owned(), Tree::text(command));
        is_ours(&Tree::Object(vec![command]), "one")
    }

    #[test]
    fn the_time_limit_is_written_in_seconds() {
        for agent in rejoin_agents::AGENTS {
            let entry = Entry::new(Path::new("/b/rejoin-hook"), agent).expect("a plain path");
            let timeout = entry.tree().member("timeout").cloned();
            assert_eq!(
                timeout,
                Some(Tree::Number("5".to_owned())),
                "{}",
                agent.name
            );
        }
    }

    #[test]
    fn a_path_is_quoted_only_if_a_shell_would_read_it_otherwise() {
        let word = agent(Exec::Line).name;
        assert_eq!(
            line("/a/b-c_1.0/rejoin-hook").unwrap(),
            format!("/a/b-c_1.0/rejoin-hook {word}")
        );
        assert_eq!(
            line("/a b/rejoin-hook").unwrap(),
            format!("'/a b/rejoin-hook' {word}")
        );
        assert_eq!(
            line("/it's/rejoin-hook").unwrap(),
            format!(r"'/it'\''s/rejoin-hook' {word}")
        );
        assert_eq!(
            line("/$(x)/rejoin-hook").unwrap(),
            format!("'/$(x)/rejoin-hook' {word}")
        );
    }

    #[test]
    fn a_path_that_no_quoting_carries_is_refused() {
        for path in [
            "/a\nb/rejoin-hook",
            "/a\0b/rejoin-hook",
            "/a\\b/rejoin-hook",
            "/a!/rejoin-hook",
        ] {
            assert_eq!(line(path).expect_err(path).code, "path-unusable");
        }
        let direct = agent(Exec::Args);
        assert!(Entry::new(Path::new("/a!\\b/rejoin-hook"), direct).is_ok());
        assert!(Entry::new(Path::new("/a\nb/rejoin-hook"), direct).is_err());
    }

    #[test]
    fn every_line_that_is_written_is_known_again() {
        for path in [
            "/a/rejoin-hook",
            "/a b/rejoin-hook",
            "/it's/rejoin-hook",
            "/$(x)`y`\"/rejoin-hook",
        ] {
            let agent = agent(Exec::Line);
            let entry = Entry::new(Path::new(path), agent).expect("can be quoted");
            assert!(is_ours(&entry.tree(), agent.name), "{}", entry.command);
            assert!(!is_ours(&entry.tree(), "other"));
        }
    }

    #[test]
    fn ours_is_known_by_program_and_word_alone() {
        assert!(ours("/any/where/rejoin-hook one"));
        assert!(ours("rejoin-hook one"));
        assert!(ours("\"/a b/rejoin-hook\"  one Event"));
        for command in [
            "echo rejoin-hook one",
            "/a/rejoin-hook",
            "/a/rejoin-hook two",
            "/a/rejoin-hook one || true",
            "/a/rejoin-hook one # rejoin",
            "/a/my-rejoin-hook one",
            "/a/rejoin-hook/x one",
            "/a/rejoin-hook one\nrm -r x",
            "/a/rejoin-hook $(one)",
            "/a/rejoin-hook 'one",
            "/a/rejoin-hook one E more",
        ] {
            assert!(!ours(command), "{command:?}");
        }
    }
}
