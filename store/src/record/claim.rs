//! The pane that a publisher's surroundings name.
//!
//! All of it is inherited, so it must never be taken for proof.

use super::{Process, optional};
use crate::heads::{KEYS_MAX, Key, Keys};
use crate::json::Writer;
use crate::multiplexer::{Place, Places};

/// The pane that a publisher's surroundings name. Inherited, and so never proof.
#[derive(Debug, Clone, Copy, Default)]
pub struct Claim<'a> {
    /// Value of `REJOIN_PANE`.
    pub token: Option<&'a str>,
    /// Value of `REJOIN_LAUNCH`.
    pub launch: Option<&'a str>,
    /// The tmux pane that the environment names.
    pub tmux: Option<Tmux<'a>>,
    /// The panes of other multiplexers that the environment names.
    pub within: Places<'a>,
    /// Device number of the publisher's controlling terminal; 0 is none.
    pub tty: u64,
    /// Session id of the publisher.
    pub session: u32,
}

impl Claim<'_> {
    /// Names what a later record of this `kind` must be compared with: the pane, by each
    /// claim that may mean it, so that two publishers of one pane meet; without any claim
    /// the publisher alone. The order is that of [`CLAIMS`].
    #[must_use]
    pub fn keys(&self, publisher: Process, kind: &[u8], what: &[u8]) -> Keys {
        let number = u64::to_le_bytes;
        let token = self
            .token
            .map(|token| Key::of(&[kind, what, b"token", token.as_bytes()]));
        let multiplexers = self.multiplexers(kind, what);
        let tty = (self.tty != 0).then(|| {
            let session = number(u64::from(self.session));
            Key::of(&[kind, what, b"tty", &number(self.tty), &session])
        });
        if token.or(multiplexers).or(tty).is_some() {
            return Keys::new([token, multiplexers, tty]);
        }
        let pid = number(u64::from(publisher.pid));
        Key::of(&[kind, what, b"process", &pid, &number(publisher.start)]).into()
    }

    /// Tells whether it names any pane.
    #[must_use]
    pub fn names_a_pane(&self) -> bool {
        let multiplexers = self.tmux.is_some() || !self.within.is_empty();
        self.token.is_some() || multiplexers || self.tty != 0
    }

    /// Makes one key of all multiplexers together: who is in one pane inherits the same.
    fn multiplexers(&self, kind: &[u8], what: &[u8]) -> Option<Key> {
        if self.tmux.is_none() && self.within.is_empty() {
            return None;
        }
        let server = u64::from(self.tmux.map_or(0, |tmux| tmux.server)).to_le_bytes();
        let tmux = self.tmux.iter();
        let tmux = tmux.flat_map(|tmux| [tmux.socket, &server, tmux.pane.as_bytes()]);
        let within = self.within.iter().flat_map(|place| {
            let Place {
                multiplexer,
                session,
                pane,
            } = place;
            [multiplexer.as_bytes(), session, pane.as_bytes()]
        });
        let before = [kind, what, b"tmux"].into_iter();
        Some(Key::of_each(before.chain(tmux).chain(within)))
    }
}

/// The words for the claims that make two records follow each other. All multiplexers are
/// one claim, which has the word of the first that was known.
pub const CLAIMS: [&str; KEYS_MAX] = ["token", "tmux", "tty"];

/// A tmux pane: ids count from `%0` again in every server, so the server belongs to it.
#[derive(Debug, Clone, Copy)]
pub struct Tmux<'a> {
    /// Socket path of the server.
    pub socket: &'a [u8],
    /// Process id of the server.
    pub server: u32,
    /// Pane id, such as `%3`.
    pub pane: &'a str,
}

pub(super) fn write_claim(json: &mut Writer<'_>, claim: &Claim<'_>) {
    json.key("claim");
    json.open(b'{');
    optional(json, "token", claim.token);
    optional(json, "launch", claim.launch);
    if let Some(tmux) = claim.tmux {
        json.key("tmux");
        json.open(b'{');
        json.key("socket");
        json.bytes_value(tmux.socket);
        json.field_number("server", u64::from(tmux.server));
        json.field("pane", tmux.pane);
        json.close(b'}');
    }
    if !claim.within.is_empty() {
        json.key("within");
        json.open(b'[');
        for place in claim.within.iter() {
            json.open(b'{');
            json.field("multiplexer", place.multiplexer);
            json.key("session");
            json.bytes_value(place.session);
            json.field("pane", place.pane);
            json.close(b'}');
        }
        json.close(b']');
    }
    json.field_number("tty", claim.tty);
    json.field_number("session", u64::from(claim.session));
    json.close(b'}');
}
