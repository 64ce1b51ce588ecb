//! What can be picked: every conversation that a pane holds or held, as one row each.
//!
//! The rows stand by last use, so that a person finds them; nothing is chosen by that.

use crate::lineage::Lineage;
use crate::reopen::of_past;
use rejoin_store::binding::{Binding, Flag};
use std::collections::BTreeSet;
use std::path::Path;

/// One conversation in one pane.
pub struct Entry {
    /// The pane as an answer sees it. That of an earlier conversation is as if the pane
    /// held it still.
    pub binding: Binding,
    /// Whether the pane holds it now.
    pub now: bool,
    /// The ids from which it comes, the first of them first, and its own.
    pub line: Vec<String>,
    /// The ids of those that come from it.
    pub children: Vec<String>,
}

impl Entry {
    fn of(lineage: &Lineage<'_>, binding: Binding, now: bool) -> Self {
        let mut entry = Self {
            binding,
            now,
            line: Vec::new(),
            children: Vec::new(),
        };
        let owned = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect();
        let line = owned(lineage.line_to(entry.agent(), entry.id()));
        entry.children = owned(lineage.children_of(entry.agent(), entry.id()));
        entry.line = line;
        entry
    }

    /// The conversation's id.
    pub fn id(&self) -> &str {
        self.binding.id.as_deref().unwrap_or_default()
    }

    /// The agent's name.
    pub fn agent(&self) -> &str {
        self.binding.agent.as_deref().unwrap_or_default()
    }

    /// Where it works.
    pub fn cwd(&self) -> Option<&Path> {
        let cwd = self.binding.cwd_last.as_ref();
        let cwd = cwd.or(self.binding.cwd_launch.as_ref());
        cwd.map(|cwd| Path::new(cwd.as_os_str()))
    }

    /// When it was published last, as the wall clock said.
    pub fn last_seen(&self) -> &str {
        let seen = self
            .binding
            .last_seen
            .as_ref()
            .or(self.binding.since.as_ref());
        seen.map_or("", |moment| &moment.at)
    }

    fn key(&self) -> (String, String, Option<Vec<u8>>) {
        use std::os::unix::ffi::OsStrExt;
        let store = self.binding.store.as_ref();
        let store = store.map(|store| store.path.as_os_str().as_bytes().to_vec());
        (self.agent().to_owned(), self.id().to_owned(), store)
    }
}

/// Returns what can be picked. A conversation that some pane holds now stands under that
/// pane alone, any other once, under the pane that held it last. What was dismissed is
/// left out.
pub fn all(panes: &[Binding]) -> Vec<Entry> {
    let lineage = Lineage::of(panes);
    let held = panes.iter().filter(|pane| pane.id.is_some());
    let held: Vec<Entry> = held
        .map(|pane| Entry::of(&lineage, pane.clone(), true))
        .collect();
    let mut past: Vec<Entry> = Vec::new();
    for pane in panes {
        past.extend(pane.history.iter().map(|past| {
            let mut binding = of_past(pane, &past.conversation);
            binding.evidence.push(past.rule.text);
            Entry::of(&lineage, binding, false)
        }));
    }
    let mut seen: BTreeSet<_> = held.iter().map(Entry::key).collect();
    newest_first(&mut past);
    past.retain(|entry| seen.insert(entry.key()));
    let mut all: Vec<Entry> = held.into_iter().chain(past).collect();
    all.retain(|entry| !entry.binding.flags.contains(&Flag::Dismissed));
    newest_first(&mut all);
    all
}

fn newest_first(entries: &mut [Entry]) {
    entries.sort_by(|one, two| two.last_seen().cmp(one.last_seen()));
}

/// Returns those of `entries` that were held at the same place as a pane, or worked in the
/// same directory.
pub fn near(entries: Vec<Entry>, pane: &str, cwd: &Path) -> Vec<Entry> {
    let is_near = |entry: &Entry| {
        let launched = entry.binding.cwd_launch.as_ref();
        let launched = launched.map(|cwd| Path::new(cwd.as_os_str()));
        let here = [entry.cwd(), launched].contains(&Some(cwd));
        here || address(&entry.binding.pane) == address(pane)
    };
    entries.into_iter().filter(is_near).collect()
}

/// Returns the place that a pane key names, without the identity of the server or session
/// that counts: `tmux:default:%0` is the first pane of each tmux server after another.
fn address(key: &str) -> &str {
    key.rsplit_once('@').map_or(key, |(address, _)| address)
}

#[cfg(test)]
mod tests;
