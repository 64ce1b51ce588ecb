//! The agents that rejoin knows: one constant each, compiled from `schemas/agents/*.toml`.
//!
//! Facts and their plain readings only. Nothing here reads a file, an environment or a
//! clock, and nothing knows an agent by name.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

mod id;
pub mod table;
mod vocabulary;

pub use id::{Characters, IdForm, Piece};
pub use vocabulary::*;

/// Every agent, in the order of their names.
pub const AGENTS: &[Agent] = include!(concat!(env!("OUT_DIR"), "/agents.rs"));

/// The same in one place of a program, whoever looks for an agent.
static KNOWN: &[Agent] = AGENTS;

/// Names of the processes that run hooks, each with the place of its agent.
static PROCESSES: &[(&str, usize)] = include!(concat!(env!("OUT_DIR"), "/processes.rs"));

/// Longest conversation id in bytes, whatever its form.
pub const ID_BYTES_MAX: usize = 256;

/// Returns the agent whose definition has this name.
#[must_use]
pub fn find(name: &[u8]) -> Option<&'static Agent> {
    KNOWN.iter().find(|agent| agent.name.as_bytes() == name)
}

/// Returns the agent that runs hooks from processes of this kernel name.
#[must_use]
pub fn of_process(name: &[u8]) -> Option<&'static Agent> {
    let known = |(process, _): &&(&str, usize)| process.as_bytes() == name;
    KNOWN.get(PROCESSES.iter().find(known)?.1)
}

impl Agent {
    /// Returns what a native event says; an event that the definition does not list
    /// says no more than that its conversation goes on.
    #[must_use]
    pub fn class(&self, event: &str) -> Class {
        self.events
            .iter()
            .find(|known| known.name == event)
            .map_or(Class::Continue, |e| e.class)
    }

    /// Tells whether its conversations can be captured.
    #[must_use]
    pub fn is_captured(&self) -> bool {
        self.payload.is_some()
    }

    /// Returns the root of its settings, which is that of its store unless it has its own.
    #[must_use]
    #[cfg(feature = "whole")]
    pub fn config_root(&self) -> &Root {
        self.config.as_ref().unwrap_or(&self.store.root)
    }
}

#[cfg(all(test, feature = "whole"))]
mod tests {
    use super::*;

    #[test]
    fn every_form_accepts_its_example_and_nothing_longer_shorter_or_other() {
        for agent in AGENTS.iter().filter(|agent| !agent.id_example.is_empty()) {
            let (form, id) = (agent.id, agent.id_example);
            assert!(form.accepts(id), "{}", agent.name);
            for bad in [
                format!("{id} "),
                format!("{id}/"),
                format!("-{id}"),
                format!("../{id}"),
                id.replace(|c: char| c.is_ascii_alphanumeric(), "$"),
                String::new(),
            ] {
                assert!(!form.accepts(&bad), "{}: {bad:?}", agent.name);
            }
        }
    }

    #[test]
    fn an_agent_without_ids_accepts_none() {
        let without = AGENTS.iter().filter(|agent| agent.id_example.is_empty());
        for agent in without {
            assert!(
                !agent.id.accepts("") && !agent.id.accepts("a"),
                "{}",
                agent.name
            );
        }
    }

    #[test]
    fn an_id_that_we_choose_has_the_form_of_its_agent() {
        let ours = "0f8fad5b-d9cb-469f-a165-70867728950e";
        for agent in AGENTS {
            for way in [&agent.argv.fresh, &agent.argv.fork] {
                if let Way::Argv {
                    child: Child::Preassigned,
                    ..
                } = way
                {
                    assert!(agent.id.accepts(ours), "{}", agent.name);
                }
            }
        }
    }

    #[test]
    fn names_and_processes_lead_to_their_agent_and_runtimes_to_none() {
        for agent in AGENTS {
            let found = find(agent.name.as_bytes()).expect("found");
            assert_eq!(found.name, agent.name);
            for process in agent.processes {
                let found = of_process(process.as_bytes()).expect("found");
                assert_eq!(found.name, agent.name);
            }
            for runtime in agent.runtimes {
                assert!(of_process(runtime.as_bytes()).is_none(), "{runtime}");
            }
        }
    }

    #[test]
    fn what_nobody_tried_is_not_said_to_be_seen() {
        for agent in AGENTS.iter().filter(|agent| agent.seen.is_empty()) {
            assert!(!agent.read.is_empty(), "{}", agent.name);
            assert_eq!(agent.store.known, Known::Read, "{}", agent.name);
            assert_eq!(agent.install.known, Known::Read, "{}", agent.name);
        }
    }
}
