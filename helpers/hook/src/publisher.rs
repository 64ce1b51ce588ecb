//! Who published: the agent process that ran this hook, and the processes above it.

use rejoin_agents::Agent;
use rejoin_platform::{Process, process};

/// Most ancestors that are recorded. A tool call inside a subagent inside a wrapper
/// inside a terminal stays well below it.
pub(crate) const ANCESTORS_MAX: usize = 16;

/// Shells that an agent may put between itself and its hook.
const SHELLS: [&[u8]; 20] = [
    b"sh", b"bash", b"dash", b"zsh", b"fish", b"ksh", b"ash", b"busybox", b"mksh", b"oksh",
    b"yash", b"osh", b"csh", b"tcsh", b"rc", b"nu", b"elvish", b"ion", b"pwsh", b"xonsh",
];

/// Most shells in a row between an agent and its hook.
const SHELLS_MAX: usize = 3;

/// Finds the agent process that ran this hook: its nearest ancestor that is no shell. It
/// must be asked before standard input is read: an agent that dies meanwhile leaves its
/// hook to another parent.
pub(crate) fn find() -> Option<Process> {
    let pid = rustix::process::getppid()?
        .as_raw_nonzero()
        .get()
        .unsigned_abs();
    let mut found = process(pid)?;
    for _ in 0..SHELLS_MAX {
        if !SHELLS.contains(&found.name()) || found.leads_terminal() {
            break;
        }
        found = parent_of(&found)?;
    }
    Some(found)
}

/// Tells whether this process took a hook over whose agent was gone: the first process
/// of the system, or one that leads a session of its own right below it without a
/// terminal, as a session manager does.
pub(crate) fn is_orphan(agent: &Agent, publisher: &Process) -> bool {
    let manages = publisher.parent <= 1 && publisher.tty == 0 && publisher.session == publisher.pid;
    agent_of(agent, publisher.name()).is_none() && (publisher.pid == 1 || manages)
}

/// Returns the name of the agent whose processes bear a name. Of a person's own agents only
/// the one that speaks is known: no hook opens a table for what stands above it.
pub(crate) fn agent_of(speaker: &Agent, process: &[u8]) -> Option<&'static str> {
    match rejoin_agents::of_process(process) {
        Some(agent) => Some(agent.name),
        None => {
            let mut names = speaker.processes.iter();
            names
                .any(|name| name.as_bytes() == process)
                .then_some(speaker.name)
        }
    }
}

/// Looks the parent up; the first process of a system or container has none.
fn parent_of(below: &Process) -> Option<Process> {
    if below.parent == 0 {
        None
    } else {
        process(below.parent)
    }
}

/// The processes above a publisher.
pub(crate) struct Ancestors {
    list: [Option<Process>; ANCESTORS_MAX],
}

impl Ancestors {
    /// Walks up from `publisher`, nearest first, to one process past the leader of the
    /// terminal's session: whatever is above that belongs to another pane or to none.
    pub(crate) fn of(publisher: &Process) -> Self {
        let mut ancestors = Self {
            list: [None; ANCESTORS_MAX],
        };
        let mut below = *publisher;
        for place in &mut ancestors.list {
            let Some(above) = parent_of(&below) else {
                break;
            };
            *place = Some(above);
            if below.leads_terminal() {
                break;
            }
            below = above;
        }
        ancestors
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Process> {
        self.list.iter().flatten()
    }
}
