//! A writer that holds the lock closes a full file and begins a new one.

use crate::disk::{FileId, Naming};
use crate::protocol::Protocol;
use crate::writer::{At, Step, open};

/// The next thing that it does. Numbers are those of segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Closing {
    Covers,
    Name(u8),
    Sync,
    SyncName,
    Forget,
    OpenNext,
    NameNext(FileId),
    /// Without the link: syncs before the rename, and makes a new log behind it.
    SyncFirst,
    MakeLog,
}

pub(crate) fn first(protocol: &Protocol) -> Closing {
    if protocol.links_segment {
        Closing::Covers
    } else {
        Closing::SyncFirst
    }
}

pub(crate) fn go(step: &mut Step<'_>, closing: Closing) -> &'static str {
    match closing {
        Closing::Covers => {
            let protocol = step.scenario.protocol;
            let counts = protocol.numbers_after_checkpoint;
            let after = if counts { step.world.disk.covers() } else { 0 };
            close(step, Closing::Name(after + 1));
            "looks what the checkpoint covers"
        }
        Closing::Name(number) => name(step, number),
        Closing::SyncFirst | Closing::Sync | Closing::SyncName | Closing::Forget => {
            secure(step, closing)
        }
        Closing::OpenNext => open_next(step),
        Closing::NameNext(new) => {
            step.world.disk.name(Naming::NextToLog(new));
            begin(step, new);
            "names the new file log"
        }
        Closing::MakeLog => {
            step.world.release(step.me);
            step.writer.file = open(&mut step.world);
            step.to(At::Lock);
            "makes a new log"
        }
    }
}

/// Makes sure of what is closed, before it loses the name `log`.
fn secure(step: &mut Step<'_>, closing: Closing) -> &'static str {
    let protocol = step.scenario.protocol;
    let (what, to) = match closing {
        Closing::SyncName => {
            step.world.disk.sync_names();
            ("syncs the names", Closing::Forget)
        }
        Closing::Forget => {
            if protocol.forgets_heads {
                step.world.heads.forget(&protocol);
            }
            let links = protocol.links_segment;
            let to = if links {
                Closing::OpenNext
            } else {
                Closing::MakeLog
            };
            ("forgets heads", to)
        }
        _ => {
            step.world.disk.sync(step.writer.file);
            let to = match (closing, protocol.syncs_segment_name) {
                (Closing::SyncFirst, _) => Closing::Covers,
                (_, true) => Closing::SyncName,
                (_, false) => Closing::Forget,
            };
            ("syncs the full log", to)
        }
    };
    close(step, to);
    what
}

fn close(step: &mut Step<'_>, closing: Closing) {
    step.to(At::Close(closing));
}

fn name(step: &mut Step<'_>, number: u8) -> &'static str {
    let protocol = step.scenario.protocol;
    let file = step.writer.file;
    let named = step.world.disk.names.segment(number);
    if protocol.replaces_no_segment && named.is_some_and(|named| named != file) {
        close(step, Closing::Name(number + 1));
        return "finds that another segment has this number";
    }
    step.world.check_segment_name(number, file);
    if !protocol.links_segment {
        step.world.disk.name(Naming::LogToSegment(number, file));
        close(step, Closing::Forget);
        return "renames the log to a segment";
    }
    if named != Some(file) {
        step.world.disk.name(Naming::Segment(number, file));
    }
    close(step, Closing::Sync);
    "links the log to a segment"
}

/// Opens, or makes, the file that is to be the log, and takes its lock.
fn open_next(step: &mut Step<'_>) -> &'static str {
    let new = step.world.disk.names.next.unwrap_or_else(|| {
        let new = step.world.disk.make();
        step.world.disk.name(Naming::Next(new));
        new
    });
    if step.scenario.protocol.locks_new_log {
        let me = step.me;
        let holder = &mut step.world.disk.file_mut(new).holder;
        if holder.is_some_and(|holder| holder != me) {
            step.to(At::Append); // the full one grows; the next writer tries again
            return "cannot lock the new file";
        }
        *holder = Some(me);
    }
    close(step, Closing::NameNext(new));
    "opens the new file and takes its lock"
}

fn begin(step: &mut Step<'_>, new: FileId) {
    let old = step.writer.file;
    step.world.disk.file_mut(old).holder = None;
    step.writer.file = new;
    step.writer.size = step.size();
    step.to(if step.scenario.protocol.syncs_names_first {
        At::FirstNames
    } else {
        At::Append
    });
}
