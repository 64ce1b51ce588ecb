//! Command lines that only a shell or another system could carry out: what then runs, with
//! which arguments and in which store, cannot be known from the words.
//!
//! A reading of words alone, by the tables below; it never runs or looks up anything.

use crate::print::plain;
use crate::refusal::{self, Refusal};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Programs that run a line of text, and the option behind which it stands.
const SHELLS: [&str; 10] = [
    "sh", "bash", "dash", "zsh", "ksh", "mksh", "fish", "ash", "busybox", "nu",
];

/// Programs that start a command elsewhere: in another system, container or account.
const REMOTE: [Remote; 15] = [
    remote("ssh", &[]),
    remote("mosh", &[]),
    remote("et", &[]),
    remote("docker", &["exec", "run", "compose"]),
    remote("podman", &["exec", "run"]),
    remote("nerdctl", &["exec", "run"]),
    remote("kubectl", &["exec", "run", "debug"]),
    remote("oc", &["exec", "rsh", "run"]),
    remote("lxc", &["exec"]),
    remote("incus", &["exec"]),
    remote("distrobox", &["enter"]),
    remote("toolbox", &["run", "enter"]),
    remote("flatpak-spawn", &[]),
    remote("nsenter", &[]),
    remote("chroot", &[]),
];

/// Words that join commands.
const OPERATORS: [&str; 8] = ["|", "|&", "||", "&&", ";", ";;", "&", "!"];

/// A program that starts a command elsewhere.
struct Remote {
    program: &'static str,
    /// Words of which one must stand on the line; none are needed if there are none.
    words: &'static [&'static str],
}

const fn remote(program: &'static str, words: &'static [&'static str]) -> Remote {
    Remote { program, words }
}

/// Why a command line is more than a program and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Active {
    /// A program that runs a line of text or a script: what the agent gets is in there.
    Shell(String),
    /// A program that starts the command elsewhere.
    Remote(String),
    /// A whole line in the place of the program.
    Line(String),
    /// An assignment in front of the program.
    Assignment(String),
    /// A pipe, a list, a background mark.
    Operator(String),
    /// A redirection.
    Redirection(String),
    /// A variable, command or home directory that is not expanded yet.
    Expansion(String),
}

/// Finds what makes a command line more than a program and its arguments. Words behind a
/// bare `--` are text.
pub fn active(command: &[OsString]) -> Option<Active> {
    let (program, words) = command.split_first()?;
    let shown = |word: &OsStr| plain(word).to_string();
    let name = Path::new(program).file_name().unwrap_or_default();
    if SHELLS.iter().any(|shell| name == *shell) {
        return Some(Active::Shell(shown(name)));
    }
    let on_line = |wanted: &&'static str| words.iter().any(|word| word == wanted);
    let elsewhere = |remote: &&Remote| {
        name == remote.program && (remote.words.is_empty() || remote.words.iter().any(on_line))
    };
    if let Some(remote) = REMOTE.iter().find(elsewhere) {
        return Some(Active::Remote(remote.program.to_owned()));
    }
    if is_line(program) {
        return Some(Active::Line(shown(program)));
    }
    if is_assignment(program) {
        return Some(Active::Assignment(shown(program)));
    }
    let words = command.iter().take_while(|word| *word != "--");
    words.map(OsString::as_os_str).find_map(|word| {
        let found = shown(word);
        match word.as_bytes() {
            bytes if OPERATORS.iter().any(|o| o.as_bytes() == bytes) => {
                Some(Active::Operator(found))
            }
            bytes if is_redirection(bytes) => Some(Active::Redirection(found)),
            bytes if is_expansion(bytes) => Some(Active::Expansion(found)),
            _ => None,
        }
    })
}

/// A path may hold blanks; a blank before any slash is a line of words.
fn is_line(program: &OsStr) -> bool {
    let bytes = program.as_bytes();
    let blank = bytes.iter().position(u8::is_ascii_whitespace);
    let slash = bytes.iter().position(|&byte| byte == b'/');
    blank.is_some_and(|blank| slash.is_none_or(|slash| blank < slash))
}

fn is_assignment(program: &OsStr) -> bool {
    let bytes = program.as_bytes();
    let Some(equals) = bytes.iter().position(|&byte| byte == b'=') else {
        return false;
    };
    is_name(&bytes[..equals])
}

fn is_name(bytes: &[u8]) -> bool {
    let inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    bytes.first().is_some_and(|first| !first.is_ascii_digit()) && bytes.iter().all(inside)
}

/// `>file`, `2>&1`, `<<EOF`, `&>file`: an operator in front of which only a number stands.
fn is_redirection(bytes: &[u8]) -> bool {
    let digits = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let rest = &bytes[digits..];
    matches!(rest.first(), Some(b'<' | b'>')) || rest.starts_with(b"&>")
}

fn is_expansion(bytes: &[u8]) -> bool {
    let home = bytes == b"~" || bytes.starts_with(b"~/");
    let variable = bytes.windows(2).any(|pair| {
        pair[0] == b'$' && (matches!(pair[1], b'(' | b'{' | b'_') || pair[1].is_ascii_alphabetic())
    });
    home || variable || bytes.contains(&b'`')
}

impl Active {
    /// Tells whether what the words say is not what the agent gets.
    pub const fn hides(&self) -> bool {
        matches!(self, Self::Shell(_) | Self::Remote(_))
    }

    /// Returns why nothing can be done with such a line that must be exact.
    pub fn refusal(&self) -> Refusal {
        match self {
            Self::Shell(name) => refusal::SHELL_COMMAND.because(format!(
                "{name} runs a line of its own; which agent and conversation that means cannot be seen."
            )),
            Self::Remote(name) => refusal::REMOTE_LAUNCHER.because(format!(
                "{name} starts its command elsewhere; conversations there are not on this file system."
            )),
            Self::Line(line) => {
                refusal::SHELL_LINE.because(format!("{line} is a line and no program."))
            }
            Self::Assignment(word) => refusal::SHELL_ASSIGNMENT
                .because(format!("{word} is an assignment and no program.")),
            Self::Operator(word) => refusal::SHELL_PIPELINE
                .because(format!("{word} joins commands, which takes a shell.")),
            Self::Redirection(word) => refusal::SHELL_REDIRECTION
                .because(format!("{word} is a redirection, which takes a shell.")),
            Self::Expansion(word) => refusal::SHELL_EXPANSION
                .because(format!("{word} waits for a shell to expand it.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(line: &[&str]) -> Option<&'static str> {
        let command: Vec<OsString> = line.iter().map(OsString::from).collect();
        active(&command).map(|active| active.refusal().code)
    }

    #[test]
    fn what_takes_a_shell_is_recognised_by_its_own_code() {
        for (line, wanted) in [
            (&["claude", "|", "tee", "log"][..], "shell-pipeline"),
            (&["claude", "&&", "true"], "shell-pipeline"),
            (&["claude", "&"], "shell-pipeline"),
            (&["claude", "2>&1"], "shell-redirection"),
            (&["claude", ">log"], "shell-redirection"),
            (&["claude", "<", "file"], "shell-redirection"),
            (&["claude", "&>log"], "shell-redirection"),
            (&["claude", "--model", "$MODEL"], "shell-expansion"),
            (&["$AGENT"], "shell-expansion"),
            (&["claude", "--add-dir=${HOME}/x"], "shell-expansion"),
            (&["claude", "`id`"], "shell-expansion"),
            (&["claude", "--add-dir", "~/x"], "shell-expansion"),
            (&["sh", "-c", "claude"], "shell-command"),
            (&["/bin/bash", "-lc", "claude | tee x"], "shell-command"),
            (&["bash", "start.sh"], "shell-command"),
            (&["claude --resume x"], "shell-line"),
            (&["FOO=1", "claude"], "shell-assignment"),
            (&["ssh", "host", "claude"], "remote-launcher"),
            (
                &["docker", "exec", "-it", "box", "claude"],
                "remote-launcher",
            ),
            (
                &[
                    "/usr/bin/podman",
                    "--log-level",
                    "x",
                    "exec",
                    "box",
                    "claude",
                ],
                "remote-launcher",
            ),
            (
                &["kubectl", "-n", "x", "exec", "pod", "--", "claude"],
                "remote-launcher",
            ),
        ] {
            assert_eq!(code(line), Some(wanted), "{line:?}");
        }
    }

    #[test]
    fn plain_words_are_plain_whatever_they_hold() {
        for line in [
            &["claude"][..],
            &[
                "claude",
                "--allowedTools",
                "Bash(git *)",
                "a|b",
                "x>y",
                "5$",
                "a~",
            ],
            &["claude", "--", "what does `x | y > $HOME` do?", "|"],
            &["/opt/my tools/claude"],
            &["./my tools/claude"],
            &["/a=b/prog"],
            &["docker", "ps"],
            &["claude", "--setting=a"],
        ] {
            assert_eq!(code(line), None, "{line:?}");
        }
    }
}
