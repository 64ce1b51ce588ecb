//! What holds for every log.

use proptest::prelude::*;
use rejoin_store::binding::{Binding, Flag};
use rejoin_store::event::{Address, Carry, Event};
use rejoin_store::fold::Fold;
use rejoin_store::reader::{Damage, DamageKind, Position};

use crate::record::{
    Say, Start, agent, begin, end, go_on, launch, named, plain, process, prompt, word,
};

/// One record of pane `P<pane>`, whose processes and terminals are its own.
fn own_event(pane: u32, shape: (u8, u32, u32, u8), tty: bool) -> Event {
    let (kind, id, who, more) = shape;
    let id = format!("{pane}-{id}");
    let key = format!("P{pane}");
    let base = 1_000 * (pane + 1);
    let say = match kind {
        0 => begin(&id),
        1 => prompt(&id),
        2 => go_on(&id),
        3 => end(&id),
        6.. => return own_word(&key, &id, more),
        _ => {
            let start = launch(&key, base + who);
            let start = match more % 4 {
                0 => start,
                1 => start.resumes(&id),
                2 => start.asks("fork", Some(&id), None),
                _ => start.asks("fresh", None, Some(&id)),
            };
            let start = if tty {
                start.on(u64::from(base))
            } else {
                start
            };
            return Event::Launch(Box::new(start.0));
        }
    };
    let say = say.named(&key).by(base + who);
    let say = match more {
        0 => say.under(&[plain(base + who % 2)]),
        1 => say.under(&[agent(base + who / 2)]),
        2 => say.alive(&[]),
        3 => say.alive(&[base, base + 1]),
        4 => say.marked("headless"),
        5 => say.marked("background"),
        6 => say.child("T"),
        _ => say,
    };
    let say = if tty {
        say.shown_on(u64::from(base))
    } else {
        say
    };
    Event::Publish(Box::new(say.0))
}

fn own_word(key: &str, id: &str, which: u8) -> Event {
    match which {
        0 | 1 => word::pin(key, id, which == 1),
        2 | 3 => word::clear(key, named(id)),
        4 => word::dismiss(key, id),
        5 => word::park(key, id),
        6 => word::import(key, id),
        _ => word::fork(key, id, None),
    }
}

fn carry(from: u32, to: u32) -> Event {
    Event::Carry(Carry {
        pane: format!("P{to}"),
        from: format!("P{from}"),
        at: "then".to_owned(),
    })
}

fn any_log() -> impl Strategy<Value = Vec<(u32, Event)>> {
    any_log_of(8)
}

/// A log in which nobody wants a pane to start fresh or to put anything aside.
fn any_log_of_agents() -> impl Strategy<Value = Vec<(u32, Event)>> {
    any_log_of(6)
}

fn any_log_of(kinds: u8) -> impl Strategy<Value = Vec<(u32, Event)>> {
    let shape = (0..kinds, 0u32..4, 0u32..4, 0u8..10);
    let record = (0u32..4, shape, any::<bool>());
    let told = record.prop_map(|(pane, shape, tty)| (pane, own_event(pane, shape, tty)));
    proptest::collection::vec(told, 0..60)
}

/// Applies records at given positions and returns the answers without what is said about
/// other panes or about damage.
fn answers<'a>(log: impl Iterator<Item = (usize, &'a Event)>) -> Vec<Binding> {
    let mut fold = Fold::default();
    for (at, event) in log {
        fold.apply(position(at), event);
    }
    bare(fold.panes())
}

fn bare(mut panes: Vec<Binding>) -> Vec<Binding> {
    for pane in &mut panes {
        pane.shared = None;
        pane.flags.remove(&Flag::Shared);
        pane.flags.remove(&Flag::Damaged);
    }
    panes
}

fn position(at: usize) -> Position {
    Position {
        segment: 1,
        offset: at as u64 * 100,
    }
}

fn others(panes: &[Binding], than: u32) -> Vec<&Binding> {
    let than = format!("P{than}");
    panes.iter().filter(|pane| pane.pane != than).collect()
}

proptest! {
    #[test]
    fn a_lost_record_changes_no_other_pane(log in any_log(), lost in any::<prop::sample::Index>()) {
        prop_assume!(!log.is_empty());
        let lost = lost.index(log.len());
        let whole = answers(log.iter().map(|(_, event)| event).enumerate());
        let mut fold = Fold::default();
        for (at, (_, event)) in log.iter().enumerate() {
            if at == lost {
                let kind = DamageKind::Checksum;
                fold.damaged(&Damage { position: position(at), bytes: 9, kind });
            } else {
                fold.apply(position(at), event);
            }
        }
        let part = bare(fold.panes());
        prop_assert_eq!(others(&whole, log[lost].0), others(&part, log[lost].0));
    }

    #[test]
    fn a_repeated_record_changes_no_other_pane(
        log in any_log(),
        which in any::<prop::sample::Index>(),
        before in any::<prop::sample::Index>(),
    ) {
        prop_assume!(!log.is_empty());
        let (which, before) = (which.index(log.len()), before.index(log.len()));
        let whole = answers(log.iter().map(|(_, event)| event).enumerate());
        let mut fold = Fold::default();
        for (at, (_, event)) in log.iter().enumerate() {
            if at == before {
                fold.apply(position(at), &log[which].1);
            }
            fold.apply(position(at), event);
        }
        let twice = bare(fold.panes());
        prop_assert_eq!(others(&whole, log[which].0), others(&twice, log[which].0));
    }

    #[test]
    fn what_is_told_of_one_pane_changes_no_other(log in any_log(), pane in 0u32..4) {
        let whole = answers(log.iter().map(|(_, event)| event).enumerate());
        let own = log.iter().enumerate().filter(|(_, (of, _))| *of == pane);
        let alone = answers(own.map(|(at, (_, event))| (at, event)));
        let key = format!("P{pane}");
        let seen = |panes: &[Binding]| panes.iter().find(|one| one.pane == key).cloned();
        prop_assert_eq!(seen(&whole), seen(&alone));
    }

    #[test]
    fn a_carry_changes_no_third_pane_and_erases_no_id(
        log in any_log(),
        before in any::<prop::sample::Index>(),
        (from, to) in (0u32..4, 0u32..4),
    ) {
        prop_assume!(!log.is_empty());
        let before = before.index(log.len());
        let whole = answers(log.iter().map(|(_, event)| event).enumerate());
        let mut fold = Fold::default();
        for (at, (_, event)) in log.iter().enumerate() {
            if at == before {
                let had = fold.panes();
                fold.apply(position(at), &carry(from, to));
                for pane in had.iter().filter(|pane| pane.id.is_some()) {
                    let now = fold.pane(&pane.pane).and_then(|now| now.id);
                    let kept = now == pane.id || pane.pane == format!("P{to}");
                    prop_assert!(kept && now.is_some());
                }
            }
            fold.apply(position(at), event);
        }
        let carried = bare(fold.panes());
        let third = |panes: &[Binding]| -> Vec<Binding> {
            let two = [format!("P{from}"), format!("P{to}")];
            panes.iter().filter(|pane| !two.contains(&pane.pane)).cloned().collect()
        };
        prop_assert_eq!(third(&whole), third(&carried));
    }

    #[test]
    fn no_failure_erases_an_id(log in any_log_of_agents(), pane in 0u32..4) {
        let key = format!("P{pane}");
        let mut fold = Fold::default();
        let mut held = false;
        for (at, (_, event)) in log.iter().enumerate() {
            fold.apply(position(at), event);
            let now = fold.pane(&key).is_some_and(|pane| pane.id.is_some());
            // What was never more than asked for may be gone with its launch.
            let published = fold.pane(&key).is_some_and(|one| {
                one.id.is_some() && one.state == rejoin_store::binding::State::Published
            });
            prop_assert!(now || !held, "record {}", at);
            held |= published;
        }
    }

    #[test]
    fn no_sequence_of_events_panics(log in proptest::collection::vec(any_event(), 0..80)) {
        let mut fold = Fold::default();
        for (at, event) in log.iter().enumerate() {
            let verdict = fold.apply(position(at), event);
            prop_assert!(!verdict.rule.word.is_empty());
        }
        for pane in fold.panes() {
            let alone = fold.pane(&pane.pane);
            prop_assert_eq!(alone.as_ref(), Some(&pane), "asked for alone");
            prop_assert!(pane.history.len() <= 64 && pane.children.len() <= 64);
            let json = serde_json::to_string(&pane);
            prop_assert!(json.is_ok());
        }
    }
}

prop_compose! {
    fn any_say()(
        class in 0u8..4,
        ids in (0u32..4, 0u32..6, 0u32..6, 0u32..3),
        place in (0u32..5, 0u64..3, 0u32..6, any::<bool>()),
        above in proptest::collection::vec((0u32..6, any::<bool>()), 0..5),
        alive in proptest::option::of(proptest::collection::vec(0u32..6, 0..4)),
        marks in proptest::collection::vec(0usize..3, 0..3),
    ) -> Say {
        let id = format!("id{}", ids.0);
        let mut say = [begin, prompt, go_on, end][usize::from(class)](&id).by(ids.1);
        say.0.boot = format!("boot-{}", ids.3);
        say.0.group = ids.2;
        match place.0 {
            0 => say = say.named("P0"),
            1 => say = say.named("P1"),
            2 => say = say.tmux("%1"),
            3 => say = say.child("T"),
            _ => {}
        }
        say.0.claim.tty = place.1;
        say.0.claim.session = place.2;
        say.0.foreground = place.3;
        let up = |&(pid, is): &(u32, bool)| if is { agent(pid) } else { plain(pid) };
        say.0.above = above.iter().map(up).collect();
        say.0.alive = alive.map(|pids| pids.into_iter().map(process).collect());
        say.0.alive_of = rejoin_store::record::CLAIMS.map(str::to_owned).to_vec();
        for mark in marks {
            say = say.marked(["background", "headless", "nested"][mark]);
        }
        say
    }
}

prop_compose! {
    fn any_start()(pane in 0u32..3, pid in 0u32..6, id in 0u32..4, how in 0usize..4, tty in 0u64..3)
        -> Start {
        let id = format!("id{id}");
        let how = ["fresh", "resume", "fork", "teleport"][how];
        let start = launch(&format!("P{pane}"), pid).on(tty);
        start.asks(how, Some(&id), None)
    }
}

pub(crate) fn any_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        6 => any_say().prop_map(|say| Event::Publish(Box::new(say.0))),
        2 => any_start().prop_map(|start| Event::Launch(Box::new(start.0))),
        1 => any_start().prop_map(|start| Event::NotStarted(rejoin_store::event::NotStarted {
            launch: start.0.launch,
            pane: start.0.pane,
            exit_code: None,
            at: String::new(),
        })),
        1 => (0u32..3, any::<bool>()).prop_map(|(pane, left)| {
            let pane = format!("P{pane}");
            Event::Address(Box::new(Address { pane, left, ..Address::default() }))
        }),
        1 => (0u32..3, 0u32..3).prop_map(|(from, to)| carry(from, to)),
        3 => any_word(),
        1 => any::<String>().prop_map(|kind| Event::Unknown { kind, pane: Some("P0".into()) }),
    ]
}

/// Somebody's word about one of the panes.
fn any_word() -> impl Strategy<Value = Event> {
    (0u8..9, 0u32..3, 0u32..4, 0u32..4).prop_map(|(kind, pane, id, other)| {
        let (pane, id, other) = (format!("P{pane}"), format!("id{id}"), format!("id{other}"));
        match kind {
            0 => word::pin(&pane, &id, false),
            1 => word::pin(&pane, &id, true),
            2 => word::clear(&pane, named(&id)),
            3 => word::dismiss(&pane, &id),
            4 => word::park(&pane, &id),
            5 => word::import(&pane, &id),
            6 => word::fork(&pane, &id, Some(&other)),
            7 => word::adopt(&pane, &format!("launch-{pane}-{}", id.len()), &other),
            _ => word::witness(id.len() as u32, &other),
        }
    })
}
