//! What stands in the log, as a reader sees it: the records of [`crate::record`] read back.
//!
//! It must never refuse a record for a field or a kind which it does not know,
//! and never judge what a record means: that is the fold's work.

mod address;
mod publish;
mod word;
mod written;

use serde::{Deserialize, Serialize};

use crate::heads::Keys;
use crate::record::Process;
use crate::text::Text;

pub use address::Address;
pub use publish::{Ancestor, Claim, Class, Place, Publish, Tmux};
pub use word::{Adopt, Clear, Cut, Dismiss, Fork, Import, Named, Park, Pin, Revision, Witness};

/// One record of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// An agent published an identity.
    Publish(Box<Publish>),
    /// A program was started in a pane.
    Launch(Box<Launch>),
    /// A payload was not accepted.
    Refused(Box<Refused>),
    /// A launch was recorded, but its program could not be started.
    NotStarted(NotStarted),
    /// It was seen where a pane stands.
    Address(Box<Address>),
    /// A pane continues another one.
    Carry(Carry),
    /// A person asserts which conversation a pane holds.
    Pin(Box<Pin>),
    /// A person wants a pane to start fresh.
    Clear(Box<Clear>),
    /// A person no longer wants to be offered what a pane holds.
    Dismiss(Box<Dismiss>),
    /// A conversation was begun from another one.
    Fork(Box<Fork>),
    /// The child of a fork was found without a hook.
    Adopt(Box<Adopt>),
    /// A conversation is put aside because its pane changes to another agent.
    Park(Box<Park>),
    /// Another program remembered which conversation a pane holds.
    Import(Box<Import>),
    /// An agent's own list of what runs says which conversation a process holds.
    Witness(Box<Witness>),
    /// A kind of a later version: stepped over and reported.
    Unknown {
        /// The kind.
        kind: String,
        /// The pane which it names, where it names one as a launch does.
        pane: Option<String>,
    },
}

impl Event {
    /// Reads one record.
    ///
    /// # Errors
    /// The text is not a JSON object with a `kind`, or lacks what its kind must have.
    pub fn parse(json: &[u8]) -> serde_json::Result<Self> {
        let mut event = Self::Publish(Box::default());
        event.take(json)?;
        Ok(event)
    }

    /// Becomes another record, in the memory that it has. After an error it means nothing.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub(crate) fn take(&mut self, json: &[u8]) -> serde_json::Result<()> {
        let kind = written_kind(json);
        if kind == Some(b"publish") {
            if !matches!(self, Self::Publish(_)) {
                *self = Self::Publish(Box::default());
            }
            if let Self::Publish(publish) = self
                && written::read(json, publish).is_some()
            {
                return Ok(());
            }
        }
        *self = match kind {
            Some(kind) => Self::parse_kind(kind, json)?,
            None => {
                let head: Head = serde_json::from_slice(json)?;
                Self::parse_kind(head.kind.as_bytes(), json)?
            }
        };
        Ok(())
    }

    /// Returns the keys under which its writer looks for the record before it. A refusal
    /// that claims no pane does not say under which; launches have none.
    #[must_use]
    pub fn keys(&self) -> Option<Keys> {
        match self {
            Self::Publish(publish) => {
                let child = publish.child.as_deref().unwrap_or_default();
                let claim = publish.claim.as_written();
                Some(claim.keys(publish.publisher, b"publish", child.as_bytes()))
            }
            Self::Refused(refused) => {
                let claim = refused.claim.as_written();
                let claims = claim.names_a_pane();
                let nobody = Process { pid: 0, start: 0 };
                claims.then(|| claim.keys(nobody, b"refused", refused.agent.as_bytes()))
            }
            _ => None,
        }
    }

    fn parse_kind(kind: &[u8], json: &[u8]) -> serde_json::Result<Self> {
        Ok(match kind {
            b"publish" => Self::Publish(serde_json::from_slice(json)?),
            b"launch" => Self::Launch(serde_json::from_slice(json)?),
            b"refused" => Self::Refused(serde_json::from_slice(json)?),
            b"not_started" => Self::NotStarted(serde_json::from_slice(json)?),
            b"address" => Self::Address(serde_json::from_slice(json)?),
            b"carry" => Self::Carry(serde_json::from_slice(json)?),
            b"pin" => Self::Pin(serde_json::from_slice(json)?),
            b"clear" => Self::Clear(serde_json::from_slice(json)?),
            b"dismiss" => Self::Dismiss(serde_json::from_slice(json)?),
            b"fork" => Self::Fork(serde_json::from_slice(json)?),
            b"adopt" => Self::Adopt(serde_json::from_slice(json)?),
            b"park" => Self::Park(serde_json::from_slice(json)?),
            b"import" => Self::Import(serde_json::from_slice(json)?),
            b"witness" => Self::Witness(serde_json::from_slice(json)?),
            _ => {
                let head: Head = serde_json::from_slice(json)?;
                let pane = head.pane.as_str().map(str::to_owned);
                Self::Unknown {
                    kind: head.kind,
                    pane,
                }
            }
        })
    }
}

#[derive(Deserialize)]
struct Head {
    kind: String,
    #[serde(default)]
    pane: serde_json::Value,
}

/// Returns the kind of a record whose first key is `kind`, as our writer puts it:
/// this spares a second pass over nearly every record.
fn written_kind(json: &[u8]) -> Option<&[u8]> {
    let rest = json.strip_prefix(br#"{"kind":""#)?;
    let kind = rest.split(|&byte| byte == b'"').next()?;
    (!kind.contains(&b'\\')).then_some(kind)
}

/// A start of a program in a pane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// Random id of this launch.
    pub launch: String,
    /// Key of the pane whose new generation this opens.
    pub pane: String,
    /// The process that becomes the program.
    pub process: Process,
    /// Device number of its controlling terminal; 0 is none.
    #[serde(default)]
    pub tty: u64,
    /// Agent definition of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Absolute path of the program.
    #[serde(default)]
    pub program: Text,
    /// Device of that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_dev: Option<u64>,
    /// Inode of that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_ino: Option<u64>,
    /// Name under which a person's configuration declares the program as a wrapper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrapper: Option<String>,
    /// The program as it was typed, and those of its words that a later start may repeat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub argv: Vec<Text>,
    /// Words of the command line that stand neither in `argv` nor in `asked`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// Working directory.
    #[serde(default)]
    pub cwd: Text,
    /// Root under which the agent will keep conversations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<Text>,
    /// Device of the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_dev: Option<u64>,
    /// Inode of the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_ino: Option<u64>,
    /// Name of the variable that says where the store is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store_by: Option<String>,
    /// Where the paths of this record are: `host`, or nothing if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filesystem: Option<String>,
    /// Conversation that the command line asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// Wall clock, for people only.
    #[serde(default)]
    pub at: String,
    /// Boot id of the host.
    pub boot: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What a command line asks of its agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// `fresh`, `resume` or `fork`.
    pub how: String,
    /// The conversation that is resumed or forked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The id that a new conversation or child is to have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

/// A payload that was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Name of the agent definition whose entry ran.
    pub agent: String,
    /// Stable word for what was wrong.
    pub reason: String,
    /// Pane that the surroundings name.
    #[serde(default)]
    pub claim: Claim,
    /// Wall clock, for people only.
    #[serde(default)]
    pub at: String,
}

/// A launch whose program could not be started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotStarted {
    /// Id of the launch.
    pub launch: String,
    /// Key of its pane.
    pub pane: String,
    /// Exit code that says why, as a shell would give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<u8>,
    /// Wall clock, for people only.
    #[serde(default)]
    pub at: String,
}

/// A pane continues another one: somebody's word, not an agent's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carry {
    /// Key of the pane that goes on.
    pub pane: String,
    /// Key of the pane that it continues.
    pub from: String,
    /// Wall clock, for people only.
    #[serde(default)]
    pub at: String,
}
