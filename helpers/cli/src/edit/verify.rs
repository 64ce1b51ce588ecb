//! What an edit should have come to, worked out on values and not on text; and what a file
//! says about us.
//!
//! Shares no code with the editing itself, so that a slip there cannot hide here.

use super::document::Document;
use super::entry::is_ours;
use super::insert::body;
use super::style::Style;
use super::tree::Tree;
use super::{Created, Entries, Fault};

/// Tells whether `new` is `old` with exactly `entries` in it.
pub(super) fn check_inserted(
    old: &Tree,
    new: &Tree,
    entries: &Entries<'_>,
    created: &Created,
) -> bool {
    let mut wanted = old.clone();
    let Some(root) = wanted.members_mut() else {
        return false;
    };
    if !root.iter().any(|(name, _)| name == "hooks") {
        root.push(("hooks".to_owned(), Tree::Object(Vec::new())));
    }
    let Some(hooks) = hooks_mut(&mut wanted) else {
        return false;
    };
    for (event, groups) in hooks.iter_mut() {
        let mut keep = entries.events.contains(&event.as_str());
        strip(groups, |entry| {
            if !is_ours(entry, entries.agent) {
                return false;
            }
            if std::mem::take(&mut keep) {
                *entry = entries.entry.tree();
                return false;
            }
            true
        });
    }
    hooks.retain(|(event, groups)| {
        entries.events.contains(&event.as_str()) || !is_empty_of_ours(event, groups, created)
    });
    for event in entries.events {
        if !hooks.iter().any(|(known, _)| known == event) {
            hooks.push(((*event).to_owned(), Tree::Array(Vec::new())));
        }
        let Some((_, groups)) = hooks.iter_mut().find(|(known, _)| known == event) else {
            return false;
        };
        if !holds_ours(groups, entries.agent) {
            let Some(groups) = groups.elements_mut() else {
                return false;
            };
            groups.push(entries.entry.group());
        }
    }
    wanted == *new || differs_by_commented_containers(&wanted, new, created)
}

/// Tells whether `new` is `old` without any entry of ours.
pub(super) fn check_removed(old: &Tree, new: &Tree, agent: &str, created: &Created) -> bool {
    let mut wanted = old.clone();
    if let Some(hooks) = hooks_mut(&mut wanted) {
        hooks
            .iter_mut()
            .for_each(|(_, groups)| strip(groups, |entry| is_ours(entry, agent)));
        hooks.retain(|(event, groups)| !is_empty_of_ours(event, groups, created));
        if hooks.is_empty() && created.hooks {
            drop_hooks(&mut wanted);
        }
    }
    wanted == *new || differs_by_commented_containers(&wanted, new, created)
}

/// An empty container of ours that holds a comment stays, and values show no comments.
fn differs_by_commented_containers(wanted: &Tree, new: &Tree, created: &Created) -> bool {
    let bare = |tree: &Tree| {
        let mut tree = tree.clone();
        if let Some(hooks) = hooks_mut(&mut tree) {
            hooks.retain(|(event, groups)| !is_empty_of_ours(event, groups, created));
            if hooks.is_empty() && created.hooks {
                drop_hooks(&mut tree);
            }
        }
        tree
    };
    bare(wanted) == bare(new)
}

fn drop_hooks(root: &mut Tree) {
    if let Some(members) = root.members_mut() {
        members.retain(|(name, _)| name != "hooks");
    }
}

fn hooks_mut(root: &mut Tree) -> Option<&mut Vec<(String, Tree)>> {
    let (_, hooks) = root
        .members_mut()?
        .iter_mut()
        .find(|(name, _)| name == "hooks")?;
    hooks.members_mut()
}

fn is_empty_of_ours(event: &str, groups: &Tree, created: &Created) -> bool {
    created.has(event) && groups.elements().is_some_and(<[_]>::is_empty)
}

fn entries_of(group: &Tree) -> &[Tree] {
    group
        .member("hooks")
        .and_then(Tree::elements)
        .unwrap_or_default()
}

fn holds_ours(groups: &Tree, agent: &str) -> bool {
    let mut entries = groups
        .elements()
        .unwrap_or_default()
        .iter()
        .flat_map(entries_of);
    entries.any(|entry| is_ours(entry, agent))
}

/// Drops entries, and a group that held nothing but one.
fn strip(groups: &mut Tree, mut drops: impl FnMut(&mut Tree) -> bool) {
    let Some(groups) = groups.elements_mut() else {
        return;
    };
    groups.retain_mut(|group| {
        if group.member("hooks").is_none() {
            return true;
        }
        let Some(members) = group.members_mut() else {
            return true;
        };
        let only = members.len() == 1;
        let Some((_, entries)) = members.iter_mut().find(|(name, _)| name == "hooks") else {
            return true;
        };
        let Some(entries) = entries.elements_mut() else {
            return true;
        };
        let count = entries.len();
        entries.retain_mut(|entry| !drops(entry));
        !(only && entries.is_empty() && count > 0)
    });
}

/// One entry of ours in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Its event.
    pub(crate) event: String,
    /// Index of its group.
    pub(crate) group: usize,
    /// Index within that group.
    pub(crate) index: usize,
    /// The entry.
    pub(crate) entry: Tree,
    /// The occasions of the event to which the group is narrowed, if it says so.
    pub(crate) matcher: Option<String>,
    /// Whether another group stands behind it.
    pub(crate) followed: bool,
}

/// Returns what stands in a text for `agent`.
///
/// # Errors
/// The text is not one that its agent would read in one way only.
pub(crate) fn standing(text: &[u8], agent: &str) -> Result<Vec<Standing>, Fault> {
    let document = Document::read(body(text)?.1)?;
    let Some(hooks) = document.hooks()? else {
        return Ok(Vec::new());
    };
    let Tree::Object(hooks) = Tree::from(hooks) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for (event, groups) in &hooks {
        let groups = groups.elements().unwrap_or_default();
        for (group, around) in groups.iter().enumerate() {
            let members = around.members().unwrap_or_default();
            let matcher = members.iter().rfind(|(name, _)| name == "matcher");
            let matcher = matcher.map(|(_, matcher)| {
                let text = matcher.as_text().map(str::to_owned);
                text.unwrap_or_else(|| matcher.line(&Style::default()))
            });
            for (index, entry) in entries_of(around).iter().enumerate() {
                if is_ours(entry, agent) {
                    found.push(Standing {
                        event: event.clone(),
                        group,
                        index,
                        entry: entry.clone(),
                        matcher: matcher.clone(),
                        followed: group + 1 < groups.len(),
                    });
                }
            }
        }
    }
    Ok(found)
}

/// Tells whether a text is an object without a member and without a comment.
pub(crate) fn is_blank(text: &[u8]) -> bool {
    body(text).is_ok_and(|(_, text)| text.split_ascii_whitespace().collect::<String>() == "{}")
}
