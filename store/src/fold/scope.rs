//! Finds the pane of a publication, strongest evidence first.
//!
//! What a publisher inherited must never be proof alone: a claim counts only where
//! nothing that was recorded about processes speaks against it.

use std::sync::Arc;

use super::Fold;
use crate::event::{Ancestor, Publish};
use crate::pane;
use crate::verdict::{self, Rule};

/// The pane of a publication.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) pane: Arc<str>,
    /// By which evidence.
    pub(super) found: Rule,
    /// Generation of the launch to which the publisher belongs.
    pub(super) generation: Option<u64>,
    /// How many ancestors stand between the publisher and that evidence, the launched
    /// process included, where the evidence is one of its ancestors.
    pub(super) ancestors: Option<usize>,
}

/// Why there is no pane.
#[derive(Debug)]
pub(super) struct Unscoped {
    pub(super) rule: Rule,
    /// The pane to which the evidence led, where something else spoke against it.
    pub(super) pane: Option<Arc<str>>,
}

impl From<Rule> for Unscoped {
    fn from(rule: Rule) -> Self {
        Self { rule, pane: None }
    }
}

/// Finds the pane, or says why there is none.
pub(super) fn find(fold: &Fold, publish: &Publish) -> Result<Scope, Unscoped> {
    if publish.marked("orphaned") {
        return Err(verdict::ORPHANED.into());
    }
    let scope = match by_launch(fold, publish).or_else(|| by_launch_terminal(fold, publish)) {
        Some(scope) => scope,
        None => by_claim(fold, publish)?,
    };
    // A worker may descend from the agent of one pane and serve another, so that only
    // what the terminal shows speaks for it.
    if publish.marked("background") && !is_shown(fold, publish, &scope) {
        return Err(Unscoped {
            rule: verdict::BACKGROUND,
            pane: Some(scope.pane),
        });
    }
    Ok(scope)
}

fn by_launch(fold: &Fold, publish: &Publish) -> Option<Scope> {
    let above = publish.above.iter().map(Ancestor::process);
    core::iter::once(publish.publisher)
        .chain(above)
        .enumerate()
        .find_map(|(ancestors, process)| {
            let launched = fold.launched(&publish.boot, process)?;
            Some(Scope {
                pane: launched.pane.clone(),
                found: verdict::IN_LAUNCH,
                generation: Some(launched.generation),
                ancestors: Some(ancestors),
            })
        })
}

/// The program was started by hand in a terminal where a launch came before. A device
/// number is used again, so the session must be one that the launch was in: its leader
/// is no younger than the launched process.
fn by_launch_terminal(fold: &Fold, publish: &Publish) -> Option<Scope> {
    let tty = publish.claim.tty;
    if tty == 0 || !publish.foreground {
        return None;
    }
    let leader = publish.leader()?;
    let panes = fold.terminals.get(&tty)?.iter();
    let launches = panes.filter_map(|pane| {
        let opened = fold.panes.get(pane)?.launch.as_ref()?;
        let launch = &opened.event;
        let here = launch.tty == tty
            && launch.boot == publish.boot
            && leader.start <= launch.process.start;
        here.then_some((opened.position, pane))
    });
    let (_, pane) = launches.max()?;
    Some(Scope::claimed(pane.clone(), verdict::LAUNCH_TERMINAL))
}

fn by_claim(fold: &Fold, publish: &Publish) -> Result<Scope, Rule> {
    let claim = &publish.claim;
    if let Some(token) = &claim.token {
        let key = pane::key_of_token(token);
        let held = fold.panes.get(key);
        return match held.and_then(|held| held.launch_in(&publish.boot)) {
            Some(_) => Err(verdict::NAMED_OUTSIDE_LAUNCH),
            None => Ok(Scope::claimed(fold.panes.key(key), verdict::NAMED)),
        };
    }
    if let Some(scope) = by_multiplexer(fold, publish) {
        return Ok(scope);
    }
    match publish.leader() {
        Some(leader) if claim.tty != 0 => {
            let key = pane::key_of_tty(claim.tty, leader, &publish.boot);
            Ok(Scope::claimed(fold.panes.key(&key), verdict::IN_TERMINAL))
        }
        // A terminal that was opened inside a multiplexer's pane is a pane of its own;
        // without one, what is inherited from there names nothing.
        _ if claim.tmux.is_some() => Err(verdict::OTHER_TMUX),
        _ if !claim.within.is_empty() => Err(verdict::OTHER_MULTIPLEXER),
        _ => Err(verdict::NO_PANE),
    }
}

fn by_multiplexer(fold: &Fold, publish: &Publish) -> Option<Scope> {
    let above = publish.above.iter();
    let above = above.map(|ancestor| (ancestor.pid, ancestor.name.as_bytes()));
    let claim = publish.claim.as_written();
    let within = pane::innermost(pane::within(&claim, above))?;
    let ancestors = within.server?;
    let server = publish.above.get(ancestors)?.process();
    let found = if within.is_tmux() {
        verdict::IN_TMUX
    } else {
        verdict::IN_MULTIPLEXER
    };
    let key = within.key(server, &publish.boot);
    Some(Scope {
        ancestors: Some(ancestors),
        ..Scope::claimed(fold.panes.key(&key), found)
    })
}

fn is_shown(fold: &Fold, publish: &Publish, scope: &Scope) -> bool {
    if !publish.foreground || publish.claim.tty == 0 {
        return false;
    }
    let held = fold.panes.get(&scope.pane);
    match held.and_then(|held| held.launch_in(&publish.boot)) {
        Some(launch) => launch.tty == publish.claim.tty,
        None => [verdict::IN_TMUX, verdict::IN_MULTIPLEXER].contains(&scope.found),
    }
}

impl Scope {
    fn claimed(pane: Arc<str>, found: Rule) -> Self {
        Self {
            pane,
            found,
            generation: None,
            ancestors: None,
        }
    }
}
