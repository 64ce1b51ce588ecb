//! The files, their names, and what of both is left when the power goes.
//!
//! A sync makes a file's items durable, or all names. What was not synced may be lost,
//! piece by piece and in any order: more than a journaling file system loses, and no
//! more than POSIX allows.

/// Number of a file; a file keeps it when its name changes.
pub(crate) type FileId = u8;

/// Highest number of a segment that a scenario reaches.
const SEGMENTS: usize = 4;

/// Bytes of a whole record, and of a half one. All records are equally long, so that
/// lengths which could be equal are.
pub(crate) const WHOLE: u8 = 2;
pub(crate) const HALF: u8 = 1;

/// One write to the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Item {
    pub(crate) record: u8,
    pub(crate) bytes: u8,
    /// Its bytes are what was written.
    pub(crate) sound: bool,
    /// It begins on a line of its own.
    pub(crate) clean: bool,
}

impl Item {
    pub(crate) fn whole(record: u8) -> Self {
        Self {
            record,
            bytes: WHOLE,
            sound: true,
            clean: true,
        }
    }

    pub(crate) fn is_whole(self) -> bool {
        self.sound && self.bytes == WHOLE
    }
}

/// A file of records.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct File {
    pub(crate) items: Vec<Item>,
    /// How many of them are on disk for certain.
    pub(crate) durable: usize,
    /// Which process has its lock.
    pub(crate) holder: Option<u8>,
}

impl File {
    /// A file that was synced.
    pub(crate) fn durable(items: Vec<Item>) -> Self {
        Self {
            durable: items.len(),
            items,
            holder: None,
        }
    }

    pub(crate) fn size(&self) -> u8 {
        self.items.iter().map(|item| item.bytes).sum()
    }

    /// Returns the whole record at an offset.
    pub(crate) fn record_at(&self, offset: u8) -> Option<u8> {
        let mut at = 0;
        for item in &self.items {
            if at == offset && item.is_whole() {
                return Some(item.record);
            }
            at += item.bytes;
        }
        None
    }

    /// Returns the whole records which a reader finds.
    pub(crate) fn records(&self, reads_on_in_line: bool) -> Vec<u8> {
        let mut found = Vec::new();
        let mut damaged_line = false;
        for item in &self.items {
            damaged_line &= !item.clean;
            if item.is_whole() && (reads_on_in_line || !damaged_line) {
                found.push(item.record);
            }
            damaged_line |= !item.is_whole();
        }
        found
    }
}

/// What gc wrote: the records of the segments up to a number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Fold {
    pub(crate) covers: u8,
    pub(crate) records: Vec<u8>,
    pub(crate) synced: bool,
    pub(crate) readable: bool,
}

/// The names in the folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Names {
    pub(crate) log: Option<FileId>,
    pub(crate) next: Option<FileId>,
    pub(crate) segments: [Option<FileId>; SEGMENTS],
    /// Which fold is named `checkpoint`.
    pub(crate) checkpoint: Option<u8>,
}

/// A change of names, which is on disk whole or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Naming {
    Log(FileId),
    Next(FileId),
    Segment(u8, FileId),
    /// By rename, from `log`.
    LogToSegment(u8, FileId),
    /// By rename, from `log.next`.
    NextToLog(FileId),
    Checkpoint(u8),
    Unlink(u8),
}

impl Names {
    pub(crate) fn segment(&self, number: u8) -> Option<FileId> {
        *self.segments.get(usize::from(number))?
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = (u8, FileId)> {
        let named = (0u8..).zip(self.segments);
        named.filter_map(|(number, file)| Some((number, file?)))
    }

    fn set(&mut self, number: u8, file: Option<FileId>) {
        self.segments[usize::from(number)] = file;
    }

    fn apply(&mut self, naming: Naming) {
        match naming {
            Naming::Log(file) => self.log = Some(file),
            Naming::Next(file) => self.next = Some(file),
            Naming::Segment(number, file) => self.set(number, Some(file)),
            Naming::LogToSegment(number, file) => {
                self.set(number, Some(file));
                self.log = None;
            }
            Naming::NextToLog(file) => {
                self.log = Some(file);
                self.next = None;
            }
            Naming::Checkpoint(fold) => self.checkpoint = Some(fold),
            Naming::Unlink(number) => self.set(number, None),
        }
    }
}

/// The disk as the processes see it, and what of it would be left.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Disk {
    pub(crate) files: Vec<File>,
    pub(crate) folds: Vec<Fold>,
    pub(crate) names: Names,
    durable: Names,
    pending: Vec<Naming>,
}

/// What a reader gets that nobody disturbs; nothing if a segment is missing or the
/// checkpoint cannot be read.
pub(crate) type Reading = Option<Vec<u8>>;

impl Disk {
    pub(crate) fn name(&mut self, naming: Naming) {
        self.names.apply(naming);
        self.pending.push(naming);
    }

    pub(crate) fn sync_names(&mut self) {
        self.durable = self.names.clone();
        self.pending.clear();
    }

    pub(crate) fn sync(&mut self, file: FileId) {
        let file = self.file_mut(file);
        file.durable = file.items.len();
    }

    pub(crate) fn make(&mut self) -> FileId {
        self.files.push(File::default());
        u8::try_from(self.files.len() - 1).unwrap_or(FileId::MAX)
    }

    pub(crate) fn file(&self, file: FileId) -> &File {
        &self.files[usize::from(file)]
    }

    pub(crate) fn file_mut(&mut self, file: FileId) -> &mut File {
        &mut self.files[usize::from(file)]
    }

    pub(crate) fn fold(&self, fold: Option<u8>) -> Option<&Fold> {
        self.folds.get(usize::from(fold?))
    }

    /// Number up to which the checkpoint stands for the segments; 0 without one.
    pub(crate) fn covers(&self) -> u8 {
        self.fold(self.names.checkpoint)
            .map_or(0, |fold| fold.covers)
    }

    /// Reads everything at one moment.
    pub(crate) fn read(&self, reads_on_in_line: bool) -> Reading {
        let fold = self.fold(self.names.checkpoint);
        if fold.is_some_and(|fold| !fold.readable) {
            return None;
        }
        let covers = self.covers();
        let mut found = fold.map(|fold| fold.records.clone()).unwrap_or_default();
        let mut expected = covers;
        for (number, file) in self.names.numbers().filter(|&(number, _)| number > covers) {
            expected += 1;
            if number != expected {
                return None;
            }
            if Some(file) != self.names.log {
                found.extend(self.file(file).records(reads_on_in_line));
            }
        }
        if let Some(log) = self.names.log {
            found.extend(self.file(log).records(reads_on_in_line));
        }
        Some(found)
    }

    /// Calls `each` with every disk that may be left when the power goes.
    pub(crate) fn lose_power(&self, each: &mut dyn FnMut(Disk)) {
        for kept in 0..1u32 << self.pending.len() {
            let mut disk = self.clone();
            disk.names = self.durable.clone();
            for (at, &naming) in self.pending.iter().enumerate() {
                if kept >> at & 1 == 1 {
                    disk.names.apply(naming);
                }
            }
            disk.pending.clear();
            disk.durable = disk.names.clone();
            for fold in &mut disk.folds {
                fold.readable &= fold.synced;
            }
            disk.lose_items(0, each);
        }
    }

    /// Loses, from file `at` on, what was not synced: any number of the last items, and
    /// the bytes, but not the place, of any one before them.
    fn lose_items(&self, at: usize, each: &mut dyn FnMut(Disk)) {
        let Some(file) = self.files.get(at) else {
            return each(self.forgotten());
        };
        for kept in file.durable..=file.items.len() {
            for spoiled in file.durable..=kept {
                let mut disk = self.clone();
                let file = &mut disk.files[at];
                file.items.truncate(kept);
                if let Some(item) = file.items.get_mut(spoiled) {
                    item.sound = false;
                    item.record = u8::MAX;
                }
                file.durable = kept;
                file.holder = None;
                disk.lose_items(at + 1, each);
            }
        }
    }
    /// Empties the files that have no name: no process is left which has them open.
    fn forgotten(&self) -> Disk {
        let mut disk = self.clone();
        let named = self.names.numbers().map(|(_, file)| file);
        let named: Vec<_> = named.chain(self.names.log).chain(self.names.next).collect();
        for (id, file) in (0u8..).zip(&mut disk.files) {
            if !named.contains(&id) {
                *file = File::default();
            }
        }
        disk
    }
}
