//! Folds closed segments into the checkpoint, and removes them then.
//!
//! It must never remove a segment that is not in a checkpoint which is on disk under its
//! name, and never fold what it could not read whole and understand.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags};
use rustix::io::Errno;

use crate::append::Log;
use crate::chain::Chain;
use crate::chain::files::{numbers, path_of};
use crate::checkpoint::{Checkpoint, encode};
use crate::event::{Class, Event};
use crate::fold::Fold;
use crate::piece::{Damage, DamageKind, Piece, Position};
use crate::segment::{self, SegmentName};
use crate::storage::Files;

/// The checkpoint that is being written.
const NEXT: &str = "checkpoint.next";

/// Why nothing was changed.
#[derive(Debug)]
pub enum Refused {
    /// Another run holds the folder.
    Busy,
    /// The file system has no locks, or none came: a writer could not be kept out.
    NoLock(io::Error),
    /// A segment cannot be read whole.
    Damaged(Damage),
    /// A record is of a later version, which may know what to keep of it.
    Unknown(Position),
    /// The system refused.
    System(io::Error),
}

/// What was done, or would be.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Done {
    /// Segments that were folded.
    pub segments: usize,
    /// Records in them.
    pub records: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Number of the last segment in the checkpoint; 0 without one.
    pub covers: u64,
    /// Length of the checkpoint in bytes; 0 if none was written.
    pub checkpoint_bytes: u64,
    /// Files that were removed.
    pub removed: usize,
}

/// A change that is about to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A checkpoint that an earlier run left half-written is removed.
    RemoveHalf,
    /// The new checkpoint is written beside the old one.
    Write,
    /// It is made durable.
    Sync,
    /// It takes the old one's place.
    Replace,
    /// Its name is made durable.
    SyncName,
    /// A segment that it covers is removed.
    Remove(u64),
}

/// Folds the closed segments in `folder`. With `dry` it only says what it would do.
/// `before` is asked before each change; an error of it stops there, as a crash would.
///
/// # Errors
/// See [`Refused`]. Nothing is lost then; only if a step of the removal failed is anything
/// changed that a reader could see, and what it reads says the same.
pub fn run(
    folder: &Path,
    dry: bool,
    before: &mut dyn FnMut(Step) -> io::Result<()>,
) -> Result<Done, Refused> {
    let mut collector = Collector {
        folder: folder.to_owned(),
        _lock: lock(folder)?,
        before,
    };
    let (mut done, fold) = collector.fold()?;
    if dry {
        return Ok(done);
    }
    if done.segments > 0 {
        done.checkpoint_bytes = collector.publish(done.covers, &fold)?;
    }
    done.removed = collector.remove(done.covers)?;
    Ok(done)
}

struct Collector<'b> {
    folder: PathBuf,
    _lock: File,
    before: &'b mut dyn FnMut(Step) -> io::Result<()>,
}

impl Collector<'_> {
    /// Folds the checkpoint and the closed segments.
    fn fold(&self) -> Result<(Done, Fold), Refused> {
        let mut chain = Chain::open_closed(&self.folder)?;
        let mut done = Done {
            segments: chain.closed(),
            covers: chain.last_closed(),
            ..Done::default()
        };
        let mut fold = chain.take_fold();
        // What is about to be folded must not come back under its old name with the power.
        self.sync_names()?;
        let mut piece = Piece::default();
        while chain.read_into(&mut piece)? {
            match &piece {
                Piece::Record { position, event } if !is_understood(event) => {
                    return Err(Refused::Unknown(*position));
                }
                Piece::Record { .. } => done.records += 1,
                // What was never whole is no record that could be lost.
                Piece::Damage(damage) if damage.kind == DamageKind::Cut => {}
                Piece::Damage(damage) => return Err(Refused::Damaged(*damage)),
                // The log was closed behind a writer that was killed in its write.
                Piece::Tail { .. } => {}
            }
            fold.read(&piece);
        }
        for number in numbers(&self.folder, chain.covers())? {
            if number <= done.covers {
                let name = SegmentName::of(number);
                done.bytes += path_of(&self.folder, name.as_c_str()).metadata()?.len();
            }
        }
        Ok((done, fold))
    }

    /// Writes the checkpoint and puts it in its place, durably. Returns its length.
    fn publish(&mut self, covers: u64, fold: &Fold) -> Result<u64, Refused> {
        let bytes = encode(covers, fold)?;
        let next = self.folder.join(NEXT);
        if next.symlink_metadata().is_ok() {
            (self.before)(Step::RemoveHalf)?;
            fs::remove_file(&next)?;
        }
        (self.before)(Step::Write)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&next)?;
        file.write_all(&bytes)?;
        (self.before)(Step::Sync)?;
        file.sync_all()?;
        // What will stand for the segments is read once before they go.
        let back = Checkpoint::read(&file)?;
        if encode(back.covers, &back.fold)? != bytes {
            let text = "the checkpoint does not read back as it was written";
            return Err(io::Error::new(ErrorKind::InvalidData, text).into());
        }
        self.replace(&next)?;
        (self.before)(Step::SyncName)?;
        self.sync_names()?;
        Ok(bytes.len() as u64)
    }

    /// Gives the new checkpoint its name while no writer closes a segment: a number that
    /// was free beside the old one may be covered by the new one.
    fn replace(&mut self, next: &Path) -> Result<(), Refused> {
        (self.before)(Step::Replace)?;
        let folder = open_folder(&self.folder)?;
        let files = Files::open(folder.into()).map_err(io::Error::from)?;
        let place = path_of(&self.folder, segment::CHECKPOINT);
        match Log::new(files, 0).hold(|| fs::rename(next, place)) {
            Some(renamed) => Ok(renamed?),
            None => Err(Refused::NoLock(Errno::NOLCK.into())),
        }
    }

    /// Removes what the checkpoint covers, also what an earlier run did not come to.
    fn remove(&mut self, covers: u64) -> Result<usize, Refused> {
        let old: Vec<u64> = numbers(&self.folder, 0)?;
        let old: Vec<u64> = old.into_iter().filter(|&number| number <= covers).collect();
        if !old.is_empty() {
            // An earlier run may have ended before it came to this.
            self.sync_names()?;
        }
        for &number in &old {
            (self.before)(Step::Remove(number))?;
            let name = SegmentName::of(number);
            fs::remove_file(path_of(&self.folder, name.as_c_str()))?;
        }
        Ok(old.len())
    }

    fn sync_names(&self) -> io::Result<()> {
        File::open(&self.folder)?.sync_all()
    }
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// Tells whether this version knows all that a record says to a fold.
fn is_understood(event: &Event) -> bool {
    match event {
        Event::Unknown { .. } => false,
        Event::Publish(publish) => publish.class != Class::Other,
        _ => true,
    }
}

fn open_folder(folder: &Path) -> io::Result<File> {
    let how = OFlags::DIRECTORY | OFlags::NOFOLLOW;
    let how = i32::try_from(how.bits()).unwrap_or_default();
    OpenOptions::new().read(true).custom_flags(how).open(folder)
}

/// Locks the folder itself, so that two runs do not cross.
fn lock(folder: &Path) -> Result<File, Refused> {
    let folder = open_folder(folder)?;
    match rustix::fs::flock(&folder, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(folder),
        Err(Errno::WOULDBLOCK) => Err(Refused::Busy),
        Err(errno) => Err(Refused::NoLock(errno.into())),
    }
}
