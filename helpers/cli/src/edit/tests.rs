//! Promises of the editor, over texts as people and agents leave them.

mod generated;
mod layouts;
mod refusals;
mod updates;

use super::{Created, Edited, Entries, Entry, insert, remove};
use rejoin_agents::{AGENTS, Agent, Exec};
use std::path::Path;

/// An agent that runs entries directly.
fn agent() -> &'static Agent {
    let found = AGENTS.iter().find(|agent| agent.install.exec == Exec::Args);
    found.expect("there is such an agent")
}

/// Entries for two events, with the helper in this folder.
fn entries_in(folder: &str) -> Entries<'static> {
    let entry = Entry::new(&Path::new(folder).join("rejoin-hook"), agent()).expect("a plain path");
    Entries {
        agent: agent().name,
        events: &["Begin", "Prompt"],
        entry,
    }
}

fn entries() -> Entries<'static> {
    entries_in("/b")
}

fn inserted(text: &str) -> Edited {
    insert(text.as_bytes(), &entries(), &Created::default())
        .unwrap_or_else(|f| panic!("{f}: {text}"))
}

fn removed(edited: &Edited) -> Edited {
    remove(edited.text.as_bytes(), agent().name, &edited.created)
        .unwrap_or_else(|fault| panic!("{fault}: {}", edited.text))
}

fn undone(edited: &Edited) -> String {
    edited
        .splices
        .iter()
        .rev()
        .fold(edited.text.clone(), |text, splice| {
            splice.undo(&text).expect("the text that the splice left")
        })
}
