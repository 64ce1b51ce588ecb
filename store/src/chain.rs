//! The log of one host as a whole: its checkpoint, the closed segments behind it, and the
//! open file, as one row of pieces in constant memory.
//!
//! It must never write, and never show a log that never was: writers close segments and
//! `rejoin gc` removes them while it is opened. Why no record is missed and none is read
//! twice stands at [`Chain::open`].

pub(crate) mod files;
mod link;

use std::fs::File;
use std::io::{self, ErrorKind};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::checkpoint::Checkpoint;
use crate::fold::Fold;
use crate::piece::{Damage, DamageKind, Piece, Position};
use crate::reader::Reader;
use crate::segment::{self, SegmentName};

use files::{is_file, is_still, numbers, open_if_there, path_of};
use link::{Held, Link};

/// How often the files are opened anew because they changed meanwhile. Each time costs a
/// writer four megabytes, or a person a run of `rejoin gc`.
const TRIES_MAX: usize = 16;

/// A log that is being read.
#[derive(Debug)]
pub struct Chain {
    folder: PathBuf,
    checkpoint: Option<Checkpoint>,
    covers: u64,
    links: Vec<Link>,
    next: usize,
    reader: Option<Reader<File>>,
    from: Position,
}

impl Chain {
    /// Opens the log in `folder`; a missing folder is an empty log.
    ///
    /// It opens `log`, then the checkpoint, then lists the segments and opens those that
    /// the checkpoint does not cover. Then it looks whether both names still mean the files
    /// that were opened, else it starts over. An opened file's identity is not used again,
    /// and neither name ever comes back to a file that it has left. So
    /// - `log` meant one file all the time: no segment was closed, none is missed at the
    ///   end. A segment that is this very file is being closed, and is read once, as `log`;
    /// - `checkpoint` meant one file all the time: only segments which it covers were
    ///   removed, none is missed at its beginning. Those are skipped, so none counts twice.
    ///
    /// What is opened stays readable, whatever is removed later.
    ///
    /// # Errors
    /// Whatever the system says; the checkpoint is damaged or of another version; the files
    /// changed each time.
    pub fn open(folder: &Path) -> io::Result<Self> {
        Self::open_how(folder, true)
    }

    /// Opens the closed segments, for whoever alone may remove them.
    pub(crate) fn open_closed(folder: &Path) -> io::Result<Self> {
        let mut chain = Self::open_how(folder, false)?;
        chain.links.retain(|link| link.closed);
        Ok(chain)
    }

    fn open_how(folder: &Path, hold: bool) -> io::Result<Self> {
        for _ in 0..TRIES_MAX {
            if let Some(chain) = Self::try_open(folder, hold, &mut || ())? {
                return Ok(chain);
            }
        }
        let text = "the files of the log changed each time that they were opened";
        Err(io::Error::new(ErrorKind::ResourceBusy, text))
    }

    /// Opens the files once; nothing if they changed meanwhile. `between` is called after
    /// each look at the folder, so that a test can change it there.
    fn try_open(folder: &Path, hold: bool, between: &mut dyn FnMut()) -> io::Result<Option<Self>> {
        let log_path = path_of(folder, segment::LOG);
        let checkpoint_path = path_of(folder, segment::CHECKPOINT);
        let log = open_if_there(&log_path)?;
        between();
        let kept = open_if_there(&checkpoint_path)?;
        between();
        let covers = match &kept {
            Some(file) => Checkpoint::read_head(file)?.covers,
            None => 0,
        };
        let mut links = Vec::new();
        let mut expected = covers + 1;
        let listed = numbers(folder, covers)?;
        between();
        for number in listed {
            let name = SegmentName::of(number);
            let Some(file) = open_if_there(&path_of(folder, name.as_c_str()))? else {
                return Ok(None);
            };
            between();
            if is_file(log.as_ref(), &file.metadata()?)? {
                break; // about to be closed
            }
            if number > expected {
                links.push(Link::closed(expected, Held::Missing));
            }
            let file = if hold { Held::Open(file) } else { Held::Later };
            links.push(Link::closed(number, file));
            expected = number + 1;
        }
        if !is_still(log.as_ref(), &log_path)? || !is_still(kept.as_ref(), &checkpoint_path)? {
            return Ok(None);
        }
        links.extend(log.map(|log| Link {
            number: expected,
            file: Held::Open(log),
            closed: false,
        }));
        Ok(Some(Self {
            folder: folder.to_owned(),
            checkpoint: kept.as_ref().map(Checkpoint::read).transpose()?,
            covers,
            links,
            next: 0,
            reader: None,
            from: Position::default(),
        }))
    }

    /// Starts at `from` instead of at the beginning.
    pub fn skip_to(&mut self, from: Position) {
        self.from = from;
        self.links.retain(|link| link.number >= from.segment);
    }

    /// Returns the number of the last segment that the checkpoint covers; 0 without one.
    #[must_use]
    pub const fn covers(&self) -> u64 {
        self.covers
    }

    /// Returns the number of the last closed segment; that of the checkpoint without one.
    #[must_use]
    pub fn last_closed(&self) -> u64 {
        let last = self.links.iter().rfind(|link| link.closed);
        last.map_or(self.covers, |link| link.number)
    }

    /// Returns how many closed segments are there.
    #[must_use]
    pub fn closed(&self) -> usize {
        let there = |link: &&Link| link.closed && !matches!(link.file, Held::Missing);
        self.links.iter().filter(there).count()
    }

    /// Takes what the checkpoint holds: pieces are to be applied to this.
    pub fn take_fold(&mut self) -> Fold {
        self.checkpoint
            .take()
            .map(|kept| kept.fold)
            .unwrap_or_default()
    }

    /// Returns the open file, and the number under which it will be closed.
    #[must_use]
    pub fn open_file(&self) -> Option<(u64, &File)> {
        let link = self.links.iter().find(|link| !link.closed)?;
        Some((link.number, self.file(link.number)?))
    }

    /// Returns the file of a number, if it is part of the log and open.
    #[must_use]
    pub fn file(&self, number: u64) -> Option<&File> {
        let link = self.links.iter().find(|link| link.number == number)?;
        match &link.file {
            Held::Open(file) => Some(file),
            _ => None,
        }
    }

    /// Reads the next piece; `None` at the end of the log.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        let mut piece = Piece::default();
        Ok(self.read_into(&mut piece)?.then_some(piece))
    }

    /// Reads the next piece in place of the one that `piece` holds, into the same memory.
    /// Tells whether there was one.
    ///
    /// # Errors
    /// As [`Self::next_piece`].
    pub fn read_into(&mut self, piece: &mut Piece) -> io::Result<bool> {
        loop {
            let Some(reader) = &mut self.reader else {
                let Some(link) = self.links.get(self.next) else {
                    return Ok(false);
                };
                let position = self.from.max(Position {
                    segment: link.number,
                    offset: 0,
                });
                let Some(file) = link.open(&self.folder)? else {
                    self.next += 1;
                    *piece = Piece::Damage(Damage {
                        position,
                        bytes: 0,
                        kind: DamageKind::Missing,
                    });
                    return Ok(true);
                };
                let reader = Reader::new(file, position)?;
                self.reader = Some(if link.closed { reader.closed() } else { reader });
                continue;
            };
            if reader.read_into(piece)? {
                return Ok(true);
            }
            self.reader = None;
            self.next += 1;
        }
    }

    /// Returns where the piece that comes next starts.
    #[must_use]
    pub fn reached(&self) -> Position {
        self.reader.as_ref().map_or(self.from, Reader::reached)
    }

    /// Returns the JSON text of the record that was read last.
    #[must_use]
    pub fn json(&self) -> &[u8] {
        self.reader.as_ref().map(Reader::json).unwrap_or_default()
    }

    /// Reads the bytes at a position again; fewer than asked for mean the end of its file.
    ///
    /// # Errors
    /// The file cannot be read, or is not part of the log.
    pub fn read_at(&self, position: Position, bytes: &mut [u8]) -> io::Result<usize> {
        let here = |link: &&Link| link.number == position.segment;
        let link = self.links.iter().find(here).ok_or(ErrorKind::NotFound)?;
        match link.open(&self.folder)? {
            Some(file) => file.read_at(bytes, position.offset),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    /// Returns the name of the file in which a position is.
    #[must_use]
    pub fn file_name(&self, position: Position) -> String {
        let open = self.links.iter().find(|link| !link.closed);
        if open.is_some_and(|link| link.number == position.segment) {
            return segment::LOG.to_string_lossy().into_owned();
        }
        let name = SegmentName::of(position.segment);
        name.as_c_str().to_string_lossy().into_owned()
    }
}

impl Iterator for Chain {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_piece().transpose()
    }
}

#[cfg(test)]
mod tests;
