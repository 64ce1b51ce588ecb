//! A writer appends its record, notes its place, gives the lock back, and syncs.

use crate::disk::{HALF, Item, WHOLE};
use crate::world::World;
use crate::writer::{At, Step, Writer, open};

impl Step<'_> {
    pub(crate) fn append(self, each: &mut dyn FnMut(&str, World)) {
        let loose = self.writer.at == At::LooseAppend;
        let whole = self.written(WHOLE);
        if let Some(short_writes) = self.world.short_writes.checked_sub(1) {
            let mut short = self.written(HALF);
            short.world.short_writes = short_writes;
            if loose || !self.scenario.protocol.cuts {
                short.world.end(self.me);
            } else {
                short.to(At::TakeBack);
            }
            each("writes half a record: the disk is full", short.world);
        }
        if let Some(killed) = self.written(HALF).world.killed(self.me) {
            each("is killed in its write", killed);
        }
        each("writes", whole.world);
    }

    fn written(&self, bytes: u8) -> Step<'_> {
        let Self {
            me, key, scenario, ..
        } = *self;
        let (mut world, writer) = (self.world.clone(), self.writer.clone());
        let loose = writer.at == At::LooseAppend;
        let record = scenario.record_of(me);
        world.late |= bytes == WHOLE && !self.is_named();
        world.appended[usize::from(record)] += bytes / WHOLE;
        let items = &mut world.disk.file_mut(writer.file).items;
        // The holder looks at the byte before the end as it was; others break every line.
        let mut at = 0;
        let before = items.iter().find(|item| {
            at += item.bytes;
            at == writer.size
        });
        let breaks = loose || before.is_some_and(|item| !item.is_whole());
        let clean = breaks || items.last().is_none_or(|item| item.is_whole());
        items.push(Item {
            bytes,
            clean,
            ..Item::whole(record)
        });
        let mut step = Step {
            world,
            scenario,
            me,
            writer,
            key,
        };
        step.to(if loose {
            At::LooseCheck
        } else if scenario.protocol.slot_before_header {
            At::NoteSlot
        } else {
            At::NoteHeader
        });
        step
    }

    pub(crate) fn take_back(&mut self) -> &'static str {
        if self.size() == self.writer.size + HALF {
            self.to(At::Cut);
        } else {
            self.world.end(self.me);
        }
        "looks whether nothing stands behind its half"
    }

    pub(crate) fn cut(&mut self) -> &'static str {
        let file = self.world.disk.file_mut(self.writer.file);
        while file.size() > self.writer.size {
            file.items.pop();
        }
        file.durable = file.durable.min(file.items.len());
        self.world.end(self.me);
        "cuts its half off"
    }

    pub(crate) fn note(&mut self) -> &'static str {
        let Writer { at, file, size, .. } = self.writer;
        let protocol = &self.scenario.protocol;
        if (at == At::NoteSlot) == protocol.slot_before_header {
            self.writer.from = self.world.heads.continued(size, protocol);
        }
        let (what, other) = if at == At::NoteSlot {
            self.world.heads.write_slot(self.key, file, size);
            ("notes the slot", At::NoteHeader)
        } else {
            self.world.heads.write_header(self.writer.from, size);
            ("notes the header", At::NoteSlot)
        };
        if (other == At::NoteHeader) == protocol.slot_before_header {
            self.to(other);
        } else {
            self.world.release(self.me);
            (self.writer.size, self.writer.from) = (size + WHOLE, 0);
            self.to(At::Sync);
        }
        what
    }

    pub(crate) fn sync(&mut self) -> &'static str {
        if self.scenario.protocol.syncs_record {
            self.world.disk.sync(self.writer.file);
        }
        match self.writer.known {
            Some(known) => self.world.known |= 1 << known,
            None if self.writer.names_due => {
                self.to(At::SyncNames);
                return "syncs the record";
            }
            None => self.world.acknowledged |= 1 << self.scenario.record_of(self.me),
        }
        self.to(At::NoteSynced);
        "syncs the record"
    }

    /// Whoever says the same again need not sync it.
    pub(crate) fn note_synced(&mut self) -> &'static str {
        let Writer { file, size, .. } = self.writer;
        self.world.heads.note_synced(file, size);
        self.world.end(self.me);
        "notes that, and goes on"
    }

    pub(crate) fn acknowledge(&mut self) {
        self.world.acknowledged |= 1 << self.scenario.record_of(self.me);
        self.world.end(self.me);
    }

    pub(crate) fn loose_check(&mut self) -> &'static str {
        if self.is_named() || !self.scenario.protocol.checks_name_after_loose_write {
            self.writer.names_due = true;
            self.to(At::Sync);
            return "looks: it is the log";
        }
        self.writer.file = open(&mut self.world);
        let names = self.scenario.protocol.loose_syncs_names_first && self.size() == 0;
        self.to(if names {
            At::LooseNames
        } else {
            At::LooseAppend
        });
        "looks: it was closed; opens the new one"
    }
}
