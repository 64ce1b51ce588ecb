//! What a later start repeats of the launch in which a conversation was held: its program
//! and the options that said how the conversation is held.
//!
//! It must never repeat what another launch or a plain start was given: a conversation
//! would gain a permission that nobody gave it.

use crate::kept::kept;
use rejoin_agents::Agent;
use rejoin_store::binding::{Binding, Flag, LastLaunch};
use rejoin_store::text::Text;
use std::ffi::OsString;
use std::path::Path;

/// Program and options of a later start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeated {
    /// The program: a wrapper that was used, else the agent's own.
    pub program: OsString,
    /// The options.
    pub flags: Vec<OsString>,
    /// Whether the program is a wrapper, which sets its agent's surroundings itself.
    pub wrapped: bool,
}

impl Repeated {
    /// Reads what is repeated of the last launch in the conversation's pane.
    pub fn of(agent: &'static Agent, binding: &Binding) -> Self {
        let launch = binding.launch.as_ref();
        let Some(launch) = launch.filter(|launch| held_it(launch, agent, binding)) else {
            return Self::plain(agent);
        };
        // The log is outside, too: only what the definition lists goes on.
        let words: Vec<OsString> = launch.argv.iter().skip(1).map(owned).collect();
        Self {
            flags: kept(agent, &words).words,
            wrapped: launch.wrapper.is_some(),
            program: program(agent, launch),
        }
    }

    /// Nothing is repeated.
    pub fn plain(agent: &Agent) -> Self {
        let program = agent.programs.first().copied().unwrap_or(agent.name);
        Self {
            program: OsString::from(program),
            flags: Vec::new(),
            wrapped: false,
        }
    }
}

/// Tells whether the launch asked for the conversation or its process published it.
fn held_it(launch: &LastLaunch, agent: &Agent, binding: &Binding) -> bool {
    if launch.agent.as_deref() != Some(agent.name) {
        return false;
    }
    let asked = launch.asked.as_ref();
    let asked = asked.and_then(|asked| match asked.how.as_str() {
        "resume" => asked.id.as_ref(),
        _ => asked.new.as_ref(),
    });
    let earlier = [Flag::EarlierGeneration, Flag::Carried];
    let of_this_launch = !earlier.iter().any(|flag| binding.flags.contains(flag));
    let owner = binding.owner.as_ref();
    let owns = owner.is_some_and(|o| o.process == launch.process && o.boot == launch.boot);
    (asked.is_some() && asked == binding.id.as_ref())
        || (of_this_launch && (binding.qualified || owns))
}

fn program(agent: &'static Agent, launch: &LastLaunch) -> OsString {
    let Some(word) = launch.argv.first().map(owned) else {
        return Repeated::plain(agent).program;
    };
    let path = Path::new(&word);
    let is_named = |name| agent.programs.iter().any(|program| name == *program);
    let fits = launch.wrapper.is_some() || path.file_name().is_some_and(is_named);
    match path.components().count() {
        _ if !fits => Repeated::plain(agent).program,
        1 => word,
        // A path may be relative to another directory than the conversation's.
        _ => owned(&launch.program),
    }
}

fn owned(text: &Text) -> OsString {
    text.as_os_str().to_owned()
}
