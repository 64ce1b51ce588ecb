//! Makes the panes that are missing in a tmux server: sessions, windows and panes by their
//! names, numbers, layout and directories. What is there already is never changed.

use super::plan::Step;
use crate::address::tmux::{Pane, Server};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

/// Most panes that are made in one window; a layout that has more is not followed.
const PANES_MAX: usize = 64;

/// Size of a new window, in characters, whose layout does not say one.
const SIZE: (&str, &str) = ("200", "50");

/// What is said about a pane that was just made.
const MADE: &str = "#{pane_id} #{window_id} #{window_index} #{pane_index}";

/// Makes the panes of `steps`, all of which stood in `server`. Returns each step's pane.
pub fn make<'s>(server: &Server, steps: &[&'s Step]) -> Vec<(&'s Step, Result<Pane, String>)> {
    let mut windows: BTreeMap<(&str, u64), Vec<&'s Step>> = BTreeMap::new();
    let mut made = Vec::new();
    for &step in steps {
        match (&step.address.session, step.address.window) {
            (Some(session), Some(window)) => {
                windows.entry((session, window)).or_default().push(step);
            }
            _ => made.push((step, Err("its window is not known".to_owned()))),
        }
    }
    for ((session, window), steps) in windows {
        let there = server.panes().unwrap_or_default();
        let target = Window {
            server,
            session,
            window,
            steps: &steps,
        };
        let outcome = if there
            .iter()
            .any(|p| p.session == session && p.window == window)
        {
            target.add()
        } else {
            let session_is_there = there.iter().any(|pane| pane.session == session);
            target.open(session_is_there).map(|()| target.found())
        };
        match outcome {
            Ok(found) => made.extend(steps.iter().copied().zip(found)),
            Err(reason) => made.extend(steps.iter().map(|&step| (step, Err(reason.clone())))),
        }
    }
    made
}

/// A window in which panes are missing.
struct Window<'w, 's> {
    server: &'w Server,
    session: &'w str,
    window: u64,
    steps: &'w [&'s Step],
}

/// A pane that was just made.
struct New {
    pane: String,
    window_id: String,
    window: u64,
    index: u64,
}

impl Window<'_, '_> {
    /// Opens the window with all of its panes, those of other programs as well: the
    /// numbers and the layout are those of all.
    fn open(&self, session_is_there: bool) -> Result<(), String> {
        let layout = self
            .steps
            .iter()
            .find_map(|step| step.address.layout.as_deref());
        let name = self
            .steps
            .iter()
            .find_map(|step| step.address.window_name.as_deref());
        let mut words: Vec<OsString> = if session_is_there {
            let target = format!("={}:{}", self.session, self.window);
            ["new-window", "-d", "-t", &target].map(Into::into).to_vec()
        } else {
            let (width, height) = layout.and_then(size).unwrap_or(SIZE);
            let words = [
                "new-session",
                "-d",
                "-s",
                self.session,
                "-x",
                width,
                "-y",
                height,
            ];
            words.map(Into::into).to_vec()
        };
        words.extend(name.iter().flat_map(|name| ["-n".into(), (*name).into()]));
        let first = self.pane(words, None)?;
        if first.window != self.window {
            let target = format!("={}:{}", self.session, self.window);
            self.server
                .ask(&["move-window", "-d", "-s", &first.window_id, "-t", &target])?;
        }
        let named = self.steps.iter().filter_map(|step| step.address.index);
        let least = named
            .max()
            .map_or(1, |last| last.saturating_sub(first.index) + 1);
        let least = usize::try_from(least).unwrap_or(PANES_MAX);
        let count = layout.map_or(1, leaves).max(least).min(PANES_MAX);
        let mut last = first.pane;
        for at in 1..count {
            let index = first.index + at as u64;
            let words = ["split-window", "-d", "-t", &last].map(Into::into).to_vec();
            last = self.pane(words, Some(index))?.pane;
            // Or the next one has no room. A layout that is refused leaves this one.
            self.server
                .ask(&["select-layout", "-t", &first.window_id, "tiled"])?;
        }
        if let Some(layout) = layout.filter(|_| count > 1) {
            let _ = self
                .server
                .ask(&["select-layout", "-t", &first.window_id, layout]);
        }
        Ok(())
    }

    /// Adds a pane for each step to a window that is there.
    fn add(&self) -> Result<Vec<Result<Pane, String>>, String> {
        let target = format!("={}:{}", self.session, self.window);
        let each = self.steps.iter().map(|step| {
            let words = ["split-window", "-d", "-t", &target]
                .map(Into::into)
                .to_vec();
            let new = self.pane(words, step.address.index)?;
            self.server.pane(&new.pane)
        });
        Ok(each.collect())
    }

    /// Finds the pane of each step in a window that was opened.
    fn found(&self) -> Vec<Result<Pane, String>> {
        let there = self.server.panes().unwrap_or_default();
        let find = |step: &&Step| {
            let pane = there.iter().find(|pane| pane.stands_at(&step.address));
            pane.cloned()
                .ok_or_else(|| "tmux did not make the pane".to_owned())
        };
        self.steps.iter().map(find).collect()
    }

    /// Makes a pane in the directory of the step that has this number, else of the first.
    fn pane(&self, mut words: Vec<OsString>, index: Option<u64>) -> Result<New, String> {
        let own = self.steps.iter().find(|step| step.address.index == index);
        let cwd = own
            .or_else(|| self.steps.first())
            .and_then(|step| step.cwd());
        if let Some(cwd) = cwd {
            words.extend([OsStr::new("-c").to_owned(), literal(cwd.as_os_str())]);
        }
        words.extend(["-P", "-F", MADE].map(Into::into));
        let said = self.server.ask(&words)?;
        let said = String::from_utf8_lossy(&said).into_owned();
        let mut said = said.split_whitespace();
        let mut next = || said.next().ok_or("tmux does not tell what it made");
        let (pane, window_id) = (next()?.to_owned(), next()?.to_owned());
        let mut number = || {
            next()?
                .parse()
                .map_err(|_| "tmux does not tell what it made")
        };
        Ok(New {
            pane,
            window_id,
            window: number()?,
            index: number()?,
        })
    }
}

/// Returns a directory as tmux takes it where it expands formats.
fn literal(cwd: &OsStr) -> OsString {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let bytes = cwd.as_bytes().iter();
    let doubled = bytes.flat_map(|&byte| std::iter::repeat_n(byte, 1 + usize::from(byte == b'#')));
    OsString::from_vec(doubled.collect())
}

/// Returns width and height of a layout such as `b25d,80x24,0,0,3`.
fn size(layout: &str) -> Option<(&str, &str)> {
    let size = layout.split(',').nth(1)?.split_once('x')?;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (number(size.0) && number(size.1)).then_some(size)
}

/// Returns how many panes a layout has. Each cell begins with its size; one that holds
/// others goes on with a bracket, one that is a pane with a comma and its number.
fn leaves(layout: &str) -> usize {
    let cells = layout.matches('x').count();
    let holders = layout.matches(['[', '{']).count();
    cells.saturating_sub(holders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_says_its_size_and_how_many_panes_it_has() {
        let one = "b25d,80x24,0,0,3";
        let three = "c195,80x24,0,0[80x12,0,0,0,80x11,0,13{40x11,0,13,1,39x11,41,13,2}]";
        assert_eq!((size(one), leaves(one)), (Some(("80", "24")), 1));
        assert_eq!((size(three), leaves(three)), (Some(("80", "24")), 3));
        assert_eq!((size("x"), size("a,-1x2,"), leaves("")), (None, None, 0));
    }

    #[test]
    fn a_directory_is_no_format() {
        assert_eq!(literal(OsStr::new("/w/#(x)#{y}")), "/w/##(x)##{y}");
    }
}
