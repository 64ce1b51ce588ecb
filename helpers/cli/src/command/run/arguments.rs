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
/// one as an option, no doubt about the line, and no word on it but options that the
/// definition lists as saying how a conversation is held. A definition that lists none has
/// not said that the bare program starts one: it may show help or a menu. A prompt, a subcommand and an option that nobody
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
    let said = !agent.launch.keep.is_empty() && is_by_options(&agent.argv.fresh);
    if !plain || !preassigned || !said || !snapshot.doubts.is_empty() {
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

/// Tells whether a way adds options only: a subcommand would turn what was typed into
/// another command.
fn is_by_options(way: &Way) -> bool {
    let Way::Argv { argv, .. } = way else {
        return false;
    };
    argv.first().is_some_and(|first| first.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::Kept;
    use crate::snapshot::Pinned;
    use rejoin_agents::Missing;

    fn typed(agent: &'static Agent) -> Snapshot {
        Snapshot {
            word: agent.programs[0].into(),
            program: Pinned {
                path: "/bin/agent".into(),
                identity: None,
            },
            words: Vec::new(),
            agent: Some(agent),
            wrapper: None,
            asked: None,
            kept: Kept::default(),
            cwd: "/w".into(),
            store: None,
            on_host: true,
            doubts: Vec::new(),
        }
    }

    #[test]
    fn a_bare_program_gets_an_id_only_if_its_definition_says_what_starts_a_conversation() {
        let mut chosen = 0;
        for agent in rejoin_agents::AGENTS {
            let arguments = Arguments::of(&typed(agent)).asked().is_some();
            let said = !agent.launch.keep.is_empty();
            assert!(!arguments || said, "{}", agent.name);
            chosen += usize::from(arguments);
        }
        assert!(chosen > 0);
    }

    #[test]
    fn a_subcommand_is_never_put_in_front_of_what_was_typed() {
        let way = |argv| Way::Argv {
            argv,
            env: &[],
            own_cwd: false,
            child: Child::Preassigned,
            missing: Missing::Fails,
            known: Known::Seen,
        };
        assert!(is_by_options(&way(&["--session-id", "{new}"])));
        assert!(!is_by_options(&way(&["tui", "--session", "{new}"])));
    }

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
