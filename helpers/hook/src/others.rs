//! Who else published in a pane, and who of them is alive: recorded, so that whoever reads
//! the log needs no look at the living system. It never says that one is gone whom no
//! record named.

use rejoin_platform::{Process, process};
use rejoin_store::append::Log;
use rejoin_store::frame::FRAME_BYTES_MAX;
use rejoin_store::heads::{KEYS_MAX, Keys};
use rejoin_store::record::{CLAIMS, Process as Recorded, publishers};
use rejoin_store::storage::Files;

/// Most earlier publishers whose life is recorded with a publication.
const ALIVE_MAX: usize = 8;

/// The earlier publishers of a pane.
pub(crate) struct Others {
    alive: [Recorded; ALIVE_MAX],
    used: usize,
    known: [bool; KEYS_MAX],
}

impl Others {
    /// Looks at those whom the last record under each key names, and keeps who is alive.
    #[inline(never)]
    pub(crate) fn look(
        log: &Log<Files>,
        keys: Keys,
        publisher: &Process,
        buffer: &mut [u8; FRAME_BYTES_MAX],
    ) -> Self {
        let mut alive = [Recorded { pid: 0, start: 0 }; ALIVE_MAX];
        let mut used = 0;
        let known = log.each_last(keys, buffer, |last| {
            publishers(last, |earlier| {
                let listed = alive.get(..used).unwrap_or_default().contains(&earlier);
                let other = earlier != recorded(publisher) && !listed;
                if other
                    && lives(earlier)
                    && let Some(place) = alive.get_mut(used)
                {
                    *place = earlier;
                    used += 1;
                }
            });
        });
        Self { alive, used, known }
    }

    pub(crate) fn alive(&self) -> Option<&[Recorded]> {
        let any = self.known.contains(&true);
        self.alive.get(..self.used).filter(|_| any)
    }

    pub(crate) fn claims<'w>(&self, words: &'w mut [&'static str; KEYS_MAX]) -> &'w [&'static str] {
        let mut used = 0;
        for (claim, known) in CLAIMS.into_iter().zip(self.known) {
            if known && let Some(place) = words.get_mut(used) {
                *place = claim;
                used += 1;
            }
        }
        words.get(..used).unwrap_or_default()
    }
}

/// Tells whether all whom a record names beside `publisher` are alive still: if one has
/// gone since, the same words may mean more than they did.
pub(crate) fn others_live(last: &[u8], publisher: &Process) -> bool {
    let mut all = true;
    publishers(last, |named| {
        all &= named == recorded(publisher) || lives(named)
    });
    all
}

fn lives(named: Recorded) -> bool {
    process(named.pid).is_some_and(|now| now.start == named.start)
}

/// Returns a process as records name it.
pub(crate) fn recorded(process: &Process) -> Recorded {
    Recorded {
        pid: process.pid,
        start: process.start,
    }
}
