//! Reads a long log on a thread of its own, ahead of whoever makes something of it: to check
//! and parse records costs about as much as to fold them.
//!
//! It must never change what is read or its order, and a log for which that does not pay, or
//! a system that has no thread to give, is read in turn.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, scope};

use crate::chain::Chain;
use crate::piece::Piece;

/// Pieces that change hands at a time: enough that handing over costs nothing, and few
/// enough to stay in the processor's cache.
const BATCH_PIECES: usize = 128;

/// Batches on their way, being filled and being used.
const BATCHES: usize = 4;

/// Closed segments from which on a second thread pays for its start.
const SEGMENTS_MIN: usize = 2;

/// Pieces in memory that is used again; only the first `count` were read last.
#[derive(Default)]
struct Batch {
    pieces: Vec<Piece>,
    count: usize,
}

/// Shows each piece of the log to `each`, in their order.
///
/// # Errors
/// A file cannot be read. What stands before was shown.
pub fn read(chain: &mut Chain, mut each: impl FnMut(&Piece)) -> io::Result<()> {
    if chain.closed() >= SEGMENTS_MIN {
        read_ahead(&mut *chain, &mut each)?;
    }
    // All of it, or what is left of it, which is nothing if another thread has read it.
    let mut piece = Piece::default();
    while chain.read_into(&mut piece)? {
        each(&piece);
    }
    Ok(())
}

/// Reads the whole log, or nothing of it if there is no thread to be had.
fn read_ahead(chain: &mut Chain, each: &mut impl FnMut(&Piece)) -> io::Result<()> {
    scope(|scope| {
        let (full, filled) = channel();
        let (used, empty) = channel();
        let reading = Builder::new().spawn_scoped(scope, move || fill(chain, &full, &empty));
        let Ok(reading) = reading else { return Ok(()) };
        for _ in 0..BATCHES {
            let _ = used.send(Batch::default()); // a reader that has ended needs none
        }
        for batch in filled {
            batch.pieces[..batch.count].iter().for_each(&mut *each);
            let _ = used.send(batch);
        }
        let ended = reading.join();
        ended.unwrap_or_else(|_| Err(io::Error::other("the thread that reads has failed")))
    })
}

fn fill(chain: &mut Chain, full: &Sender<Batch>, empty: &Receiver<Batch>) -> io::Result<()> {
    for mut batch in empty {
        batch.pieces.resize_with(BATCH_PIECES, Piece::default);
        batch.count = 0;
        let mut ended = None;
        for piece in &mut batch.pieces {
            match chain.read_into(piece) {
                Ok(true) => batch.count += 1,
                end => {
                    ended = Some(end);
                    break;
                }
            }
        }
        let taken = full.send(batch);
        if let Some(end) = ended {
            return end.map(|_| ());
        }
        if taken.is_err() {
            break; // whoever folds has ended
        }
    }
    Ok(())
}
