//! The answer for a pane: what the log says about it, held against the living system
//! and the agent's own store. It reads and never writes, and what cannot be known is
//! said, not guessed.

mod evidence;
mod line;
mod parts;
mod reach;
mod repeated;
mod show;

use evidence::Held;
pub use line::shell_line;
pub use parts::OwnerOf;
use parts::{ChildOf, Cwd, PastOf, StoreOf, Transcript, Warning};
pub use reach::{Reach, Way};
pub use repeated::Repeated;
pub use show::{NAMES, fields, show};

use crate::proof::Proof;
use crate::world::World;
use rejoin_agents::{Agent, Known};
use rejoin_store::binding::{Binding, Flag, Shared, State};
use rejoin_store::text::Text;
use serde::Serialize;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// What `rejoin resolve --json` prints; `schemas/resolve.schema.json` explains each name.
#[derive(Debug, Serialize)]
pub struct Answer {
    schema: &'static str,
    pub pane: String,
    pub state: &'static str,
    pub flags: Vec<String>,
    pub agent: Option<String>,
    pub id: Option<String>,
    pub qualified: bool,
    pub store: Option<StoreOf>,
    pub transcript: Option<Transcript>,
    pub cwd: Cwd,
    pub since: Option<String>,
    pub last_seen: Option<String>,
    pub owner: Option<OwnerOf>,
    pub parent: Option<String>,
    pub shared: Option<Shared>,
    pub resume: Reach,
    pub fork: Reach,
    pub evidence: Vec<String>,
    pub warnings: Vec<Warning>,
    pub history: Vec<PastOf>,
    pub children: Vec<ChildOf>,
}

impl Answer {
    /// Answers for a pane of which the log says nothing.
    pub fn none(pane: String) -> Self {
        Self {
            schema: "rejoin.resolve.v1",
            pane,
            state: "none",
            flags: Vec::new(),
            agent: None,
            id: None,
            qualified: false,
            store: None,
            transcript: None,
            cwd: Cwd::default(),
            since: None,
            last_seen: None,
            owner: None,
            parent: None,
            shared: None,
            resume: Reach::no_conversation(),
            fork: Reach::no_conversation(),
            evidence: Vec::new(),
            warnings: Vec::new(),
            history: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Answers for a pane that the log knows.
    pub fn of(world: &World, binding: Binding) -> Self {
        let mut answer = Self::none(binding.pane.clone());
        answer.flags = binding.flags.iter().map(word).collect();
        answer.history = binding.history.iter().map(PastOf::of).collect();
        answer.children = binding.children.iter().map(ChildOf::of).collect();
        answer.evidence = binding
            .evidence
            .iter()
            .map(|&fact| fact.to_owned())
            .collect();
        answer.warnings = binding.flags.iter().filter_map(Warning::of).collect();
        if let Some(conflict) = &binding.conflict {
            let (id, agent) = (&conflict.id, &conflict.agent);
            let text = format!("{} That one is {id} ({agent}).", conflict.rule.text);
            answer.warn("conflict", text);
        }
        answer.owner = OwnerOf::of(&binding);
        answer.flag(
            answer
                .owner
                .as_ref()
                .is_some_and(|o| o.alive == Some(false)),
            "gone",
        );
        answer.agent = binding.agent.clone();
        if let (Some(name), Some(id)) = (&binding.agent, &binding.id) {
            answer.hold(world, &binding, name, id);
        }
        answer.qualified = binding.qualified;
        answer.cwd = Cwd {
            launch: binding.cwd_launch,
            last: binding.cwd_last,
        };
        answer.since = binding.since.map(|moment| moment.at);
        answer.last_seen = binding.last_seen.map(|moment| moment.at);
        answer.store = binding.store.map(|store| StoreOf {
            store,
            filesystem: "host",
        });
        answer.parent = binding.parent;
        answer.shared = binding.shared;
        answer.id = binding.id;
        answer
    }

    /// Fills in what depends on the conversation that the pane holds.
    fn hold(&mut self, world: &World, binding: &Binding, name: &str, id: &str) {
        self.state = match binding.state {
            State::None => "none",
            State::Asked => "asked",
            State::Published => "published",
        };
        let Some(agent) = world.roster.find(name) else {
            self.resume = Reach::unknown_agent(name);
            self.fork = Reach::unknown_agent(name);
            return;
        };
        let store = binding
            .store
            .as_ref()
            .map(|store| PathBuf::from(store.path.as_os_str()));
        let root = store.or_else(|| world.store_of(agent).ok());
        let held = match &root {
            Some(root) => self.prove(agent, root, binding, id),
            None => Held::default(),
        };
        let cwd = held.cwd.or_else(|| evidence::recorded_cwd(agent, binding));
        let published = binding.transcript.as_ref().map(as_path);
        let place = reach::Place {
            agent,
            id: held.id.as_deref().unwrap_or(id),
            root: root.as_deref(),
            cwd: cwd.as_deref(),
            transcript: held.transcript.as_deref().or(published),
            repeated: &Repeated::of(agent, binding),
            unused: self.is_unstored() && was_never_used(binding),
        };
        self.resume = place.resume(world);
        self.fork = place.fork(world);
        self.warn_of_untried(agent);
        let running = self
            .owner
            .as_ref()
            .filter(|owner| owner.alive == Some(true));
        if let Some(owner) = running.filter(|_| !binding.flags.contains(&Flag::Ended)) {
            let text = format!(
                "Process {} still holds it here; resumed elsewhere, two would write to it.",
                owner.pid
            );
            self.warn("still-running", text);
        }
        if cwd.is_some_and(|cwd| !cwd.is_dir()) {
            self.warn(
                "directory-missing",
                "The conversation's directory does not exist.",
            );
        }
    }

    fn warn(&mut self, code: &'static str, text: impl Into<String>) {
        self.warnings.push(Warning {
            code,
            text: text.into(),
        });
    }

    fn flag(&mut self, holds: bool, flag: &str) {
        if holds {
            self.flags.push(flag.to_owned());
        }
    }

    /// A way that nobody has tried is offered, and said to be one.
    fn warn_of_untried(&mut self, agent: &Agent) {
        let untried = |way: &rejoin_agents::Way| matches!(way, rejoin_agents::Way::Argv { known, .. } if *known == Known::Read);
        if untried(&agent.argv.resume) || untried(&agent.argv.fork) {
            let title = agent.title;
            let text = format!("Resume and fork are as {title}'s documents say; nobody has tried.");
            self.warn("unverified", text);
        }
    }

    /// Tells whether the agent's own store certainly does not hold it.
    pub fn is_unstored(&self) -> bool {
        let transcript = self.transcript.as_ref();
        transcript.is_some_and(|transcript| transcript.proof == Proof::Absent.word())
    }

    /// Tells whether the agent's own store holds it.
    pub fn is_stored(&self) -> bool {
        let transcript = self.transcript.as_ref();
        transcript.is_some_and(|transcript| transcript.proof == Proof::Proven.word())
    }

    /// Returns the transcript by which the agent's own store holds it.
    pub fn proven_transcript(&self) -> Option<PathBuf> {
        let path = self.transcript.as_ref()?.path.as_ref()?;
        self.is_stored().then(|| PathBuf::from(path.as_os_str()))
    }

    /// Tells whether there is anything to show.
    pub fn says_something(&self) -> bool {
        self.id.is_some() || !self.warnings.is_empty() || !self.history.is_empty()
    }

    /// Tells whether the answer carries this flag.
    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|known| known == flag)
    }
}

/// Tells whether a conversation was given its id and nothing was said in it yet.
pub fn was_never_used(binding: &Binding) -> bool {
    let asked = binding.launch.as_ref().and_then(|l| l.asked.as_ref());
    let given = asked.is_some_and(|a| a.how == "fresh" && a.new == binding.id);
    let silent = binding.state == State::Asked;
    binding.flags.contains(&Flag::Provisional) || (silent && given)
}

fn word(flag: &Flag) -> String {
    serde_json::to_value(flag)
        .ok()
        .and_then(|word| word.as_str().map(str::to_owned))
        .unwrap_or_default()
}

fn as_path(text: &Text) -> &Path {
    Path::new(text.as_os_str())
}

/// Puts words of the system into an answer.
pub fn as_text(text: OsString) -> Text {
    Text::from(text.into_vec())
}
