//! One agent: its program, its hook entries, its consent, and what its hooks said so far.

use super::program::Program;
use super::{Note, Problem, text_of};
use crate::consent::{self, Consent, Installed};
use crate::known::Known;
use crate::print::plain;
use crate::world::World;
use rejoin_agents::Agent;
use rejoin_store::event::Event;
use rejoin_store::text::Text;
use rejoin_store::verdict::{Action, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;

/// Facts about one agent.
#[derive(Debug, Serialize)]
pub struct AgentHealth {
    pub name: &'static str,
    pub program: Option<Program>,
    pub hooks: Option<Hooks>,
    pub heard: Heard,
    pub refusals: Vec<Refusal>,
}

/// The hook entries in the agent's configuration.
#[derive(Debug, Serialize)]
pub struct Hooks {
    pub file: Text,
    /// `yes`, `partly`, `no` or `other-path`.
    pub installed: &'static str,
    /// `given`, `pending`, `missing` or `not-needed`.
    pub consent: &'static str,
}

/// What an agent's hooks recorded, by what it did.
#[derive(Debug, Default, Clone, Serialize)]
pub struct Heard {
    /// It spoke for a pane.
    pub accepted: u64,
    /// It came from a subagent or a nested agent.
    pub children: u64,
    /// No pane is proven for it: background workers and the like.
    pub unscoped: u64,
    /// It moved nothing.
    pub ignored: u64,
    /// The last one.
    pub last: Option<LastEvent>,
}

/// The last event of an agent.
#[derive(Debug, Clone, Serialize)]
pub struct LastEvent {
    pub at: String,
    pub event: String,
    pub id: String,
}

/// Payloads that were not accepted.
#[derive(Debug, Serialize)]
pub struct Refusal {
    pub claimed: Option<String>,
    pub count: u64,
    pub last_reason: String,
    pub last_at: String,
}

/// Counts what the hooks of each agent recorded.
#[derive(Debug, Default)]
pub struct Census(BTreeMap<String, Heard>);

impl Census {
    /// Counts one record.
    pub fn count(&mut self, event: &Event, verdict: &Verdict) {
        let Event::Publish(publish) = event else {
            return;
        };
        let heard = self.0.entry(publish.agent.clone()).or_default();
        *match verdict.action {
            Action::Accepted | Action::Rotated | Action::Provisional => &mut heard.accepted,
            Action::Child => &mut heard.children,
            Action::Unscoped => &mut heard.unscoped,
            _ => &mut heard.ignored,
        } += 1;
        let (at, event) = (publish.at.clone(), publish.event.clone());
        heard.last = Some(LastEvent {
            at,
            event,
            id: publish.id.clone(),
        });
    }
}

/// What was found about one agent.
#[derive(Debug)]
pub struct Looked {
    pub health: AgentHealth,
    pub problems: Vec<Problem>,
    pub notes: Vec<Note>,
}

/// Looks at one agent. An agent that is not here has no problems.
pub fn look(
    world: &World,
    agent: &'static Agent,
    ask_version: bool,
    known: Option<&Known>,
    census: &Census,
) -> Looked {
    let mut problems = Vec::new();
    let mut noted = Vec::new();
    let program = Program::find(world, agent, ask_version);
    noted.extend(program.as_ref().and_then(|program| unasked(agent, program)));
    let here = crate::edit::place::is_here(world, agent);
    let state = agent.is_captured().then(|| consent::state(agent, world));
    let hooks = match state {
        None => None,
        Some(Ok(state)) => {
            if here {
                problems.extend(faults(agent, &state));
                noted.extend(notes(agent, &state));
            }
            Some(Hooks {
                file: text_of(&state.file),
                installed: installed_word(&state.installed),
                consent: consent_word(state.consent),
            })
        }
        Some(Err(error)) => {
            problems.push(Problem::of(&error));
            None
        }
    };
    let refusals = known.into_iter().flat_map(|known| known.fold.refusals());
    let refusals = refusals
        .filter(|refusals| refusals.agent == agent.name)
        .map(|refusals| Refusal {
            claimed: refusals.claimed.clone(),
            count: refusals.count,
            last_reason: refusals.last_reason.clone(),
            last_at: refusals.last.at.clone(),
        });
    let heard = census.0.get(agent.name).cloned().unwrap_or_default();
    let health = AgentHealth {
        name: agent.name,
        program,
        hooks,
        heard,
        refusals: refusals.collect(),
    };
    Looked {
        health,
        problems,
        notes: noted,
    }
}

/// Says why a program that was asked for its version did not say it.
fn unasked(agent: &Agent, program: &Program) -> Option<Note> {
    let silence = program.silence.as_ref()?;
    Some(Note {
        code: "version-unknown",
        text: format!("{}: its version is not known: {silence}", agent.name),
    })
}

/// Says what is a person's own choice, or the agent's to ask.
fn notes(agent: &Agent, state: &consent::State) -> Vec<Note> {
    let mut notes: Vec<Note> = state
        .narrowed
        .iter()
        .map(|narrowed| Note {
            code: "narrowed",
            text: format!("{}: {narrowed}", agent.name),
        })
        .collect();
    let asks = agent.install.consent.as_ref();
    if let (Installed::Yes, Consent::Pending, Some(asks)) = (&state.installed, state.consent, asks)
    {
        notes.push(Note {
            code: "consent-pending",
            text: format!("{}: not active yet. {}", agent.name, asks.ask),
        });
    }
    notes
}

fn faults(agent: &Agent, state: &consent::State) -> Option<Problem> {
    let again = format!("Run: rejoin install {}", agent.name);
    let file = plain(&state.file);
    let (code, cause, remedy) = match (&state.installed, state.consent) {
        (Installed::No, _) => (
            "not-installed",
            format!("{file} has no hooks of rejoin"),
            again,
        ),
        (Installed::Partly, _) => (
            "partly-installed",
            format!("{file} has not all hooks of rejoin, each once"),
            again,
        ),
        (Installed::OtherPath(path), _) => (
            "other-helper",
            format!("the hooks in {file} run {path}"),
            again,
        ),
        (Installed::Yes, Consent::Missing) => {
            let ask = agent
                .install
                .consent
                .as_ref()
                .map_or("", |consent| consent.ask);
            (
                "no-consent",
                format!("{} does not trust its hooks as they stand", agent.title),
                ask.to_owned(),
            )
        }
        (Installed::Yes, Consent::Given | Consent::Pending | Consent::NotNeeded) => return None,
    };
    Some(Problem {
        code,
        cause,
        remedy,
    })
}

const fn installed_word(installed: &Installed) -> &'static str {
    match installed {
        Installed::Yes => "yes",
        Installed::Partly => "partly",
        Installed::No => "no",
        Installed::OtherPath(_) => "other-path",
    }
}

const fn consent_word(consent: Consent) -> &'static str {
    match consent {
        Consent::Given => "given",
        Consent::Pending => "pending",
        Consent::Missing => "missing",
        Consent::NotNeeded => "not-needed",
    }
}
