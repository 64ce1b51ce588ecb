//! The terminal of a full-screen dialogue: taken over, and given back as it was, also if
//! this program panics or is told to end.
//!
//! It draws on standard error, because standard output is for data.

use super::keys::{Key, Keys};
use crate::world::World;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH};
use signal_hook::low_level::{emulate_default_handler, pipe};
use std::io::{self, IsTerminal, Read, Write, stderr, stdin};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Signals that end a program, and would leave the terminal as it is.
const ENDS: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// How long the rest of a key may stay away. Slow lines split what a key sends.
const ESCAPE_WAIT: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 100_000_000,
};

/// The other screen, pasted text marked as such.
const TAKE: &[u8] = b"\x1b[?1049h\x1b[?2004h";

/// Cleared first, for terminals that have no other screen.
const GIVE_BACK: &[u8] = b"\x1b[0m\x1b[H\x1b[J\x1b[?2004l\x1b[?25h\x1b[?1049l";

/// Size to draw for if a terminal does not tell.
const SIZE: (usize, usize) = (80, 24);

/// Largest size that is drawn for, in columns and in rows: a terminal can claim any.
const SIZE_MAX: usize = 500;

/// Tells whether a person can be asked here: keys arrive, and what is drawn is seen.
pub fn can_ask() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

/// Tells whether the terminal moves its caret.
pub fn moves_caret(world: &World) -> bool {
    world.variable("TERM").is_some_and(|term| term != "dumb")
}

/// Tells whether colours are welcome.
pub fn wants_colours(world: &World) -> bool {
    world.variable("NO_COLOR").is_none()
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A key was typed.
    Key(Key),
    /// The size may have changed.
    Resized,
    /// Nobody types any more.
    Gone,
}

/// The terminal while it is ours; dropped, it is as before.
pub struct Terminal {
    before: Termios,
    keys: Keys,
    signals: Signals,
}

/// What signals leave behind.
struct Signals {
    /// A byte arrives with each signal.
    wake: UnixStream,
    /// The one that tells this program to end; 0 is none.
    end: Arc<AtomicUsize>,
    /// Whether signals do again what they do by default.
    usual: Arc<AtomicBool>,
}

impl Terminal {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// The system refuses; the terminal is as before.
    pub fn take() -> io::Result<Self> {
        let before = tcgetattr(stdin())?;
        let signals = Signals::catch()?;
        let hooked = before.clone();
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back(&hooked);
            usual(panic);
        }));
        let terminal = Self {
            before,
            keys: Keys::default(),
            signals,
        };
        let mut raw = terminal.before.clone();
        raw.make_raw();
        tcsetattr(stdin(), OptionalActions::Now, &raw)?;
        stderr().write_all(TAKE)?;
        Ok(terminal)
    }

    /// Returns columns and rows.
    pub fn size(&self) -> (usize, usize) {
        let Ok(size) = tcgetwinsize(stderr()) else {
            return SIZE;
        };
        match (usize::from(size.ws_col), usize::from(size.ws_row)) {
            (0, _) | (_, 0) => SIZE,
            (columns, rows) => (columns.min(SIZE_MAX), rows.min(SIZE_MAX)),
        }
    }

    /// Shows lines, and puts the caret at a column of the first one. The lines fit.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn show(&self, lines: &[String], caret: usize) -> io::Result<()> {
        let mut frame = String::from("\x1b[?25l");
        for (row, line) in lines.iter().enumerate() {
            frame.push_str(&format!("\x1b[{};1H\x1b[2K{line}", row + 1));
        }
        frame.push_str(&format!("\x1b[J\x1b[1;{}H\x1b[?25h", caret + 1));
        stderr().write_all(frame.as_bytes())
    }

    /// Waits for something to happen. A signal that ends programs ends this one, after the
    /// terminal was given back.
    ///
    /// # Errors
    /// The system refuses.
    pub fn next(&mut self) -> io::Result<Event> {
        loop {
            if let Some(key) = self.keys.next() {
                return Ok(Event::Key(key));
            }
            let input = stdin();
            let mut ready = [
                PollFd::new(&input, PollFlags::IN),
                PollFd::new(&self.signals.wake, PollFlags::IN),
            ];
            let wait = self.keys.is_undecided().then_some(&ESCAPE_WAIT);
            let woken = match poll(&mut ready, wait) {
                Ok(woken) => woken,
                Err(rustix::io::Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            };
            let [typed, signalled] = ready.map(|one| !one.revents().is_empty());
            if woken == 0 {
                if let Some(key) = self.keys.settle() {
                    return Ok(Event::Key(key));
                }
            } else if signalled {
                self.obey();
                return Ok(Event::Resized);
            } else if typed && !self.read() {
                return Ok(Event::Gone);
            }
        }
    }

    /// Reads what is there; tells whether more can come.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 256];
        match rustix::io::read(stdin(), &mut bytes) {
            Ok(0) => false,
            Ok(count) => {
                self.keys.take(bytes.get(..count).unwrap_or_default());
                true
            }
            Err(error) => error == rustix::io::Errno::INTR,
        }
    }

    fn obey(&mut self) {
        let mut woken = [0; 64];
        let _ = self.signals.wake.read(&mut woken);
        let end = self.signals.end.load(Ordering::SeqCst);
        if let Some(signal) = i32::try_from(end).ok().filter(|signal| *signal != 0) {
            give_back(&self.before);
            let _ = emulate_default_handler(signal);
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back(&self.before);
        self.signals.usual.store(true, Ordering::SeqCst);
        drop(std::panic::take_hook());
    }
}

impl Signals {
    fn catch() -> io::Result<Self> {
        let (wake, woken) = UnixStream::pair()?;
        let signals = Self {
            wake,
            end: Arc::default(),
            usual: Arc::default(),
        };
        for signal in ENDS {
            let number = usize::try_from(signal).unwrap_or_default();
            let usual = Arc::clone(&signals.usual);
            signal_hook::flag::register_conditional_default(signal, usual)?;
            let end = Arc::clone(&signals.end);
            signal_hook::flag::register_usize(signal, end, number)?;
            pipe::register(signal, woken.try_clone()?)?;
        }
        pipe::register(SIGWINCH, woken)?;
        Ok(signals)
    }
}

/// Makes the terminal what it was. What was typed and not read is dropped: it was meant
/// for the dialogue, not for the shell.
fn give_back(before: &Termios) {
    let _ = stderr().write_all(GIVE_BACK);
    let _ = tcsetattr(stdin().as_fd(), OptionalActions::Flush, before);
}

#[cfg(test)]
mod tests;
