//! A conversation as somebody names it, and where its agent keeps it.

use super::{optional, write_identity_of_store};
use crate::json::Writer;

/// A conversation as somebody names it. What is not known is left out.
#[derive(Debug, Clone, Copy, Default)]
pub struct Named<'a> {
    /// Name of the agent definition.
    pub agent: &'a str,
    /// Conversation id.
    pub id: &'a str,
    /// Root under which the agent keeps it.
    pub store: Option<&'a [u8]>,
    /// Device and inode of that root.
    pub store_identity: Option<(u64, u64)>,
    /// Where these paths are: `host`, or nothing if that is not known.
    pub filesystem: Option<&'a str>,
    /// Its transcript.
    pub transcript: Option<&'a [u8]>,
    /// Directory in which it works.
    pub cwd: Option<&'a [u8]>,
}

impl Named<'_> {
    /// Writes the fields into an open object.
    pub(super) fn write(&self, json: &mut Writer<'_>) {
        json.field("agent", self.agent);
        json.field("id", self.id);
        path(json, "store", self.store);
        write_identity_of_store(json, self.store_identity);
        optional(json, "filesystem", self.filesystem);
        path(json, "transcript", self.transcript);
        path(json, "cwd", self.cwd);
    }
}

/// Writes a path where there is one.
pub(super) fn path(json: &mut Writer<'_>, key: &str, path: Option<&[u8]>) {
    if let Some(path) = path {
        json.key(key);
        json.bytes_value(path);
    }
}
