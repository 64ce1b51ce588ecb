//! Which pane is meant: a name as it stands, a pane id of the tmux server around us, or
//! the pane that this process itself is in.

pub mod claims;

use crate::error::{Error, Kind};
use crate::known;
use crate::world::World;
use rejoin_store::pane;
use rejoin_store::record::Process;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Longest pane name in bytes: what a person or a manager gives is short, and a name
/// is repeated in every record of its pane.
const NAME_BYTES_MAX: usize = 256;

/// Most ancestors that are looked at; a tool inside an agent inside a shell has ten.
const ANCESTORS_MAX: usize = 64;

/// Code of the error about a tmux pane where no tmux is.
const NO_TMUX: &str = "no-tmux";

/// Returns the key of the pane that `named` means; without a name, of this pane.
///
/// # Errors
/// It is no pane name, or this process is in no pane.
pub fn meant(world: &World, named: Option<&str>) -> Result<String, Error> {
    let Some(name) = named else {
        return this_pane(world).ok_or_else(|| {
            Error::new(Kind::Usage, "this process is in no pane")
                .code("no-pane")
                .remedy("Name a pane; `rejoin list` shows those that are known.")
        });
    };
    let name = checked(name)?;
    if !is_tmux_id(name) {
        return Ok(name.to_owned());
    }
    tmux_key(world, name).ok_or_else(|| {
        Error::new(
            Kind::Usage,
            format!("{name} is a tmux pane, and no tmux server is around here"),
        )
        .code(NO_TMUX)
        .remedy("Run this inside that tmux, or take the pane's full name from `rejoin list`.")
    })
}

/// As [`meant`], for a question: where no tmux server is around, its pane id may still be
/// the literal name under which the log knows a pane.
///
/// # Errors
/// As in [`meant`]; the log cannot be read.
pub fn asked(world: &World, named: Option<&str>) -> Result<String, Error> {
    match (meant(world, named), named) {
        (Err(error), Some(name)) if error.code == NO_TMUX => {
            let known = known::read(&known::folder(world)?, |_, _, _| {})?;
            let pane = known.fold.pane(name);
            pane.map(|binding| binding.pane).ok_or(error)
        }
        (meant, _) => meant,
    }
}

/// Returns the key of the pane that this process is in.
pub fn this_pane(world: &World) -> Option<String> {
    let claims = claims::all(world);
    claims.into_iter().find(|claim| claim.used)?.pane
}

/// Tells whether our `REJOIN_PANE` strayed here from another pane: a launch set it, and
/// this process does not descend from that launch. A terminal server that was started
/// inside a pane hands the variable on to every pane that it opens later.
fn is_stray(world: &World) -> bool {
    let Some(launch) = world.variable("REJOIN_LAUNCH").and_then(OsStr::to_str) else {
        return false;
    };
    let folder = known::folder(world).ok();
    let launched = folder.and_then(|folder| known::launch(&folder, launch));
    // A launch that is not recorded cannot be contradicted.
    launched.is_some_and(|launch| Some(launch.boot) != boot() || !descends_from(launch.process))
}

fn descends_from(wanted: Process) -> bool {
    let mut pid = std::process::id();
    for _ in 0..ANCESTORS_MAX {
        let Some(found) = rejoin_platform::process(pid) else {
            return false;
        };
        if (found.pid, found.start) == (wanted.pid, wanted.start) {
            return true;
        }
        pid = found.parent;
    }
    false
}

/// Returns the title of the agent inside which this process runs: one that stands above it
/// in the same terminal, or above it without any.
pub fn inside_agent(world: &World) -> Option<&'static str> {
    let mut below = rejoin_platform::process(std::process::id())?;
    for _ in 0..ANCESTORS_MAX {
        if below.leads_terminal() {
            return None;
        }
        below = rejoin_platform::process(below.parent)?;
        if let Some(agent) = world.roster.of_process(below.name()) {
            return Some(agent.title);
        }
    }
    None
}

/// Checks a pane name.
///
/// # Errors
/// It is empty, too long, or has control characters.
pub fn checked(name: &str) -> Result<&str, Error> {
    let fault = if name.is_empty() {
        "is empty"
    } else if name.len() > NAME_BYTES_MAX {
        "is longer than 256 bytes"
    } else if name.chars().any(char::is_control) {
        "has a control character"
    } else {
        return Ok(name);
    };
    Err(Error::new(Kind::Usage, format!("the pane name {fault}"))
        .code("pane-name")
        .remedy("Take a short name on one line."))
}

/// Tells whether a name is the number of a tmux pane, such as `%3`.
pub fn is_tmux_id(name: &str) -> bool {
    name.strip_prefix('%')
        .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns the key of a pane of the tmux server that `TMUX` names: `SOCKET,PID,SESSION`.
fn tmux_key(world: &World, pane: &str) -> Option<String> {
    if !is_tmux_id(pane) {
        return None;
    }
    let (socket, server) = tmux(world)?;
    Some(pane::key_of_tmux(socket, started(server)?, &boot()?, pane))
}

/// Returns socket and process id of the tmux server that the environment names.
pub fn tmux(world: &World) -> Option<(&[u8], u32)> {
    socket_and_server(world.variable("TMUX")?)
}

fn socket_and_server(tmux: &OsStr) -> Option<(&[u8], u32)> {
    let mut parts = tmux.as_bytes().rsplitn(3, |&byte| byte == b',');
    let (_session, server, socket) = (parts.next()?, parts.next()?, parts.next()?);
    let server = std::str::from_utf8(server).ok()?.parse().ok()?;
    Some((socket, server))
}

fn started(pid: u32) -> Option<Process> {
    rejoin_platform::process(pid).map(|found| Process {
        pid: found.pid,
        start: found.start,
    })
}

/// Tells whether a recorded process lives; nothing where the system does not tell.
pub fn lives(process: Process, boot: &str) -> Option<bool> {
    let now = self::boot()?;
    let same = || rejoin_platform::process(process.pid).is_some_and(|p| p.start == process.start);
    Some(now == boot && same())
}

/// Returns the id of this boot.
pub fn boot() -> Option<String> {
    let boot = rejoin_platform::boot_id()?;
    std::str::from_utf8(&boot).ok().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_name_stands_for_itself() {
        let world = World::of(&[("TMUX_PANE", Path::new("%1"))]);
        assert_eq!(meant(&world, Some("work:2")).expect("a name"), "work:2");
        assert_eq!(meant(&world, Some("%x")).expect("a name"), "%x");
    }

    #[test]
    fn a_set_name_is_stronger_than_the_surroundings() {
        let world = World::of(&[
            ("REJOIN_PANE", Path::new("work:2")),
            ("TMUX_PANE", Path::new("%1")),
        ]);
        assert_eq!(meant(&world, None).expect("a pane"), "work:2");
    }

    #[test]
    fn a_tmux_id_needs_its_server() {
        let error = meant(&World::of(&[]), Some("%3")).expect_err("refused");
        assert_eq!(error.code, "no-tmux");
        let me = format!("/tmp/s,x,{},0", std::process::id());
        let world = World::of(&[("TMUX", Path::new(&me))]);
        let key = meant(&world, Some("%3")).expect("a server");
        assert!(key.starts_with("tmux:s,x:%3@"), "{key}");
    }

    #[test]
    fn a_socket_path_may_hold_commas() {
        let found = socket_and_server(OsStr::new("/tmp/a,b/default,42,7"));
        assert_eq!(found, Some((&b"/tmp/a,b/default"[..], 42)));
        assert_eq!(socket_and_server(OsStr::new("/tmp/default")), None);
    }

    #[test]
    fn a_name_that_cannot_be_shown_on_a_line_is_refused() {
        for name in ["", "a\nb", "a\u{1b}[m", &"x".repeat(257)] {
            assert_eq!(
                meant(&World::of(&[]), Some(name))
                    .expect_err("refused")
                    .code,
                "pane-name"
            );
        }
    }
}
