//! A reader beside writers and gc: opens the log and the checkpoint, lists and opens the
//! segments between them, looks whether both are still so named, and reads.

use crate::disk::{FileId, Reading};
use crate::promise::Promise;
use crate::scenario::Scenario;
use crate::world::World;

/// What it has by now.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Reader {
    at: At,
    log: Option<FileId>,
    fold: Option<u8>,
    /// Numbers that are still to be opened; the last one first.
    listed: Vec<u8>,
    /// Opened segments in order.
    segments: Vec<FileId>,
    missing: bool,
    /// What there was to read when it began, and what of it was acknowledged.
    first: Option<(Vec<u8>, u16)>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
enum At {
    #[default]
    OpenLog,
    OpenCheckpoint,
    List,
    OpenSegment,
    CheckLog,
    CheckCheckpoint,
    Read,
}

/// Takes the next step.
pub(crate) fn step(
    world: &World,
    scenario: &Scenario,
    me: u8,
    reader: &Reader,
) -> (&'static str, World) {
    let mut next = world.clone();
    let mut reader = reader.clone();
    let names = &world.disk.names;
    let what = match reader.at {
        At::OpenLog => {
            reader = begun(world, reader.first);
            "opens the log"
        }
        At::OpenCheckpoint => {
            reader.fold = names.checkpoint;
            reader.at = At::List;
            "opens the checkpoint"
        }
        At::List => {
            let covers = world.disk.fold(reader.fold).map_or(0, |fold| fold.covers);
            let numbers = names.numbers().map(|(number, _)| number);
            let numbers: Vec<u8> = numbers.filter(|&number| number > covers).collect();
            reader.missing = numbers
                .iter()
                .zip(covers + 1..)
                .any(|(&is, should)| is != should);
            reader.listed = numbers.into_iter().rev().collect();
            reader.at = reader.next_segment();
            "lists"
        }
        At::OpenSegment => open_segment(world, scenario, &mut reader),
        At::CheckLog => {
            let same = names.log == reader.log || !scenario.protocol.reader_looks_again;
            reader.at = if same {
                At::CheckCheckpoint
            } else {
                At::OpenLog
            };
            "looks whether it is still the log"
        }
        At::CheckCheckpoint => {
            let same = names.checkpoint == reader.fold || !scenario.protocol.reader_looks_again;
            reader.at = if same { At::Read } else { At::OpenLog };
            "looks whether it is still the checkpoint"
        }
        At::Read => {
            match read(world, scenario, &reader) {
                Some(read) => judge(&mut next, &reader, &read),
                None => next.breaks(Promise::NothingIsMissing),
            }
            next.end(me);
            return ("reads", next);
        }
    };
    next.set(me, reader);
    (what, next)
}

impl Reader {
    fn next_segment(&self) -> At {
        if self.listed.is_empty() {
            At::CheckLog
        } else {
            At::OpenSegment
        }
    }
}

fn begun(world: &World, first: Option<(Vec<u8>, u16)>) -> Reader {
    let now = || {
        (
            world.disk.read(true).unwrap_or_default(),
            world.acknowledged,
        )
    };
    Reader {
        at: At::OpenCheckpoint,
        log: world.disk.names.log,
        first: Some(first.unwrap_or_else(now)),
        ..Reader::default()
    }
}

fn open_segment(world: &World, scenario: &Scenario, reader: &mut Reader) -> &'static str {
    let number = reader.listed.pop().unwrap_or_default();
    let Some(file) = world.disk.names.segment(number) else {
        reader.at = At::OpenLog;
        return "finds that a segment is gone";
    };
    if Some(file) == reader.log && scenario.protocol.knows_linked_log {
        reader.at = At::CheckLog;
        return "finds that a segment is the log";
    }
    reader.segments.push(file);
    reader.at = reader.next_segment();
    "opens a segment"
}

fn read(world: &World, scenario: &Scenario, reader: &Reader) -> Reading {
    let fold = world.disk.fold(reader.fold);
    if reader.missing || fold.is_some_and(|fold| !fold.readable) {
        return None;
    }
    let mut found = fold.map(|fold| fold.records.clone()).unwrap_or_default();
    for &file in reader.segments.iter().chain(&reader.log) {
        let file = world.disk.file(file);
        found.extend(file.records(scenario.protocol.reads_on_in_line));
    }
    Some(found)
}

/// Compares with what there was at the beginning, and with what there is now.
fn judge(world: &mut World, reader: &Reader, read: &[u8]) {
    let now = world.disk.read(true).unwrap_or_default();
    let (first, acknowledged) = reader.first.clone().unwrap_or_default();
    let bits: u16 = read.iter().fold(0, |bits, record| bits | 1 << record);
    if acknowledged & !bits != 0 {
        world.breaks(Promise::AcknowledgedStays);
    }
    for record in read {
        let times = read.iter().filter(|found| *found == record).count();
        if times > usize::from(world.appended[usize::from(*record)]) {
            world.breaks(Promise::ReadOnce);
        }
    }
    // A record that came without the lock into a file just closed stands before others
    // that were there first, or nowhere, until its writer has put it into the log.
    let in_order = now.starts_with(read) && read.starts_with(&first);
    if !in_order && !world.late {
        world.breaks(Promise::ReadInOrder);
    }
}
