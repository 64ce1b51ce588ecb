//! What can be done with each agent: yes, yes but nobody has tried it, or no with its
//! cause and remedy.

use crate::print::{Printer, table};
use rejoin_agents::{Agent, Known, Proof, Way};
use serde::Serialize;
use serde_json::json;
use std::io::{self, Write};

/// The things that may be possible, in the order of the columns.
pub const NAMES: [&str; 5] = ["capture", "resume", "fork", "preassign", "proof"];

/// Whether something can be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "can")]
pub enum Can {
    /// It was seen.
    Yes,
    /// It was read, and nobody has tried it.
    Unverified,
    /// It cannot be done.
    No {
        /// Why.
        cause: &'static str,
        /// What to do instead.
        remedy: &'static str,
    },
}

impl Can {
    const fn by(known: Known) -> Self {
        match known {
            Known::Seen => Self::Yes,
            Known::Read => Self::Unverified,
        }
    }

    /// Returns the word of a table.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Unverified => "unverified",
            Self::No { .. } => "no",
        }
    }
}

/// Returns what can be done with an agent, in the order of [`NAMES`].
pub fn of(agent: &'static Agent) -> [Can; NAMES.len()] {
    let argv = &agent.argv;
    [
        capture(agent),
        way(&argv.resume),
        way(&argv.fork),
        way(&argv.fresh),
        proof(agent),
    ]
}

fn capture(agent: &'static Agent) -> Can {
    let install = &agent.install;
    if let (None, Some(payload)) = (install.reason, &agent.payload) {
        return Can::by(super::heard(agent, payload));
    }
    Can::No {
        cause: install
            .reason
            .unwrap_or("Nothing is known that would say its ids."),
        remedy: "Start it with `rejoin run` and name the conversation on its command line.",
    }
}

fn way(way: &'static Way) -> Can {
    match *way {
        Way::Argv { known, .. } => Can::by(known),
        Way::Refused { cause, remedy, .. } => Can::No { cause, remedy },
    }
}

fn proof(agent: &'static Agent) -> Can {
    match agent.store.proof {
        Proof::None { reason } => Can::No {
            cause: reason,
            remedy: "An answer says at most that the agent's hook named the conversation.",
        },
        _ => Can::by(agent.store.known),
    }
}

/// Prints one row an agent, then why what cannot be done cannot.
///
/// # Errors
/// Those of the writer.
pub fn show(agents: &[&'static Agent], out: &mut Printer) -> io::Result<()> {
    let head = ["agent"].into_iter().chain(NAMES);
    let row = |agent: &'static Agent| {
        let words = of(agent).map(|can| can.word().to_owned());
        [agent.name.to_owned()].into_iter().chain(words).collect()
    };
    let rows: Vec<Vec<String>> = std::iter::once(head.map(str::to_owned).collect())
        .chain(agents.iter().copied().map(row))
        .collect();
    table(out, &rows)?;
    for agent in agents {
        for (name, can) in NAMES.iter().zip(of(agent)) {
            if let Can::No { cause, remedy } = can {
                write!(out, "\n{} {name}: {cause}\n  {remedy}\n", agent.name)?;
            }
        }
    }
    Ok(())
}

/// Prints the same for programs.
///
/// # Errors
/// Those of the writer.
pub fn show_json(agents: &[&'static Agent], out: &mut Printer) -> io::Result<()> {
    let agents: Vec<_> = agents.iter().copied().map(described).collect();
    let whole = json!({"schema": "rejoin.capabilities.v1", "agents": agents});
    writeln!(out, "{whole}")
}

fn described(agent: &'static Agent) -> serde_json::Value {
    let mut all = json!({"name": agent.name, "title": agent.title});
    for (name, can) in NAMES.iter().zip(of(agent)) {
        all[*name] = serde_json::to_value(can).unwrap_or_default();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use rejoin_agents::AGENTS;

    #[test]
    fn every_no_has_a_cause_and_a_remedy_in_whole_sentences() {
        for agent in AGENTS {
            for can in of(agent) {
                if let Can::No { cause, remedy } = can {
                    let name = agent.name;
                    assert!(
                        cause.ends_with('.') && cause.contains(' '),
                        "{name}: {cause}"
                    );
                    assert!(
                        remedy.ends_with('.') && remedy.contains(' '),
                        "{name}: {remedy}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_was_only_read_is_never_a_plain_yes() {
        for agent in AGENTS.iter().filter(|agent| agent.seen.is_empty()) {
            let all = of(agent);
            assert!(!all.contains(&Can::Yes), "{}: {all:?}", agent.name);
        }
    }
}
