//! A program on the disk in memory, and what it appends.

use rejoin_store::append::{Draft, Error, Log, Outcome, Sync};
use rejoin_store::frame::FRAME_BYTES_MAX;
use rejoin_store::heads::Key;
use rejoin_store::segment::SegmentName;
use rejoin_store::storage::{LogState, Part, Storage};
use rustix::io::Errno;

use super::{BOOT, Disk, NameOp, Shared};

/// One program's open files.
pub(crate) struct Program {
    disk: Shared,
    log: usize,
}

impl Program {
    /// Starts a program, which opens the files.
    pub(crate) fn start(disk: &Shared) -> Self {
        let mut open = disk.borrow_mut();
        let log = open.open("log");
        drop(open);
        Self {
            disk: disk.clone(),
            log,
        }
    }
}

impl Program {
    fn state_in(&self, disk: &Disk) -> LogState {
        LogState {
            size: disk.inodes[self.log].size(),
            file: self.log as u64,
        }
    }
}

impl Storage for Program {
    fn lock(&self) -> Result<(), Errno> {
        let mut disk = self.disk.borrow_mut();
        disk.whole_step()?;
        let possible = disk.locks;
        let inode = &mut disk.inodes[self.log];
        if !possible || inode.locked {
            return Err(if possible {
                Errno::WOULDBLOCK
            } else {
                Errno::NOLCK
            });
        }
        inode.locked = true;
        Ok(())
    }

    fn unlock(&self) {
        self.disk.borrow_mut().inodes[self.log].locked = false;
    }

    fn log_state(&self) -> Result<LogState, Errno> {
        let mut disk = self.disk.borrow_mut();
        disk.whole_step()?;
        Ok(self.state_in(&disk))
    }

    fn log_state_if_named(&self) -> Result<Option<LogState>, Errno> {
        let mut disk = self.disk.borrow_mut();
        disk.whole_step()?;
        let named = disk.names.get("log") == Some(&self.log);
        Ok(named.then(|| self.state_in(&disk)))
    }

    fn reopen(&mut self) -> Result<(), Errno> {
        let mut disk = self.disk.borrow_mut();
        disk.whole_step()?;
        self.log = disk.open("log");
        Ok(())
    }

    fn name_segment(&self, number: u64) -> Result<bool, Errno> {
        let mut disk = self.disk.borrow_mut();
        disk.whole_step()?;
        assert!(disk.inodes[self.log].locked, "only under the lock");
        let name = SegmentName::of(number);
        let name = name.as_c_str().to_str().expect("text").to_owned();
        match disk.names.get(&name) {
            Some(&inode) => Ok(inode == self.log),
            None => {
                disk.name(NameOp::Set(name, self.log));
                Ok(true)
            }
        }
    }

    fn start_log(&mut self) -> Result<(), Errno> {
        let mut disk = self.disk.borrow_mut();
        disk.whole_step()?;
        assert!(disk.inodes[self.log].locked, "only under the lock");
        assert!(
            disk.heads.iter().take(40).all(|&byte| byte == 0),
            "forgotten before"
        );
        assert!(
            disk.pending
                .iter()
                .all(|op| matches!(op, NameOp::Set(name, _) if name == "log.next")),
            "the segment's name is durable before `log` leaves it: {:?}",
            disk.pending
        );
        let next = disk.open("log.next");
        assert_eq!(disk.inodes[next].size(), 0);
        disk.inodes[next].locked = true;
        disk.name(NameOp::Rename("log.next".to_owned(), "log".to_owned()));
        disk.inodes[self.log].locked = false;
        self.log = next;
        Ok(())
    }

    fn read_at(&self, part: Part, bytes: &mut [u8], offset: u64) -> Result<usize, Errno> {
        let mut disk = self.disk.borrow_mut();
        disk.whole_step()?;
        let from = |file: &[u8], bytes: &mut [u8]| {
            let start = usize::try_from(offset).expect("small").min(file.len());
            let read = bytes.len().min(file.len() - start);
            bytes[..read].copy_from_slice(&file[start..start + read]);
            read
        };
        match part {
            Part::Heads => Ok(from(&disk.heads, bytes)),
            Part::Checkpoint => disk
                .checkpoint
                .as_ref()
                .map(|file| from(file, bytes))
                .ok_or(Errno::NOENT),
            Part::Log => Ok(disk.inodes[self.log].read_at(bytes, offset)),
        }
    }

    fn append(&self, bytes: &[u8]) -> Result<usize, Errno> {
        let mut disk = self.disk.borrow_mut();
        let written = disk.partial_step(bytes.len());
        disk.write_refused |= written.is_err();
        let written = written?;
        disk.inodes[self.log].live.extend(&bytes[..written]);
        Ok(written)
    }

    fn clear_heads(&self) -> Result<(), Errno> {
        let mut disk = self.disk.borrow_mut();
        disk.whole_step()?;
        disk.heads.clear();
        Ok(())
    }

    fn sync(&self) -> Result<(), Errno> {
        let mut disk = self.disk.borrow_mut();
        disk.whole_step()?;
        let inode = &mut disk.inodes[self.log];
        inode.durable = inode.live.clone();
        Ok(())
    }

    fn sync_names(&self) -> Result<(), Errno> {
        let mut disk = self.disk.borrow_mut();
        disk.whole_step()?;
        disk.durable_names = disk.names.clone();
        disk.pending.clear();
        Ok(())
    }

    fn write_heads(&self, bytes: &[u8], offset: u64) -> Result<usize, Errno> {
        let mut disk = self.disk.borrow_mut();
        let written = disk.partial_step(bytes.len())?;
        let start = usize::try_from(offset).expect("small");
        if disk.heads.len() < start + written {
            disk.heads.resize(start + written, 0);
        }
        disk.heads[start..start + written].copy_from_slice(&bytes[..written]);
        Ok(written)
    }
}

/// Appends a record that names itself, under `key`.
pub(crate) fn append_to<S: Storage>(
    log: &mut Log<S>,
    name: &str,
    key: Option<Key>,
) -> Result<Outcome, Error> {
    append_how(log, name, key, Sync::Now)
}

/// Appends a record for which nobody waits.
pub(crate) fn append_later(disk: &Shared, name: &str) -> Result<Outcome, Error> {
    let mut log = Log::new(Program::start(disk), BOOT);
    append_how(&mut log, name, None, Sync::Later)
}

fn append_how<S: Storage>(
    log: &mut Log<S>,
    name: &str,
    key: Option<Key>,
    sync: Sync,
) -> Result<Outcome, Error> {
    let mut draft = Box::new(Draft::new());
    let mut scratch = Box::new([0; FRAME_BYTES_MAX]);
    let mut json = draft.writer();
    json.open(b'{');
    json.field("kind", "refused");
    json.field("agent", name);
    json.field("reason", "any");
    json.close(b'}');
    let bytes = json.used();
    let never = |_: &[u8], _: &[u8]| false;
    log.append(
        &mut draft,
        bytes,
        key.map(Into::into),
        sync,
        &mut scratch,
        never,
    )
}

/// Starts a program that appends one record.
pub(crate) fn append(disk: &Shared, name: &str) -> Result<Outcome, Error> {
    append_to(&mut Log::new(Program::start(disk), BOOT), name, None)
}
