//! Starts agents in panes that wait for a command: by typing it, as a person would, so that
//! the shell's own surroundings count and the shell is there again afterwards.
//!
//! It must never type into anything but an idle shell, and never type twice.

use super::plan::{Start, Step, is_idle};
use crate::address::tmux::{Pane, Server};
use crate::append::Appender;
use crate::edit::helper::Started;
use crate::error::Error;
use crate::known;
use crate::print::quoted;
use crate::world::World;
use rejoin_platform::Timestamp;
use rejoin_store::record::Carry;
use std::time::{Duration, Instant};

/// How long a new shell may take until it is there.
const SHELL_TIME_MAX: Duration = Duration::from_secs(10);

/// How long one start may take until it is recorded, the shell's own start included.
const START_TIME_MAX: Duration = Duration::from_secs(20);

/// What each further start may add to that: they share the machine.
const START_TIME_EACH: Duration = Duration::from_millis(500);

/// Pause between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// What came of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Its agent was started with its conversation.
    Resumed,
    /// Its agent was started with a new conversation.
    Fresh,
    /// Its command stands in the pane, for a person to send it.
    Typed,
    /// Its command was sent, and no start was recorded.
    Silent,
    /// Something was in the way.
    Failed(String),
}

/// Whether a command is sent or only typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enter {
    Pressed,
    Left,
}

/// A command that was typed.
pub struct Begun<'s> {
    pub step: &'s Step,
    /// Key of the pane in which it goes on.
    pub pane: String,
}

/// Returns the command line for a pane. It names this program by its path: the shell of a
/// new pane may have another PATH than whoever asks.
pub fn line(step: &Step) -> String {
    let name = step.given_name().map(quoted);
    let rejoin = quoted(&Started::read().program);
    match (&step.start, name) {
        (Start::Resume, Some(name)) => format!("{rejoin} resume --auto --pane {name} {name}"),
        // Only under the old name is it known that nothing was said in it.
        (Start::Resume, None) if step.begins() => {
            format!("{rejoin} resume --auto {}", quoted(&step.answer.pane))
        }
        (Start::Resume, None) => format!("{rejoin} resume --auto"),
        (Start::Fresh(program), name) => {
            let program = quoted(program.as_os_str());
            let pane = name.map_or(String::new(), |name| format!(" --pane {name}"));
            format!("{rejoin} run{pane} -- {program}")
        }
    }
}

/// Lets `pane` go on with what the step holds, and types its command there.
///
/// # Errors
/// The pane is no idle shell, or the log or tmux refused.
pub fn begin<'s>(
    appender: &mut Appender,
    server: &Server,
    step: &'s Step,
    pane: &Pane,
    enter: Enter,
) -> Result<Begun<'s>, String> {
    wait_until(SHELL_TIME_MAX, || is_idle(pane).then_some(()))
        .ok_or_else(|| format!("the pane runs {}", now_in(server, pane)))?;
    let key = match step.given_name() {
        Some(name) => name.to_owned(),
        None => pane.place.clone(),
    };
    if key != step.answer.pane && step.answer.id.is_some() {
        let now = Timestamp::now();
        let carry = Carry {
            pane: &key,
            from: &step.answer.pane,
            at: now.as_str(),
        };
        appender.append(|json| carry.write(json))?;
    }
    // Said now, so that a second restore finds the pane in this run of the server.
    if let Some(address) = pane.address(&key) {
        appender.append(|json| address.as_record().write(json))?;
    }
    let line = line(step);
    let id = pane.id.as_str();
    // What a person typed there and left goes first.
    let mut words = vec!["send-keys", "-t", id, "C-u", ";"];
    words.extend(["send-keys", "-t", id, "-l", "--", line.as_str()]);
    if enter == Enter::Pressed {
        words.extend([";", "send-keys", "-t", id, "Enter"]);
    }
    server.ask(&words)?;
    Ok(Begun { step, pane: key })
}

fn now_in(server: &Server, pane: &Pane) -> String {
    let now = server.pane(&pane.id);
    now.map_or_else(|_| pane.command.clone(), |now| now.command)
}

/// Waits until each start is recorded, and says what came of it, in the order of `begun`.
///
/// # Errors
/// The log cannot be read.
pub fn wait(world: &World, begun: &[Begun<'_>]) -> Result<Vec<Outcome>, Error> {
    let count = u32::try_from(begun.len()).unwrap_or(u32::MAX);
    let time = START_TIME_MAX.saturating_add(START_TIME_EACH.saturating_mul(count));
    let folder = known::folder(world)?;
    let mut outcomes = Vec::new();
    let mut failure = None;
    let _all = wait_until(time, || {
        match known::read(&folder, |_, _, _| {}) {
            Ok(known) => outcomes = begun.iter().map(|one| outcome(&known, one)).collect(),
            Err(error) => failure = Some(error),
        }
        let over = failure.is_some() || !outcomes.contains(&Outcome::Silent);
        over.then_some(())
    });
    failure.map_or(Ok(outcomes), Err)
}

fn outcome(known: &known::Known, begun: &Begun<'_>) -> Outcome {
    let launch = known.fold.pane(&begun.pane).and_then(|pane| pane.launch);
    let launched = launch.filter(|launch| Some(&launch.launch) != begun.step.launch.as_ref());
    let how = launched.map(|launch| launch.asked.map(|asked| asked.how));
    match (how, &begun.step.start) {
        (None, _) => Outcome::Silent,
        (Some(Some(how)), _) if how == "resume" => Outcome::Resumed,
        (Some(_), Start::Fresh(_)) => Outcome::Fresh,
        (Some(Some(how)), _) if how == "fresh" => Outcome::Fresh,
        (Some(_), Start::Resume) => Outcome::Resumed,
    }
}

fn wait_until<T>(time: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + time;
    loop {
        let found = look();
        if found.is_some() || Instant::now() >= deadline {
            return found;
        }
        std::thread::sleep(PAUSE);
    }
}
