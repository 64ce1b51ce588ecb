//! Where a pane stands in its multiplexer.

use super::optional;
use crate::json::Writer;

/// Where a pane stood when its multiplexer was asked: names and numbers that a person
/// sees, and that are found again after a restart, which no pane number is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Address<'a> {
    /// Key of the pane.
    pub pane: &'a str,
    /// Word of the multiplexer.
    pub multiplexer: &'a str,
    /// Which of its servers: a socket path, a name, or a process id.
    pub server: &'a [u8],
    /// Key of the multiplexer's own pane, whatever name the pane has.
    pub place: &'a str,
    /// Name of the session.
    pub session: Option<&'a str>,
    /// Number of the window in its session.
    pub window: Option<u64>,
    /// Name of the window, if a person gave it.
    pub window_name: Option<&'a str>,
    /// How the panes of the window are arranged, in the multiplexer's own notation.
    pub layout: Option<&'a str>,
    /// Number of the pane in its window.
    pub index: Option<u64>,
    /// Title of the pane.
    pub title: Option<&'a str>,
    /// Whether no agent of the pane ran any more, or the pane itself was closed, while its
    /// multiplexer went on.
    pub left: bool,
    /// Wall clock, for people only.
    pub at: &'a str,
}

impl Address<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        let number = |json: &mut Writer<'_>, key, number: Option<u64>| {
            if let Some(number) = number {
                json.field_number(key, number);
            }
        };
        json.open(b'{');
        json.field("kind", "address");
        json.field("pane", self.pane);
        json.field("multiplexer", self.multiplexer);
        json.key("server");
        json.bytes_value(self.server);
        json.field("place", self.place);
        optional(json, "session", self.session);
        number(json, "window", self.window);
        optional(json, "window_name", self.window_name);
        optional(json, "layout", self.layout);
        number(json, "index", self.index);
        optional(json, "title", self.title);
        if self.left {
            json.key("left");
            json.truth(true);
        }
        json.field("at", self.at);
        json.close(b'}');
    }
}
