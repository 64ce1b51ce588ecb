//! Where panes stand: the session, window and place in it that a person sees, by which a
//! pane is found again after its multiplexer was restarted and counts anew.
//!
//! It asks a multiplexer once, for a bounded time, and what it does not tell is left out.

pub mod tmux;

use crate::append::Appender;
use crate::here::{self, claims};
use crate::world::World;
use rejoin_platform::Timestamp;
use rejoin_store::event::Address;
use rejoin_store::multiplexer::MULTIPLEXERS;
use rejoin_store::text::Text;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The word for a terminal that no multiplexer shows.
const TERMINAL: &str = "terminal";

/// Longest name or title that is kept, in bytes: what a person reads in one line.
const NAME_BYTES_MAX: usize = 256;

/// Longest socket path or server name that is kept, in bytes: the system's own for a path.
const SERVER_BYTES_MAX: usize = 4_096;

/// Records where this pane stands. It is a help for later: what cannot be told or kept is
/// left out, and nobody waits for it.
pub fn note(world: &World, pane: &str, appender: &mut Appender) {
    if let Some(address) = of_this_pane(world, pane) {
        let _ = appender.append(|json| address.as_record().write(json));
    }
}

/// Returns where this pane, whose key is `pane`, stands.
fn of_this_pane(world: &World, pane: &str) -> Option<Address> {
    let Some(within) = claims::innermost(world) else {
        return of_terminal(world, pane);
    };
    if within.is_tmux {
        let (socket, _) = here::tmux(world)?;
        let server = tmux::Server::at(Path::new(OsStr::from_bytes(socket)));
        return server.pane(&within.pane).ok()?.address(pane);
    }
    of_place(world, pane, within)
}

/// The pane of a multiplexer that is known by what it sets in the environment.
fn of_place(world: &World, pane: &str, within: claims::Innermost) -> Option<Address> {
    let known = MULTIPLEXERS
        .iter()
        .find(|known| known.word == within.multiplexer)?;
    let server = world.variable(known.session)?;
    let named = server.to_str().filter(|_| known.session.ends_with("_NAME"));
    Some(Address {
        session: named.map(str::to_owned),
        index: within.pane.parse().ok(),
        ..at(pane, &within.multiplexer, server, within.key)
    })
}

fn of_terminal(world: &World, pane: &str) -> Option<Address> {
    let shows = world.variable("TERM_PROGRAM").unwrap_or_default();
    let place = claims::terminal()?.pane?;
    Some(at(pane, TERMINAL, shows, place))
}

/// Returns an address of which no more is known than whose it is.
fn at(pane: &str, multiplexer: &str, server: &OsStr, place: String) -> Address {
    let server = server.as_bytes();
    let fits = server.len() <= SERVER_BYTES_MAX;
    Address {
        pane: pane.to_owned(),
        multiplexer: multiplexer.to_owned(),
        server: Text::from(if fits { server.to_vec() } else { Vec::new() }),
        place,
        at: Timestamp::now().as_str().to_owned(),
        ..Address::default()
    }
}

/// Returns the words that a person knows an address by.
pub fn shown(address: &Address) -> String {
    let number = |number: Option<u64>| number.map_or("?".to_owned(), |number| number.to_string());
    let place = match (&address.session, address.window) {
        (Some(session), Some(window)) => {
            format!("{session}:{window}.{}", number(address.index))
        }
        (Some(session), None) => format!("{session}, pane {}", number(address.index)),
        _ => address.server.as_os_str().to_string_lossy().into_owned(),
    };
    let name = address.window_name.as_ref();
    let name = name.map_or(String::new(), |name| format!(" ({name})"));
    let left = if address.left { ", left" } else { "" };
    format!("{} {place}{name}{left}", address.multiplexer)
}

/// Returns which run of a multiplexer's server a place belongs to: its key ends with it.
pub fn incarnation(place: &str) -> Option<&str> {
    place.rsplit_once('@').map(|(_, incarnation)| incarnation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_as_its_multiplexer_names_it() {
        let tmux = Address {
            multiplexer: "tmux".into(),
            session: Some("work".into()),
            window: Some(2),
            index: Some(0),
            window_name: Some("edit".into()),
            ..Address::default()
        };
        assert_eq!(shown(&tmux), "tmux work:2.0 (edit)");
        let terminal = Address {
            multiplexer: TERMINAL.into(),
            server: "vscode".into(),
            left: true,
            ..Address::default()
        };
        assert_eq!(shown(&terminal), "terminal vscode, left");
    }

    #[test]
    fn places_of_one_server_run_have_one_incarnation() {
        assert_eq!(incarnation("tmux:default:%3@ab12"), Some("ab12"));
        assert_eq!(incarnation("tmux:a@b:%3@ab12"), Some("ab12"));
        assert_eq!(incarnation("work:2"), None);
    }
}
