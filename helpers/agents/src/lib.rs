//! The agents that rejoin knows: one constant each, compiled from `schemas/agents/*.toml`.
//!
//! Facts and their plain readings only. Nothing here reads a file, an environment or a
//! clock, and nothing knows an agent by name.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

mod id;
mod vocabulary;

pub use id::{Characters, IdForm, Piece};
pub use vocabulary::*;

/// Every agent, in the order of their names.
pub const AGENTS: &[Agent] = include!(concat!(env!("OUT_DIR"), "/agents.rs"));

/// The same, as a program that looks for one agent holds them: once.
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
    pub fn config_root(&self) -> &Root {
        self.config.as_ref().unwrap_or(&self.store.root)
    }
}
