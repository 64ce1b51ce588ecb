//! Heads: a cache from a pane to the place of its last record, so that recognising a
//! republication does not depend on the length of the log.
//!
//! It may be deleted at any time. It is believed only as far as it can be proven: it
//! covers the log up to `covered` and knows nothing before `from`; where the log has
//! another length, all of it is unknown, and the record that a slot names must be whole
//! and is what counts. Being wrong costs one repeated record, never an answer.
//!
//! ```text
//! 0    magic 8 | boot second 8 | from 8 | covered 8 | check 8      (little-endian)
//! 40   synced 8 | check 8
//! 128  1,024 buckets of four slots: key 8 | offset 8 | bytes 8 | check 8
//! ```

#[cfg(feature = "reader")]
mod cache;
mod key;

use crate::frame::{FRAME_BYTES_MAX, Framed, read};
use crate::storage::{LogState, Part, Storage};
use rustix::io::Errno;

#[cfg(feature = "reader")]
pub(crate) use cache::Cache;
pub use key::{KEYS_MAX, Key, Keys};

const MAGIC: u64 = u64::from_le_bytes(*b"rjheads1");
const HEADER_BYTES: usize = 40;
const SYNCED_AT: usize = HEADER_BYTES;
const SYNCED_BYTES: usize = 16;
const SLOT_BYTES: usize = 32;
const BUCKET_SLOTS: usize = 4;
const BUCKET_BYTES: usize = SLOT_BYTES * BUCKET_SLOTS;
const BUCKETS_AT: u64 = 128;

/// Room for 4,096 panes; more only push the oldest of their bucket out.
const BUCKETS: u64 = 1_024;

/// How far two readings of the same boot may lie apart, in seconds: the clocks are
/// slewed, and read one after the other. A clock that is set makes heads stale once.
const BOOT_SLACK_SECONDS: u64 = 5;

/// A record's place in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Offset of its frame.
    pub offset: u64,
    /// Length of its frame.
    pub bytes: u64,
}

/// The record that is the last of a pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Last<'b> {
    /// Its JSON text.
    pub json: &'b [u8],
    /// Whether it is on disk for certain: somebody synced the log after it was written.
    pub synced: bool,
}

/// What is covered, and by whose clock.
#[derive(Clone, Copy)]
pub(crate) struct Header {
    boot_second: u64,
    from: u64,
    covered: u64,
    /// Up to where the log was synced. It stands beside the header and has its own check,
    /// since it is noted without the lock; a value that is too low costs one sync.
    synced: u64,
    /// The log of which it speaks; it seeds all checks and is not written.
    file: u64,
}

/// Returns the record that is the last under every one of `keys` in the
/// log as it was in `log`, if there is one and heads can prove it.
pub fn last<'b>(
    storage: &impl Storage,
    keys: Keys,
    boot_second: u64,
    log: LogState,
    buffer: &'b mut [u8; FRAME_BYTES_MAX],
) -> Option<Last<'b>> {
    let header = covering(storage, boot_second, log)?;
    let mut same = None;
    for key in keys.iter() {
        let place = place_of(storage, key, &header)?;
        if *same.get_or_insert(place) != place {
            return None;
        }
    }
    let place = same?;
    Some(Last {
        json: record_at(storage, place, buffer)?,
        synced: place.offset + place.bytes <= header.synced,
    })
}

/// Calls `each` with the JSON text of the last record under each of `keys`, and tells for
/// which of them there was one.
pub fn each_last(
    storage: &impl Storage,
    keys: Keys,
    boot_second: u64,
    buffer: &mut [u8; FRAME_BYTES_MAX],
    mut each: impl FnMut(&[u8]),
) -> [bool; KEYS_MAX] {
    let header = current(storage, boot_second);
    keys.list.map(|key| {
        let place = key
            .zip(header)
            .and_then(|(key, header)| place_of(storage, key, &header));
        let record = place.and_then(|place| record_at(storage, place, buffer));
        record.map(&mut each).is_some()
    })
}

/// Returns the header if it covers the log as it is.
fn current(storage: &impl Storage, boot_second: u64) -> Option<Header> {
    covering(storage, boot_second, storage.log_state().ok()?)
}

fn place_of(storage: &impl Storage, key: Key, header: &Header) -> Option<Place> {
    let mut slots = read_bucket(storage, key, header.file)?
        .into_iter()
        .flatten();
    let (_, place) = slots.find(|(found, place)| *found == key && header.holds(*place))?;
    Some(place)
}

fn record_at<'b>(
    storage: &impl Storage,
    place: Place,
    buffer: &'b mut [u8; FRAME_BYTES_MAX],
) -> Option<&'b [u8]> {
    let frame = buffer.get_mut(..usize::try_from(place.bytes).ok()?)?;
    if storage.read_at(Part::Log, frame, place.offset).ok()? != frame.len() {
        return None;
    }
    match read(frame) {
        Framed::Whole { json, bytes } if bytes == frame.len() => Some(json),
        _ => None,
    }
}

/// Returns the header if it covers the log as it is. Nothing is noted of a log whose name
/// is not durable, so that this says that it is.
pub(crate) fn covering(storage: &impl Storage, boot_second: u64, log: LogState) -> Option<Header> {
    read_header(storage, boot_second, log.file).filter(|header| header.covered == log.size)
}

/// Notes that a record was appended. The caller holds the lock, the log was as in `before`,
/// of which `known` was said, and ends behind `place` now.
///
/// # Errors
/// The cache could not be written; it is stale then, and says so by itself.
pub(crate) fn note(
    storage: &impl Storage,
    keys: Option<Keys>,
    boot_second: u64,
    known: Option<Header>,
    before: LogState,
    place: Place,
) -> Result<(), Errno> {
    let file = before.file;
    if known.is_none() {
        // A slot from before must not come to be believed by what is covered later.
        storage.clear_heads()?;
    }
    let header = Header {
        boot_second,
        from: known.map_or(place.offset, |header| header.from),
        covered: place.offset + place.bytes,
        synced: 0,
        file,
    };
    for key in keys.iter().flat_map(Keys::iter) {
        // What cannot be read may hold an older place of this key, which must not stay.
        let bucket = read_bucket(storage, key, file).ok_or(Errno::IO)?;
        // Its own slot, else one that holds nothing now, else the oldest.
        let rank = |at: &usize| match bucket[*at] {
            Some((found, _)) if found == key => 0,
            Some((_, place)) if header.holds(place) => place.offset + 2,
            _ => 1,
        };
        let at = (0..BUCKET_SLOTS).min_by_key(rank).unwrap_or(0);
        let slot_at = key.bucket_at() + (at * SLOT_BYTES) as u64;
        write_whole(storage, &slot(key, place, file), slot_at)?;
    }
    write_whole(storage, &header.bytes(), 0)
}

/// Notes that the log was synced when it was as in `log`. No lock is needed: what another
/// one notes at the same time is as true.
pub fn note_synced(storage: &impl Storage, log: LogState) {
    let mark: [u8; SYNCED_BYTES] = sealed([log.size], log.file);
    // Unnoted, it costs whoever says the same again one sync.
    let _ = storage.write_heads(&mark, SYNCED_AT as u64);
}

/// Forgets everything: what the places point into is about to get another name.
///
/// # Errors
/// It cannot be emptied; it speaks of a file that is the log no longer.
pub fn forget(storage: &impl Storage) -> Result<(), Errno> {
    storage.clear_heads()
}

/// A header says that every slot is right: it must not follow a slot that was half written.
fn write_whole(storage: &impl Storage, bytes: &[u8], offset: u64) -> Result<(), Errno> {
    match storage.write_heads(bytes, offset)? {
        written if written == bytes.len() => Ok(()),
        _ => Err(Errno::NOSPC),
    }
}

impl Header {
    fn holds(&self, place: Place) -> bool {
        let end = place.offset.checked_add(place.bytes);
        self.from <= place.offset && end.is_some_and(|end| end <= self.covered)
    }

    fn bytes(&self) -> [u8; HEADER_BYTES] {
        sealed(
            [MAGIC, self.boot_second, self.from, self.covered],
            self.file,
        )
    }
}

fn read_header(storage: &impl Storage, boot_second: u64, file: u64) -> Option<Header> {
    let mut bytes = [0u8; HEADER_BYTES + SYNCED_BYTES];
    storage.read_at(Part::Heads, &mut bytes, 0).ok()?;
    let (header, mark) = bytes.split_at(HEADER_BYTES);
    let [magic, boot, from, covered] = unsealed(header, file)?;
    let synced = unsealed(mark, file).map_or(0, |[synced]| synced);
    let same_boot = boot.abs_diff(boot_second) <= BOOT_SLACK_SECONDS;
    (magic == MAGIC && same_boot).then_some(Header {
        boot_second: boot,
        from,
        covered,
        synced,
        file,
    })
}

fn read_bucket(
    storage: &impl Storage,
    key: Key,
    file: u64,
) -> Option<[Option<(Key, Place)>; BUCKET_SLOTS]> {
    let mut bytes = [0u8; BUCKET_BYTES];
    storage
        .read_at(Part::Heads, &mut bytes, key.bucket_at())
        .ok()?;
    let mut slots = [None; BUCKET_SLOTS];
    for (slot, bytes) in slots.iter_mut().zip(bytes.chunks_exact(SLOT_BYTES)) {
        *slot = read_slot(bytes, file);
    }
    Some(slots)
}

fn read_slot(bytes: &[u8], file: u64) -> Option<(Key, Place)> {
    let [key, offset, bytes] = unsealed(bytes, file)?;
    Some((Key(key), Place { offset, bytes }))
}

fn slot(key: Key, place: Place, file: u64) -> [u8; SLOT_BYTES] {
    sealed([key.0, place.offset, place.bytes], file)
}

/// Writes numbers with a check behind them, so that a half-written group shows, and one that
/// speaks of another file.
fn sealed<const NUMBERS: usize, const BYTES: usize>(
    numbers: [u64; NUMBERS],
    file: u64,
) -> [u8; BYTES] {
    const { assert!(BYTES == (NUMBERS + 1) * 8) };
    let mut bytes = [0u8; BYTES];
    for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    let check = Key::of(&[&bytes[..NUMBERS * 8], &file.to_le_bytes()]).0;
    bytes[NUMBERS * 8..].copy_from_slice(&check.to_le_bytes());
    bytes
}

fn unsealed<const NUMBERS: usize>(bytes: &[u8], file: u64) -> Option<[u64; NUMBERS]> {
    let (told, check) = bytes.split_at_checked(NUMBERS * 8)?;
    if Key::of(&[told, &file.to_le_bytes()]).0.to_le_bytes() != check {
        return None;
    }
    let mut numbers = [0u64; NUMBERS];
    for (number, bytes) in numbers.iter_mut().zip(told.chunks_exact(8)) {
        *number = u64::from_le_bytes(bytes.try_into().ok()?);
    }
    Some(numbers)
}
