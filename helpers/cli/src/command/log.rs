//! `rejoin log`: the records as they stand, with their positions; damage is named.

use crate::error::Error;
use crate::known;
use crate::print::{Printer, note, plain};
use crate::world::World;
use rejoin_store::chain::Chain;
use rejoin_store::event::{Event, Publish};
use rejoin_store::reader::{Piece, Position};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// Pause between two looks at a log that is followed: what a person takes for at once.
const FOLLOW_PAUSE: Duration = Duration::from_millis(200);

/// Show the records of the log.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Wait for more records
    #[arg(long, short)]
    follow: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Prints the log.
///
/// # Errors
/// The log cannot be read.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let folder = known::folder(world)?;
    let mut from = Position::default();
    loop {
        from = print_from(&folder, from, args.json, out)
            .map_err(|error| known::unreadable(&folder, &error))?;
        let _ = out.flush();
        if !args.follow || out.closed() {
            return Ok(());
        }
        std::thread::sleep(FOLLOW_PAUSE);
    }
}

/// Prints what stands behind `from`, and returns where the next look begins.
fn print_from(
    folder: &Path,
    from: Position,
    json: bool,
    out: &mut Printer,
) -> io::Result<Position> {
    let mut chain = Chain::open(folder)?;
    if from == Position::default() && chain.covers() > 0 {
        let covers = chain.covers();
        note(format_args!(
            "the records up to segment {covers} are folded"
        ));
    }
    chain.skip_to(from);
    let mut next = from;
    while let Some(piece) = chain.next_piece()? {
        next = match &piece {
            Piece::Tail { position, .. } => *position, // maybe being written: looked at again
            _ => chain.reached(),
        };
        // Standard output keeps its own errors.
        let _ = if json {
            writeln!(out, "{}", as_json(&chain, &piece)?)
        } else {
            writeln!(out, "{}", as_line(&piece))
        };
        if out.closed() {
            break;
        }
    }
    Ok(next)
}

fn as_json(chain: &Chain, piece: &Piece) -> io::Result<Value> {
    Ok(match piece {
        // As it was written, with every field of whatever version.
        Piece::Record { position, .. } => json!({
            "schema": "rejoin.log.v1", "position": position,
            "record": serde_json::from_slice::<Value>(chain.json())?,
        }),
        Piece::Damage(damage) => json!({
            "schema": "rejoin.log.v1", "position": damage.position,
            "damage": {"kind": damage.kind, "bytes": damage.bytes},
        }),
        Piece::Tail { position, bytes } => json!({
            "schema": "rejoin.log.v1", "position": position,
            "damage": {"kind": "tail", "bytes": bytes},
        }),
    })
}

fn as_line(piece: &Piece) -> String {
    match piece {
        Piece::Record { position, event } => format!("{position:>9}  {}", told(event)),
        Piece::Damage(damage) => {
            let (position, kind) = (damage.position, damage.kind.word());
            format!("{position:>9}  DAMAGED: {} bytes, {kind}", damage.bytes)
        }
        Piece::Tail { position, bytes } => {
            format!("{position:>9}  unfinished: {bytes} bytes without an end of line")
        }
    }
}

/// Says in one line what a record states.
pub fn told(event: &Event) -> String {
    match event {
        Event::Publish(publish) => published(publish),
        Event::Launch(launch) => {
            let agent = launch.agent.as_deref().unwrap_or("another program");
            let asked = launch.asked.as_ref().map_or(String::new(), |asked| {
                let id = asked
                    .id
                    .as_deref()
                    .or(asked.new.as_deref())
                    .unwrap_or_default();
                format!(", asks to {} {}", plain(&asked.how), plain(id))
            });
            let (at, pane) = (plain(&launch.at), plain(&launch.pane));
            format!("{at}  launch   {} in {pane}{asked}", plain(agent))
        }
        Event::Refused(refused) => {
            let (at, agent, reason) = (
                plain(&refused.at),
                plain(&refused.agent),
                plain(&refused.reason),
            );
            format!("{at}  refused  {agent}: {reason}")
        }
        Event::NotStarted(failed) => {
            let (at, launch) = (plain(&failed.at), plain(&failed.launch));
            format!("{at}  failed   launch {launch} did not start")
        }
        Event::Unknown { kind, .. } => {
            format!("{:24}  {}  of a later version", "", plain(kind))
        }
    }
}

fn published(publish: &Publish) -> String {
    let class = serde_json::to_value(publish.class).unwrap_or_default();
    let child = publish.child.as_ref().map_or(String::new(), |child| {
        format!(", from its subagent {}", plain(child))
    });
    let marks = if publish.marks.is_empty() {
        String::new()
    } else {
        format!(" [{}]", plain(&publish.marks.join(", ")))
    };
    let (at, agent, id) = (
        plain(&publish.at),
        plain(&publish.agent),
        plain(&publish.id),
    );
    let class = class.as_str().unwrap_or("other").to_owned();
    format!(
        "{at}  {class:8} {agent} {id} ({}){child}{marks}",
        plain(&publish.event)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_told_in_one_harmless_line() {
        let event = Event::parse(
            br#"{"kind":"publish","agent":"a\u001b[2J","id":"x","publisher":{"pid":1,"start":2},
                "class":"prompt","event":"E\nF","at":"T","boot":"b","marks":["headless"]}"#,
        );
        let line = told(&event.expect("a record"));
        assert_eq!(line, "T  prompt   a\\u{1b}[2J x (E\\u{a}F) [headless]");
    }
}
