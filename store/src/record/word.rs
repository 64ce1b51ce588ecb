//! Somebody's word about a pane: a person's, or that of a program which speaks for one.
//!
//! Nothing here is erased by another record: what each means is the fold's work.

use super::{Named, Process, write_process};
use crate::json::Writer;

/// A person asserts which conversation a pane holds.
#[derive(Debug, Clone, Copy)]
pub struct Pin<'a> {
    /// Key of the pane.
    pub pane: &'a str,
    /// The conversation.
    pub conversation: Named<'a>,
    /// Whether the pin stays when another conversation is published: its agent publishes
    /// nothing by itself, so that whatever is published there is another agent's.
    pub stays: bool,
    /// Wall clock, for people only.
    pub at: &'a str,
}

/// A person wants a pane to start fresh: this conversation may not come back by itself.
#[derive(Debug, Clone, Copy)]
pub struct Clear<'a> {
    /// Key of the pane.
    pub pane: &'a str,
    /// The conversation that the pane held.
    pub conversation: Named<'a>,
    /// Wall clock, for people only.
    pub at: &'a str,
}

/// A person no longer wants to be offered what a pane holds.
#[derive(Debug, Clone, Copy)]
pub struct Dismiss<'a> {
    /// Key of the pane.
    pub pane: &'a str,
    /// The conversation that the pane held.
    pub conversation: Named<'a>,
    /// Wall clock, for people only.
    pub at: &'a str,
}

/// A conversation is put aside because its pane changes to another agent.
#[derive(Debug, Clone, Copy)]
pub struct Park<'a> {
    /// Key of the pane.
    pub pane: &'a str,
    /// The conversation that the pane held.
    pub conversation: Named<'a>,
    /// Wall clock, for people only.
    pub at: &'a str,
}

/// Another program remembered which conversation a pane holds.
#[derive(Debug, Clone, Copy)]
pub struct Import<'a> {
    /// Key of the pane.
    pub pane: &'a str,
    /// The conversation.
    pub conversation: Named<'a>,
    /// Name of the program that remembered it.
    pub from: &'a str,
    /// Wall clock, for people only.
    pub at: &'a str,
}

/// An agent's own list of what runs says which conversation a process holds.
#[derive(Debug, Clone, Copy)]
pub struct Witness<'a> {
    /// The process.
    pub process: Process,
    /// Boot in which it runs.
    pub boot: &'a str,
    /// The conversation.
    pub conversation: Named<'a>,
    /// Wall clock, for people only.
    pub at: &'a str,
}

impl Pin<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        begin(json, "pin", self.pane);
        self.conversation.write(json);
        if self.stays {
            json.key("stays");
            json.truth(true);
        }
        end(json, self.at);
    }
}

impl Clear<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        begin(json, "clear", self.pane);
        self.conversation.write(json);
        end(json, self.at);
    }
}

impl Dismiss<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        begin(json, "dismiss", self.pane);
        self.conversation.write(json);
        end(json, self.at);
    }
}

impl Park<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        begin(json, "park", self.pane);
        self.conversation.write(json);
        end(json, self.at);
    }
}

impl Import<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        begin(json, "import", self.pane);
        self.conversation.write(json);
        json.field("from", self.from);
        end(json, self.at);
    }
}

impl Witness<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        json.open(b'{');
        json.field("kind", "witness");
        json.key("process");
        write_process(json, self.process);
        json.field("boot", self.boot);
        self.conversation.write(json);
        end(json, self.at);
    }
}

fn begin(json: &mut Writer<'_>, kind: &str, pane: &str) {
    json.open(b'{');
    json.field("kind", kind);
    json.field("pane", pane);
}

fn end(json: &mut Writer<'_>, at: &str) {
    json.field("at", at);
    json.close(b'}');
}
