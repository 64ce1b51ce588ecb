//! What was tried before in a pane: a copy that came about is gone on with instead of
//! being made again, and a resume that failed is not tried twice by itself.

use super::Aim;
use crate::answer::Answer;
use crate::here;
use crate::known::Known;
use crate::world::World;
use rejoin_store::binding::{Binding, Flag, State};

/// Returns the pane's conversation if it is a copy of `parent` that exists.
pub fn child(
    world: &World,
    known: &Known,
    pane: Option<&str>,
    parent: &Binding,
) -> Option<Binding> {
    let held = known.fold.pane(pane?)?;
    let is_copy = held.parent.is_some()
        && held.parent == parent.id
        && held.agent == parent.agent
        && held.id != parent.id;
    let held = Some(held).filter(|held| is_copy && held.id.is_some())?;
    let exists = match held.state {
        State::Published => true,
        // Its id was given and nothing more: the store knows whether it came about.
        State::Asked => is_stored(world, &held),
        State::None => false,
    };
    exists.then_some(held)
}

/// Returns the conversation of which the pane's last launch makes a copy, if nothing shows
/// that there is one. To go on with a copy, it is enough that it may be there.
pub fn pending(world: &World, pane: &Binding, aim: Aim) -> Option<String> {
    let asked = pane.launch.as_ref()?.asked.as_ref();
    let forks = asked.filter(|asked| asked.how == "fork")?;
    let silent = pane.id.is_none() || (pane.state == State::Asked && pane.id == forks.new);
    if !silent {
        return None;
    }
    let answer = pane.id.is_some().then(|| Answer::of(world, pane.clone()));
    let there = answer.is_some_and(|answer| match aim {
        Aim::Fork => answer.is_stored(),
        Aim::Resume | Aim::ResumeOnce => !answer.is_unstored(),
    });
    forks.id.clone().filter(|_| !there)
}

fn is_stored(world: &World, binding: &Binding) -> bool {
    Answer::of(world, binding.clone()).is_stored()
}

/// Tells whether the last thing that was tried in the conversation's pane is to resume
/// it, and nothing shows that this went well.
pub fn resume_failed(binding: &Binding, answer: &Answer) -> bool {
    let Some(launch) = &binding.launch else {
        return false;
    };
    let asked = launch.asked.as_ref();
    let resumed = asked.is_some_and(|a| a.how == "resume" && a.id == binding.id);
    let silent = binding.state == State::Asked || binding.flags.contains(&Flag::EarlierGeneration);
    let gone = here::lives(launch.process, &launch.boot) == Some(false);
    let said = binding.flags.contains(&Flag::ResumeFailed);
    resumed && (said || (silent && gone && !answer.is_stored()))
}
