//! Pane keys: how a place in which a person sees an agent is named.
//!
//! A number that its owner counts from zero again (`%0`, `pts/0`) must never be a key
//! alone: the identity of the server or session which counts belongs to it.

use crate::hash::Fnv;
use crate::multiplexer::Place;
use crate::record::{Claim, Process};

/// Returns the key of a pane that a token names: the token itself.
#[must_use]
pub fn key_of_token(token: &str) -> &str {
    token
}

/// Returns the key of pane `pane` (such as `%3`) of the tmux server `server` at `socket`.
#[must_use]
pub fn key_of_tmux(socket: &[u8], server: Process, boot: &str, pane: &str) -> String {
    key_within(TMUX, socket, server, boot, pane)
}

/// Returns the key of a pane of the multiplexer server `server`.
#[must_use]
pub fn key_of_place(place: &Place<'_>, server: Process, boot: &str) -> String {
    key_within(place.multiplexer, place.session, server, boot, place.pane)
}

/// The word for tmux in pane keys.
const TMUX: &str = "tmux";

/// The server's start time and the boot make servers differ which follow each other
/// under one name and even under one process id.
fn key_within(word: &str, session: &[u8], server: Process, boot: &str, pane: &str) -> String {
    let file = session.rsplit(|&byte| byte == b'/').next();
    let identity = identity(&[
        session,
        server.pid.to_string().as_bytes(),
        server.start.to_string().as_bytes(),
        boot.as_bytes(),
    ]);
    format!(
        "{word}:{}:{}@{identity}",
        printable(file.unwrap_or(session)),
        printable(pane.as_bytes())
    )
}

/// A claim on a pane of a multiplexer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Within<'a> {
    /// Word of the multiplexer.
    pub multiplexer: &'a str,
    /// Which of its servers.
    pub session: &'a [u8],
    /// Number of the pane there.
    pub pane: &'a str,
    /// How many of the processes above stand below the server; nothing if it is not above.
    pub server: Option<usize>,
}

impl Within<'_> {
    /// Returns the key of the pane if `server` is its server.
    #[must_use]
    pub fn key(&self, server: Process, boot: &str) -> String {
        key_within(self.multiplexer, self.session, server, boot, self.pane)
    }

    /// Tells whether this is tmux.
    #[must_use]
    pub fn is_tmux(&self) -> bool {
        self.multiplexer == TMUX
    }
}

/// Looks for the server of each multiplexer that a claim names among the processes `above`,
/// ids with names, nearest first.
pub fn within<'a, 'p>(
    claim: &Claim<'a>,
    above: impl Iterator<Item = (u32, &'p [u8])> + Clone,
) -> impl Iterator<Item = Within<'a>> {
    let (tmux, places, mut walk) = (claim.tmux, claim.within, above.clone());
    let tmux = tmux.into_iter().map(move |tmux| Within {
        multiplexer: TMUX,
        session: tmux.socket,
        pane: tmux.pane,
        server: walk.position(|(pid, _)| pid == tmux.server),
    });
    let others = places.into_iter().map(move |place| {
        // A program of the server's name may run in its pane, so the outermost one is it.
        let walk = above.clone().enumerate();
        let serving = walk.filter(|(_, (pid, name))| place.is_served_by(*pid, name));
        Within {
            multiplexer: place.multiplexer,
            session: place.session,
            pane: place.pane,
            server: serving.last().map(|(at, _)| at),
        }
    });
    tmux.chain(others)
}

/// Returns the innermost of the places that are proven: the one whose server is nearest.
pub fn innermost<'a>(within: impl Iterator<Item = Within<'a>>) -> Option<Within<'a>> {
    let proven = within.filter(|one| one.server.is_some());
    proven.min_by_key(|one| one.server)
}

/// Returns the key of the terminal `tty` (a device number) of the session that `leader` leads.
#[must_use]
pub fn key_of_tty(tty: u64, leader: Process, boot: &str) -> String {
    let identity = identity(&[
        tty.to_string().as_bytes(),
        leader.pid.to_string().as_bytes(),
        leader.start.to_string().as_bytes(),
        boot.as_bytes(),
    ]);
    format!("tty:{}@{identity}", tty_name(tty))
}

/// Returns the name of a terminal by its device number as the kernel gives it in
/// `/proc/PID/stat`: `pts/N`, `ttyN`, `ttySN`, or `MAJOR.MINOR` where it is another device.
#[must_use]
pub fn tty_name(tty: u64) -> String {
    // The kernel's packing: minor bits 0-7, major bits 8-19, the other minor bits above.
    let major = tty >> 8 & 0xfff;
    let minor = tty & 0xff | tty >> 12 & 0xf_ff00;
    match major {
        PTS_MAJOR_FIRST..=PTS_MAJOR_LAST => {
            format!("pts/{}", minor + (major - PTS_MAJOR_FIRST) * PTS_PER_MAJOR)
        }
        TTY_MAJOR if minor < SERIAL_MINOR_FIRST => format!("tty{minor}"),
        TTY_MAJOR => format!("ttyS{}", minor - SERIAL_MINOR_FIRST),
        _ => format!("{major}.{minor}"),
    }
}

const PTS_MAJOR_FIRST: u64 = 136;
const PTS_MAJOR_LAST: u64 = 143;
const PTS_PER_MAJOR: u64 = 256;
const TTY_MAJOR: u64 = 4;
const SERIAL_MINOR_FIRST: u64 = 64;

/// Returns the first 48 bits of the FNV-1a hash of the NUL-separated parts, as 12 hex digits.
fn identity(parts: &[&[u8]]) -> String {
    let mut hash = Fnv::new();
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            hash.add(&[0]);
        }
        hash.add(part);
    }
    format!("{:012x}", hash.get() >> 16)
}

/// A key is typed and printed: other bytes become `_`, the identity keeps them apart.
fn printable(bytes: &[u8]) -> String {
    let shown = |&byte: &u8| {
        if byte.is_ascii_graphic() {
            char::from(byte)
        } else {
            '_'
        }
    };
    bytes.iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: Process = Process { pid: 100, start: 7 };

    #[test]
    fn the_hash_is_the_published_one() {
        // FNV-1a-64 of the empty text and of "foobar".
        assert_eq!(identity(&[b""]), "cbf29ce48422");
        assert_eq!(identity(&[b"foobar"]), "85944171f739");
    }

    #[test]
    fn a_pane_number_of_another_server_start_boot_or_socket_is_another_key() {
        let key = |socket: &[u8], pid, start, boot| {
            key_of_tmux(socket, Process { pid, start }, boot, "%1")
        };
        let one = key(b"/tmp/tmux-0/default", 100, 7, "b1");
        assert!(one.starts_with("tmux:default:%1@"), "{one}");
        assert_eq!(one.len(), "tmux:default:%1@".len() + 12);
        for other in [
            key(b"/tmp/tmux-1/default", 100, 7, "b1"),
            key(b"/tmp/tmux-0/default", 200, 7, "b1"),
            key(b"/tmp/tmux-0/default", 100, 8, "b1"),
            key(b"/tmp/tmux-0/default", 100, 7, "b2"),
        ] {
            assert_ne!(one, other);
        }
    }

    #[test]
    fn a_socket_name_of_any_bytes_gives_a_printable_key() {
        let key = key_of_tmux(b"/t/a b\xff\n", SERVER, "b", "%0");
        assert!(key.starts_with("tmux:a_b__:%0@"), "{key}");
        assert_ne!(key, key_of_tmux(b"/t/a b\xfe\n", SERVER, "b", "%0"));
    }

    #[test]
    fn terminals_are_named_by_their_device_numbers() {
        for (tty, name) in [
            (136 << 8 | 3, "pts/3"),
            (137 << 8 | 1, "pts/257"),
            (143 << 8 | 255, "pts/2047"),
            (136 << 8 | 0x2c | 0x1 << 20, "pts/300"),
            (4 << 8 | 1, "tty1"),
            (4 << 8 | 64, "ttyS0"),
            (5 << 8 | 1, "5.1"),
            (0, "0.0"),
        ] {
            assert_eq!(tty_name(tty), name);
        }
        assert!(key_of_tty(136 << 8 | 3, SERVER, "b").starts_with("tty:pts/3@"));
        assert_eq!(key_of_token("work:2"), "work:2");
    }

    #[test]
    fn any_device_number_has_a_name() {
        for tty in [u64::MAX, u64::MAX >> 1, 1 << 63, 0xffff_ffff] {
            assert!(!tty_name(tty).is_empty());
        }
    }
}
