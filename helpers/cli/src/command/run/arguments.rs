//! The arguments that a program gets: those that were typed, and what its agent's
//! definition puts in front of them. Nothing that was typed is changed or dropped.

use crate::argv::{Holes, new_id, render};
use crate::asks::Asked;
use crate::snapshot::Snapshot;
use rejoin_agents::{Agent, Child, Known, Way};
use std::ffi::OsString;

/// What stands in front of the typed words, and what all of them ask for.
pub struct Arguments<'s> {
    added: &'static [&'static str],
    /// Gives a new conversation an id of our choice.
    fresh: Option<Fresh>,
    typed: &'s [OsString],
    asked: Option<Asked>,
}

struct Fresh {
    words: Vec<OsString>,
    id: String,
}

impl<'s> Arguments<'s> {
    /// Decides what stands in front.
    pub fn of(snapshot: &'s Snapshot) -> Self {
        // A line that another program carries out has its agent's words somewhere inside.
        let agent = snapshot
            .agent
            .filter(|_| !snapshot.is_carried_out_by_another());
        Self {
            added: agent.map_or(&[], |agent| added(agent, &snapshot.words)),
            fresh: fresh(snapshot),
            typed: &snapshot.words,
            asked: snapshot.asked.clone(),
        }
    }

    /// Takes the chosen id back: nobody would remember it.
    pub fn choose_nothing(&mut self) {
        self.fresh = None;
    }

    /// Returns what the program is asked for.
    pub fn asked(&self) -> Option<Asked> {
        let fresh = || {
            self.fresh.as_ref().map(|fresh| Asked {
                how: "fresh",
                id: None,
                new: Some(fresh.id.clone()),
            })
        };
        self.asked.clone().or_else(fresh)
    }

    /// Returns every argument, in order.
    pub fn all(&self) -> Vec<OsString> {
        let fresh = self
            .fresh
            .iter()
            .flat_map(|fresh| fresh.words.iter().cloned());
        let added = self.added.iter().map(OsString::from);
        added
            .chain(fresh)
            .chain(self.typed.iter().cloned())
            .collect()
    }
}

/// Returns what the agent's definition adds to a line that does not say it already.
fn added(agent: &Agent, words: &[OsString]) -> &'static [&'static str] {
    let options = || words.iter().take_while(|word| *word != "--");
    if options().any(|word| agent.launch.args.iter().any(|arg| word == arg)) {
        return &[];
    }
    agent.launch.args
}

/// Chooses the id of a conversation which the line certainly starts: an agent that takes
/// one, no doubt about the line, and no word on it but options that the definition lists
/// as saying how a conversation is held. A prompt, a subcommand and an option that nobody
/// knows each leave the line as it is, because it may be no conversation at all.
fn fresh(snapshot: &Snapshot) -> Option<Fresh> {
    let agent = snapshot.agent?;
    let plain = snapshot.asked.is_none() && snapshot.kept.left_out == 0;
    let preassigned = matches!(
        agent.argv.fresh,
        Way::Argv {
            child: Child::Preassigned,
            own_cwd: false,
            known: Known::Seen,
            env: &[],
            ..
        }
    );
    if !plain || !preassigned || !snapshot.doubts.is_empty() {
        return None;
    }
    let id = new_id()?;
    let holes = Holes {
        new: &id,
        ..Holes::default()
    };
    let argv = render(agent, &agent.argv.fresh, holes).ok()?;
    let words = argv.into_iter().skip(1).collect(); // the program is started as it was typed
    Some(Fresh { words, id })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn arguments_of_a_definition_are_added_once() {
        let codex = rejoin_agents::find(b"codex").expect("known");
        assert_eq!(added(codex, &words("resume x")), codex.launch.args);
        assert!(added(codex, &words("resume x --no-daemon")).is_empty());
        assert_eq!(added(codex, &words("-- --no-daemon")), codex.launch.args);
    }
}
