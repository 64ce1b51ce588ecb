//! Programs that show many panes, and how a pane's environment names them: one table.
//!
//! Their variables are inherited like any other, so a place that they name is a claim. It
//! counts only together with the server's process, which must be above whoever claims it.
//! tmux stands apart: one variable of its own names socket and server together.

/// One such program.
#[derive(Debug)]
pub struct Multiplexer {
    /// The word for it in records and pane keys.
    pub word: &'static str,
    /// The variable that tells its servers apart.
    pub session: &'static str,
    /// The variable that numbers its panes; every server counts anew.
    pub pane: &'static str,
    /// What the first of these variables says about the server's process.
    pub pid: Pid,
    /// Names of the server's process as the kernel has them, which keeps 15 bytes.
    pub servers: &'static [&'static str],
}

/// Where the process id of a server stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pid {
    /// In front, up to the end or a dot.
    Leads,
    /// Nowhere.
    Untold,
}

/// All that are known. A terminal with no variable for its panes needs no entry: each has a
/// terminal device of its own, by which it is named.
pub const MULTIPLEXERS: [Multiplexer; PLACES_MAX] = [
    Multiplexer {
        word: "zellij",
        session: "ZELLIJ_SESSION_NAME",
        pane: "ZELLIJ_PANE_ID",
        pid: Pid::Untold,
        servers: &["zellij"],
    },
    Multiplexer {
        word: "screen",
        session: "STY",
        pane: "WINDOW",
        pid: Pid::Leads,
        servers: &["screen", "SCREEN"],
    },
    Multiplexer {
        word: "kitty",
        session: "KITTY_PID",
        pane: "KITTY_WINDOW_ID",
        pid: Pid::Leads,
        servers: &["kitty"],
    },
    Multiplexer {
        word: "wezterm",
        session: "WEZTERM_UNIX_SOCKET",
        pane: "WEZTERM_PANE",
        pid: Pid::Untold,
        servers: &["wezterm-gui", "wezterm-mux-ser"],
    },
];

/// Most places that one environment names: one a multiplexer.
pub const PLACES_MAX: usize = 4;

/// Longest session in bytes: a name or the path of a socket.
const SESSION_BYTES_MAX: usize = 256;
/// Longest number of a pane in digits: those of 64 bits.
const PANE_DIGITS_MAX: usize = 20;

/// A pane of a multiplexer, as an environment names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// Word of the multiplexer; one of a later version is in no table.
    pub multiplexer: &'a str,
    /// Which of its servers: a name, a socket path, or a process id.
    pub session: &'a [u8],
    /// Number of the pane.
    pub pane: &'a str,
}

impl Place<'_> {
    /// Tells whether a process of this id and name is the server of the pane. Each server
    /// sets the variables for its own panes, so the name is proof where no id is told.
    #[must_use]
    pub fn is_served_by(&self, pid: u32, name: &[u8]) -> bool {
        let known = MULTIPLEXERS
            .iter()
            .find(|known| known.word == self.multiplexer);
        known.is_some_and(|known| {
            known.servers.iter().any(|server| server.as_bytes() == name)
                && (known.pid == Pid::Untold || leading_number(self.session) == Some(pid))
        })
    }
}

/// The places that one environment names, in the order of the table: panes inside panes
/// leave several, and the innermost is found by walking up.
#[derive(Debug, Clone, Copy, Default)]
pub struct Places<'a>([Option<Place<'a>>; PLACES_MAX]);

impl<'a> Places<'a> {
    /// Finds them in one pass over an environment of `NAME=value` entries. As for the
    /// system, the first entry of a name counts; an empty value counts as unset.
    pub fn read(environment: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut found: [[Option<&[u8]>; 2]; PLACES_MAX] = [[None; 2]; PLACES_MAX];
        for entry in environment {
            for (known, values) in MULTIPLEXERS.iter().zip(&mut found) {
                for (name, value) in [known.session, known.pane].into_iter().zip(values) {
                    if value.is_none() && entry.first() == name.as_bytes().first() {
                        *value = value_of(entry, name.as_bytes());
                    }
                }
            }
        }
        let mut places = Self::default();
        for ((known, [session, pane]), place) in MULTIPLEXERS.iter().zip(found).zip(&mut places.0) {
            *place = named(known, session, pane);
        }
        places
    }

    /// Takes places as a record has them; what is beyond [`PLACES_MAX`] is left out.
    pub fn recorded(recorded: impl Iterator<Item = Place<'a>>) -> Self {
        let mut places = Self::default();
        for (place, recorded) in places.0.iter_mut().zip(recorded) {
            *place = Some(recorded);
        }
        places
    }

    /// Returns them.
    pub fn iter(&self) -> impl Iterator<Item = Place<'a>> {
        self.0.into_iter().flatten()
    }

    /// Tells whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl<'a> IntoIterator for Places<'a> {
    type Item = Place<'a>;
    type IntoIter = core::iter::Flatten<core::array::IntoIter<Option<Place<'a>>, PLACES_MAX>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().flatten()
    }
}

fn value_of<'a>(entry: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let value = entry.strip_prefix(name)?.strip_prefix(b"=")?;
    (!value.is_empty()).then_some(value)
}

fn named<'a>(
    known: &'static Multiplexer,
    session: Option<&'a [u8]>,
    pane: Option<&'a [u8]>,
) -> Option<Place<'a>> {
    let session = session.filter(|session| session.len() <= SESSION_BYTES_MAX)?;
    let pane = core::str::from_utf8(pane?).ok()?;
    let plain = pane.len() <= PANE_DIGITS_MAX && pane.bytes().all(|byte| byte.is_ascii_digit());
    plain.then_some(Place {
        multiplexer: known.word,
        session,
        pane,
    })
}

fn leading_number(session: &[u8]) -> Option<u32> {
    let number = session.split(|&byte| byte == b'.').next()?;
    core::str::from_utf8(number).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<'a>(environment: &[&'a str]) -> Vec<Place<'a>> {
        let entries = environment.iter().map(|entry| entry.as_bytes());
        Places::read(entries).iter().collect()
    }

    #[test]
    fn each_multiplexer_is_known_by_its_two_variables() {
        for known in &MULTIPLEXERS {
            let session = format!("{}=7.x", known.session);
            let pane = format!("{}=12", known.pane);
            let found = read(&["HOME=/h", &session, &pane]);
            let place = Place {
                multiplexer: known.word,
                session: b"7.x",
                pane: "12",
            };
            assert_eq!(found, [place]);
            for alone in [&session, &pane] {
                assert!(read(&[alone]).is_empty(), "{alone} alone");
            }
            for server in known.servers {
                assert!(server.len() <= 15, "{server} is as the kernel has it");
                assert!(place.is_served_by(7, server.as_bytes()));
                let told = known.pid == Pid::Leads;
                assert_eq!(place.is_served_by(8, server.as_bytes()), !told);
            }
            assert!(!place.is_served_by(7, b"sh"));
        }
    }

    #[test]
    fn panes_inside_panes_are_all_named() {
        let environment = [
            "KITTY_PID=7",
            "KITTY_WINDOW_ID=1",
            "STY=9.pts-0.host",
            "WINDOW=0",
        ];
        let words: Vec<_> = read(&environment)
            .iter()
            .map(|place| place.multiplexer)
            .collect();
        assert_eq!(words, ["screen", "kitty"]);
    }

    #[test]
    fn the_first_of_two_values_counts_and_an_empty_or_odd_one_names_nothing() {
        let first = read(&["STY=9.a", "STY=8.b", "WINDOW=0", "WINDOW=1"]);
        assert_eq!((first[0].session, first[0].pane), (&b"9.a"[..], "0"));
        let long = format!("STY={}", "9".repeat(257));
        for [session, pane] in [
            ["STY=", "WINDOW=0"],
            ["STY=9.a", "WINDOW="],
            ["STY=9.a", "WINDOW=-1"],
            ["STY=9.a", "WINDOW=0;x"],
            ["STY=9.a", "WINDOW=111111111111111111111"],
            ["STYX=9.a", "WINDOW=0"],
            ["STY", "WINDOW=0"],
            [&long, "WINDOW=0"],
        ] {
            assert!(read(&[session, pane]).is_empty(), "{session} {pane}");
        }
    }

    #[test]
    fn a_multiplexer_of_a_later_version_has_no_server() {
        let place = Place {
            multiplexer: "later",
            session: b"7",
            pane: "1",
        };
        assert!(!place.is_served_by(7, b"later"));
    }
}
