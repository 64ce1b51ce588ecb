//! A log that is told record by record, and what its panes then hold.

use rejoin_store::binding::{Binding, Flag, State};
use rejoin_store::event::{Carry, Event, Named, NotStarted};
use rejoin_store::fold::Fold;
use rejoin_store::reader::Position;
use rejoin_store::verdict::{Action, Verdict};

use crate::record::{Say, Start, word};

/// A log that is told record by record.
#[derive(Default)]
pub(crate) struct Story {
    pub(crate) fold: Fold,
    told: u64,
}

impl Story {
    pub(crate) fn event(&mut self, event: &Event) -> Verdict {
        self.told += 100;
        let position = Position {
            segment: 1,
            offset: self.told,
        };
        self.fold.apply(position, event)
    }

    /// Tells a publication.
    pub(crate) fn says(&mut self, say: Say) -> Verdict {
        self.event(&Event::Publish(Box::new(say.0)))
    }

    /// Tells a launch.
    pub(crate) fn starts(&mut self, start: Start) -> Verdict {
        self.event(&Event::Launch(Box::new(start.0)))
    }

    /// Tells that the program of a launch could not be started.
    pub(crate) fn fails(&mut self, start: &Start) -> Verdict {
        self.event(&Event::NotStarted(NotStarted {
            launch: start.0.launch.clone(),
            pane: start.0.pane.clone(),
            exit_code: Some(127),
            at: "then".to_owned(),
        }))
    }

    /// Tells that one pane continues another.
    pub(crate) fn carries(&mut self, from: &str, to: &str) -> Verdict {
        self.event(&Event::Carry(Carry {
            pane: to.to_owned(),
            from: from.to_owned(),
            at: "then".to_owned(),
        }))
    }

    /// Tells that a person asserts a conversation.
    pub(crate) fn pins(&mut self, pane: &str, id: &str) -> Verdict {
        self.event(&word::pin(pane, id, false))
    }

    /// Tells the same of an agent that publishes nothing.
    pub(crate) fn pins_for_good(&mut self, pane: &str, id: &str) -> Verdict {
        self.event(&word::pin(pane, id, true))
    }

    pub(crate) fn clears(&mut self, pane: &str, conversation: Named) -> Verdict {
        self.event(&word::clear(pane, conversation))
    }

    pub(crate) fn dismisses(&mut self, pane: &str, id: &str) -> Verdict {
        self.event(&word::dismiss(pane, id))
    }

    pub(crate) fn parks(&mut self, pane: &str, id: &str) -> Verdict {
        self.event(&word::park(pane, id))
    }

    pub(crate) fn imports(&mut self, pane: &str, id: &str) -> Verdict {
        self.event(&word::import(pane, id))
    }

    pub(crate) fn witness(&mut self, pid: u32, id: &str) -> Verdict {
        self.event(&word::witness(pid, id))
    }

    pub(crate) fn forks(&mut self, pane: &str, parent: &str, child: Option<&str>) -> Verdict {
        self.event(&word::fork(pane, parent, child))
    }

    pub(crate) fn adopts(&mut self, pane: &str, launch: &str, id: &str) -> Verdict {
        self.event(&word::adopt(pane, launch, id))
    }

    /// Tells a publication, and asserts what it did.
    #[track_caller]
    pub(crate) fn expect(&mut self, say: Say, action: Action, word: &str) {
        let verdict = self.says(say);
        assert_eq!((verdict.action, verdict.rule.word), (action, word));
    }

    #[track_caller]
    pub(crate) fn pane(&self, key: &str) -> Binding {
        self.fold.pane(key).expect("the pane is known")
    }

    /// Returns the id that a pane holds, or an empty text.
    #[track_caller]
    pub(crate) fn id(&self, key: &str) -> String {
        self.pane(key).id.unwrap_or_default()
    }

    /// Returns the earlier ids of a pane, latest first.
    #[track_caller]
    pub(crate) fn history(&self, key: &str) -> Vec<String> {
        let history = self.pane(key).history.into_iter();
        history.map(|past| past.conversation.id).collect()
    }

    #[track_caller]
    pub(crate) fn children(&self, key: &str) -> Vec<String> {
        self.pane(key)
            .children
            .into_iter()
            .map(|child| child.id)
            .collect()
    }

    #[track_caller]
    pub(crate) fn flags(&self, key: &str) -> Vec<Flag> {
        self.pane(key).flags.into_iter().collect()
    }

    #[track_caller]
    pub(crate) fn state(&self, key: &str) -> State {
        self.pane(key).state
    }
}
