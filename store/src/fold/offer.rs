//! Which of the things that a pane knows is its answer.
//!
//! A launch that published nothing must never erase what the pane held before.

use super::held::{Held, Opened};
use crate::binding::{Conversation, Moment};
use crate::verdict;

/// What a pane has to offer.
#[derive(Debug)]
pub(super) enum Offer<'a> {
    /// Nothing is known.
    Nothing,
    /// Published in this generation.
    Published(&'a Conversation),
    /// Asserted by a person; the agent has not published it since.
    Pinned(&'a Conversation),
    /// Said by an agent's own list of what runs; no hook did.
    Witnessed(&'a Conversation),
    /// Known from before the last launch, which has published nothing.
    Earlier(&'a Conversation),
    /// What the last launch asks for; nothing was published yet.
    Asked(Box<Conversation>),
}

impl<'a> Offer<'a> {
    /// Chooses. What a person asserts comes first, then what the last launch published, then
    /// what was witnessed of it, then the id for which it asked unless that failed, then what
    /// was published before it, then what any launch asked for. Nothing from before the pane
    /// was to start fresh is chosen.
    pub(super) fn of(held: &'a Held) -> Self {
        let published = held.published();
        if let Some(pin) = &held.pin {
            return match published.filter(|held| held.names(&pin.conversation)) {
                Some(published) => Self::Published(published),
                None => Self::Pinned(&pin.conversation),
            };
        }
        if let Some(current) = published {
            return Self::Published(current);
        }
        if let Some(witnessed) = &held.witnessed {
            return Self::Witnessed(witnessed);
        }
        let launch = held.launch.as_ref().filter(|_| !held.asked_before);
        let asked = launch.and_then(|opened| asked(held, opened));
        let past = held.history.front().filter(|_| !held.cleared);
        match (asked, held.current.as_ref(), past) {
            (Some(asked), ..) if !held.not_started && !held.resume_failed => {
                Self::Asked(Box::new(asked))
            }
            (_, Some(earlier), _) => Self::Earlier(earlier),
            (_, _, Some(past)) => Self::Earlier(&past.conversation),
            (Some(asked), ..) if held.resume_failed => Self::Asked(Box::new(asked)),
            _ => Self::Nothing,
        }
    }

    /// Returns the conversation that is offered.
    pub(super) fn conversation(&self) -> Option<&Conversation> {
        match self {
            Self::Nothing => None,
            Self::Published(held)
            | Self::Earlier(held)
            | Self::Pinned(held)
            | Self::Witnessed(held) => Some(held),
            Self::Asked(asked) => Some(asked),
        }
    }
}

/// Returns the conversation for which a launch asks, with what the pane knows of it.
fn asked(held: &Held, opened: &Opened) -> Option<Conversation> {
    let launch = &opened.event;
    let asked = launch.asked.as_ref()?;
    // A fork whose child has no id yet must not pass for its parent.
    let id = match asked.how.as_str() {
        "resume" => asked.id.as_ref(),
        _ => asked.new.as_ref(),
    }?;
    let agent = launch.agent.as_ref()?;
    let store = opened.store();
    let known = held.known(agent, id, store.as_ref());
    let opened_at = Moment {
        position: opened.position,
        at: launch.at.clone(),
    };
    Some(Conversation {
        agent: agent.clone(),
        id: id.clone(),
        store: store.or_else(|| known?.store.clone()),
        transcript: known.and_then(|known| known.transcript.clone()),
        cwd_launch: Some(launch.cwd.clone()),
        cwd_last: known.and_then(|known| known.cwd_last.clone()),
        qualified: false,
        parent: match held.forks() {
            Some(parent) => Some(parent.to_owned()),
            None => known.and_then(|known| known.parent.clone()),
        },
        since: known.map_or_else(|| opened_at.clone(), |known| known.since.clone()),
        last_seen: known.map_or(opened_at, |known| known.last_seen.clone()),
        used: asked.how == "resume",
        ended: false,
        published: false,
        publisher: None,
        generation: held.generation,
        why: [verdict::LAUNCHED; 3],
    })
}
