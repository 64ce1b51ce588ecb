//! `rejoin log`: the records as they stand, with their positions; damage is named.

use crate::error::Error;
use crate::known;
use crate::print::{Printer, note};
use crate::told::told;
use crate::world::World;
use rejoin_store::chain::Chain;
use rejoin_store::reader::{Piece, Position};
use serde_json::json;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

/// Pause between two looks at a log that is followed: what a person takes for at once.
const FOLLOW_PAUSE: Duration = Duration::from_millis(200);

/// Deepest nesting of a record that is printed: common JSON readers give up at 128, and the
/// line puts it one deeper.
const NESTING_MAX: u32 = 126;

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
    let mut follower = Follower::default();
    loop {
        follower
            .print(&folder, args.json, out)
            .map_err(|error| known::unreadable(&folder, &error))?;
        let _ = out.flush();
        if !args.follow || out.closed() {
            return Ok(());
        }
        std::thread::sleep(FOLLOW_PAUSE);
    }
}

/// Where in the log a reader is.
#[derive(Default)]
struct Follower {
    /// Where the next look begins.
    from: Position,
    /// The log as it was at the last look. It keeps its files open, so that no other file
    /// can be taken for one of them.
    held: Option<Chain>,
    /// Unfinished bytes that were shown.
    tail: Option<Position>,
}

impl Follower {
    /// Prints what was not printed yet.
    fn print(&mut self, folder: &Path, json: bool, out: &mut Printer) -> io::Result<()> {
        let mut chain = Chain::open(folder)?;
        match &self.held {
            None if chain.covers() > 0 => {
                let covers = chain.covers();
                note(format_args!(
                    "the records up to segment {covers} are folded"
                ));
            }
            None => {}
            Some(_) if chain.open_file().is_none() => return Ok(()), // gone, until it is begun
            Some(held) if is_begun_anew(held, &chain, self.from)? => {
                let segment = chain.open_file().map_or(0, |(number, _)| number);
                (self.from, self.tail) = (Position { segment, offset: 0 }, None);
            }
            Some(_) => {}
        }
        chain.skip_to(self.from);
        while let Some(piece) = chain.next_piece()? {
            let shown = if let Piece::Tail { position, .. } = &piece {
                self.from = *position; // maybe being written: looked at again
                self.tail.replace(*position) == Some(*position)
            } else {
                self.from = chain.reached();
                false
            };
            // Standard output keeps its own errors.
            let _ = match json {
                _ if shown => Ok(()),
                true => writeln!(out, "{}", as_json(&chain, &piece)),
                false => writeln!(out, "{}", as_line(&piece)),
            };
            if out.closed() {
                break;
            }
        }
        self.held = Some(chain);
        Ok(())
    }
}

/// Tells whether what was read up to `from` is not the beginning of the log any more: its
/// file was replaced or cut, and not closed.
fn is_begun_anew(held: &Chain, now: &Chain, from: Position) -> io::Result<bool> {
    let Some((open, _)) = now.open_file() else {
        return Ok(false);
    };
    let (Some(old), Some(new)) = (held.file(from.segment), now.file(from.segment)) else {
        return Ok(open < from.segment);
    };
    let (old, new) = (old.metadata()?, new.metadata()?);
    let same = (old.dev(), old.ino()) == (new.dev(), new.ino());
    Ok(!same || new.len() < from.offset)
}

fn as_json(chain: &Chain, piece: &Piece) -> String {
    let (position, kind, bytes) = match piece {
        Piece::Record { position, .. } => match as_written(chain.json()) {
            Ok(record) => {
                let position = json!(position);
                return format!(
                    r#"{{"schema":"rejoin.log.v1","position":{position},"record":{record}}}"#
                );
            }
            Err(kind) => (position, kind, chain.reached().offset - position.offset),
        },
        Piece::Damage(damage) => (&damage.position, damage.kind.word(), damage.bytes),
        Piece::Tail { position, bytes } => (position, "tail", *bytes),
    };
    let damage = json!({"kind": kind, "bytes": bytes});
    json!({"schema": "rejoin.log.v1", "position": position, "damage": damage}).to_string()
}

/// Returns a record as it was written, with every field of whatever version, if any JSON
/// reader will take it; else the word for what is wrong.
fn as_written(record: &[u8]) -> Result<&str, &'static str> {
    let text = std::str::from_utf8(record).map_err(|_| "not-json")?;
    let (mut depth, mut deepest, mut quoted, mut escaped) = (0u32, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    (deepest <= NESTING_MAX).then_some(text).ok_or("too-deep")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_printed_as_it_was_written_if_readers_take_it() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        for text in [
            r#"{"b":1e400,"a":"\ud800","a":[]}"#.to_owned(),
            format!(r#"{{"a":"{}\"["}}"#, "[".repeat(200)),
            nested(126),
        ] {
            assert_eq!(as_written(text.as_bytes()), Ok(text.as_str()));
        }
        let line = format!("[{}]", nested(126));
        assert!(serde_json::from_str::<serde_json::Value>(&line).is_ok());
        assert_eq!(as_written(nested(127).as_bytes()), Err("too-deep"));
        assert_eq!(as_written(b"{\"a\":\"\xff\"}"), Err("not-json"));
    }
}
