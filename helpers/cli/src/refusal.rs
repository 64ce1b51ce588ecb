//! Why a conversation is not gone on with: every reason that this program has of its own,
//! as data that callers may rely on. `docs/refusals.md` is printed from it.
//!
//! What an agent cannot do is not said here: its definition says it.

use crate::error::{Error, Kind};
use rejoin_agents::{AGENTS, Agent, Way};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A reason for which there may be many causes.
#[derive(Debug, PartialEq, Eq)]
pub struct Case {
    /// Stable word.
    pub code: &'static str,
    /// When it is said.
    when: &'static str,
    /// What to do, unless the cause asks for something else.
    remedy: &'static str,
    /// Picks the exit code.
    kind: Kind,
}

/// Why a conversation is not reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Stable word.
    pub code: &'static str,
    /// What stands against it.
    pub cause: String,
    /// What to do instead.
    pub remedy: String,
}

macro_rules! cases {
    ($($name:ident $kind:ident $code:literal, $when:literal, $remedy:literal;)*) => {
        $(
            #[doc = $when]
            pub const $name: Case = Case {
                code: $code,
                when: $when,
                remedy: $remedy,
                kind: Kind::$kind,
            };
        )*

        /// All of them, in the order in which a call meets them.
        const ALL: &[&Case] = &[$(&$name),*];
    };
}

cases! {
    NO_BINDING NoBinding "no-binding",
        "Nothing is known under that pane or id.",
        "Start an agent there and send one prompt; `rejoin list` shows the known panes.";
    ID_AMBIGUOUS Ambiguous "id-ambiguous",
        "One id names two conversations, of two agents or in two stores.",
        "Name the pane.";
    INSIDE_AGENT Refused "inside-agent",
        "The call comes from inside an agent: its pane is taken.",
        "Give the program a pane of its own with --pane.";
    FORK_PENDING Refused "fork-pending",
        "The pane's last launch forks, and the copy is not there yet.",
        "Send one prompt in it; if it is gone, run `rejoin fork` again.";
    CONFLICT Ambiguous "conflict",
        "What is known of the pane contradicts itself: two hooks, or a hook and the agent's own store, name different conversations.",
        "See `rejoin why` for what was published there.";
    UNKNOWN_AGENT Refused "unknown-agent",
        "Another version of rejoin knew the agent, and this one does not.",
        "Use the version that recorded it; see `rejoin agents`.";
    ID_FORM Refused "id-form",
        "The recorded id does not have the form that the agent gives its ids.",
        "Look at the record with `rejoin why PANE`.";
    ID_REPEATED Refused "id-repeated",
        "An id would not stand on the command line exactly once.",
        "Report this definition as wrong.";
    DIRECTORY_UNKNOWN Refused "directory-unknown",
        "The agent needs the conversation's own directory, and none is recorded.",
        "Name it with `rejoin pin PANE ID --cwd DIR`, or send one prompt in that pane.";
    TRANSCRIPT_UNKNOWN Refused "transcript-unknown",
        "The agent needs the conversation's own file, and none is recorded.",
        "Send one prompt in that pane; its hook then says the file.";
    STORE_UNREACHABLE Refused "store-unreachable",
        "The conversation is in a store to which no variable leads the agent.",
        "Set HOME as it was when the conversation was held.";
    DIRECTORY_MISSING Refused "directory-missing",
        "The conversation's directory is gone. It is not made again, and the conversation is untouched.",
        "Bring the directory back under that path, then run it again.";
    TRANSCRIPT_MISSING Refused "transcript-missing",
        "The store does not hold the conversation any more, and the agent might start another one under its id.",
        "Put it back from a copy, or start afresh with `rejoin run`.";
    NOTHING_TO_COPY Refused "nothing-to-copy",
        "Nothing was said in the conversation yet, so a fork would copy nothing.",
        "Send one prompt in it first.";
    RECENCY_SELECTOR Refused "recency-selector",
        "A word behind -- selects whatever conversation is the latest.",
        "Leave it out.";
    SELECTORS_CONFLICT Refused "selectors-conflict",
        "The words behind -- select, resume or fork a conversation themselves.",
        "Name one conversation.";
    BUSY Refused "busy",
        "Other starts are under way and do not end.",
        "Run it again.";
    IN_USE Refused "in-use",
        "A living process holds the conversation; two that write to one lose parts of it.",
        "Go on there or end it first; `rejoin fork` goes on with a copy.";
    FORK_RUNNING Refused "fork-running",
        "A living process makes the same copy for the same pane.",
        "Send one prompt in it, or name another pane with --pane.";
    SHELL_COMMAND Refused "shell-command",
        "The program runs a line or script of its own: a shell.",
        "Name the agent's program itself, or declare a script of yours under [wrappers] in config.toml.";
    REMOTE_LAUNCHER Refused "remote-launcher",
        "The program starts its command in another system, container or account.",
        "Use rejoin on that side.";
    SHELL_LINE Refused "shell-line",
        "A whole line stands in the place of the program.",
        "Give the program and its arguments as they are, each as one word.";
    SHELL_ASSIGNMENT Refused "shell-assignment",
        "An assignment stands in the place of the program.",
        "Set the variable in front of rejoin, or use `rejoin-exec NAME=value PROGRAM`.";
    SHELL_PIPELINE Refused "shell-pipeline",
        "A word joins commands.",
        "Give the program and its arguments as they are, each as one word.";
    SHELL_REDIRECTION Refused "shell-redirection",
        "A word is a redirection.",
        "Give the program and its arguments as they are, each as one word.";
    SHELL_EXPANSION Refused "shell-expansion",
        "A word waits for a shell to expand it.",
        "Give the program and its arguments as they are, each as one word.";
    OPAQUE_PROGRAM Refused "opaque-program",
        "No definition and no configuration knows the program.",
        "Declare it under [wrappers] in config.toml: which agent it becomes, and where that keeps conversations.";
    STORE_UNKNOWN Refused "store-unknown",
        "The variables do not say where the agent keeps conversations.",
        "Set the variable that it names to an absolute path, or unset it.";
    STORE_DIFFERS Refused "store-differs",
        "The program would look in another store than the one that holds the conversation.",
        "Set the store of the wrapper in config.toml to where the conversation is kept.";
    NOT_RECORDED Refused "not-recorded",
        "The start cannot be put into the log, so nothing would keep a second one from it.",
        "See `rejoin doctor`. With --print you get the command line instead.";
}

impl Case {
    /// Refuses for this cause.
    pub fn because(&self, cause: impl Into<String>) -> Refusal {
        Refusal {
            code: self.code,
            cause: cause.into(),
            remedy: self.remedy.to_owned(),
        }
    }

    /// Ends the call for this cause.
    pub fn error(&self, cause: impl Into<String>) -> Error {
        Error::new(self.kind, cause)
            .code(self.code)
            .remedy(self.remedy)
    }
}

impl Refusal {
    /// Makes a refusal that a definition words.
    pub fn new(code: &'static str, cause: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            code,
            cause: cause.into(),
            remedy: remedy.into(),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let case = ALL.iter().find(|case| case.code == refusal.code);
        Self::new(case.map_or(Kind::Refused, |case| case.kind), refusal.cause)
            .code(refusal.code)
            .remedy(refusal.remedy)
    }
}

/// Returns `docs/refusals.md`.
pub fn page() -> String {
    let mut text = String::from(
        "# Why a conversation is not gone on with\n\n\
         `rejoin resume` and `rejoin fork` reach one exact conversation or nothing. Each \
         refusal has a code that stays, a cause that names what was found, and a remedy; \
         with `--json` it is an object of `schemas/error.schema.json`. No refusal changes or \
         forgets anything.\n\n\
         In an answer of `rejoin resolve`, what follows from the agent and the records stands \
         in place of the command line. What only a start can tell is a warning there: a \
         directory or transcript that is gone, a process that holds the conversation. \
         `rejoin resume --json` says beforehand what a start would say.\n\n\
         | code | when | remedy | exit code |\n|---|---|---|---|\n",
    );
    for case in ALL {
        let (code, when, remedy) = (case.code, case.when, case.remedy);
        let exit = case.kind.exit_code();
        let _ = writeln!(text, "| `{code}` | {when} | {remedy} | {exit} |");
    }
    text.push_str(
        "\n## What an agent cannot do\n\n\
         The words are those of the agent's definition; [agents.md](agents.md) has cause and \
         remedy for each agent. The exit code is 3.\n\n| code | agents |\n|---|---|\n",
    );
    for (code, agents) in of_definitions() {
        let _ = writeln!(text, "| `{code}` | {} |", agents.join(", "));
    }
    text
}

/// Returns the codes of the definitions, with the titles of the agents that have them.
fn of_definitions() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut codes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for agent in AGENTS {
        for code in codes_of(agent) {
            let agents = codes.entry(code).or_default();
            if !agents.contains(&agent.title) {
                agents.push(agent.title);
            }
        }
    }
    codes
}

fn codes_of(agent: &'static Agent) -> impl Iterator<Item = &'static str> {
    let argv = &agent.argv;
    let ways = [&argv.resume, &argv.fork, &argv.fresh].into_iter();
    ways.filter_map(|way| match way {
        Way::Refused { code, .. } => Some(*code),
        Way::Argv { .. } => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push(path);
            }
        }
    }

    /// What of a source is tests.
    fn tests_of(path: &Path) -> String {
        let text = std::fs::read_to_string(path).expect("a source");
        let whole =
            path.ends_with("tests.rs") || path.components().any(|c| c.as_os_str() == "suite");
        let tests = text
            .split_once("#[cfg(test)]")
            .map(|(_, tests)| tests.to_owned());
        if whole {
            text
        } else {
            tests.unwrap_or_default()
        }
    }

    #[test]
    fn every_refusal_is_reached_by_a_test() {
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = Vec::new();
        sources(&crate_folder.join("src"), &mut files);
        sources(&crate_folder.join("tests/suite"), &mut files);
        let tests: String = files.iter().map(|path| tests_of(path)).collect();
        for case in ALL {
            assert!(
                tests.contains(&format!("\"{}\"", case.code)),
                "{}",
                case.code
            );
        }
    }

    #[test]
    fn codes_are_plain_words_and_each_stands_for_one_thing() {
        let mut codes: Vec<&str> = ALL.iter().map(|case| case.code).collect();
        codes.extend(of_definitions().into_keys());
        let plain = |code: &&str| code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        assert!(codes.iter().all(plain));
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }

    #[test]
    fn every_refusal_says_when_it_comes_and_what_to_do() {
        for case in ALL {
            for text in [case.when, case.remedy] {
                assert!(text.ends_with('.') && !text.contains('|'), "{text}");
            }
        }
    }
}
