//! Promises of the editor, over texts as people and agents leave them.

mod flat;
mod generated;
mod layouts;
mod refusals;
mod updates;

use super::{Outline, insert, remove};
use crate::edit::{Created, Edited, Entries, Entry};
use rejoin_agents::{AGENTS, Agent, Exec, Shape};
use std::path::Path;

/// An agent that runs entries directly.
fn agent() -> &'static Agent {
    let fits = |agent: &&Agent| {
        let install = &agent.install;
        install.exec == Exec::Args && install.shape == Shape::JsonHooks
    };
    let found = AGENTS.iter().find(fits);
    found.expect("there is such an agent")
}

/// Entries for two events, with the helper in this folder.
fn entries_in(folder: &str) -> Entries<'static> {
    let entry = Entry::new(
        &Path::new(folder).join("rejoin-hook"),
        agent(),
        &agent().install,
    )
    .expect("a plain path");
    Entries {
        agent: agent().name,
        events: &["Begin", "Prompt"],
        entry,
        matcher: None,
    }
}

fn entries() -> Entries<'static> {
    entries_in("/b")
}

/// Both outlines, the flat one with a version and without.
const OUTLINES: [Outline; 3] = [
    Outline::Groups,
    Outline::Flat { version: None },
    Outline::Flat { version: Some(1) },
];

fn inserted_as(outline: Outline, text: &str) -> Edited {
    insert(text.as_bytes(), &entries(), outline, &Created::default())
        .unwrap_or_else(|f| panic!("{f}: {text}"))
}

fn removed_as(outline: Outline, edited: &Edited) -> Edited {
    let text = edited.text.as_bytes();
    remove(text, agent().name, outline, &edited.created)
        .unwrap_or_else(|fault| panic!("{fault}: {}", edited.text))
}

fn inserted(text: &str) -> Edited {
    inserted_as(Outline::Groups, text)
}

fn removed(edited: &Edited) -> Edited {
    removed_as(Outline::Groups, edited)
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

/// A text without what an edit may leave: white space, and the version of a file in which
/// somebody else has hooks.
fn bare(outline: Outline, text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    match outline {
        Outline::Flat { version: Some(_) } => text.replace("\"version\":1", "").replace(',', ""),
        _ => text,
    }
}
