//! All that there is at one moment, and what can happen next.

use crate::disk::{Disk, File, Item, Naming};
use crate::gc::{self, Gc};
use crate::heads::Heads;
use crate::promise::{self, Promise};
use crate::reader::{self, Reader};
use crate::scenario::{Role, Scenario};
use crate::search::Model;
use crate::writer::{self, Writer};

/// A process.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Process {
    Waiting,
    Writer(Writer),
    Gc(Gc),
    Reader(Reader),
    Ended,
}

/// The state of everything.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct World {
    pub(crate) disk: Disk,
    pub(crate) heads: Heads,
    pub(crate) gc_holder: Option<u8>,
    processes: Vec<Process>,
    /// Records whose writer was told that they are safe; a bit each.
    pub(crate) acknowledged: u16,
    /// Records that made a writer say nothing.
    pub(crate) known: u16,
    /// How often each record was appended.
    pub(crate) appended: Vec<u8>,
    /// A record came into a file that was closed already.
    pub(crate) late: bool,
    kills: u8,
    power_losses: u8,
    pub(crate) short_writes: u8,
    broken: u16,
}

impl World {
    pub(crate) fn breaks(&mut self, promise: Promise) {
        self.broken |= promise.bit();
    }

    pub(crate) fn set(&mut self, process: u8, state: impl Into<Process>) {
        self.processes[usize::from(process)] = state.into();
    }

    /// Lets a process end; the system takes its locks.
    pub(crate) fn end(&mut self, process: u8) {
        self.release(process);
        if self.gc_holder == Some(process) {
            self.gc_holder = None;
        }
        self.set(process, Process::Ended);
    }

    pub(crate) fn release(&mut self, process: u8) {
        for file in &mut self.disk.files {
            if file.holder == Some(process) {
                file.holder = None;
            }
        }
    }

    /// Shows to each writer which record is the last under its key now.
    pub(crate) fn show_last(&mut self, scenario: &Scenario, read: &[u8]) {
        for (process, role) in self.processes.iter_mut().zip(&scenario.roles) {
            if let (Process::Writer(writer), Role::Writer((key, id), _)) = (process, role) {
                let its = |record: &&u8| scenario.saying(**record).is_some_and(|it| it.0 == *key);
                if let Some(&last) = read.iter().rev().find(its) {
                    writer.see(last, scenario.saying(last) == Some((*key, *id)));
                }
            }
        }
    }
}

impl Model for Scenario {
    type State = World;

    fn start(&self) -> World {
        let mut disk = Disk::default();
        let mut record = 0;
        for (saying, segment) in [(&self.segment, true), (&self.log, false)] {
            if saying.is_empty() {
                continue;
            }
            let file = disk.make();
            let items = (record..).take(saying.len()).map(Item::whole).collect();
            record += u8::try_from(saying.len()).unwrap_or(u8::MAX);
            *disk.file_mut(file) = File::durable(items);
            disk.name(if segment {
                Naming::Segment(1, file)
            } else {
                Naming::Log(file)
            });
        }
        disk.sync_names();
        let mut appended = vec![1; usize::from(record)];
        appended.resize(usize::from(self.records()), 0);
        World {
            disk,
            heads: Heads::default(),
            gc_holder: None,
            processes: vec![Process::Waiting; self.roles.len()],
            acknowledged: (1 << record) - 1,
            known: 0,
            appended,
            late: false,
            kills: self.kills,
            power_losses: self.power_losses,
            short_writes: self.short_writes,
            broken: 0,
        }
    }

    fn follow(&self, world: &World, each: &mut dyn FnMut(String, World)) {
        let wanted: u16 = self.promises.iter().map(|promise| promise.bit()).sum();
        let mut each = |what: String, mut next: World| {
            promise::look(&mut next, self);
            next.broken &= wanted;
            if wanted & Promise::KnownStays.bit() == 0 {
                next.known = 0;
            }
            each(what, next);
        };
        let mut moved = false;
        for (me, process) in (0u8..).zip(&world.processes) {
            self.step(world, me, process, &mut |what, next| {
                moved = true;
                each(format!("{me} {what}"), next);
            });
        }
        if !moved && world.processes.iter().any(|it| *it != Process::Ended) {
            let mut stuck = world.clone();
            stuck.breaks(Promise::EverybodyEnds);
            each("nobody can go on".into(), stuck);
        }
        self.go_wrong(world, &mut each);
    }

    fn broken(&self, world: &World) -> Option<&'static str> {
        Promise::first_of(world.broken).map(Promise::name)
    }
}

impl Scenario {
    fn step(&self, world: &World, me: u8, process: &Process, each: &mut dyn FnMut(&str, World)) {
        match process {
            Process::Ended => {}
            Process::Waiting => {
                let at = usize::from(me);
                let twin = (0..at).find(|&other| self.roles[other] == self.roles[at]);
                if twin.is_some_and(|twin| world.processes[twin] == Process::Waiting) {
                    return; // equal ones start in order: the other way round is the same
                }
                match self.roles[at] {
                    Role::Writer(..) => each("opens the log", writer::started(world, me)),
                    Role::Gc => self.step(world, me, &Gc::default().into(), each),
                    Role::Reader => self.step(world, me, &Reader::default().into(), each),
                }
            }
            Process::Writer(it) => writer::step(world, self, me, it, each),
            Process::Gc(it) => {
                if let Some((what, next)) = gc::step(world, self, me, it) {
                    each(what, next);
                }
            }
            Process::Reader(it) => {
                let (what, next) = reader::step(world, self, me, it);
                each(what, next);
            }
        }
    }

    fn go_wrong(&self, world: &World, each: &mut dyn FnMut(String, World)) {
        let runs = |it: &Process| !matches!(it, Process::Waiting | Process::Ended);
        for (me, process) in (0u8..).zip(&world.processes) {
            // Nobody misses a reader.
            let missed = runs(process) && !matches!(process, Process::Reader(_));
            if let Some(next) = missed.then(|| world.killed(me)).flatten() {
                each(format!("{me} is killed"), next);
            }
        }
        if world.power_losses == 0 {
            return;
        }
        world.disk.lose_power(&mut |disk| {
            world.heads.lose_power(&self.protocol, &mut |heads| {
                let mut next = world.clone();
                next.power_losses -= 1;
                for (me, process) in (0u8..).zip(&world.processes) {
                    if runs(process) {
                        next.end(me);
                    }
                }
                next.disk = disk.clone();
                next.heads = heads;
                each("the power goes".into(), next);
            });
        });
    }
}

impl World {
    /// Kills a process, if there is one to be killed left.
    pub(crate) fn killed(&self, process: u8) -> Option<World> {
        let mut next = self.clone();
        next.kills = next.kills.checked_sub(1)?;
        next.end(process);
        Some(next)
    }
}

impl From<Writer> for Process {
    fn from(it: Writer) -> Self {
        Self::Writer(it)
    }
}

impl From<Gc> for Process {
    fn from(it: Gc) -> Self {
        Self::Gc(it)
    }
}

impl From<Reader> for Process {
    fn from(it: Reader) -> Self {
        Self::Reader(it)
    }
}
