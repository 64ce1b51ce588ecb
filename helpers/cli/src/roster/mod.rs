//! The agents that this run knows: those that are built in, and a person's own, whose
//! definitions stand in `agents/*.toml` beside `config.toml`.
//!
//! Nothing may be read from a repository or a working directory. A file that is wrong is
//! named and left out, and never hides another; none takes the place of what is built in.

mod constant;
mod folder;
pub mod table;

use crate::print::plain;
use crate::world::World;
use rejoin_agents::table::{Fault as Unfit, Room, encode, find};
use rejoin_agents::{AGENTS, Agent};
use rejoin_definition::Error as Wrong;
use std::ffi::OsStr;
use std::path::Path;

/// What a person does about a definition that was left out.
pub const REMEDY: &str = "Correct that line; schemas/agent.schema.json says what may stand there.";

/// The agents that are known here.
#[derive(Debug, Clone, Default)]
pub struct Roster {
    /// A person's own, in the order of their names.
    own: Vec<&'static Agent>,
    /// Which files were left out, and why.
    pub faults: Vec<String>,
}

impl Roster {
    /// Reads a person's own definitions.
    pub fn read(world: &World) -> Self {
        let mut roster = Self::default();
        for (path, text) in folder::definitions(world, &mut roster.faults) {
            if let Err(wrong) = roster.admit(&path, &text) {
                let line = wrong.line.map(|line| format!(", line {line}"));
                roster.faults.push(format!(
                    "{}{}: {}",
                    plain(&path),
                    line.unwrap_or_default(),
                    plain(&wrong.why)
                ));
            }
        }
        roster
    }

    /// Returns every agent; a person's own come last.
    pub fn agents(&self) -> impl Iterator<Item = &'static Agent> {
        AGENTS.iter().chain(self.own.iter().copied())
    }

    /// Returns a person's own.
    pub fn own(&self) -> &[&'static Agent] {
        &self.own
    }

    /// Returns the agent whose definition has this name.
    pub fn find(&self, name: &str) -> Option<&'static Agent> {
        self.agents().find(|agent| agent.name == name)
    }

    /// Returns the agent whose program has this file name.
    pub fn of_program(&self, name: &OsStr) -> Option<&'static Agent> {
        self.agents()
            .find(|agent| agent.programs.iter().any(|program| name == *program))
    }

    /// Returns the agent that runs hooks from processes of this kernel name.
    pub fn of_process(&self, name: &[u8]) -> Option<&'static Agent> {
        let bears = |process: &&str| process.as_bytes() == name;
        self.agents()
            .find(|agent| agent.processes.iter().any(bears))
    }

    /// Returns the table that hooks read; nothing if there is nobody to put into it.
    fn table(&self, more: Option<&'static Agent>) -> Result<Option<Vec<u8>>, Unfit> {
        let own = self.own.iter().copied().chain(more);
        let heard: Vec<_> = own.filter(|agent| agent.is_captured()).collect();
        if heard.is_empty() {
            return Ok(None);
        }
        encode(heard).map(Some)
    }

    /// Takes a definition up, unless anything speaks against it.
    fn admit(&mut self, path: &Path, text: &str) -> Result<(), Wrong> {
        let wrong = |key: &str, why: &str| Wrong::at_key(text, key, why);
        let definition = rejoin_definition::parse(text)?;
        let name = definition.name.as_str();
        if path.file_stem() != Some(OsStr::new(name)) {
            return Err(wrong("name", "is not that of the file"));
        }
        let taken = |by: &Agent| format!("{} has that already", by.name);
        if let Some(other) = self.find(name) {
            return Err(wrong("name", &taken(other)));
        }
        let mut programs = definition.programs.iter();
        if let Some(other) = programs.find_map(|program| self.of_program(program.as_ref())) {
            return Err(wrong("programs", &taken(other)));
        }
        let mut processes = definition.processes.iter();
        if let Some(other) = processes.find_map(|process| self.of_process(process.as_bytes())) {
            return Err(wrong("processes", &taken(other)));
        }
        if let Some(source) = strange_plugin(&definition.install) {
            let why = format!("no plugin of rejoin is called {source}");
            return Err(wrong("install.source", &why));
        }
        let agent = constant::agent(definition);
        self.fits_a_hook(agent).map_err(|unfit| match unfit {
            Unfit::TooMany(key) => wrong(key, "are more than a hook has room for"),
            _ => wrong(
                "name",
                "the definitions are too long for the table of the hooks",
            ),
        })?;
        self.own.push(agent);
        Ok(())
    }

    /// Reads an agent as a hook will.
    fn fits_a_hook(&self, agent: &'static Agent) -> Result<(), Unfit> {
        if let Some(table) = self.table(Some(agent))?.filter(|_| agent.is_captured()) {
            let room = Box::leak(Box::new(Room::new()));
            find(table.leak(), agent.name.as_bytes(), room)?;
        }
        Ok(())
    }
}

/// Returns the plugin that an installation names and nobody has.
fn strange_plugin(install: &rejoin_definition::Install) -> Option<&str> {
    let source = install.source.as_deref();
    let strange = source.filter(|source| crate::edit::plugins::source(source).is_none());
    strange.or_else(|| install.also.iter().find_map(strange_plugin))
}

#[cfg(test)]
mod tests;
