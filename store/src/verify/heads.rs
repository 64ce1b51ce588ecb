//! What the cache says, held against the log.
//!
//! Nothing here is damage: a writer believes a place only if the whole log is covered and
//! the record there is whole, and one that is not believed costs a repeated record.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::chain::Chain;
use crate::chain::files::path_of;
use crate::event::Event;
use crate::frame::HEADER_BYTES;
use crate::heads::{self, Key, Place};
use crate::piece::Position;
use crate::segment;

/// What is to be said about the cache as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeadsState {
    /// There is none.
    Missing,
    /// Its head is not as it was written, or was forgotten on purpose.
    Torn,
    /// It covers another length than the log has, or another boot: nothing in it is believed.
    Stale,
    /// It covers the log.
    Current,
}

/// What was found in the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heads {
    /// As a whole.
    pub state: HeadsState,
    /// Places that a writer would believe.
    pub places: u64,
    /// Slots that were half written: they name nothing.
    pub torn: u64,
    /// Places that would be believed and are not those of the last record of their pane. No
    /// crash leaves one.
    pub lying: u64,
}

/// Where the last record under each key stands in the open file.
#[derive(Debug, Default)]
pub(super) struct Places {
    last: HashMap<Key, Place>,
    /// Records that do not say under which key their writer put them: a refusal that claims
    /// no pane is found by a process that it does not name.
    unsaid: HashSet<u64>,
}

impl Places {
    pub(super) fn note(&mut self, event: &Event, position: Position, json_bytes: usize) {
        let place = Place {
            offset: position.offset,
            bytes: (HEADER_BYTES + json_bytes + 1) as u64,
        };
        match event.keys() {
            Some(keys) => self.last.extend(keys.iter().map(|key| (key, place))),
            None => {
                self.unsaid.insert(position.offset);
            }
        }
    }

    /// Tells whether a record stands there that may be the last under this key.
    fn allows(&self, key: Key, place: Place) -> bool {
        match self.last.get(&key) {
            Some(last) => *last == place,
            None => self.unsaid.contains(&place.offset),
        }
    }
}

/// Looks at the cache in `folder`.
pub(super) fn look(
    folder: &Path,
    chain: &Chain,
    boot_second: u64,
    places: &Places,
) -> io::Result<Heads> {
    let mut found = Heads {
        state: HeadsState::Missing,
        places: 0,
        torn: 0,
        lying: 0,
    };
    let bytes = match fs::read(path_of(folder, segment::HEADS)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(found),
        bytes => bytes?,
    };
    let (size, file) = match chain.open_file() {
        Some((_, file)) => file.metadata().map(|facts| (facts.len(), facts.ino()))?,
        None => (0, 0),
    };
    let Some(cache) = heads::Cache::of(&bytes, file) else {
        found.state = HeadsState::Torn;
        return Ok(found);
    };
    found.torn = cache.torn();
    if !cache.is_of(boot_second) || cache.covered() != size {
        found.state = HeadsState::Stale;
        return Ok(found);
    }
    found.state = HeadsState::Current;
    for (key, place) in cache.places() {
        found.places += 1;
        found.lying += u64::from(!places.allows(key, place));
    }
    Ok(found)
}
