//! Who stood where, and in which run of its server: from the addresses in the log. Order is
//! order of records, and no clock is asked.

use super::Servers;
use crate::address::{self, tmux};
use rejoin_store::binding::{Binding, Flag, Located};
use rejoin_store::event::Address;
use rejoin_store::reader::Position;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Socket, session, window, and number of a pane in it.
pub type Spot = (PathBuf, Option<String>, Option<u64>, Option<u64>);

/// A pane that stood in tmux.
pub struct Stood {
    pub binding: Binding,
    pub located: Located,
}

impl Stood {
    /// Takes a pane that may be brought back; nothing if it never stood in tmux, holds nothing,
    /// goes on elsewhere, or is no longer wanted.
    pub fn of(binding: Binding) -> Option<Self> {
        let located = binding.located.clone()?;
        let launched = binding.launch.as_ref().is_some_and(|l| l.agent.is_some());
        let known = binding.id.is_some() || launched;
        let unwanted = [Flag::Continued, Flag::Dismissed];
        let known = known && !unwanted.iter().any(|flag| binding.flags.contains(flag));
        let stood = known && located.address.multiplexer == tmux::WORD;
        stood.then_some(Self { binding, located })
    }

    /// Returns the socket of its server.
    pub fn socket(&self) -> &Path {
        Path::new(self.located.address.server.as_os_str())
    }

    /// Returns the run of its server.
    pub fn run(&self) -> &str {
        address::incarnation(&self.located.address.place).unwrap_or_default()
    }

    /// Returns its address.
    pub fn spot(&self) -> Spot {
        let Address {
            session,
            window,
            index,
            ..
        } = &self.located.address;
        (self.socket().to_owned(), session.clone(), *window, *index)
    }
}

/// Returns the run of a server that shows these panes.
pub fn running(shown: Option<&[tmux::Pane]>) -> Option<&str> {
    address::incarnation(&shown?.first()?.place)
}

/// Returns, for each socket, the last run of its server that is over: the one of which the
/// log says something last.
pub fn last_runs(stood: &[Stood], servers: &Servers) -> HashMap<PathBuf, String> {
    let mut last: HashMap<PathBuf, (Position, String)> = HashMap::new();
    for one in stood {
        let shown = servers.get(one.socket()).and_then(Option::as_deref);
        if running(shown) == Some(one.run()) {
            continue;
        }
        let found = (one.located.position, one.run().to_owned());
        let known = last
            .entry(one.socket().to_owned())
            .or_insert_with(|| found.clone());
        if found.0 > known.0 {
            *known = found;
        }
    }
    let run = |(socket, (_, run)): (PathBuf, (Position, String))| (socket, run);
    last.into_iter().map(run).collect()
}

/// Returns which record says last who stood at an address, and in which run of its server.
pub fn holders(stood: &[Stood]) -> HashMap<Spot, (Position, String)> {
    let mut holders: HashMap<Spot, (Position, String)> = HashMap::new();
    for one in stood.iter().filter(|one| !one.located.address.left) {
        let found = (one.located.position, one.run().to_owned());
        let known = holders.entry(one.spot()).or_insert_with(|| found.clone());
        if found.0 > known.0 {
            *known = found;
        }
    }
    holders
}
