//! A payload that was not accepted.

use super::{Claim, Process, write_claim};
use crate::heads::Keys;
use crate::json::Writer;

/// A payload that was not accepted: its reason, and nothing of its text.
#[derive(Debug, Clone, Copy)]
pub struct Refusal<'a> {
    /// Name of the agent definition whose entry ran.
    pub agent: &'a str,
    /// Pane that the surroundings name.
    pub claim: Claim<'a>,
    /// Stable word for what was wrong.
    pub reason: &'a str,
}

impl Refusal<'_> {
    /// Returns the keys under which the last refusal of its pane and agent is found.
    #[must_use]
    pub fn keys(&self, publisher: Process) -> Keys {
        self.claim
            .keys(publisher, b"refused", self.agent.as_bytes())
    }

    /// Writes the identity; equal refusals have equal bytes here.
    pub fn write_identity(&self, json: &mut Writer<'_>) {
        json.open(b'{');
        json.field("kind", "refused");
        json.field("agent", self.agent);
        json.field("reason", self.reason);
        write_claim(json, &self.claim);
    }

    /// Closes the record.
    pub fn write_facts(&self, json: &mut Writer<'_>, at: &str) {
        json.field("at", at);
        json.close(b'}');
    }
}
