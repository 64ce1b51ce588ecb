//! What one pane holds while the log is folded.
//!
//! It must never grow with the log: older entries give way, and the log still has them.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::clear::Excluded;
use super::offer::Offer;
use super::pin::Pinned;
use crate::binding::{Child, Conflict, Conversation, Forked, Located, Moment, Owner, Past, Store};
use crate::event::{Asked, Launch, Publish};
use crate::reader::Position;
use crate::record::Process;
use crate::text;
use crate::verdict::{self, Rule};

/// Earlier conversations that are kept: more than a person looks through.
const HISTORY_MAX: usize = 64;
/// Children that are kept: a conversation may have thousands of subagents.
const CHILDREN_MAX: usize = 64;
/// Launches whose processes are remembered: an older one can hardly still run.
const LAUNCHES_MAX: usize = 64;

/// The state of one pane.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Held {
    /// Number of the last launch; 0 before the first.
    pub(super) generation: u64,
    /// The last launch.
    pub(super) launch: Option<Opened>,
    /// Whether its program could not be started.
    pub(super) not_started: bool,
    /// Whether it resumes, and that failed.
    pub(super) resume_failed: bool,
    /// Owner of this generation.
    pub(super) owner: Option<Owner>,
    /// Whether a record showed that it is gone.
    pub(super) owner_gone: bool,
    /// The owner before it, if nobody knew whether that one was gone.
    #[serde(default)]
    pub(super) displaced: Option<Owner>,
    /// What was published last, be it in an earlier generation.
    pub(super) current: Option<Conversation>,
    /// What was held before, latest first.
    pub(super) history: VecDeque<Past>,
    /// Agents inside, latest first.
    pub(super) children: VecDeque<Child>,
    /// Whether a prompt has settled which of the ids begun lately is the pane's.
    pub(super) settled: bool,
    pub(super) unsure: bool,
    pub(super) unknown_record: bool,
    /// Where the pane stood in its multiplexer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) located: Option<Box<Located>>,
    /// Whether `current` was carried here, and nothing was published here since.
    #[serde(default)]
    pub(super) carried: bool,
    /// Whether another pane continues this one, which has said nothing since.
    #[serde(default)]
    pub(super) continued: bool,
    /// What a person asserted, and that stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pin: Option<Pinned>,
    /// Conversations that may not come back by themselves, latest first.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub(super) excluded: VecDeque<Excluded>,
    /// Whether nothing from before is offered: the pane was to start fresh, and nothing was
    /// said in it since.
    #[serde(default)]
    pub(super) cleared: bool,
    /// Whether that was after the last launch, so that what it asks for is from before.
    #[serde(default)]
    pub(super) asked_before: bool,
    /// Whether a person no longer wants to be offered what is held.
    #[serde(default)]
    pub(super) dismissed: bool,
    /// What an agent's own list says the process of this generation holds, while no hook did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) witnessed: Option<Conversation>,
    /// What contradicts the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) conflict: Option<Conflict>,
    /// Forks that were made in this pane, latest first.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub(super) forks: VecDeque<Forked>,
    pub(super) last_record: Position,
    remembered: VecDeque<Remembered>,
}

/// The launch of a generation.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Opened {
    pub(super) event: Launch,
    pub(super) position: Position,
}

#[derive(Debug, Serialize, Deserialize)]
struct Remembered {
    launch: String,
    process: Process,
    generation: u64,
}

impl Held {
    /// Tells whether this launch opened one of the remembered generations.
    pub(super) fn knows_launch(&self, launch: &str) -> bool {
        self.remembered.iter().any(|known| known.launch == launch)
    }

    /// Returns the process and generation of a remembered launch.
    pub(super) fn launched(&self, launch: &str) -> Option<(Process, u64)> {
        let mut remembered = self.remembered.iter();
        let known = remembered.find(|known| known.launch == launch)?;
        Some((known.process, known.generation))
    }

    /// Returns the id of the last launch.
    pub(super) fn launch_id(&self) -> Option<&str> {
        Some(self.launch.as_ref()?.event.launch.as_str())
    }

    /// Returns the last launch if its program was started in this boot.
    pub(super) fn launch_in(&self, boot: &str) -> Option<&Launch> {
        let launch = &self.launch.as_ref()?.event;
        (text::same(launch.boot.as_bytes(), boot.as_bytes()) && !self.not_started).then_some(launch)
    }

    /// Returns what the last launch asks for.
    pub(super) fn asked(&self) -> Option<&Asked> {
        self.launch.as_ref()?.event.asked.as_ref()
    }

    /// Returns the conversation that the last launch resumes.
    pub(super) fn resumes(&self) -> Option<&str> {
        let asked = self.asked().filter(|asked| asked.how == "resume")?;
        asked.id.as_deref()
    }

    /// Returns the conversation that the last launch forks.
    pub(super) fn forks(&self) -> Option<&str> {
        let asked = self.asked().filter(|asked| asked.how == "fork")?;
        asked.id.as_deref()
    }

    /// Returns the conversation that was published in this generation.
    pub(super) fn published(&self) -> Option<&Conversation> {
        let current = self.current.as_ref()?;
        (current.generation == self.generation).then_some(current)
    }

    /// Opens a generation. Returns the process and generation of a launch that is
    /// remembered no more.
    pub(super) fn open(&mut self, position: Position, launch: &Launch) -> Option<(Process, u64)> {
        self.keep_asked(position, launch);
        self.asks(position, launch);
        self.generation += 1;
        self.launch = Some(Opened {
            event: launch.clone(),
            position,
        });
        self.not_started = false;
        self.resume_failed = false;
        self.carried = false;
        self.continued = false;
        self.dismissed = false;
        self.conflict = None;
        self.asked_before = false;
        self.displaced = None;
        self.owner = None;
        self.owner_gone = false;
        self.unsure = false;
        self.remembered.push_back(Remembered {
            launch: launch.launch.clone(),
            process: launch.process,
            generation: self.generation,
        });
        if self.remembered.len() <= LAUNCHES_MAX {
            return None;
        }
        let forgotten = self.remembered.pop_front()?;
        Some((forgotten.process, forgotten.generation))
    }

    /// Records that these processes of one boot are gone.
    pub(super) fn owner_is_gone_if_in(&mut self, boot: &str, gone: &[Process]) {
        let owner = self.owner.as_ref();
        let is_gone = |owner: &Owner| gone.contains(&owner.process) && owner.boot == boot;
        self.owner_gone |= owner.is_some_and(is_gone);
        if self.displaced.as_ref().is_some_and(is_gone) {
            self.displaced = None; // the pane was rightly taken from it
            self.unsure = false;
        }
    }

    /// Records that the program of the last launch could not be started.
    pub(super) fn launch_failed(&mut self) {
        self.not_started = true;
        self.resume_failed = self.resumes().is_some();
    }

    /// A launch that resumed and published nothing leaves its id in the history when the
    /// next launch comes: its agent may have been silent, not idle.
    fn keep_asked(&mut self, position: Position, next: &Launch) {
        let until = Moment {
            position,
            at: next.at.clone(),
        };
        if let Some(witnessed) = self.witnessed.take() {
            return self.keep_past(witnessed, until, verdict::LAUNCHED);
        }
        let Offer::Asked(mut conversation) = Offer::of(self) else {
            return;
        };
        let held = self.current.as_ref();
        if self.resumes().is_none() || held.is_some_and(|held| held.names(&conversation)) {
            return;
        }
        conversation.generation = self.generation;
        self.keep_past(*conversation, until, verdict::LAUNCHED);
    }

    /// Puts a conversation that the pane leaves into its history.
    pub(super) fn keep_past(&mut self, conversation: Conversation, until: Moment, rule: Rule) {
        self.history
            .retain(|past| !past.conversation.names(&conversation));
        self.history.push_front(Past {
            conversation,
            until,
            rule,
        });
        self.history.truncate(HISTORY_MAX);
    }

    /// Takes over what another pane holds, and what it held before that. Returns the other
    /// conversation that this pane held.
    pub(super) fn take_over(
        &mut self,
        conversation: Conversation,
        history: Vec<Past>,
    ) -> Option<Conversation> {
        for past in history.into_iter().rev() {
            self.keep_past(past.conversation, past.until, past.rule);
        }
        self.history
            .retain(|past| !past.conversation.names(&conversation));
        self.settled = false;
        let before = self.current.replace(conversation);
        before.filter(|before| !self.current.as_ref().is_some_and(|now| now.names(before)))
    }

    /// Keeps a publication of an agent inside the pane as a child.
    pub(super) fn keep_child(&mut self, position: Position, publish: &Publish, rule: Rule) {
        let (id, parent) = match &publish.child {
            Some(child) => (child, Some(publish.id.clone())),
            None => {
                let held = self.current.as_ref();
                (&publish.id, held.map(|held| held.id.clone()))
            }
        };
        let known = |child: &Child| child.id == *id && child.agent == publish.agent;
        let parent = match self.children.iter().position(known) {
            Some(at) => self
                .children
                .remove(at)
                .and_then(|child| child.parent)
                .or(parent),
            None => parent,
        };
        self.children.push_front(Child {
            agent: publish.agent.clone(),
            id: id.clone(),
            parent,
            publisher: publish.publisher,
            rule,
            last_seen: Moment {
                position,
                at: publish.at.clone(),
            },
        });
        self.children.truncate(CHILDREN_MAX);
    }
}

impl Opened {
    /// Returns the store that was prepared.
    pub(super) fn store(&self) -> Option<Store> {
        let launch = &self.event;
        Store::of(launch.store.as_ref(), launch.store_dev, launch.store_ino)
    }
}

impl Conversation {
    /// Tells whether both are one conversation.
    pub(super) fn names(&self, other: &Self) -> bool {
        self.is(&other.agent, &other.id, other.store.as_ref())
    }
}
