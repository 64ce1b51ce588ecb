//! From which conversation each one comes.
//!
//! A fork never passes for its parent, and must never move the pane that holds the parent.

use super::Fold;
use super::held::Held;
use crate::binding::{Forked, Moment};
use crate::event::{Adopt, Fork, Publish};
use crate::reader::Position;
use crate::verdict::{self, Action, Verdict};

/// Forks that are kept of one pane: more than a person looks through.
const FORKS_MAX: usize = 64;

impl Fold {
    /// Rule 8: notes where the child comes from, whether or not its id is known yet.
    pub(super) fn fork(&mut self, position: Position, fork: &Fork) -> Verdict {
        let key = self.panes.key(&fork.pane);
        let held = self.panes.of(&key);
        held.last_record = position;
        let past = held.history.iter_mut().map(|past| &mut past.conversation);
        let child = fork.child.as_deref();
        for known in held.current.iter_mut().chain(past) {
            let is = known.agent == fork.parent.agent && Some(known.id.as_str()) == child;
            if is && known.parent.is_none() && known.id != fork.parent.id {
                known.parent = Some(fork.parent.id.clone());
            }
        }
        let made = Moment {
            position,
            at: fork.at.clone(),
        };
        let event = fork.clone();
        held.forks.push_front(Forked { event, made });
        held.forks.truncate(FORKS_MAX);
        Verdict::about(Some(key), Action::Accepted, verdict::FORKED)
    }

    /// Rule 8: the child of the pane's last launch, which forks, is this one. It is asked for
    /// from then on, as if the launch had chosen its id.
    pub(super) fn adopt(&mut self, position: Position, adopt: &Adopt) -> Verdict {
        let key = self.panes.key(&adopt.pane);
        let held = self.panes.get_mut(&key);
        let last = Some(adopt.launch.as_str());
        let forks = |held: &&mut Held| held.launch_id() == last && held.forks().is_some();
        let Some(held) = held.filter(forks) else {
            return Verdict::about(Some(key), Action::Ignored, verdict::NO_SUCH_LAUNCH);
        };
        held.last_record = position;
        let child = &adopt.conversation;
        let parent = held.forks() == Some(child.id.as_str());
        let other = |asked: &str| asked != child.id;
        let chosen = held.asked().and_then(|asked| asked.new.as_deref());
        if parent
            || held.published().is_some_and(|held| other(&held.id))
            || chosen.is_some_and(other)
        {
            return Verdict::about(Some(key), Action::Ignored, verdict::NOT_HELD);
        }
        if let Some(opened) = &mut held.launch
            && let Some(asked) = &mut opened.event.asked
        {
            asked.new = Some(child.id.clone());
        }
        held.name_last_child(&child.agent, &child.id);
        Verdict::about(Some(key), Action::Accepted, verdict::ADOPTED)
    }
}

impl Held {
    /// Returns the parent that a fork of this pane names for a published conversation.
    pub(super) fn parent_of(&self, publish: &Publish) -> Option<String> {
        let is = |forked: &&Forked| {
            forked.event.child.as_ref() == Some(&publish.id)
                && forked.event.parent.agent == publish.agent
        };
        let forked = self.forks.iter().find(is)?;
        Some(forked.event.parent.id.clone())
    }

    /// Fills in the child of the fork that the last launch makes.
    pub(super) fn name_child(&mut self, publish: &Publish) {
        self.name_last_child(&publish.agent, &publish.id);
    }

    fn name_last_child(&mut self, agent: &str, id: &str) {
        let parent = self.forks().map(str::to_owned);
        let to_come = |forked: &&mut Forked| {
            let event = &forked.event;
            let of = event.parent.agent == agent && Some(&event.parent.id) == parent.as_ref();
            of && event.child.is_none()
        };
        if let Some(forked) = self.forks.iter_mut().find(to_come) {
            forked.event.child = Some(id.to_owned());
        }
    }
}
