//! Somebody's word about a pane, and forks, as they stand in the log.
//!
//! It must never be more than what was written: what it means is the fold's work.

use serde::{Deserialize, Serialize};

use crate::record::Process;
use crate::text::Text;

/// A conversation as somebody names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Name of the agent definition.
    pub agent: String,
    /// Conversation id.
    pub id: String,
    /// Root under which the agent keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<Text>,
    /// Device of that root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_dev: Option<u64>,
    /// Inode of that root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_ino: Option<u64>,
    /// Where these paths are: `host`, or nothing if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filesystem: Option<String>,
    /// Its transcript.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<Text>,
    /// Directory in which it works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<Text>,
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
            pub struct $name {
                $($(#[$about])* pub $field: $type,)*
                /// The conversation of which it speaks.
                #[serde(flatten)]
                pub conversation: Named,
                /// Wall clock, for people only.
                #[serde(default)]
                pub at: String,
            }
        )*
    };
}

words! {
    /// A person asserts which conversation a pane holds.
    Pin {
        /// Key of the pane.
        pane: String,
        /// Whether it stays when another conversation is published.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        stays: bool,
    }
    /// A person wants a pane to start fresh.
    Clear {
        /// Key of the pane.
        pane: String,
    }
    /// A person no longer wants to be offered what a pane holds.
    Dismiss {
        /// Key of the pane.
        pane: String,
    }
    /// A conversation is put aside because its pane changes to another agent.
    Park {
        /// Key of the pane.
        pane: String,
    }
    /// Another program remembered which conversation a pane holds.
    Import {
        /// Key of the pane.
        pane: String,
        /// Name of that program.
        #[serde(default)]
        from: String,
    }
    /// The child of a fork was found without a hook.
    Adopt {
        /// Key of the pane.
        pane: String,
        /// Id of the launch that made the child.
        launch: String,
    }
    /// An agent's own list of what runs says which conversation a process holds.
    Witness {
        /// The process.
        process: Process,
        /// Boot in which it runs.
        boot: String,
    }
}

/// A conversation was begun from another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fork {
    /// Key of the pane in which the child is.
    pub pane: String,
    /// Id of the launch that makes the child.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launch: Option<String>,
    /// Id of the child; nothing where its agent chooses one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub child: Option<String>,
    /// The conversation from which it is begun.
    pub parent: Named,
    /// What the parent was when it was cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<Revision>,
    /// Up to where the child has the parent's history.
    #[serde(default)]
    pub cut: Cut,
    /// Words for what the child has of the parent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inherits: Vec<String>,
    /// Absolute path of the program that makes the child.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Text>,
    /// Directory in which the child works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<Text>,
    /// Wall clock, for people only.
    #[serde(default)]
    pub at: String,
}

/// What a transcript was at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// Its length in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// A hash of those bytes, with the name of its kind in front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The agent's own id of its last entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

/// Up to where a child has its parent's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// `end`, `after` or `before` an entry, or `agent`: the agent decides.
    pub at: String,
    /// That entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

impl Default for Cut {
    fn default() -> Self {
        Self {
            at: "agent".to_owned(),
            entry: None,
        }
    }
}
