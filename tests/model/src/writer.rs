//! A writer: looks at heads, takes the lock, looks again. What it does when it has
//! something to say is in `append.rs`; closing a full file in `rotation.rs`.

use crate::disk::{FileId, Naming, WHOLE};
use crate::heads::Header;
use crate::promise::Promise;
use crate::rotation::{self, Closing};
use crate::scenario::{Locking, Role, Scenario};
use crate::world::World;

/// What it has by now.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Writer {
    pub(crate) at: At,
    /// The file which it has open as the log.
    pub(crate) file: FileId,
    /// That file's length when it was looked at.
    pub(crate) size: u8,
    pub(crate) header: Option<Header>,
    /// Up to where that file was synced, as it read with the header.
    pub(crate) synced: u8,
    /// The record that it found known and is about to sync.
    pub(crate) known: Option<u8>,
    /// Where the header that it is about to write begins.
    pub(crate) from: u8,
    /// The names are to be synced behind the record.
    pub(crate) names_due: bool,
    /// Records that were the last under its key since it began to look.
    pub(crate) saw: u16,
    /// Since it began, the last record under its key said what it says.
    pub(crate) was_last: bool,
}

/// The next thing that it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum At {
    Header,
    Size,
    Slot,
    Lock,
    Check,
    LookLocked,
    Close(Closing),
    FirstNames,
    Append,
    TakeBack,
    Cut,
    NoteSlot,
    NoteHeader,
    Sync,
    NoteSynced,
    SyncNames,
    LooseNames,
    LooseAppend,
    LooseCheck,
}

/// One step of one writer.
pub(crate) struct Step<'s> {
    pub(crate) world: World,
    pub(crate) scenario: &'s Scenario,
    pub(crate) me: u8,
    pub(crate) writer: Writer,
    pub(crate) key: u8,
}

/// Opens the log, making it if there is none.
pub(crate) fn started(world: &World, me: u8) -> World {
    let mut next = world.clone();
    let file = open(&mut next);
    let writer = Writer {
        at: At::Header,
        file,
        size: 0,
        header: None,
        synced: 0,
        known: None,
        from: 0,
        names_due: false,
        saw: 0,
        was_last: false,
    };
    next.set(me, writer);
    next
}

impl Writer {
    /// Takes note of the record that is the last under its key, as long as that matters.
    pub(crate) fn see(&mut self, record: u8, says_the_same: bool) {
        match self.at {
            At::Header | At::Size | At::Slot => {
                self.saw |= 1 << record;
                self.was_last |= says_the_same;
            }
            At::Lock | At::Check | At::LookLocked => self.was_last |= says_the_same,
            _ => {}
        }
    }
}

pub(crate) fn open(world: &mut World) -> FileId {
    world.disk.names.log.unwrap_or_else(|| {
        let file = world.disk.make();
        world.disk.name(Naming::Log(file));
        file
    })
}

/// Calls `each` with every way in which the next step can end.
pub(crate) fn step(
    world: &World,
    scenario: &Scenario,
    me: u8,
    writer: &Writer,
    each: &mut dyn FnMut(&str, World),
) {
    let Role::Writer((key, _), locking) = scenario.roles[usize::from(me)] else {
        return;
    };
    let mut step = Step {
        world: world.clone(),
        scenario,
        me,
        writer: writer.clone(),
        key,
    };
    match writer.at {
        At::Lock => step.lock(locking, each),
        At::Append | At::LooseAppend => step.append(each),
        _ => {
            let what = step.go();
            each(what, step.world);
        }
    }
}

impl Step<'_> {
    pub(crate) fn to(&mut self, at: At) {
        self.writer.at = at;
        self.world.set(self.me, self.writer.clone());
    }

    pub(crate) fn size(&self) -> u8 {
        self.world.disk.file(self.writer.file).size()
    }

    pub(crate) fn is_named(&self) -> bool {
        self.world.disk.names.log == Some(self.writer.file)
    }

    fn covers(&self, header: Header) -> bool {
        header.covered == self.size() || !self.scenario.protocol.compares_covered
    }

    fn read_header(&mut self) {
        self.writer.header = self.world.heads.header();
        self.writer.synced = self.world.heads.synced(self.writer.file);
    }

    fn go(&mut self) -> &'static str {
        match self.writer.at {
            At::Header => {
                self.writer.saw = 0;
                self.read_header();
                let some = self.writer.header.is_some();
                self.to(if some { At::Size } else { At::Lock });
                "reads the header of heads"
            }
            At::Size => {
                let covers = self.writer.header.is_some_and(|it| self.covers(it));
                self.to(if covers { At::Slot } else { At::Lock });
                "looks how long the log is"
            }
            At::Slot => self.look(At::Lock),
            At::Check => self.check(),
            At::LookLocked => self.look_locked(),
            At::Close(closing) => rotation::go(self, closing),
            At::FirstNames => {
                self.world.disk.sync_names();
                self.to(At::Append);
                "syncs the names"
            }
            At::TakeBack => self.take_back(),
            At::Cut => self.cut(),
            At::NoteSlot | At::NoteHeader => self.note(),
            At::Sync => self.sync(),
            At::NoteSynced => self.note_synced(),
            At::SyncNames => {
                self.world.disk.sync_names();
                self.acknowledge();
                "syncs the names and goes on"
            }
            At::LooseNames => {
                self.world.disk.sync_names();
                self.to(At::LooseAppend);
                "syncs the names"
            }
            At::LooseCheck => self.loose_check(),
            At::Lock | At::Append | At::LooseAppend => "",
        }
    }

    /// Reads the slot and its record; goes to `at` unless there is nothing to say.
    fn look(&mut self, at: At) -> &'static str {
        let Writer { header, file, .. } = self.writer;
        let (world, protocol) = (&mut self.world, &self.scenario.protocol);
        let opened = (file, world.disk.file(file));
        let last = header.and_then(|it| world.heads.last(it, self.key, opened, protocol));
        let (saw, was_last) = (self.writer.saw, self.writer.was_last);
        self.writer.header = None;
        self.writer.saw = 0;
        self.writer.was_last &= at == At::Lock;
        let synced = std::mem::take(&mut self.writer.synced);
        let Some((last, end)) = last else {
            self.to(at);
            return "finds no slot";
        };
        if saw >> last & 1 == 0 {
            world.breaks(Promise::HeadsAreRight);
        }
        let mine = self.scenario.saying(self.scenario.record_of(self.me));
        if self.scenario.saying(last) == mine {
            if !was_last {
                world.breaks(Promise::KnownIsTrue);
            }
            if end <= synced || !self.scenario.protocol.syncs_known {
                world.known |= 1 << last;
                world.end(self.me);
                return "finds that it is known, and goes on";
            }
            world.release(self.me);
            (self.writer.known, self.writer.size) = (Some(last), end);
            self.to(At::Sync);
            return "finds that it is known, and not whether it is synced";
        }
        self.to(at);
        "finds another record"
    }

    fn lock(mut self, locking: Locking, each: &mut dyn FnMut(&str, World)) {
        let holder = self.world.disk.file(self.writer.file).holder;
        if locking == Locking::Never || (locking == Locking::GivesUp && holder.is_some()) {
            let first = self.scenario.protocol.loose_syncs_names_first;
            let mut loose = Step {
                world: self.world.clone(),
                writer: self.writer.clone(),
                ..self
            };
            let names = first && loose.size() == 0;
            loose.writer.was_last = false;
            loose.to(if names {
                At::LooseNames
            } else {
                At::LooseAppend
            });
            each("has no lock", loose.world);
        }
        if locking != Locking::Never && holder.is_none() {
            let file = self.writer.file;
            self.world.disk.file_mut(file).holder = Some(self.me);
            self.to(At::Check);
            each("takes the lock", self.world);
        }
    }

    fn check(&mut self) -> &'static str {
        if self.is_named() || !self.scenario.protocol.checks_name_after_lock {
            self.writer.size = self.size();
            self.to(At::LookLocked);
            return "looks: it is the log";
        }
        self.world.release(self.me);
        self.writer.file = open(&mut self.world);
        self.to(At::Lock);
        "looks: it was closed; opens the new one"
    }

    fn look_locked(&mut self) -> &'static str {
        let protocol = self.scenario.protocol;
        self.read_header();
        self.writer.header = self.writer.header.filter(|it| self.covers(*it));
        self.writer.saw = 0;
        let read = self.world.disk.read(true).unwrap_or_default();
        let its = |it: &&u8| {
            self.scenario
                .saying(**it)
                .is_some_and(|it| it.0 == self.key)
        };
        if let Some(last) = read.iter().rev().find(its) {
            self.writer.saw = 1 << last;
        }
        let full = self.writer.size >= self.scenario.segment_records * WHOLE;
        self.writer.names_due = self.writer.size == 0 && !protocol.syncs_names_first;
        let at = if full {
            At::Close(rotation::first(&protocol))
        } else if self.writer.size == 0 && protocol.syncs_names_first {
            At::FirstNames
        } else {
            At::Append
        };
        self.look(at)
    }
}
