//! A tmux server: asked where its panes stand, and told to make panes. Each command is one
//! run of `tmux`, bounded in time and in what it may say.
//!
//! Names travel as single arguments, never through a shell.

use super::{NAME_BYTES_MAX, SERVER_BYTES_MAX};
use crate::bounded;
use crate::here;
use rejoin_platform::Timestamp;
use rejoin_store::event::Address;
use rejoin_store::pane;
use rejoin_store::record::Process;
use rejoin_store::text::Text;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The word for tmux in addresses.
pub const WORD: &str = "tmux";

/// How long one command may take; a server that is not stuck answers within milliseconds.
const TIME_MAX: Duration = Duration::from_secs(5);

/// Most bytes that are read of an answer: 10,000 panes with long titles.
const ANSWER_BYTES_MAX: u64 = 4 << 20;

/// Longest layout that is kept, in bytes: a window of some hundred panes.
const LAYOUT_BYTES_MAX: usize = 8_192;

/// What is asked about a pane. What may hold a tab itself comes last.
const FORMAT: &str = "#{pane_id}\t#{pane_pid}\t#{pid}\t#{socket_path}\t#{window_index}\t\
    #{pane_index}\t#{window_layout}\t#{?automatic-rename,,#{window_name}}\t#{session_name}\t\
    #{pane_current_command}\t#{?#{==:#{pane_title},#{host}},,#{pane_title}}";

/// Number of tabs in [`FORMAT`], and one.
const FIELDS: usize = 11;

/// A server by its socket. It need not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    socket: PathBuf,
}

/// A pane as its server tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pane {
    /// Its number, such as `%3`.
    pub id: String,
    /// The process that the server started in it.
    pub pid: u32,
    /// Key of the place, whatever name the pane has.
    pub place: String,
    /// Name of what runs in it now.
    pub command: String,
    socket: Vec<u8>,
    /// Name of its session.
    pub session: String,
    /// Number of its window.
    pub window: u64,
    /// Its number in the window.
    pub index: u64,
    window_name: String,
    layout: String,
    title: String,
}

impl Server {
    /// Returns the server at this socket.
    pub fn at(socket: &Path) -> Self {
        Self {
            socket: socket.to_owned(),
        }
    }

    /// Returns one of its panes.
    ///
    /// # Errors
    /// There is no such server or pane, or it does not answer.
    pub fn pane(&self, id: &str) -> Result<Pane, String> {
        let said = self.ask(&["display-message", "-p", "-t", id, FORMAT])?;
        panes(&said)
            .pop()
            .ok_or_else(|| format!("tmux does not tell about pane {id}"))
    }

    /// Returns all of its panes, or nothing if it does not run.
    pub fn panes(&self) -> Option<Vec<Pane>> {
        let said = self.ask(&["list-panes", "-a", "-F", FORMAT]).ok()?;
        let mut all = panes(&said);
        // A window that several sessions show is listed with each of them.
        let mut seen = std::collections::HashSet::new();
        all.retain(|pane| seen.insert(pane.id.clone()));
        Some(all)
    }

    /// Runs one tmux command, and returns what it says.
    ///
    /// # Errors
    /// It fails, or takes too long.
    pub fn ask(&self, words: &[impl AsRef<OsStr>]) -> Result<Vec<u8>, String> {
        let mut command = self.command();
        command.args(words);
        let ended = bounded::run(&mut command, b"", ANSWER_BYTES_MAX, TIME_MAX)?;
        if ended.status.success() {
            return Ok(ended.said);
        }
        let word = words.first().map(|word| word.as_ref().to_string_lossy());
        Err(format!("tmux refuses {}", word.unwrap_or_default()))
    }

    /// A socket where tmux itself puts them is named as tmux names it, so that tmux makes
    /// the folder, which a reboot may have removed.
    fn command(&self) -> Command {
        let mut command = Command::new("tmux");
        command.arg("-u"); // or it replaces what the locale does not have
        let folder = self.socket.parent();
        let own = OsString::from(format!("tmux-{}", rustix::process::geteuid().as_raw()));
        match (folder, self.socket.file_name()) {
            (Some(folder), Some(name)) if folder.file_name() == Some(&own) => {
                command.env("TMUX_TMPDIR", folder.parent().unwrap_or(folder));
                command.arg("-L").arg(name)
            }
            _ => command.arg("-S").arg(&self.socket),
        };
        command.env_remove("TMUX"); // the server is named above
        command
    }
}

impl Pane {
    /// Tells whether it stands at this address.
    pub fn stands_at(&self, address: &Address) -> bool {
        let own = (Some(&self.session), Some(self.window), Some(self.index));
        own == (address.session.as_ref(), address.window, address.index)
    }

    /// Returns where it stands, as a record for the pane whose key is `pane` has it.
    pub fn address(&self, pane: &str) -> Option<Address> {
        let kept = |text: &str, bytes_max: usize| {
            let fits = !text.is_empty() && text.len() <= bytes_max;
            fits.then(|| text.to_owned())
        };
        Some(Address {
            pane: pane.to_owned(),
            multiplexer: WORD.to_owned(),
            server: Text::from(self.socket.clone()),
            place: self.place.clone(),
            session: Some(kept(&self.session, NAME_BYTES_MAX)?),
            window: Some(self.window),
            window_name: kept(&self.window_name, NAME_BYTES_MAX),
            layout: kept(&self.layout, LAYOUT_BYTES_MAX),
            index: Some(self.index),
            title: kept(&self.title, NAME_BYTES_MAX),
            left: false,
            at: Timestamp::now().as_str().to_owned(),
        })
    }
}

/// Reads an answer. A line that is no pane is left out.
fn panes(said: &[u8]) -> Vec<Pane> {
    let boot = here::boot().unwrap_or_default();
    let server = |pid: u32| {
        let found = rejoin_platform::process(pid)?;
        let (pid, start) = (found.pid, found.start);
        Some(Process { pid, start })
    };
    let lines = said.split(|&byte| byte == b'\n');
    lines.filter_map(|line| pane(line, &boot, server)).collect()
}

fn pane(line: &[u8], boot: &str, server: impl Fn(u32) -> Option<Process>) -> Option<Pane> {
    let fields: Vec<&[u8]> = line.splitn(FIELDS, |&byte| byte == b'\t').collect();
    let [id, pid, serves, socket, rest @ ..] = fields.as_slice() else {
        return None;
    };
    let text = |at: usize| std::str::from_utf8(rest.get(at)?).ok();
    let id = std::str::from_utf8(id)
        .ok()
        .filter(|id| here::is_tmux_id(id))?;
    let number = |bytes: &[u8]| std::str::from_utf8(bytes).ok()?.parse::<u32>().ok();
    if socket.len() > SERVER_BYTES_MAX {
        return None;
    }
    Some(Pane {
        place: pane::key_of_tmux(socket, server(number(serves)?)?, boot, id),
        id: id.to_owned(),
        pid: number(pid)?,
        socket: socket.to_vec(),
        window: text(0)?.parse().ok()?,
        index: text(1)?.parse().ok()?,
        layout: text(2)?.to_owned(),
        window_name: text(3)?.to_owned(),
        session: text(4)?.to_owned(),
        command: text(5)?.to_owned(),
        title: String::from_utf8_lossy(rest.get(6)?).into_owned(),
    })
}

/// Returns the socket of the server that is meant where none is named: the one around us,
/// else tmux's own default.
pub fn default_socket(world: &crate::world::World) -> PathBuf {
    if let Some((socket, _)) = here::tmux(world) {
        return PathBuf::from(OsString::from_vec(socket.to_vec()));
    }
    let folder = world.variable("TMUX_TMPDIR").unwrap_or(OsStr::new("/tmp"));
    let own = format!("tmux-{}", rustix::process::geteuid().as_raw());
    Path::new(folder).join(own).join("default")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "%3\t70\t60\t/tmp/t,x\t2\t1\tb25d,80x24,0,0,3\tedit\tw\u{f6}rk\tsh\ta\ttitle";

    fn serves(pid: u32) -> Option<Process> {
        (pid == 60).then_some(Process { pid, start: 9 })
    }

    #[test]
    fn a_line_is_a_pane_and_its_address() {
        let pane = pane(LINE.as_bytes(), "boot", serves).expect("a pane");
        assert_eq!((pane.pid, &*pane.command), (70, "sh"));
        let address = pane.address("work").expect("an address");
        assert_eq!(super::super::shown(&address), "tmux w\u{f6}rk:2.1 (edit)");
        assert_eq!(address.title.as_deref(), Some("a\ttitle"));
        assert!(
            address.place.starts_with("tmux:t,x:%3@"),
            "{}",
            address.place
        );
    }

    #[test]
    fn what_is_no_pane_is_left_out() {
        for (from, to) in [
            ("%3", "3"),
            ("\t60\t", "\t61\t"),
            ("\t2\t1", "\tx\t1"),
            ("\tsh\ta\ttitle", ""),
        ] {
            assert_eq!(
                pane(LINE.replacen(from, to, 1).as_bytes(), "boot", serves),
                None
            );
        }
    }

    #[test]
    fn names_that_are_too_long_are_not_kept() {
        let long = LINE.replace("edit", &"e".repeat(NAME_BYTES_MAX + 1));
        let pane = pane(long.as_bytes(), "boot", serves).expect("a pane");
        assert_eq!(pane.address("work").expect("an address").window_name, None);
    }
}
