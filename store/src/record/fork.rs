//! A fork: where a conversation comes from, up to where, and with what.

use super::named::path;
use super::{Named, optional, words};
use crate::json::Writer;

/// A conversation was begun from another one.
#[derive(Debug, Clone, Copy)]
pub struct Fork<'a> {
    /// Key of the pane in which the child is.
    pub pane: &'a str,
    /// Id of the launch that makes the child.
    pub launch: Option<&'a str>,
    /// The conversation from which it is begun: its agent, and where its agent keeps it.
    pub parent: Named<'a>,
    /// Id of the child; nothing where its agent chooses one, which is then published or
    /// adopted.
    pub child: Option<&'a str>,
    /// What the parent was when it was cut.
    pub revision: Revision<'a>,
    /// Up to where the child has the parent's history.
    pub cut: Cut<'a>,
    /// Words for what the child has of the parent besides: `history`, `directory`,
    /// `options`, `store`.
    pub inherits: &'a [&'a str],
    /// Absolute path of the program that makes the child.
    pub program: Option<&'a [u8]>,
    /// Directory in which the child works.
    pub cwd: Option<&'a [u8]>,
    /// Wall clock, for people only.
    pub at: &'a str,
}

/// What a transcript was at one moment.
#[derive(Debug, Clone, Copy, Default)]
pub struct Revision<'a> {
    /// Its length in bytes.
    pub bytes: Option<u64>,
    /// A hash of those bytes, with the name of its kind in front (`fnv1a:...`).
    pub hash: Option<&'a str>,
    /// The agent's own id of its last entry.
    pub entry: Option<&'a str>,
}

/// Up to where a child has its parent's history.
#[derive(Debug, Clone, Copy)]
pub enum Cut<'a> {
    /// All of the revision.
    End,
    /// Up to this entry, itself included.
    After(&'a str),
    /// Up to this entry, without it.
    Before(&'a str),
    /// The agent decides.
    Agent,
}

impl Fork<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        json.open(b'{');
        json.field("kind", "fork");
        json.field("pane", self.pane);
        optional(json, "launch", self.launch);
        optional(json, "child", self.child);
        json.key("parent");
        json.open(b'{');
        self.parent.write(json);
        json.close(b'}');
        self.revision.write(json);
        self.cut.write(json);
        words(json, "inherits", self.inherits);
        path(json, "program", self.program);
        path(json, "cwd", self.cwd);
        json.field("at", self.at);
        json.close(b'}');
    }
}

impl Revision<'_> {
    fn write(&self, json: &mut Writer<'_>) {
        if self.bytes.is_none() && self.hash.is_none() && self.entry.is_none() {
            return;
        }
        json.key("revision");
        json.open(b'{');
        if let Some(bytes) = self.bytes {
            json.field_number("bytes", bytes);
        }
        optional(json, "hash", self.hash);
        optional(json, "entry", self.entry);
        json.close(b'}');
    }
}

impl Cut<'_> {
    fn write(&self, json: &mut Writer<'_>) {
        let (at, entry) = match *self {
            Self::End => ("end", None),
            Self::After(entry) => ("after", Some(entry)),
            Self::Before(entry) => ("before", Some(entry)),
            Self::Agent => ("agent", None),
        };
        json.key("cut");
        json.open(b'{');
        json.field("at", at);
        optional(json, "entry", entry);
        json.close(b'}');
    }
}

/// The child of a fork was found without a hook: its agent's own store or answer names it.
#[derive(Debug, Clone, Copy)]
pub struct Adopt<'a> {
    /// Key of the pane.
    pub pane: &'a str,
    /// Id of the launch that made the child.
    pub launch: &'a str,
    /// The child.
    pub conversation: Named<'a>,
    /// Wall clock, for people only.
    pub at: &'a str,
}

impl Adopt<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        json.open(b'{');
        json.field("kind", "adopt");
        json.field("pane", self.pane);
        json.field("launch", self.launch);
        self.conversation.write(json);
        json.field("at", self.at);
        json.close(b'}');
    }
}
