//! What the owner's publications do to the conversation that a pane holds.
//!
//! An event's native name and its reason must never matter here, only its class, its id
//! and what came before. Facts of one conversation never pass to another.

use super::held::Held;
use crate::binding::{Conflict, Conversation, Moment, Owner, Past, Store};
use crate::event::{Class, Publish};
use crate::reader::Position;
use crate::text::{self, Text};
use crate::verdict::{self, Action, Rule};

/// How a publication reached its pane.
#[derive(Debug)]
pub(super) struct Heard {
    pub(super) position: Position,
    pub(super) found: Rule,
    /// Why its publisher speaks for the pane.
    pub(super) standing: Rule,
    /// Whether the publisher belongs to the pane's last launch.
    pub(super) inside: bool,
}

impl Heard {
    pub(super) fn moment(&self, publish: &Publish) -> Moment {
        Moment {
            position: self.position,
            at: publish.at.clone(),
        }
    }

    fn note(&self, moment: &mut Moment, publish: &Publish) {
        moment.position = self.position;
        text::put(&mut moment.at, &publish.at);
    }
}

/// Applies what the owner, or who takes the pane over, says.
pub(super) fn says(held: &mut Held, publish: &Publish, heard: &Heard) -> (Action, Rule) {
    let (action, rule) = match publish.class {
        Class::Other => (Action::Ignored, verdict::UNKNOWN_CLASS),
        Class::End => return ends(held, publish, heard),
        Class::Begin | Class::Prompt | Class::Continue => {
            let is = |known: &Conversation| known.is_in(publish);
            let mut past = held.history.iter().map(|past| &past.conversation);
            match held.published() {
                Some(current) if is(current) => (Action::Accepted, verdict::REPEATED),
                Some(_) if publish.class == Class::Continue && past.any(is) => {
                    (Action::Ignored, verdict::SUPERSEDED)
                }
                Some(_) if publish.class == Class::Continue => {
                    held.conflict = Some(Conflict::said(publish, heard.moment(publish)));
                    (Action::Ignored, verdict::NEVER_ADOPTS)
                }
                Some(_) if past.any(is) => (Action::Rotated, verdict::BACK_AGAIN),
                Some(_) => (Action::Rotated, verdict::NEW_ID),
                None if publish.class == Class::Continue && held.left(publish) => {
                    (Action::Ignored, verdict::SUPERSEDED)
                }
                None => first_id(held, publish, held.current.as_ref().is_some_and(is)),
            }
        }
    };
    match action {
        Action::Ignored => return (action, rule),
        Action::Rotated => adopt(held, publish, heard, rule),
        Action::Accepted if rule == verdict::FIRST_ID || rule == verdict::FORK_CHILD => {
            adopt(held, publish, heard, rule);
        }
        Action::Accepted => {
            let first = held.published().is_none();
            settle(held, publish, heard, first);
        }
        _ => {}
    }
    own(&mut held.owner, publish);
    held.owner_gone = false;
    held.carried &= held.published().is_none();
    held.continued = false;
    held.dismissed = false;
    if publish.class != Class::Continue {
        held.conflict = None;
    }
    held.unsure &= publish.class == Class::Continue;
    (action, rule)
}

/// Decides about the first conversation of a generation.
fn first_id(held: &Held, publish: &Publish, same: bool) -> (Action, Rule) {
    let parent = held.forks() == Some(publish.id.as_str());
    if parent && publish.class != Class::Prompt {
        return (Action::Provisional, verdict::FORK_PARENT);
    }
    if same {
        return (Action::Accepted, verdict::RESUMED);
    }
    let rule = if held.forks().is_some() && !parent {
        verdict::FORK_CHILD
    } else {
        verdict::FIRST_ID
    };
    match held.current {
        Some(_) => (Action::Rotated, rule),
        None => (Action::Accepted, rule),
    }
}

/// Makes the published conversation the one that the pane holds.
fn adopt(held: &mut Held, publish: &Publish, heard: &Heard, rule: Rule) {
    let is = |known: &Conversation| known.is_in(publish);
    let first = held.published().is_none();
    let past = held.history.iter().position(|past| is(&past.conversation));
    let past = past.and_then(|at| held.history.remove(at));
    let asked_for = held.forks().or(held.resumes());
    let lineage = asked_for
        .filter(|&id| first && id != publish.id)
        .map(str::to_owned)
        .or_else(|| held.parent_of(publish));
    if rule == verdict::FORK_CHILD {
        held.name_child(publish);
    }
    let next = begun(publish, heard, rule, lineage, past);
    held.settled = false;
    held.cleared = false;
    held.witnessed = None;
    if let Some(before) = held.current.replace(next) {
        held.keep_past(before, heard.moment(publish), rule);
    }
    settle(held, publish, heard, first);
}

/// Puts the facts of a publication into the current conversation. `first` tells that
/// nothing was published in this generation before.
fn settle(held: &mut Held, publish: &Publish, heard: &Heard, first: bool) {
    let generation = held.generation;
    let resumed = held.resumes() == Some(publish.id.as_str());
    let agrees = heard.inside && agrees(held, publish);
    let Some(current) = held.current.as_mut() else {
        return;
    };
    let known_publisher = current
        .publisher
        .as_ref()
        .is_some_and(|known| known.published(publish));
    if first && heard.inside {
        current.cwd_launch = held.launch.as_ref().map(|opened| opened.event.cwd.clone());
    }
    current.qualified = agrees || (current.qualified && known_publisher && !first);
    if !known_publisher || first {
        current.why[0] = heard.found;
        current.why[1] = heard.standing;
    }
    current.generation = generation;
    current.published = true;
    current.ended = false;
    current.used |= resumed || matches!(publish.class, Class::Prompt | Class::Continue);
    heard.note(&mut current.last_seen, publish);
    put_store(&mut current.store, publish);
    replace(&mut current.transcript, publish.transcript.as_ref());
    replace(&mut current.cwd_last, publish.cwd.as_ref());
    own(&mut current.publisher, publish);
    if publish.class == Class::Prompt && !held.settled {
        held.settled = true;
        drop_unused(held, publish);
    }
}

/// A prompt settles which of the conversations that its publisher began is the pane's:
/// those in which nothing happened were never used.
fn drop_unused(held: &mut Held, publish: &Publish) {
    let generation = held.generation;
    held.history.retain(|past| {
        let known = &past.conversation;
        let publisher = known.publisher.as_ref();
        let began = || publisher.is_some_and(|owner| owner.published(publish));
        known.used || known.generation != generation || !began()
    });
}

fn ends(held: &mut Held, publish: &Publish, heard: &Heard) -> (Action, Rule) {
    let is = |known: &Conversation| known.is_in(publish);
    match held.published() {
        Some(current) if is(current) => {
            if unused_after_another(held, publish) {
                held.current = held.history.pop_front().map(|past| past.conversation);
                return (Action::Rotated, verdict::UNUSED_ENDED);
            }
            if let Some(current) = held.current.as_mut() {
                current.ended = true;
                heard.note(&mut current.last_seen, publish);
            }
            return (Action::Accepted, verdict::ENDED);
        }
        None if held.resumes() == Some(publish.id.as_str()) => {
            held.resume_failed = true;
            return (Action::Accepted, verdict::RESUME_FAILED);
        }
        _ => {}
    }
    if let Some(past) = held.history.iter_mut().find(|past| is(&past.conversation)) {
        past.conversation.ended = true;
    }
    (Action::Ignored, verdict::END_OF_OTHER)
}

/// Tells whether the current conversation was never used, and one came before it from the
/// same publisher that was used and has not ended: a side way that was not taken.
fn unused_after_another(held: &Held, publish: &Publish) -> bool {
    let unused = held.published().is_some_and(|current| !current.used);
    unused
        && held.history.front().is_some_and(|past| {
            let before = &past.conversation;
            let publisher = before.publisher.as_ref();
            before.used
                && !before.ended
                && !held.excludes_held(before)
                && before.generation == held.generation
                && publisher.is_some_and(|owner| owner.published(publish))
        })
}

/// Tells whether a publication agrees with the last launch in agent, store and directory.
fn agrees(held: &Held, publish: &Publish) -> bool {
    let Some(opened) = &held.launch else {
        return false;
    };
    let launch = &opened.event;
    let stores = match (opened.store(), publish.store()) {
        (Some(prepared), Some(published)) => prepared.is(&published),
        (None, None) => true,
        _ => false,
    };
    stores
        && launch.agent.as_ref() == Some(&publish.agent)
        && publish.cwd.as_ref() == Some(&launch.cwd)
}

/// Returns a conversation as it starts to be held, with what the pane knew of it.
fn begun(
    publish: &Publish,
    heard: &Heard,
    rule: Rule,
    lineage: Option<String>,
    past: Option<Past>,
) -> Conversation {
    let why = [heard.found, heard.standing, rule];
    if let Some(Past { conversation, .. }) = past {
        return Conversation {
            qualified: false,
            parent: conversation.parent.or(lineage),
            since: heard.moment(publish),
            why,
            ..conversation
        };
    }
    Conversation {
        agent: publish.agent.clone(),
        id: publish.id.clone(),
        store: None,
        transcript: None,
        cwd_launch: None,
        cwd_last: None,
        qualified: false,
        parent: lineage,
        since: heard.moment(publish),
        last_seen: heard.moment(publish),
        used: false,
        ended: false,
        published: true,
        publisher: None,
        generation: 0,
        why,
    }
}

fn own(owner: &mut Option<Owner>, publish: &Publish) {
    match owner {
        Some(owner) => owner.replace(publish),
        None => *owner = Some(Owner::of(publish)),
    }
}

fn put_store(known: &mut Option<Store>, publish: &Publish) {
    let Some(path) = &publish.store else { return };
    match known {
        Some(known) if text::same(known.path.as_bytes(), path.as_bytes()) => {
            (known.dev, known.ino) = (publish.store_dev, publish.store_ino);
        }
        _ => *known = publish.store(),
    }
}

/// Most records say again what is known: it is not copied anew.
fn replace(known: &mut Option<Text>, news: Option<&Text>) {
    let Some(news) = news else { return };
    let same = |known: &Text| text::same(known.as_bytes(), news.as_bytes());
    if !known.as_ref().is_some_and(same) {
        *known = Some(news.clone());
    }
}
