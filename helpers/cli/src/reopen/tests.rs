//! No sequence of records, in whatever order, leads to an id that nobody named for the pane.

use crate::answer::{Answer, Reach};
use crate::world::World;
use proptest::collection::vec;
use proptest::prelude::*;
use rejoin_store::event::Event;
use rejoin_store::fold::Fold;
use rejoin_store::reader::Position;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

const PANES: [&str; 3] = ["a", "b", "c"];
const AGENTS: [&str; 3] = ["claude", "codex", "gemini"];

/// A record, and the id that it names for its pane.
#[derive(Debug, Clone)]
struct Step {
    record: Value,
    pane: usize,
    named: Vec<String>,
    from: Option<usize>,
}

fn id(number: u8) -> String {
    format!("aaaaaaaa-0000-4000-8000-0000000000{number:02x}")
}

fn publish() -> impl Strategy<Value = Step> {
    let classes = ["begin", "prompt", "continue", "end"];
    (
        0..3_usize,
        0..3_usize,
        0..6_u8,
        0..4_usize,
        1..4_u32,
        any::<bool>(),
    )
        .prop_map(move |(pane, agent, number, class, pid, child)| Step {
            record: json!({
                "kind": "publish", "agent": AGENTS[agent], "id": id(number),
                "child": child.then(|| id(number + 100)),
                "claim": {"token": PANES[pane], "tty": 0, "session": 1},
                "publisher": {"pid": pid, "start": 7}, "cwd": "/w", "class": classes[class],
                "event": "Said", "boot": "one", "name": AGENTS[agent], "group": pid,
                "foreground": false, "above": [], "at": "",
            }),
            pane,
            named: vec![id(number)],
            from: None,
        })
}

fn launch() -> impl Strategy<Value = Step> {
    let hows = ["fresh", "resume", "fork", "plain"];
    (0..3_usize, 0..3_usize, 0..6_u8, 0..4_usize, 1..9_u32).prop_map(
        move |(pane, agent, number, how, pid)| {
            let (old, new) = (id(number), id(number + 50));
            let asked = match hows[how] {
                "fresh" => json!({"how": "fresh", "new": new}),
                "resume" => json!({"how": "resume", "id": old}),
                "fork" => json!({"how": "fork", "id": old, "new": new}),
                _ => Value::Null,
            };
            Step {
                record: json!({
                    "kind": "launch", "launch": format!("l{pane}{pid}"), "pane": PANES[pane],
                    "process": {"pid": pid, "start": 7}, "agent": AGENTS[agent], "cwd": "/w",
                    "argv": [AGENTS[agent], "--resume", id(99), id(98)],
                    "asked": asked, "boot": "one", "at": "",
                }),
                pane,
                named: vec![old, new],
                from: None,
            }
        },
    )
}

fn other() -> impl Strategy<Value = Step> {
    (0..3_usize, 0..3_usize, 1..9_u32, any::<bool>()).prop_map(|(pane, from, pid, carry)| {
        let record = if carry {
            json!({"kind": "carry", "pane": PANES[pane], "from": PANES[from], "at": ""})
        } else {
            let launch = format!("l{pane}{pid}");
            json!({"kind": "not_started", "launch": launch, "pane": PANES[pane], "at": ""})
        };
        Step {
            record,
            pane,
            named: Vec::new(),
            from: carry.then_some(from),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_records_lead_to_an_id_that_was_not_named_for_the_pane(
        steps in vec(prop_oneof![4 => publish(), 3 => launch(), 1 => other()], 1..24),
    ) {
        let world = World::of(&[("HOME", Path::new("/no/home"))]);
        let mut fold = Fold::default();
        let mut named = vec![BTreeSet::new(); PANES.len()];
        for (offset, step) in (0_u64..).zip(&steps) {
            let bytes = serde_json::to_vec(&step.record).expect("JSON");
            let event = Event::parse(&bytes).expect("a record");
            let verdict = fold.apply(Position { segment: 1, offset }, &event);
            // Which pane a publication is of is the fold's to say; a launch says it itself.
            let pane = verdict.pane.and_then(|key| PANES.iter().position(|pane| **pane == *key));
            named[pane.unwrap_or(step.pane)].extend(step.named.iter().cloned());
            if let Some(from) = step.from {
                let more = named[from].clone();
                named[step.pane].extend(more);
            }
        }
        for (pane, named) in PANES.iter().zip(&named) {
            let Some(binding) = fold.pane(pane) else { continue };
            let answer = Answer::of(&world, binding);
            for reach in [answer.resume, answer.fork] {
                let Reach::By(way) = reach else { continue };
                let new = way.child.as_ref().and_then(|child| child.id.clone());
                let known = |id: &String| named.contains(id) || Some(id) == new.as_ref();
                let words = way.argv.iter().filter_map(|word| word.as_os_str().to_str());
                let ids: Vec<String> = words.filter(|word| word.len() == 36).map(str::to_owned).collect();
                prop_assert!(ids.iter().all(known), "{pane}: {:?} of {named:?}", way.argv);
                prop_assert!(way.argv.iter().all(|word| word.as_os_str() != "--continue"));
            }
        }
    }
}
