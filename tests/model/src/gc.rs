//! `rejoin gc`: folds the checkpoint and the closed segments, and removes these.

use crate::disk::{FileId, Fold, Naming};
use crate::promise::Promise;
use crate::scenario::Scenario;
use crate::world::World;

/// Where it stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) enum Gc {
    /// Takes the lock of the folder.
    #[default]
    Lock,
    /// Lists the names, and then looks which file is the log.
    List,
    /// Syncs the names which it saw.
    SyncListed(u8),
    /// Reads the segments up to a number, or finds nothing new.
    Read(u8),
    /// Syncs what it wrote to another name.
    Sync,
    /// Takes the lock of the log that was opened.
    LockLog(FileId),
    /// Looks whether that is still the log.
    CheckLog(FileId),
    /// Gives it the name `checkpoint`.
    Rename,
    /// Syncs the names.
    SyncNames,
    /// Removes a segment.
    Unlink,
}

/// What happened, and what comes next; nothing if it is done.
type Stepped = (&'static str, Option<Gc>);

/// Takes the next step; nothing if it has to wait.
pub(crate) fn step(
    world: &World,
    scenario: &Scenario,
    me: u8,
    gc: &Gc,
) -> Option<(&'static str, World)> {
    let mut next = world.clone();
    let (what, to) = match gc {
        Gc::Lock | Gc::LockLog(_) => lock(&mut next, me, gc)?,
        Gc::List | Gc::SyncListed(_) | Gc::Read(_) | Gc::Sync => collect(&mut next, scenario, gc),
        _ => publish(&mut next, scenario, me, gc),
    };
    match to {
        Some(gc) => next.set(me, gc),
        None => next.end(me),
    }
    Some((what, next))
}

fn lock(world: &mut World, me: u8, gc: &Gc) -> Option<Stepped> {
    let (holder, what, to) = match *gc {
        Gc::LockLog(log) => {
            let holder = &mut world.disk.file_mut(log).holder;
            (holder, "takes the lock of the log", Gc::CheckLog(log))
        }
        _ => (&mut world.gc_holder, "locks the folder", Gc::List),
    };
    if holder.is_some() {
        return None;
    }
    *holder = Some(me);
    Some((what, Some(to)))
}

fn collect(world: &mut World, scenario: &Scenario, gc: &Gc) -> Stepped {
    let protocol = &scenario.protocol;
    match *gc {
        Gc::Read(last) => match fold(world, scenario, last) {
            None => ("refuses what is damaged", None),
            Some(fold) => {
                world.disk.folds.push(fold);
                ("reads, and writes a new checkpoint", Some(Gc::Sync))
            }
        },
        Gc::Sync => {
            if let Some(fold) = world.disk.folds.last_mut() {
                fold.synced = protocol.syncs_checkpoint;
            }
            ("syncs it", Some(lock_or_rename(world, scenario)))
        }
        Gc::SyncListed(last) => {
            world.disk.sync_names();
            let to = read_or_remove(world, scenario, last);
            ("syncs the names which it saw", Some(to))
        }
        _ => {
            let log = world.disk.names.log.filter(|_| protocol.knows_linked_log);
            let closed = world.disk.names.numbers();
            let closed = closed.filter(|&(_, file)| Some(file) != log);
            let last = closed.map(|(number, _)| number).max().unwrap_or(0);
            let to = if protocol.gc_syncs_listed {
                Gc::SyncListed(last)
            } else {
                read_or_remove(world, scenario, last)
            };
            ("lists", Some(to))
        }
    }
}

fn publish(world: &mut World, scenario: &Scenario, me: u8, gc: &Gc) -> Stepped {
    match *gc {
        Gc::CheckLog(log) if world.disk.names.log == Some(log) => {
            ("looks: it is the log", Some(Gc::Rename))
        }
        Gc::CheckLog(_) => {
            world.release(me);
            let to = lock_or_rename(world, scenario);
            ("looks: it was closed", Some(to))
        }
        Gc::Rename => {
            let fold = u8::try_from(world.disk.folds.len() - 1).unwrap_or(0);
            world.disk.name(Naming::Checkpoint(fold));
            world.release(me);
            ("names it checkpoint", Some(remove(scenario)))
        }
        Gc::SyncNames => {
            world.disk.sync_names();
            ("syncs the names", Some(Gc::Unlink))
        }
        _ => match first_covered(world) {
            None => ("is done", None),
            Some(number) => {
                world.disk.name(Naming::Unlink(number));
                ("removes a segment", Some(Gc::Unlink))
            }
        },
    }
}

fn read_or_remove(world: &World, scenario: &Scenario, last: u8) -> Gc {
    if last > world.disk.covers() {
        Gc::Read(last)
    } else {
        remove(scenario)
    }
}

fn lock_or_rename(world: &World, scenario: &Scenario) -> Gc {
    match world.disk.names.log {
        Some(log) if scenario.protocol.renames_checkpoint_under_lock => Gc::LockLog(log),
        _ => Gc::Rename,
    }
}

/// An earlier run may have ended before it came to the sync.
fn remove(scenario: &Scenario) -> Gc {
    if scenario.protocol.syncs_checkpoint_name {
        Gc::SyncNames
    } else {
        Gc::Unlink
    }
}

fn first_covered(world: &World) -> Option<u8> {
    let covers = world.disk.covers();
    let mut numbers = world.disk.names.numbers();
    numbers.find_map(|(number, _)| (number <= covers).then_some(number))
}

fn fold(world: &World, scenario: &Scenario, last: u8) -> Option<Fold> {
    let disk = &world.disk;
    let old = disk.fold(disk.names.checkpoint);
    let mut records = old.map(|old| old.records.clone()).unwrap_or_default();
    for number in disk.covers() + 1..=last {
        let file = disk.file(disk.names.segment(number)?);
        let damaged = file.items.iter().any(|item| !item.is_whole());
        if damaged {
            return None;
        }
        records.extend(file.records(scenario.protocol.reads_on_in_line));
    }
    Some(Fold {
        covers: last,
        records,
        synced: false,
        readable: true,
    })
}

impl World {
    /// Tells whether a record stands in a segment which the checkpoint claims to cover.
    pub(crate) fn in_covered_segment(&self, record: u8) -> bool {
        let covers = self.disk.covers();
        let covered = self.disk.names.numbers();
        covered
            .filter(|&(number, _)| number <= covers)
            .any(|(_, file)| {
                let mut items = self.disk.file(file).items.iter();
                items.any(|item| item.is_whole() && item.record == record)
            })
    }

    /// Notes that a file gets the name of a segment.
    pub(crate) fn check_segment_name(&mut self, number: u8, file: u8) {
        let named = self.disk.names.segment(number);
        if named.is_some_and(|named| named != file) || number <= self.disk.covers() {
            self.breaks(Promise::SegmentsStay);
        }
    }
}
