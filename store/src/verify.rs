//! Reads everything and names what is not as it was written.
//!
//! It must never repair: what stands in the log is evidence, and a cache mends itself.

mod heads;

use std::io;
use std::path::Path;

use crate::chain::Chain;
use crate::fold::Fold;
use crate::frame::FRAME_BYTES_MAX;
use crate::piece::{Damage, DamageKind, Piece};

pub use heads::{Heads, HeadsState};

/// Damaged pieces that are named; the rest is counted.
const FOUND_MAX: usize = 1_000;

/// Panes that are named of one damaged piece; the rest is counted.
const NAMED_MAX: usize = 64;

/// What was found.
#[derive(Debug)]
pub struct Verified {
    /// What the log folds to.
    pub fold: Fold,
    /// Number of the last segment in the checkpoint; 0 without one.
    pub covers: u64,
    /// Closed segments behind it.
    pub segments: usize,
    /// Bytes at the end that may be a record which is being written.
    pub unfinished: u64,
    /// The damaged pieces, in order of the log.
    pub found: Vec<Found>,
    /// Damaged pieces that are not named.
    pub more: u64,
    /// The cache.
    pub heads: Heads,
}

/// One damaged piece.
#[derive(Debug)]
pub struct Found {
    /// Name of its file.
    pub file: String,
    /// Where it is, and what is wrong.
    pub damage: Damage,
    /// Panes that are named legibly in the damaged bytes.
    pub named: Vec<String>,
    /// Panes whose last record stands before it: a lost record may have been theirs.
    pub moved: Vec<String>,
    /// Such panes that are not named.
    pub moved_more: usize,
}

/// Reads the log in `folder`. `boot_second` tells heads of this boot from older ones.
///
/// # Errors
/// A file cannot be read; or the checkpoint is damaged or of another version.
pub fn run(folder: &Path, boot_second: u64) -> io::Result<Verified> {
    let mut chain = Chain::open(folder)?;
    let mut fold = chain.take_fold();
    let mut places = heads::Places::default();
    let (mut found, mut more, mut unfinished) = (Vec::new(), 0, 0);
    let open = chain.open_file().map(|(number, _)| number);
    let mut piece = Piece::default();
    while chain.read_into(&mut piece)? {
        match &piece {
            Piece::Record { position, event } if Some(position.segment) == open => {
                places.note(event, *position, chain.json().len());
            }
            Piece::Damage(_) if found.len() == FOUND_MAX => more += 1,
            Piece::Damage(damage) => found.push(Found {
                file: chain.file_name(damage.position),
                damage: *damage,
                named: named_in(&bytes_of(&chain, damage)?),
                moved: Vec::new(),
                moved_more: 0,
            }),
            Piece::Tail { bytes, .. } => unfinished = *bytes,
            Piece::Record { .. } => {}
        }
        fold.read(&piece);
    }
    let panes = fold.panes();
    for piece in &mut found {
        let before = panes
            .iter()
            .filter(|pane| pane.last_record < piece.damage.position);
        let mut keys = before.map(|pane| pane.pane.clone());
        piece.moved = keys.by_ref().take(NAMED_MAX).collect();
        piece.moved_more = keys.count();
    }
    Ok(Verified {
        covers: chain.covers(),
        segments: chain.closed(),
        heads: heads::look(folder, &chain, boot_second, &places)?,
        fold,
        unfinished,
        found,
        more,
    })
}

impl Verified {
    /// Returns how many pieces are damaged.
    #[must_use]
    pub fn damaged(&self) -> u64 {
        self.found.len() as u64 + self.more
    }
}

fn bytes_of(chain: &Chain, damage: &Damage) -> io::Result<Vec<u8>> {
    if damage.kind == DamageKind::Missing {
        return Ok(Vec::new());
    }
    let length = usize::try_from(damage.bytes).unwrap_or(usize::MAX);
    let mut bytes = vec![0; length.min(FRAME_BYTES_MAX)];
    let read = chain.read_at(damage.position, &mut bytes)?;
    bytes.truncate(read);
    Ok(bytes)
}

/// Returns the panes that whole texts behind the keys of a pane name.
fn named_in(bytes: &[u8]) -> Vec<String> {
    let mut named = Vec::new();
    for key in [&br#""pane":""#[..], br#""token":""#] {
        for at in 0..bytes.len() {
            let Some(rest) = bytes[at..].strip_prefix(key) else {
                continue;
            };
            let text = rest.split(|&byte| byte == b'"').next().unwrap_or_default();
            let closed = text.len() < rest.len();
            let plain = |text: &&str| !text.contains(['\\', '\u{fffd}']) && !text.is_empty();
            let legible = core::str::from_utf8(text).ok().filter(plain);
            if let Some(text) = legible.filter(|_| closed)
                && !named.iter().any(|known| known == text)
                && named.len() < NAMED_MAX
            {
                named.push(text.to_owned());
            }
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::named_in;

    #[test]
    fn only_whole_legible_names_are_taken_from_damaged_bytes() {
        let bytes = br#"xx"pane":"P1","token":"P2","pane":"P1","pane":"a\u00","pane":"cut"#;
        assert_eq!(named_in(bytes), ["P1", "P2"]);
        assert_eq!(named_in(b"\"pane\":\"\xff\""), Vec::<String>::new());
    }
}
