//! What the environment says: the pane that it names, the store, the marks of the
//! agent's definition. All of it is inherited by whatever the agent starts, so it is
//! recorded as a claim and never taken as proof.
//!
//! Reads, beside the variables which a definition names: `REJOIN_STATE_DIR`,
//! `XDG_STATE_HOME`, `HOME`, `REJOIN_PANE`, `REJOIN_LAUNCH`, `TMUX`, `TMUX_PANE`,
//! and those of the other multiplexers.

use crate::memory::PathBuffer;
use core::ffi::CStr;
use rejoin_agents::{Agent, Condition};
use rejoin_entry::Start;
use rejoin_platform::{Process, has_argument, host_id};
use rejoin_store::folder::{FolderPath, PATH_BYTES_MAX};
use rejoin_store::multiplexer::Places;
use rejoin_store::record::{Claim, Tmux};

/// Longest pane or launch name in bytes; it is a key and a word on the screen.
const NAME_BYTES_MAX: usize = 256;

/// The environment of this hook.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings {
    start: Start,
}

impl Surroundings {
    pub(crate) fn new(start: Start) -> Self {
        Self { start }
    }

    /// Finds this host's folder; nothing if no variable names a usable place.
    pub(crate) fn find_state_folder(&self, path: &mut FolderPath) -> Option<()> {
        path.find(&host_id()?, |name| self.start.variable(name))
            .ok()
    }

    /// Returns the pane that the environment and the publisher's terminal name.
    pub(crate) fn claim(&self, publisher: &Process) -> Claim<'static> {
        Claim {
            token: self.name(b"REJOIN_PANE"),
            launch: self.name(b"REJOIN_LAUNCH"),
            tmux: self.tmux(),
            within: Places::read(self.start.environment().map(CStr::to_bytes)),
            tty: publisher.tty,
            session: publisher.session,
        }
    }

    /// Returns the root under which the agent keeps its conversations, NUL-terminated.
    pub(crate) fn store<'b>(&self, agent: &Agent, buffer: &'b mut PathBuffer) -> Option<&'b [u8]> {
        let root = &agent.store.root;
        let moved = root.routes.iter().find_map(|route| {
            let value = self.start.variable(route.env.as_bytes())?;
            Some([value, b"/", route.below.as_bytes()])
        });
        let parts = match moved {
            Some(parts) => parts,
            None => [self.start.variable(b"HOME")?, b"/", root.home.as_bytes()],
        };
        let mut used = 0;
        for part in parts {
            buffer
                .get_mut(used..used + part.len())?
                .copy_from_slice(part);
            used += part.len();
        }
        while used > 1 && buffer.get(used - 1) == Some(&b'/') {
            used -= 1;
        }
        *buffer.get_mut(used)? = 0;
        let path = buffer.get(..=used)?;
        path.starts_with(b"/").then_some(path)
    }

    /// Returns the directory that a variable names.
    pub(crate) fn directory(&self, variable: &[u8]) -> Option<&'static str> {
        let path = core::str::from_utf8(self.start.variable(variable)?).ok()?;
        let sound = path.starts_with('/')
            && path.len() < PATH_BYTES_MAX
            && !path.chars().any(char::is_control);
        sound.then_some(path)
    }

    /// Tells whether one alternative of a group of marks holds for `publisher`.
    pub(crate) fn marked(&self, group: &[&[Condition]], publisher: &Process) -> bool {
        group
            .iter()
            .any(|all| all.iter().all(|condition| self.holds(condition, publisher)))
    }

    fn holds(&self, condition: &Condition, publisher: &Process) -> bool {
        match condition {
            Condition::Set(name) => self.start.variable(name.as_bytes()).is_some(),
            Condition::Is(name, value) => {
                self.start.variable(name.as_bytes()) == Some(value.as_bytes())
            }
            Condition::Argument(argument) => has_argument(publisher.pid, argument.as_bytes()),
        }
    }

    fn name(&self, variable: &[u8]) -> Option<&'static str> {
        let name = core::str::from_utf8(self.start.variable(variable)?).ok()?;
        (name.len() <= NAME_BYTES_MAX && !name.chars().any(char::is_control)).then_some(name)
    }

    /// Reads `TMUX` (socket, server process id, session, by commas) and `TMUX_PANE`.
    fn tmux(&self) -> Option<Tmux<'static>> {
        let pane = self.name(b"TMUX_PANE")?;
        let number = pane.strip_prefix('%')?;
        let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let mut parts = self
            .start
            .variable(b"TMUX")?
            .rsplitn(3, |&byte| byte == b',');
        let (_session, server, socket) = (parts.next()?, parts.next()?, parts.next()?);
        let server = core::str::from_utf8(server).ok()?.parse().ok()?;
        plain.then_some(Tmux {
            socket,
            server,
            pane,
        })
    }
}
