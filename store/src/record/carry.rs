//! A pane that continues another one.

use crate::json::Writer;

/// A pane continues another one: its manager gave it a new name.
#[derive(Debug, Clone, Copy)]
pub struct Carry<'a> {
    /// Key of the pane that goes on.
    pub pane: &'a str,
    /// Key of the pane that it continues.
    pub from: &'a str,
    /// Wall clock, for people only.
    pub at: &'a str,
}

impl Carry<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        json.open(b'{');
        json.field("kind", "carry");
        json.field("pane", self.pane);
        json.field("from", self.from);
        json.field("at", self.at);
        json.close(b'}');
    }
}
