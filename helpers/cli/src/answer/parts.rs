//! The parts of an answer, each made of what the log says and of a look at the system.

use crate::here;
use rejoin_store::binding::{Binding, Child, Flag, Past, Store};
use rejoin_store::text::Text;
use serde::Serialize;

/// A store, on the file system that it was seen on.
#[derive(Debug, Serialize)]
pub struct StoreOf {
    #[serde(flatten)]
    pub store: Store,
    pub filesystem: &'static str,
}

/// A transcript, and what it proves.
#[derive(Debug, Serialize)]
pub struct Transcript {
    pub path: Option<Text>,
    pub proof: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Where a conversation works.
#[derive(Debug, Default, Serialize)]
pub struct Cwd {
    pub launch: Option<Text>,
    pub last: Option<Text>,
}

/// The process that held the conversation last.
#[derive(Debug, Serialize)]
pub struct OwnerOf {
    pub pid: u32,
    pub start: u64,
    pub boot: String,
    /// Nothing where the system does not tell.
    pub alive: Option<bool>,
}

/// Something that a user of the answer should know.
#[derive(Debug, Serialize)]
pub struct Warning {
    pub code: &'static str,
    pub text: String,
}

/// A conversation that the pane held before.
#[derive(Debug, Serialize)]
pub struct PastOf {
    pub agent: String,
    pub id: String,
    pub since: String,
    pub until: String,
    pub rule: &'static str,
}

/// A subagent, or an agent inside what the pane shows.
#[derive(Debug, Serialize)]
pub struct ChildOf {
    pub agent: String,
    pub id: String,
    pub parent: Option<String>,
    pub last_seen: String,
    pub rule: &'static str,
}

impl PastOf {
    pub fn of(past: &Past) -> Self {
        let held = &past.conversation;
        Self {
            agent: held.agent.clone(),
            id: held.id.clone(),
            since: held.since.at.clone(),
            until: past.until.at.clone(),
            rule: past.rule.word,
        }
    }
}

impl ChildOf {
    pub fn of(child: &Child) -> Self {
        Self {
            agent: child.agent.clone(),
            id: child.id.clone(),
            parent: child.parent.clone(),
            last_seen: child.last_seen.at.clone(),
            rule: child.rule.word,
        }
    }
}

impl OwnerOf {
    /// Looks at the process that owns the pane, else at the one that was launched there.
    pub fn of(binding: &Binding) -> Option<Self> {
        let (process, boot) = match (&binding.owner, &binding.launch) {
            (Some(owner), _) => (owner.process, &owner.boot),
            (None, Some(launch)) => (launch.process, &launch.boot),
            (None, None) => return None,
        };
        let alive = here::lives(process, boot);
        Some(Self {
            pid: process.pid,
            start: process.start,
            boot: boot.clone(),
            alive,
        })
    }
}

impl Warning {
    /// Says in a sentence what a flag of the fold means for a user of the answer.
    pub fn of(flag: &Flag) -> Option<Self> {
        let (code, text) = match flag {
            Flag::Unsure => (
                "unsure",
                "Another publication may have moved this pane; see `rejoin why`.",
            ),
            Flag::EarlierGeneration => (
                "earlier-generation",
                "The last launch here said nothing yet; this is from before it.",
            ),
            Flag::Carried => (
                "carried",
                "It was carried here from another pane; nothing was said here since.",
            ),
            Flag::Continued => ("continued", "Another pane continues this one."),
            Flag::ResumeFailed => ("resume-failed", "The last resume did not succeed."),
            Flag::NotStarted => (
                "not-started",
                "The program of the last launch could not be started.",
            ),
            Flag::ForkPending => (
                "fork-pending",
                "A fork was started; its own id is not known yet.",
            ),
            Flag::Provisional => (
                "provisional",
                "It began, and nothing shows that it was used.",
            ),
            Flag::Damaged => (
                "damaged",
                "A later part of the log could not be read; it may say more.",
            ),
            Flag::UnknownRecord => (
                "unknown-record",
                "A later version of rejoin wrote about this pane.",
            ),
            Flag::Pinned => (
                "pinned",
                "A person asserted it; see `rejoin pin` and `rejoin clear`.",
            ),
            Flag::Imported => (
                "imported",
                "Another program remembered it; nothing was said here since.",
            ),
            Flag::Witnessed => (
                "witnessed",
                "Only the agent's own list of what runs says it.",
            ),
            Flag::Dismissed => (
                "dismissed",
                "A person dismissed it; it is offered again when something new is said here.",
            ),
            // The flag says it, or a sentence of its own does.
            Flag::Shared | Flag::Ended | Flag::Conflict => return None,
        };
        Some(Self {
            code,
            text: text.to_owned(),
        })
    }
}
