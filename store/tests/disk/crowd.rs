//! Writers, a collector and readers at once.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use rejoin_store::chain::Chain;
use rejoin_store::gc;

use crate::real::{append, fill};

/// Segments that are closed while others read.
const SEGMENTS: u64 = 10;
/// Records in each, by each writer.
const RECORDS: u64 = 8;

/// Cases 14, 15, 18 and 20: no reader misses a record that was acknowledged before it
/// opened the log, none sees one twice, and none sees damage.
#[test]
fn readers_beside_writers_and_a_collector_see_every_record_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (begun, done, over) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let write = |name: &str| {
        begun.fetch_add(1, Ordering::SeqCst);
        append(folder, name);
        done.fetch_add(1, Ordering::SeqCst);
    };
    write("first");
    thread::scope(|scope| {
        let beside = scope.spawn(|| {
            while !over.load(Ordering::SeqCst) {
                write("beside");
            }
        });
        let collector = scope.spawn(|| {
            let mut folded = 0;
            while !over.load(Ordering::SeqCst) {
                folded += gc::run(folder, false, &mut |_| Ok(()))
                    .expect("folded")
                    .segments;
            }
            folded
        });
        let readers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    while !over.load(Ordering::SeqCst) {
                        let least = done.load(Ordering::SeqCst);
                        let mut chain = Chain::open(folder).expect("opened");
                        let mut fold = chain.take_fold();
                        for piece in chain {
                            fold.read(&piece.expect("read"));
                        }
                        let most = begun.load(Ordering::SeqCst);
                        let counts = fold.counts();
                        assert!(counts.damage.is_empty(), "{counts:?}");
                        let seen = counts.records;
                        assert!(
                            (least..=most).contains(&seen),
                            "{least} <= {seen} <= {most}"
                        );
                    }
                })
            })
            .collect();
        for _ in 0..SEGMENTS {
            for _ in 0..RECORDS {
                write("record");
            }
            fill(folder);
        }
        write("last");
        over.store(true, Ordering::SeqCst);
        beside.join().expect("wrote");
        assert!(collector.join().expect("collected") > 0);
        readers
            .into_iter()
            .for_each(|reader| reader.join().expect("read"));
    });
    gc::run(folder, false, &mut |_| Ok(())).expect("folded");
    let mut chain = Chain::open(folder).expect("opened");
    let mut fold = chain.take_fold();
    for piece in chain {
        fold.read(&piece.expect("read"));
    }
    assert_eq!(fold.counts().records, done.load(Ordering::SeqCst));
}
