//! The obvious fold: for each question it goes over everything that happened again.

use super::tale::{Asks, Class, What};

/// A conversation in a pane.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Talk {
    id: String,
    used: bool,
    ended: bool,
    /// Who spoke of it last, and in which generation; nobody if it was only named.
    by: Option<u32>,
    generation: Option<usize>,
}

impl Talk {
    fn named(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            used: true,
            ended: false,
            by: None,
            generation: None,
        }
    }
}

#[derive(Debug, Clone, Default)]
struct Pane {
    generation: usize,
    asks: Option<Asks>,
    failed: bool,
    resume_failed: bool,
    /// Whether the last launch came before the pane was to start fresh.
    asks_is_old: bool,
    fresh: bool,
    settled: bool,
    now: Option<Talk>,
    past: Vec<Talk>,
    pin: Option<Pin>,
    excluded: Vec<String>,
}

#[derive(Debug, Clone)]
struct Pin {
    talk: Talk,
    stays: bool,
    resumed: bool,
}

/// Returns, for each pane that is named, what it holds and what it held before.
pub(crate) fn answers(happened: &[(String, What)]) -> Vec<(String, Option<String>, Vec<String>)> {
    let mut panes: Vec<&String> = happened.iter().map(|(pane, _)| pane).collect();
    panes.sort();
    panes.dedup();
    let answer = |pane: &&String| {
        let state = after(happened, pane);
        let past = state.before().map(|talk| talk.id.clone()).collect();
        ((*pane).clone(), state.answer().map(|talk| talk.id), past)
    };
    panes.iter().map(answer).collect()
}

/// Returns a pane as it is after all that happened. A carry asks for the other pane as it was
/// then, from the beginning.
fn after(happened: &[(String, What)], pane: &str) -> Pane {
    let mut state = Pane::default();
    for (at, (_, what)) in happened
        .iter()
        .enumerate()
        .filter(|(_, (of, _))| of == pane)
    {
        match what {
            What::Launched(asks) => state.launched(asks),
            What::NotStarted => {
                state.failed = true;
                state.resume_failed = matches!(state.asks, Some(Asks::Resume(_)));
            }
            What::Said { class, id, agent } => state.said(*class, id, *agent),
            What::Aside | What::Dismissed => {}
            What::Pinned { id, stays } => state.pinned(id, *stays),
            What::Cleared(id) => {
                state.excluded.retain(|excluded| excluded != id);
                state.excluded.push(id.clone());
                state.leave(id);
            }
            What::Parked(id) => {
                if state.answer().is_some_and(|talk| talk.id == *id) {
                    state.leave(id);
                }
            }
            What::Imported(id) => state.imported(id),
            What::Carried { from } if from != pane => {
                let other = after(&happened[..at], from);
                state.carried(&other);
            }
            What::Carried { .. } => {}
        }
    }
    state
}

impl Pane {
    fn published(&self) -> Option<&Talk> {
        self.now
            .as_ref()
            .filter(|talk| talk.generation == Some(self.generation))
    }

    fn knows(&self, id: &str) -> bool {
        self.now.iter().chain(&self.past).any(|talk| talk.id == id)
    }

    fn keep(&mut self, talk: Talk) {
        self.past.retain(|past| past.id != talk.id);
        self.past.insert(0, talk);
    }

    fn asked(&self) -> Option<Talk> {
        match &self.asks {
            Some(Asks::Resume(id)) if !self.asks_is_old => Some(Talk::named(id)),
            _ => None,
        }
    }

    fn answer(&self) -> Option<Talk> {
        if let Some(pin) = &self.pin {
            return Some(pin.talk.clone());
        }
        if let Some(talk) = self.published() {
            return Some(talk.clone());
        }
        let failed = self.failed || self.resume_failed;
        let before = self
            .now
            .as_ref()
            .or(self.past.first().filter(|_| !self.fresh));
        match self.asked() {
            Some(asked) if !failed => Some(asked),
            asked => before.cloned().or(asked.filter(|_| self.resume_failed)),
        }
    }

    /// Returns what it held before. While a launch asks for something else, or a person
    /// asserts it, that is also what was published last.
    fn before(&self) -> impl Iterator<Item = &Talk> {
        let answer = self.answer();
        let left = self.now.iter();
        let left = left.filter(move |now| answer.as_ref().is_some_and(|it| it.id != now.id));
        left.chain(&self.past)
    }

    fn launched(&mut self, asks: &Asks) {
        // What a silent launch resumed is not forgotten.
        let silent = self.pin.is_none() && self.published().is_none();
        let asked = self.asked().filter(|asked| {
            silent
                && self.answer().as_ref() == Some(asked)
                && self.now.as_ref().is_none_or(|now| now.id != asked.id)
        });
        if let Some(mut asked) = asked {
            asked.generation = Some(self.generation);
            self.keep(asked);
        }
        if let Asks::Resume(id) | Asks::Fork(id) = asks {
            self.excluded.retain(|excluded| excluded != id);
            match &mut self.pin {
                Some(pin) if *asks == Asks::Resume(pin.talk.id.clone()) => pin.resumed = true,
                _ => self.unpin(),
            }
        }
        self.generation += 1;
        self.asks = Some(asks.clone());
        self.asks_is_old = false;
        self.failed = false;
        self.resume_failed = false;
    }

    fn unpin(&mut self) {
        if let Some(pin) = self.pin.take().filter(|pin| !self.knows(&pin.talk.id)) {
            self.keep(pin.talk);
        }
    }

    fn said(&mut self, class: Class, id: &str, agent: u32) {
        if self.excluded.iter().any(|excluded| excluded == id) {
            return;
        }
        if class == Class::End {
            return self.ended(id, agent);
        }
        let published = self.published().map(|talk| talk.id.clone());
        let past = self.past.iter().any(|talk| talk.id == id);
        match published {
            Some(now) if now == id => self.goes_on(class, id, agent),
            Some(_) if class == Class::Continue => return,
            None if class == Class::Continue && self.fresh && past => return,
            None if self.asks == Some(Asks::Fork(id.to_owned())) && class != Class::Prompt => {
                return;
            }
            None if self.now.as_ref().is_some_and(|now| now.id == id) => {
                self.goes_on(class, id, agent);
            }
            _ => self.rotates(class, id, agent),
        }
        let Some(pin) = &mut self.pin else { return };
        if pin.talk.id == id {
            pin.resumed = true;
        } else if pin.resumed && !pin.stays {
            self.unpin();
        }
    }

    fn rotates(&mut self, class: Class, id: &str, agent: u32) {
        let at = self.past.iter().position(|talk| talk.id == id);
        let known = at.map(|at| self.past.remove(at));
        let new = Talk {
            used: false,
            ..Talk::named(id)
        };
        let before = self.now.replace(known.unwrap_or(new));
        if let Some(before) = before {
            self.keep(before);
        }
        self.settled = false;
        self.fresh = false;
        self.goes_on(class, id, agent);
    }

    fn goes_on(&mut self, class: Class, id: &str, agent: u32) {
        let (generation, resumes) = (self.generation, Asks::Resume(id.to_owned()));
        let resumed = self.asks.as_ref() == Some(&resumes);
        let Some(now) = &mut self.now else { return };
        now.used |= resumed || class != Class::Begin;
        now.ended = false;
        now.by = Some(agent);
        now.generation = Some(generation);
        if class == Class::Prompt && !self.settled {
            self.settled = true;
            let tried = |talk: &Talk| talk.by == Some(agent) && talk.generation == Some(generation);
            self.past.retain(|talk| talk.used || !tried(talk));
        }
    }

    fn ended(&mut self, id: &str, agent: u32) {
        if self.published().is_some_and(|now| now.id == id) {
            let unused = self.now.as_ref().is_some_and(|now| !now.used);
            let back = self.past.first().is_some_and(|talk| {
                talk.used
                    && !talk.ended
                    && talk.by == Some(agent)
                    && talk.generation == Some(self.generation)
                    && !self.excluded.contains(&talk.id)
            });
            if unused && back {
                self.now = Some(self.past.remove(0));
            } else if let Some(now) = &mut self.now {
                now.ended = true;
            }
        } else if self.published().is_none() && self.asks == Some(Asks::Resume(id.to_owned())) {
            self.resume_failed = true;
        } else if let Some(talk) = self.past.iter_mut().find(|talk| talk.id == id) {
            talk.ended = true;
        }
    }

    fn pinned(&mut self, id: &str, stays: bool) {
        self.excluded.retain(|excluded| excluded != id);
        if let Some(before) = self.pin.take().filter(|pin| pin.talk.id != id) {
            self.keep(before.talk);
        }
        let talk = Talk::named(id);
        self.pin = Some(Pin {
            talk,
            stays,
            resumed: false,
        });
    }

    fn leave(&mut self, id: &str) {
        let answer = self.answer().filter(|talk| talk.id == id);
        self.pin.take_if(|pin| pin.talk.id == id);
        let leaves = answer.is_some() || self.now.as_ref().is_some_and(|now| now.id == id);
        if let Some(now) = self.now.take_if(|_| leaves) {
            self.keep(now);
        }
        if let Some(answer) = answer {
            if !self.knows(&answer.id) {
                self.keep(answer);
            }
            self.fresh = true;
            self.asks_is_old = true;
        }
    }

    fn imported(&mut self, id: &str) {
        if self.excluded.iter().any(|excluded| excluded == id) {
            return;
        }
        let answer = self.answer();
        if answer.is_none() && self.now.is_none() && !self.fresh {
            self.now = Some(Talk::named(id));
        } else if answer.is_none_or(|talk| talk.id != id) && !self.knows(id) {
            self.keep(Talk::named(id));
        }
    }

    fn carried(&mut self, from: &Self) {
        let Some(mut talk) = from.answer() else {
            return;
        };
        if self.excluded.contains(&talk.id) {
            return;
        }
        if from.pin.is_some() {
            self.unpin();
            self.pin = from.pin.clone();
        }
        if self.published().is_some_and(|now| now.id == talk.id) {
            return;
        }
        if self.pin.as_ref().is_some_and(|pin| pin.talk.id != talk.id) {
            self.unpin();
        }
        self.fresh = false;
        for past in from.past.iter().rev() {
            self.keep(Talk {
                generation: None,
                ..past.clone()
            });
        }
        self.past.retain(|past| past.id != talk.id);
        talk.generation = None;
        self.settled = false;
        let id = talk.id.clone();
        if let Some(before) = self.now.replace(talk).filter(|before| before.id != id) {
            self.keep(before);
        }
    }
}
