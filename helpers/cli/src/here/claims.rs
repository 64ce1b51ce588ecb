//! By what this pane can be called, and which of it counts: the same order as the fold's.
//!
//! Variables are inherited, so none of them may count against what the processes above say.

use super::{boot, checked, is_stray, started};
use crate::world::World;
use rejoin_platform::Process;
use rejoin_store::multiplexer::Places;
use rejoin_store::pane::{self, Within};
use rejoin_store::record;
use serde::Serialize;
use std::os::unix::ffi::OsStrExt;

/// Most processes that are looked at; a tool inside an agent inside a shell has ten.
const ANCESTORS_MAX: usize = 64;

/// One thing by which this pane can be called.
#[derive(Debug, Serialize)]
pub struct Claim {
    /// `name`, the word of a multiplexer, or `terminal`.
    pub claim: String,
    /// What was found, as far as it can be shown.
    pub says: String,
    /// The pane that it means, if that is known.
    pub pane: Option<String>,
    /// Whether the pane is called by it.
    pub used: bool,
    /// Why, or why not.
    pub reason: Reason,
}

/// Why a claim is used or set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// Stable word.
    pub word: &'static str,
    /// One sentence for people.
    pub text: &'static str,
}

const NAMED: Reason = Reason {
    word: "named",
    text: "REJOIN_PANE names this pane, and no launch contradicts it.",
};
const UNFIT: Reason = Reason {
    word: "unfit",
    text: "REJOIN_PANE is no pane name: it is too long, or has characters that cannot be shown.",
};
const STRAY: Reason = Reason {
    word: "stray",
    text: "A launch set REJOIN_PANE for another pane: this process does not descend from it.",
};
const SERVED: Reason = Reason {
    word: "served",
    text: "This process descends from the server of that pane.",
};
const NOT_SERVED: Reason = Reason {
    word: "not-served",
    text: "This process does not descend from such a server: the variables were inherited.",
};
const FARTHER: Reason = Reason {
    word: "farther",
    text: "The pane is inside that one: the server of another multiplexer is nearer.",
};
const SHOWN: Reason = Reason {
    word: "shown",
    text: "It is the terminal of this process.",
};
const LEADERLESS: Reason = Reason {
    word: "leaderless",
    text: "The process that leads the session of this terminal is gone.",
};
const STRONGER: Reason = Reason {
    word: "stronger",
    text: "A stronger claim is used.",
};

/// Returns all claims on this pane, strongest first; at most one of them is used.
pub fn all(world: &World) -> Vec<Claim> {
    let mut claims: Vec<Claim> = named(world).into_iter().collect();
    claims.extend(within(world));
    claims.extend(terminal());
    let mut found = false;
    for claim in &mut claims {
        if claim.used && found {
            claim.used = false;
            claim.reason = STRONGER;
        }
        found |= claim.used;
    }
    claims
}

fn named(world: &World) -> Option<Claim> {
    let name = world.variable("REJOIN_PANE")?;
    let fit = name.to_str().filter(|name| checked(name).is_ok());
    let reason = match fit {
        None => UNFIT,
        Some(_) if is_stray(world) => STRAY,
        Some(_) => NAMED,
    };
    Some(Claim {
        claim: "name".to_owned(),
        says: name.to_string_lossy().into_owned(),
        pane: fit.map(str::to_owned),
        used: reason == NAMED,
        reason,
    })
}

fn within(world: &World) -> Vec<Claim> {
    look(world, |claim, above, boot| {
        let walk = above.iter().map(|process| (process.pid, process.name()));
        let innermost = pane::innermost(pane::within(claim, walk.clone()));
        let claims = pane::within(claim, walk).map(|one| {
            let server = one.server.and_then(|at| above.get(at));
            let reason = match server {
                None => NOT_SERVED,
                Some(_) if innermost == Some(one) => SERVED,
                Some(_) => FARTHER,
            };
            Claim {
                claim: one.multiplexer.to_owned(),
                says: format!("pane {}", one.pane),
                pane: server.map(|server| key(&one, server, boot)),
                used: reason == SERVED,
                reason,
            }
        });
        claims.collect()
    })
}

/// A multiplexer's own pane that this process is in.
pub struct Innermost {
    /// Word of the multiplexer.
    pub multiplexer: String,
    /// Whether that is tmux.
    pub is_tmux: bool,
    /// Number of the pane there.
    pub pane: String,
    /// Its key.
    pub key: String,
}

/// Returns the multiplexer's own pane that this process is in, whatever name that has.
pub fn innermost(world: &World) -> Option<Innermost> {
    look(world, |claim, above, boot| {
        let walk = above.iter().map(|process| (process.pid, process.name()));
        let one = pane::innermost(pane::within(claim, walk))?;
        Some(Innermost {
            multiplexer: one.multiplexer.to_owned(),
            is_tmux: one.is_tmux(),
            pane: one.pane.to_owned(),
            key: key(&one, above.get(one.server?)?, boot),
        })
    })
}

/// Calls `with` with the multiplexers that the environment names, and the processes above.
fn look<T>(world: &World, with: impl FnOnce(&record::Claim<'_>, &[Process], &str) -> T) -> T {
    let tmux = super::tmux(world).and_then(|(socket, server)| {
        let pane = world.variable("TMUX_PANE")?.to_str()?;
        super::is_tmux_id(pane).then_some(record::Tmux {
            socket,
            server,
            pane,
        })
    });
    let entries: Vec<Vec<u8>> = world
        .environment()
        .map(|(name, value)| [name.as_bytes(), b"=", value.as_bytes()].concat())
        .collect();
    let claim = record::Claim {
        tmux,
        within: Places::read(entries.iter().map(Vec::as_slice)),
        ..record::Claim::default()
    };
    with(&claim, &above(), &boot().unwrap_or_default())
}

fn key(one: &Within<'_>, server: &Process, boot: &str) -> String {
    let (pid, start) = (server.pid, server.start);
    one.key(record::Process { pid, start }, boot)
}

/// Returns the claim of the terminal of this process.
pub fn terminal() -> Option<Claim> {
    let me = rejoin_platform::process(std::process::id()).filter(|me| me.tty != 0)?;
    let leader = started(me.session).zip(boot());
    let key = leader.map(|(leader, boot)| pane::key_of_tty(me.tty, leader, &boot));
    Some(Claim {
        claim: "terminal".to_owned(),
        says: pane::tty_name(me.tty),
        used: key.is_some(),
        reason: key.as_ref().map_or(LEADERLESS, |_| SHOWN),
        pane: key,
    })
}

/// Walks up from this process to one past the leader of its terminal's session: whatever is
/// above that shows another pane, or none.
fn above() -> Vec<Process> {
    let mut above = Vec::new();
    let mut below = rejoin_platform::process(std::process::id());
    while let Some(process) = below.filter(|_| above.len() < ANCESTORS_MAX) {
        below = match process.parent {
            0 => None,
            parent => rejoin_platform::process(parent),
        };
        above.extend(below);
        if process.leads_terminal() {
            break;
        }
    }
    above
}
