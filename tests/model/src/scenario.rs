//! A small world as a test asks for it.

use crate::disk::WHOLE;
use crate::promise::Promise;
use crate::protocol::Protocol;

/// What a record says: under which key, and which id.
pub type Saying = (u8, char);

/// How a writer comes by the lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Locking {
    /// It waits for it.
    Waits,
    /// It may lose patience while another one holds it.
    GivesUp,
    /// There are no locks for it.
    Never,
}

/// What one process does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Runs the hook once.
    Writer(Saying, Locking),
    /// Runs `rejoin gc` once.
    Gc,
    /// Reads everything once.
    Reader,
}

/// A small world: what is in the log, who comes, and what may go wrong.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The precautions that are taken.
    pub protocol: Protocol,
    /// The promises that are looked at.
    pub promises: Vec<Promise>,
    /// Acknowledged records in the log. Empty: there is no log yet.
    pub log: Vec<Saying>,
    /// Acknowledged records in the one closed segment. Empty: there is none.
    pub segment: Vec<Saying>,
    /// Who comes, in any order and at any time.
    pub roles: Vec<Role>,
    /// From how many records on `log` is closed.
    pub segment_records: u8,
    /// How many processes are killed at most.
    pub kills: u8,
    /// How often the power goes at most.
    pub power_losses: u8,
    /// How many writes are short at most.
    pub short_writes: u8,
}

impl Scenario {
    /// A world with an empty folder in which nothing goes wrong and no segment is full.
    #[must_use]
    pub fn new(protocol: Protocol, roles: &[Role]) -> Self {
        Self {
            protocol,
            promises: Promise::CONTRACT.to_vec(),
            log: Vec::new(),
            segment: Vec::new(),
            roles: roles.to_vec(),
            segment_records: u8::MAX / WHOLE,
            kills: 0,
            power_losses: 0,
            short_writes: 0,
        }
    }

    /// Records there can be: those of the start, then one a process.
    pub(crate) fn records(&self) -> u8 {
        self.record_of(u8::try_from(self.roles.len()).unwrap_or(u8::MAX))
    }

    pub(crate) fn record_of(&self, process: u8) -> u8 {
        u8::try_from(self.segment.len() + self.log.len()).unwrap_or(u8::MAX) + process
    }

    /// What a record says; nothing for spoiled bytes.
    pub(crate) fn saying(&self, record: u8) -> Option<Saying> {
        let record = usize::from(record);
        let there = [&self.segment[..], &self.log[..]].concat();
        if let Some(&saying) = there.get(record) {
            return Some(saying);
        }
        match self.roles.get(record - there.len())? {
            Role::Writer(saying, _) => Some(*saying),
            _ => None,
        }
    }
}
