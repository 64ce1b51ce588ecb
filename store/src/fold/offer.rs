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
    /// Known from before the last launch, which has published nothing.
    Earlier(&'a Conversation),
    /// What the last launch asks for; nothing was published yet.
    Asked(Box<Conversation>),
}

impl<'a> Offer<'a> {
    /// Chooses. What the last launch published comes first, then the id for which it
    /// asked unless that failed, then what was published before it, then what any launch
    /// asked for.
    pub(super) fn of(held: &'a Held) -> Self {
        if let Some(current) = held.published() {
            return Self::Published(current);
        }
        let asked = held.launch.as_ref().and_then(|opened| asked(held, opened));
        match (asked, held.current.as_ref(), held.history.front()) {
            (Some(asked), ..) if !held.not_started && !held.resume_failed => {
                Self::Asked(Box::new(asked))
            }
            (_, Some(earlier), _) => Self::Earlier(earlier),
            (_, _, Some(past)) => Self::Earlier(&past.conversation),
            (Some(asked), ..) if held.resume_failed => Self::Asked(Box::new(asked)),
            _ => Self::Nothing,
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
    let past = held.history.iter().map(|past| &past.conversation);
    let known = held
        .current
        .iter()
        .chain(past)
        .find(|known| known.is(agent, id, store.as_ref()));
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
