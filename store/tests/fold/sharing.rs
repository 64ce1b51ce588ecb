//! What panes say about each other, and about what could not be read.

use rejoin_store::binding::Flag;
use rejoin_store::event::Event;
use rejoin_store::reader::{Damage, DamageKind, Position};
use rejoin_store::verdict::Action;

use crate::record::{begin, launch, prompt};
use crate::story::Story;

#[test]
fn one_conversation_in_two_panes_is_shared_and_says_who_used_it_last() {
    let mut story = Story::default();
    story.says(begin("A").named("P1").by(10).store("/s", 5));
    story.says(begin("A").named("P2").by(20).store("/alias", 5));
    for pane in ["P1", "P2"] {
        let shared = story.pane(pane).shared.expect("shared");
        assert_eq!(shared.panes, ["P1", "P2"]);
        assert_eq!(shared.last, "P2");
    }
    story.says(prompt("A").named("P1").by(10).store("/s", 5));
    assert_eq!(story.pane("P2").shared.expect("shared").last, "P1");
    story.says(prompt("B").named("P2").by(20).store("/s", 5));
    assert_eq!(story.pane("P1").shared, None);
    assert!(story.flags("P1").is_empty());
}

#[test]
fn one_id_in_two_stores_is_not_shared() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10).store("/s", 5));
    story.says(prompt("A").named("P2").by(20).store("/s", 6));
    story.says(prompt("A").named("P3").by(30).agent("beta").store("/s", 5));
    for pane in ["P1", "P2", "P3"] {
        assert_eq!(story.pane(pane).shared, None);
    }
}

#[test]
fn a_resume_that_is_only_asked_for_is_shared_already() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.starts(launch("P2", 20).resumes("A"));
    assert!(story.flags("P1").contains(&Flag::Shared));
    assert!(story.flags("P2").contains(&Flag::Shared));
}

#[test]
fn an_unknown_kind_is_counted_and_shown_at_the_pane_that_it_names() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    for pane in [Some("P1".to_owned()), Some("stranger".to_owned()), None] {
        let verdict = story.event(&Event::Unknown {
            kind: "teleport".to_owned(),
            pane,
        });
        assert_eq!(
            (verdict.action, verdict.rule.word),
            (Action::Other, "unknown-kind")
        );
    }
    assert_eq!(story.id("P1"), "A");
    assert_eq!(story.flags("P1"), [Flag::UnknownRecord]);
    assert_eq!(story.fold.counts().unknown_kinds["teleport"], 3);
    assert_eq!(story.fold.panes().len(), 1);
}

#[test]
fn damage_marks_the_panes_that_it_may_concern_and_changes_no_answer() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.fold.damaged(&Damage {
        position: Position {
            segment: 1,
            offset: 150,
        },
        bytes: 30,
        kind: DamageKind::Torn,
    });
    story.says(prompt("B").named("P2").by(20));
    assert_eq!(
        (story.id("P1"), story.id("P2")),
        ("A".to_owned(), "B".to_owned())
    );
    assert_eq!(story.flags("P1"), [Flag::Damaged]);
    assert!(
        story.flags("P2").is_empty(),
        "its last record came after the damage"
    );
    assert_eq!(story.fold.counts().damage[&DamageKind::Torn].bytes, 30);
}

#[test]
fn every_answer_says_how_its_pane_was_found() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    let evidence = story.pane("P1").evidence;
    assert!(evidence[0].contains("name this pane"), "{evidence:?}");
    assert!(evidence.iter().all(|fact| fact.ends_with('.')));
}
