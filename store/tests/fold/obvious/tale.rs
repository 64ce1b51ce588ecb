//! What happens in panes, one agent in each, and the records that are written of it.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rejoin_store::event::{Carry, Event, NotStarted};
use rejoin_store::fold::Fold;
use rejoin_store::reader::Position;

use crate::record::{agent, begin, end, go_on, launch, named, prompt, word};

/// What a conversation's event says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Begin,
    Prompt,
    Continue,
    End,
}

/// What a launch asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asks {
    Nothing,
    Resume(String),
    Fork(String),
}

/// One thing that happened in a pane.
#[derive(Debug, Clone)]
pub(crate) enum What {
    Launched(Asks),
    NotStarted,
    /// The agent says it; `agent` is its process.
    Said {
        class: Class,
        id: String,
        agent: u32,
    },
    /// Something was said that cannot move the pane.
    Aside,
    Pinned {
        id: String,
        stays: bool,
    },
    Cleared(String),
    Parked(String),
    Dismissed,
    Imported(String),
    Carried {
        from: String,
    },
}

/// A thing that may happen: the pane, the kind, an id, and more.
pub(crate) type Step = (usize, u8, usize, usize);

pub(crate) fn any_step() -> impl Strategy<Value = Step> {
    (0usize..3, 0u8..24, 0usize..4, 0usize..3)
}

/// What happened, and the records of it.
pub(crate) struct Tale {
    pub(crate) happened: Vec<(String, What)>,
    events: Vec<Event>,
    next: u32,
    agents: BTreeMap<String, Agent>,
}

/// The agent that a pane shows.
#[derive(Clone, Copy)]
struct Agent {
    pid: u32,
    launched: bool,
    spoke: bool,
}

impl Tale {
    pub(crate) fn of(steps: &[Step]) -> Self {
        let mut tale = Self {
            happened: Vec::new(),
            events: Vec::new(),
            next: 100,
            agents: BTreeMap::new(),
        };
        for step in steps {
            tale.step(*step);
        }
        tale
    }

    pub(crate) fn folded(&self) -> Fold {
        let mut fold = Fold::default();
        for (at, event) in self.events.iter().enumerate() {
            let offset = at as u64 * 100;
            fold.apply(Position { segment: 1, offset }, event);
        }
        fold
    }

    /// Returns the ids that somebody named for a pane, or for one that was carried into it.
    pub(crate) fn named(&self, pane: &str) -> BTreeSet<String> {
        let mut panes = BTreeSet::from([pane.to_owned()]);
        for (to, what) in self.happened.iter().rev() {
            if let What::Carried { from } = what
                && panes.contains(to)
            {
                panes.insert(from.clone());
            }
        }
        let here = self
            .happened
            .iter()
            .filter(|(pane, _)| panes.contains(pane));
        let id = |what: &What| match what {
            What::Said { id, .. } | What::Pinned { id, .. } | What::Imported(id) => {
                Some(id.clone())
            }
            What::Launched(Asks::Resume(id) | Asks::Fork(id)) => Some(id.clone()),
            _ => None,
        };
        here.filter_map(|(_, what)| id(what)).collect()
    }

    fn step(&mut self, (pane, kind, id, more): Step) {
        let (pane, id) = (format!("P{pane}"), format!("id{id}"));
        match kind {
            0..=9 => {
                let class = match kind {
                    0..=2 => Class::Begin,
                    3..=6 => Class::Prompt,
                    7 | 8 => Class::Continue,
                    _ => Class::End,
                };
                self.says(&pane, class, id);
            }
            10 | 11 => self.launches(
                &pane,
                [Asks::Nothing, Asks::Resume(id.clone()), Asks::Fork(id)][more].clone(),
            ),
            12 => self.fails(&pane),
            13 | 14 => {
                self.agents.remove(&pane);
            }
            15 => self.says_inside(&pane, &id),
            16 | 17 => {
                let stays = more == 0;
                self.tell(
                    &pane,
                    What::Pinned {
                        id: id.clone(),
                        stays,
                    },
                    word::pin(&pane, &id, stays),
                );
            }
            18 | 19 => self.tell(
                &pane,
                What::Cleared(id.clone()),
                word::clear(&pane, named(&id)),
            ),
            20 => self.tell(&pane, What::Parked(id.clone()), word::park(&pane, &id)),
            21 => self.tell(&pane, What::Dismissed, word::dismiss(&pane, &id)),
            22 => self.tell(&pane, What::Imported(id.clone()), word::import(&pane, &id)),
            _ => {
                let from = format!("P{more}");
                let carry = Carry {
                    pane: pane.clone(),
                    from: from.clone(),
                    at: "then".to_owned(),
                };
                self.tell(&pane, What::Carried { from }, Event::Carry(carry));
            }
        }
    }

    fn tell(&mut self, pane: &str, what: What, event: Event) {
        self.happened.push((pane.to_owned(), what));
        self.events.push(event);
    }

    /// The pane's agent speaks; one is started by hand if there is none.
    fn says(&mut self, pane: &str, class: Class, id: String) {
        let next = self.next;
        let agent = self.agents.entry(pane.to_owned()).or_insert(Agent {
            pid: next,
            launched: false,
            spoke: false,
        });
        agent.spoke = true;
        self.next += 1;
        let (pid, launched) = (agent.pid, agent.launched);
        let say = match class {
            Class::Begin => begin(&id),
            Class::Prompt => prompt(&id),
            Class::Continue => go_on(&id),
            Class::End => end(&id),
        };
        let event = Event::Publish(Box::new(say.named(pane).by(pid).alive(&[]).0));
        // What is typed beside a launch, without it, is nobody's: its pane is not proven.
        let outside = !launched && self.is_launched(pane);
        let agent = pid;
        let what = if outside {
            What::Aside
        } else {
            What::Said { class, id, agent }
        };
        self.tell(pane, what, event);
    }

    fn is_launched(&self, pane: &str) -> bool {
        let here = self.happened.iter().filter(|(of, _)| of == pane);
        let mut launches = here.map(|(_, what)| what).rev();
        let last = launches.find(|what| matches!(what, What::Launched(_) | What::NotStarted));
        matches!(last, Some(What::Launched(_)))
    }

    fn launches(&mut self, pane: &str, asks: Asks) {
        let pid = self.next;
        self.next += 1;
        let start = match &asks {
            Asks::Nothing => launch(pane, pid),
            Asks::Resume(id) => launch(pane, pid).resumes(id),
            Asks::Fork(id) => launch(pane, pid).asks("fork", Some(id), None),
        };
        let agent = Agent {
            pid,
            launched: true,
            spoke: false,
        };
        self.agents.insert(pane.to_owned(), agent);
        self.tell(pane, What::Launched(asks), Event::Launch(Box::new(start.0)));
    }

    fn fails(&mut self, pane: &str) {
        let Some(agent) = self.agents.get(pane).copied() else {
            return;
        };
        if !agent.launched || agent.spoke {
            return;
        }
        self.agents.remove(pane);
        let failure = NotStarted {
            launch: format!("launch-{pane}-{}", agent.pid),
            pane: pane.to_owned(),
            exit_code: Some(127),
            at: "then".to_owned(),
        };
        self.tell(pane, What::NotStarted, Event::NotStarted(failure));
    }

    /// An agent below the pane's own says something.
    fn says_inside(&mut self, pane: &str, id: &str) {
        let Some(owner) = self.agents.get(pane).filter(|agent| agent.spoke) else {
            return;
        };
        let say = prompt(id)
            .named(pane)
            .by(self.next)
            .under(&[agent(owner.pid)]);
        self.next += 1;
        self.tell(pane, What::Aside, Event::Publish(Box::new(say.0)));
    }
}
