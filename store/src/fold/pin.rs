//! A person's assertion of what a pane holds, and what ends it.
//!
//! It outranks whatever was published before it, and must never be moved by an agent that
//! did not take the asserted conversation up: only then does its agent's word count again.

use serde::{Deserialize, Serialize};

use super::Fold;
use super::held::Held;
use super::rotate::Heard;
use crate::binding::{Conflict, Conversation, Moment, Owner, Store};
use crate::event::{Class, Launch, Named, Pin, Publish};
use crate::reader::Position;
use crate::verdict::{self, Action, Rule, Verdict};

/// What a person asserted.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Pinned {
    pub(super) conversation: Conversation,
    /// Whether no publication ends it: its agent publishes nothing by itself.
    stays: bool,
    /// Whether a launch asked for it, or an agent published it, since.
    resumed: bool,
    /// Who owned the pane: what it goes on to say was known to the person.
    before: Option<Owner>,
}

impl Fold {
    /// Rule 9: the pane holds what a person says, until its agent resumed that and went on
    /// with another conversation.
    pub(super) fn pin(&mut self, position: Position, pin: &Pin) -> Verdict {
        let key = self.panes.key(&pin.pane);
        let held = self.panes.of(&key);
        let moment = Moment {
            position,
            at: pin.at.clone(),
        };
        let named = &pin.conversation;
        let conversation = held.conversation_of(named, &moment, verdict::PINNED);
        held.lift(&named.agent, &named.id, conversation.store.as_ref());
        let before = held.pin.take();
        if let Some(before) = before.filter(|one| !one.conversation.names(&conversation)) {
            held.keep_past(before.conversation, moment, verdict::PINNED);
        }
        held.pin = Some(Pinned {
            conversation,
            stays: pin.stays,
            resumed: false,
            before: held.owner.clone(),
        });
        held.last_record = position;
        held.dismissed = false;
        held.continued = false;
        held.conflict = None;
        Verdict::about(Some(key), Action::Accepted, verdict::PINNED)
    }
}

impl Held {
    /// Takes up what somebody names, with what the pane knows of it.
    pub(super) fn conversation_of(
        &self,
        named: &Named,
        moment: &Moment,
        rule: Rule,
    ) -> Conversation {
        let store = named.store();
        let known = self.known(&named.agent, &named.id, store.as_ref());
        Conversation {
            agent: named.agent.clone(),
            id: named.id.clone(),
            transcript: named
                .transcript
                .clone()
                .or_else(|| known?.transcript.clone()),
            cwd_launch: known.and_then(|known| known.cwd_launch.clone()),
            cwd_last: named.cwd.clone().or_else(|| known?.cwd_last.clone()),
            qualified: false,
            parent: known.and_then(|known| known.parent.clone()),
            store: store.or_else(|| known?.store.clone()),
            since: moment.clone(),
            last_seen: known.map_or_else(|| moment.clone(), |known| known.last_seen.clone()),
            used: true,
            ended: false,
            published: false,
            publisher: None,
            generation: self.generation,
            why: [rule; 3],
        }
    }

    /// Returns what the pane knows of a conversation.
    pub(super) fn known(
        &self,
        agent: &str,
        id: &str,
        store: Option<&Store>,
    ) -> Option<&Conversation> {
        let past = self.history.iter().map(|past| &past.conversation);
        let mut all = self.current.iter().chain(past);
        all.find(|known| known.is(agent, id, store))
    }

    /// What a launch asks for by name is a person's word again: it takes up the pin or ends
    /// it, and brings back what was excluded.
    pub(super) fn asks(&mut self, position: Position, launch: &Launch) {
        let Some((asked, agent)) = launch.asked.as_ref().zip(launch.agent.as_ref()) else {
            return;
        };
        let store = Store::of(launch.store.as_ref(), launch.store_dev, launch.store_ino);
        let Some(id) = asked.id.as_ref().filter(|_| asked.how != "fresh") else {
            return;
        };
        self.lift(agent, id, store.as_ref());
        let Some(pin) = &mut self.pin else { return };
        if asked.how == "resume" && pin.conversation.is(agent, id, store.as_ref()) {
            pin.resumed = true;
            return;
        }
        let moment = Moment {
            position,
            at: launch.at.clone(),
        };
        self.unpin(moment, verdict::LAUNCHED);
    }

    /// Ends a pin; what it asserted goes into the history.
    pub(super) fn unpin(&mut self, until: Moment, rule: Rule) {
        let Some(Pinned { conversation, .. }) = self.pin.take() else {
            return;
        };
        let known = self.known(
            &conversation.agent,
            &conversation.id,
            conversation.store.as_ref(),
        );
        if known.is_none() {
            self.keep_past(conversation, until, rule);
        }
    }
}

/// Decides what a publication by the owner means where a pin stands; `said` is what it did
/// beneath the pin.
pub(super) fn heard(
    held: &mut Held,
    publish: &Publish,
    heard: &Heard,
    said: (Action, Rule),
) -> (Action, Rule) {
    let taken = matches!(said.0, Action::Accepted | Action::Rotated);
    let Some(pin) = &mut held.pin else {
        return said;
    };
    if !taken || publish.class == Class::End {
        return said;
    }
    if pin.conversation.is_in(publish) {
        pin.resumed = true;
        return said;
    }
    if pin.resumed && !pin.stays {
        held.unpin(heard.moment(publish), verdict::PIN_SPENT);
        return (Action::Rotated, verdict::PIN_SPENT);
    }
    let known = pin.before.as_ref();
    if !known.is_some_and(|owner| owner.published(publish)) {
        let (agent, id) = (&publish.agent, &publish.id);
        let seen = heard.moment(publish);
        held.conflict = Some(Conflict::by(verdict::PIN_STANDS, agent, id, seen));
    }
    (Action::Ignored, verdict::PIN_STANDS)
}
