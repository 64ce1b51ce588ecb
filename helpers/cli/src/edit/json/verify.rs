//! What an edit should have come to, worked out on values and not on text; and what a file
//! says about us.
//!
//! Shares no code with the editing itself, so that a slip there cannot hide here.

use super::document::Document;
use super::style::Style;
use super::{Outline, VERSION, narrows_nothing};
use crate::edit::entry::is_ours;
use crate::edit::text::body;
use crate::edit::tree::Tree;
use crate::edit::{Created, Entries, Fault, Standing};

/// Tells whether `new` is `old` with exactly `entries` in it.
pub(super) fn check_inserted(
    old: &Tree,
    new: &Tree,
    entries: &Entries<'_>,
    outline: Outline,
    created: &Created,
) -> bool {
    let mut wanted = old.clone();
    let Some(root) = wanted.members_mut() else {
        return false;
    };
    if let Some(version) = outline.version()
        && !root.iter().any(|(name, _)| name == VERSION)
    {
        root.push((VERSION.to_owned(), version));
    }
    if !root.iter().any(|(name, _)| name == "hooks") {
        root.push(("hooks".to_owned(), Tree::Object(Vec::new())));
    }
    let Some(hooks) = hooks_mut(&mut wanted) else {
        return false;
    };
    for (event, groups) in hooks.iter_mut() {
        let mut keep = entries.events.contains(&event.as_str());
        strip(groups, outline, |entry| {
            if !is_ours(entry, entries.agent) {
                return false;
            }
            if std::mem::take(&mut keep) {
                *entry = entries.entry.tree(event);
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
        if !holds_ours(groups, entries.agent, outline) {
            let Some(groups) = groups.elements_mut() else {
                return false;
            };
            groups.push(element(entries, event, outline));
        }
    }
    wanted == *new || differs_by_commented_containers(&wanted, new, created)
}

/// Tells whether `new` is `old` without any entry of ours.
pub(super) fn check_removed(
    old: &Tree,
    new: &Tree,
    agent: &str,
    outline: Outline,
    created: &Created,
) -> bool {
    let mut wanted = old.clone();
    let mut needs_version = false;
    if let Some(hooks) = hooks_mut(&mut wanted) {
        hooks
            .iter_mut()
            .for_each(|(_, groups)| strip(groups, outline, |entry| is_ours(entry, agent)));
        needs_version = hooks.iter().any(|(_, list)| !is_empty(list));
        hooks.retain(|(event, groups)| !is_empty_of_ours(event, groups, created));
        if hooks.is_empty() && created.hooks {
            drop_member(&mut wanted, "hooks");
        }
    }
    if created.version && outline.version().is_some() && !needs_version {
        drop_member(&mut wanted, VERSION);
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
                drop_member(&mut tree, "hooks");
            }
        }
        tree
    };
    bare(wanted) == bare(new)
}

fn drop_member(root: &mut Tree, name: &str) {
    if let Some(members) = root.members_mut() {
        members.retain(|(known, _)| known != name);
    }
}

fn element(entries: &Entries<'_>, event: &str, outline: Outline) -> Tree {
    let entry = entries.entry.tree(event);
    if outline.is_flat() {
        return entry;
    }
    let mut group = vec![("hooks".to_owned(), Tree::Array(vec![entry]))];
    if let Some(matcher) = entries.matcher {
        group.insert(0, ("matcher".to_owned(), Tree::text(matcher)));
    }
    Tree::Object(group)
}

fn is_empty(list: &Tree) -> bool {
    list.elements().is_some_and(<[_]>::is_empty)
}

fn hooks_mut(root: &mut Tree) -> Option<&mut Vec<(String, Tree)>> {
    let (_, hooks) = root
        .members_mut()?
        .iter_mut()
        .find(|(name, _)| name == "hooks")?;
    hooks.members_mut()
}

fn is_empty_of_ours(event: &str, groups: &Tree, created: &Created) -> bool {
    created.has(event) && is_empty(groups)
}

fn entries_of(group: &Tree) -> &[Tree] {
    group
        .member("hooks")
        .and_then(Tree::elements)
        .unwrap_or_default()
}

fn holds_ours(groups: &Tree, agent: &str, outline: Outline) -> bool {
    let elements = groups.elements().unwrap_or_default();
    let ours = |entry: &Tree| is_ours(entry, agent);
    match outline {
        Outline::Groups => elements.iter().flat_map(entries_of).any(ours),
        Outline::Flat { .. } => elements.iter().any(ours),
    }
}

/// Drops entries, and a group that held nothing but one.
fn strip(groups: &mut Tree, outline: Outline, mut drops: impl FnMut(&mut Tree) -> bool) {
    let Some(groups) = groups.elements_mut() else {
        return;
    };
    if outline.is_flat() {
        groups.retain_mut(|entry| !drops(entry));
        return;
    }
    groups.retain_mut(|group| {
        if group.member("hooks").is_none() {
            return true;
        }
        let only = narrows_nothing(group);
        let Some(members) = group.members_mut() else {
            return true;
        };
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

/// Returns what stands in a text for `agent`.
///
/// # Errors
/// The text is not one that its agent would read in one way only.
pub(crate) fn standing(text: &[u8], agent: &str, outline: Outline) -> Result<Vec<Standing>, Fault> {
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
        if outline.is_flat() {
            let ours = groups.iter().enumerate();
            let ours = ours.filter(|(_, entry)| is_ours(entry, agent));
            found.extend(ours.map(|(index, entry)| {
                Standing {
                    event: event.clone(),
                    group: index,
                    index: 0,
                    entry: entry.clone(),
                    matcher: entry
                        .member("matcher")
                        .and_then(Tree::as_text)
                        .map(str::to_owned),
                    followed: index + 1 < groups.len(),
                }
            }));
            continue;
        }
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
