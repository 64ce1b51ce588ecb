//! The conversation that a pane holds, as a record about the pane names it.

use crate::error::{Error, Kind};
use crate::known;
use crate::print::plain;
use crate::world::World;
use rejoin_store::binding::Binding;
use rejoin_store::record::Named;
use serde_json::json;

/// Where the paths of this program are.
pub const HOST: &str = "host";

/// A pane and the conversation that it holds.
pub struct Held {
    binding: Binding,
    agent: String,
    id: String,
}

impl Held {
    /// Looks up what a pane holds.
    ///
    /// # Errors
    /// It holds nothing, or the log cannot be read.
    pub fn find(world: &World, pane: &str) -> Result<Self, Error> {
        let known = known::read(&known::folder(world)?, |_, _, _| {})?;
        let binding = known.fold.pane(pane);
        let held = binding.and_then(|binding| {
            let (agent, id) = (binding.agent.clone()?, binding.id.clone()?);
            Some(Self { binding, agent, id })
        });
        held.ok_or_else(|| {
            let cause = format!("no conversation is known in pane {}", plain(pane));
            Error::new(Kind::NoBinding, cause).remedy("`rejoin list` shows the known panes.")
        })
    }

    /// Returns it as a record names it.
    pub fn named(&self) -> Named<'_> {
        let store = self.binding.store.as_ref();
        Named {
            agent: &self.agent,
            id: &self.id,
            store: store.map(|store| store.path.as_bytes()),
            store_identity: store.and_then(|store| store.dev.zip(store.ino)),
            filesystem: store.map(|_| HOST),
            transcript: None,
            cwd: None,
        }
    }

    /// Returns it for a person, safe for a terminal.
    pub fn shown(&self) -> String {
        format!("{} ({})", plain(&self.id), plain(&self.agent))
    }

    /// Returns what a calling program gets.
    pub fn as_json(&self, schema: &str) -> serde_json::Value {
        let pane = &self.binding.pane;
        json!({ "schema": schema, "pane": pane, "agent": self.agent, "id": self.id })
    }
}
