//! Where a pane stood in its multiplexer, read back.

use serde::{Deserialize, Serialize};

use crate::text::Text;

/// Where a pane stood when its multiplexer was asked; see [`crate::record::Address`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// Key of the pane.
    pub pane: String,
    /// Word of the multiplexer.
    pub multiplexer: String,
    /// Which of its servers: a socket path, a name, or a process id.
    pub server: Text,
    /// Key of the multiplexer's own pane, whatever name the pane has.
    pub place: String,
    /// Name of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Number of the window in its session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<u64>,
    /// Name of the window, if a person gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_name: Option<String>,
    /// How the panes of the window are arranged, in the multiplexer's own notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// Number of the pane in its window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// Title of the pane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether no agent of the pane ran any more, or the pane itself was closed, while its
    /// multiplexer went on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub left: bool,
    /// Wall clock, for people only.
    #[serde(default)]
    pub at: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_false(truth: &bool) -> bool {
    !*truth
}

impl Address {
    /// Tells whether both say the same, whenever they were recorded.
    #[must_use]
    pub fn says(&self, other: &Self) -> bool {
        let at = |address: &Self| Self {
            at: String::new(),
            ..address.clone()
        };
        at(self) == at(other)
    }

    /// Returns the record that says it.
    #[must_use]
    pub fn as_record(&self) -> crate::record::Address<'_> {
        crate::record::Address {
            pane: &self.pane,
            multiplexer: &self.multiplexer,
            server: self.server.as_bytes(),
            place: &self.place,
            session: self.session.as_deref(),
            window: self.window,
            window_name: self.window_name.as_deref(),
            layout: self.layout.as_deref(),
            index: self.index,
            title: self.title.as_deref(),
            left: self.left,
            at: &self.at,
        }
    }
}
