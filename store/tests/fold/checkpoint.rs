//! A fold that was put away and taken out again goes on as if it never had been.

use std::fs::{self, File};

use proptest::prelude::*;
use rejoin_store::checkpoint::{Checkpoint, encode};
use rejoin_store::event::{Claim, Event, Refused};
use rejoin_store::fold::Fold;
use rejoin_store::reader::{Damage, DamageKind, Position};

use crate::laws::any_event;
use crate::record::launch;

/// One thing that a reader yields.
#[derive(Debug, Clone)]
enum Told {
    Record(Event),
    Damage(u64),
}

fn any_told() -> impl Strategy<Value = Told> {
    let refused = (0u32..3, any::<bool>()).prop_map(|(agent, named)| {
        let claim = Claim {
            token: named.then(|| "P0".to_owned()),
            tty: u64::from(agent),
            ..Claim::default()
        };
        Event::Refused(Box::new(Refused {
            agent: format!("agent-{agent}"),
            reason: "no-id".to_owned(),
            claim,
            at: "then".to_owned(),
        }))
    });
    prop_oneof![
        12 => any_event().prop_map(Told::Record),
        1 => refused.prop_map(Told::Record),
        1 => (1u64..9).prop_map(Told::Damage),
    ]
}

fn tell(fold: &mut Fold, at: usize, told: &Told) -> String {
    let position = Position {
        segment: at as u64 / 10 + 1,
        offset: at as u64 % 10,
    };
    match told {
        Told::Record(event) => {
            let verdict = fold.apply(position, event);
            format!("{verdict:?}")
        }
        Told::Damage(bytes) => {
            fold.damaged(&Damage {
                position,
                bytes: *bytes,
                kind: DamageKind::Torn,
            });
            String::new()
        }
    }
}

/// Everything that a fold answers.
fn answers(fold: &Fold) -> String {
    let unscoped: Vec<_> = fold.unscoped().collect();
    let refusals: Vec<_> = fold.refusals().collect();
    format!(
        "{:#?}{unscoped:#?}{refusals:#?}{:#?}",
        fold.panes(),
        fold.counts()
    )
}

fn put_away(covers: u64, fold: &Fold) -> Fold {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let bytes = encode(covers, fold).expect("any fold has this form");
    std::io::Write::write_all(&mut File::create(&path).expect("made"), &bytes).expect("written");
    let back = Checkpoint::read(&File::open(&path).expect("there")).expect("reads back");
    assert_eq!(back.covers, covers);
    assert_eq!(
        encode(covers, &back.fold).expect("again"),
        bytes,
        "equal folds are equal bytes"
    );
    back.fold
}

proptest! {
    #[test]
    fn a_checkpoint_and_the_rest_fold_to_what_all_folds_to(
        log in proptest::collection::vec(any_told(), 0..80),
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(log.len() + 1)).collect();
        let (mut whole, mut parted) = (Fold::default(), Fold::default());
        for (at, told) in log.iter().enumerate() {
            if cuts.contains(&at) {
                parted = put_away(at as u64, &parted);
            }
            let verdicts = (tell(&mut whole, at, told), tell(&mut parted, at, told));
            prop_assert_eq!(verdicts.0, verdicts.1, "record {}", at);
        }
        parted = put_away(7, &parted);
        prop_assert_eq!(answers(&whole), answers(&parted));
    }
}

#[test]
fn a_remembered_launch_is_found_after_it_was_put_away() {
    let mut fold = Fold::default();
    for pid in 1..4 {
        let event = Event::Launch(Box::new(launch("P1", pid).0));
        fold.apply(Position::default(), &event);
    }
    let fold = put_away(1, &fold);
    let (process, boot) = fold.process_of("launch-P1-2").expect("remembered");
    assert_eq!((process.pid, boot), (2, "boot-1"));
    assert_eq!(fold.process_of("launch-P1-9"), None);
}

#[test]
fn no_changed_and_no_cut_checkpoint_passes_for_one() {
    let mut fold = Fold::default();
    fold.apply(
        Position::default(),
        &Event::Launch(Box::new(launch("P1", 1).0)),
    );
    let bytes = encode(3, &fold).expect("written");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let read = |bytes: &[u8]| {
        let mut file = File::create(&path).expect("made");
        std::io::Write::write_all(&mut file, bytes).expect("written");
        Checkpoint::read(&File::open(&path).expect("there"))
    };
    assert!(read(&bytes).is_ok());
    for at in 0..bytes.len() - 1 {
        let mut bad = bytes.clone();
        bad[at] ^= 1;
        assert!(read(&bad).is_err(), "byte {at}");
        assert!(read(&bytes[..at]).is_err(), "cut at {at}");
    }
    let mut later = bytes;
    later[3] = b'9';
    let error = read(&later).expect_err("another version");
    assert_eq!(error.kind(), std::io::ErrorKind::Unsupported);
    fs::remove_file(path).expect("there");
}
