//! A disk in memory: what programs see and what a power cut leaves are kept apart, and any
//! single operation can fail, be cut short, or be the last one of its program.

mod program;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use rejoin_store::chain::Chain;
use rejoin_store::event::Event;
use rejoin_store::reader::{Damage, Piece};
use rejoin_store::segment::SEGMENT_BYTES;
use rustix::io::Errno;

pub(crate) use program::{Program, append, append_later, append_to};

/// Boot second of every writer here.
pub(crate) const BOOT: u64 = 1_000;

/// What happens at one operation.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// It is refused.
    Errno(Errno),
    /// It writes so many bytes; where it writes none, it is refused.
    Short(usize),
    /// The program is killed before it.
    Kill,
    /// The program is killed when so many bytes are written.
    KillInside(usize),
}

#[derive(Debug, Clone, Default)]
struct Inode {
    /// Line ends that stand before the bytes, to be long at no cost.
    pad: u64,
    live: Vec<u8>,
    durable: Vec<u8>,
    locked: bool,
}

#[derive(Debug, Clone)]
enum NameOp {
    Set(String, usize),
    Rename(String, String),
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Disk {
    inodes: Vec<Inode>,
    names: BTreeMap<String, usize>,
    durable_names: BTreeMap<String, usize>,
    pending: Vec<NameOp>,
    pub(crate) heads: Vec<u8>,
    pub(crate) checkpoint: Option<Vec<u8>>,
    /// Operations so far, and the fault of one of them.
    pub(crate) done: usize,
    pub(crate) fault: Option<(usize, Fault)>,
    killed: bool,
    /// The fault met the write of a record.
    pub(crate) write_refused: bool,
    pub(crate) locks: bool,
}

/// A disk that several programs share.
pub(crate) type Shared = Rc<RefCell<Disk>>;

impl Disk {
    /// An empty folder.
    pub(crate) fn new() -> Shared {
        let disk = Self {
            locks: true,
            ..Self::default()
        };
        Rc::new(RefCell::new(disk))
    }

    /// Makes `log` long enough to be closed by the next writer.
    pub(crate) fn fill(&mut self) {
        let log = self.names["log"];
        self.inodes[log].pad = SEGMENT_BYTES;
        self.heads.clear(); // the places moved
    }

    fn apply(names: &mut BTreeMap<String, usize>, op: &NameOp) {
        match op {
            NameOp::Set(name, inode) => {
                names.insert(name.clone(), *inode);
            }
            NameOp::Rename(from, to) => {
                if let Some(inode) = names.remove(from) {
                    names.insert(to.clone(), inode);
                }
            }
        }
    }

    fn name(&mut self, op: NameOp) {
        Self::apply(&mut self.names, &op);
        self.pending.push(op);
    }

    /// Starts the `n`-th operation; the fault that it is to have, if any.
    fn step(&mut self) -> Result<Option<Fault>, Errno> {
        if self.killed {
            return Err(Errno::IO);
        }
        self.done += 1;
        match self.fault {
            Some((at, fault)) if at == self.done => match fault {
                Fault::Errno(errno) => Err(errno),
                Fault::Kill => {
                    self.killed = true;
                    Err(Errno::IO)
                }
                Fault::Short(_) | Fault::KillInside(_) => Ok(Some(fault)),
            },
            _ => Ok(None),
        }
    }

    /// An operation that writes no bytes cannot be cut short.
    fn whole_step(&mut self) -> Result<(), Errno> {
        match self.step()? {
            None => Ok(()),
            Some(Fault::KillInside(_)) => {
                self.killed = true;
                Err(Errno::IO)
            }
            Some(_) => Err(Errno::NOSPC),
        }
    }

    /// How many of `bytes` an operation writes.
    fn partial_step(&mut self, bytes: usize) -> Result<usize, Errno> {
        match self.step()? {
            Some(Fault::Short(part)) => Ok(part.min(bytes)),
            Some(Fault::KillInside(part)) => {
                self.killed = true;
                Ok(part.min(bytes))
            }
            _ => Ok(bytes),
        }
    }

    /// Ends the killed programs: their locks go, and no fault is left.
    pub(crate) fn forget_fault(&mut self) {
        self.killed = false;
        self.fault = None;
        for inode in &mut self.inodes {
            inode.locked = false;
        }
    }

    /// What a power cut now may leave: each set of the names that were not synced, and of
    /// the bytes that were not synced none or all.
    pub(crate) fn cuts(&self) -> Vec<Shared> {
        let mut cuts = Vec::new();
        for kept in 0..1u32 << self.pending.len() {
            for all_bytes in [false, true] {
                let mut disk = self.clone();
                let mut names = self.durable_names.clone();
                for (at, op) in self.pending.iter().enumerate() {
                    if kept >> at & 1 == 1 {
                        Self::apply(&mut names, op);
                    }
                }
                for inode in &mut disk.inodes {
                    let bytes = if all_bytes {
                        &inode.live
                    } else {
                        &inode.durable
                    };
                    (inode.durable, inode.live) = (bytes.clone(), bytes.clone());
                }
                (disk.names, disk.durable_names) = (names.clone(), names);
                disk.pending.clear();
                disk.heads.clear(); // of another boot
                disk.forget_fault();
                cuts.push(Rc::new(RefCell::new(disk)));
            }
        }
        cuts
    }

    /// Puts the files that are named now into a folder.
    pub(crate) fn put_into(&self, folder: &Path) {
        for (name, inode) in &self.names {
            let kept = folder.join(format!(".{inode}"));
            std::fs::write(&kept, &self.inodes[*inode].live).expect("written");
            std::fs::hard_link(&kept, folder.join(name)).expect("named");
        }
        if let Some(bytes) = &self.checkpoint {
            std::fs::write(folder.join("checkpoint"), bytes).expect("written");
        }
    }

    /// Returns the records as a reader finds them now, and the damage.
    pub(crate) fn read(&self) -> (Vec<String>, Vec<Damage>) {
        let folder = tempfile::tempdir().expect("a folder");
        self.put_into(folder.path());
        records(folder.path())
    }

    pub(crate) fn named(&self) -> Vec<&str> {
        self.names.keys().map(String::as_str).collect()
    }
}

/// Reads the log in a folder: what its records name, and its damage.
pub(crate) fn records(folder: &Path) -> (Vec<String>, Vec<Damage>) {
    let (mut records, mut damage) = (Vec::new(), Vec::new());
    for piece in Chain::open(folder).expect("opened") {
        match piece.expect("read") {
            Piece::Record {
                event: Event::Refused(refused),
                ..
            } => records.push(refused.agent),
            Piece::Damage(found) => damage.push(found),
            Piece::Tail { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    (records, damage)
}

impl Inode {
    fn size(&self) -> u64 {
        self.pad + self.live.len() as u64
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> usize {
        let mut read = 0;
        for (at, place) in (offset..self.size()).zip(bytes) {
            *place = match at.checked_sub(self.pad) {
                None => b'\n',
                Some(at) => self.live[usize::try_from(at).expect("small")],
            };
            read += 1;
        }
        read
    }
}

impl Disk {
    fn open(&mut self, name: &str) -> usize {
        if let Some(&inode) = self.names.get(name) {
            return inode;
        }
        self.inodes.push(Inode::default());
        let inode = self.inodes.len() - 1;
        self.name(NameOp::Set(name.to_owned(), inode));
        inode
    }
}
