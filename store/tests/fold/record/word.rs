//! Small readable records of somebody's word about a pane, all of agent `alpha`.

use rejoin_store::event::{
    Adopt, Clear, Cut, Dismiss, Event, Fork, Import, Named, Park, Pin, Witness,
};

use super::process;

fn then() -> String {
    "then".to_owned()
}

/// A conversation of which nothing but its id is known.
pub(crate) fn named(id: &str) -> Named {
    Named {
        agent: "alpha".to_owned(),
        id: id.to_owned(),
        ..Named::default()
    }
}

pub(crate) fn pin(pane: &str, id: &str, stays: bool) -> Event {
    let (pane, conversation, at) = (pane.to_owned(), named(id), then());
    Event::Pin(Box::new(Pin {
        pane,
        stays,
        conversation,
        at,
    }))
}

pub(crate) fn clear(pane: &str, conversation: Named) -> Event {
    let (pane, at) = (pane.to_owned(), then());
    Event::Clear(Box::new(Clear {
        pane,
        conversation,
        at,
    }))
}

pub(crate) fn dismiss(pane: &str, id: &str) -> Event {
    let (pane, conversation, at) = (pane.to_owned(), named(id), then());
    Event::Dismiss(Box::new(Dismiss {
        pane,
        conversation,
        at,
    }))
}

pub(crate) fn park(pane: &str, id: &str) -> Event {
    let (pane, conversation, at) = (pane.to_owned(), named(id), then());
    Event::Park(Box::new(Park {
        pane,
        conversation,
        at,
    }))
}

pub(crate) fn import(pane: &str, id: &str) -> Event {
    let (pane, conversation, at) = (pane.to_owned(), named(id), then());
    let from = "another".to_owned();
    Event::Import(Box::new(Import {
        pane,
        from,
        conversation,
        at,
    }))
}

pub(crate) fn witness(pid: u32, id: &str) -> Event {
    let (process, conversation, at) = (process(pid), named(id), then());
    let boot = "boot-1".to_owned();
    Event::Witness(Box::new(Witness {
        process,
        boot,
        conversation,
        at,
    }))
}

pub(crate) fn adopt(pane: &str, launch: &str, id: &str) -> Event {
    let (pane, conversation, at) = (pane.to_owned(), named(id), then());
    let launch = launch.to_owned();
    Event::Adopt(Box::new(Adopt {
        pane,
        launch,
        conversation,
        at,
    }))
}

pub(crate) fn fork(pane: &str, parent: &str, child: Option<&str>) -> Event {
    Event::Fork(Box::new(Fork {
        pane: pane.to_owned(),
        launch: None,
        child: child.map(str::to_owned),
        parent: named(parent),
        revision: None,
        cut: Cut::default(),
        inherits: Vec::new(),
        program: None,
        cwd: None,
        at: then(),
    }))
}
