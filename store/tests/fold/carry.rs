//! A pane that goes on under another name.

use rejoin_store::binding::{Flag, State};
use rejoin_store::verdict::Action;

use crate::record::{begin, go_on, launch, prompt};
use crate::story::Story;

fn carried() -> Story {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.says(prompt("B").named("P1").by(10));
    let verdict = story.carries("P1", "P2");
    assert_eq!(verdict.pane.as_deref(), Some("P2"));
    assert_eq!(
        (verdict.action, verdict.rule.word),
        (Action::Accepted, "carried")
    );
    story
}

#[test]
fn a_carried_pane_holds_what_the_first_one_held_and_says_so() {
    let story = carried();
    let pane = story.pane("P2");
    assert_eq!(
        (pane.id.as_deref(), pane.state),
        (Some("B"), State::Published)
    );
    assert_eq!(story.history("P2"), ["A"]);
    assert!(pane.flags.contains(&Flag::Carried), "{:?}", pane.flags);
    assert!(
        pane.evidence
            .iter()
            .any(|text| text.contains("continues another"))
    );
    assert_eq!(pane.owner, None, "nobody spoke in it");
}

#[test]
fn the_first_pane_keeps_its_conversation_and_shares_it_with_nobody() {
    let story = carried();
    assert_eq!(story.id("P1"), "B");
    assert!(story.pane("P1").flags.contains(&Flag::Continued));
    for pane in ["P1", "P2"] {
        assert_eq!(story.pane(pane).shared, None);
    }
}

#[test]
fn who_speaks_in_the_first_pane_again_has_it() {
    let mut story = carried();
    story.says(prompt("B").named("P1").by(10));
    assert!(!story.pane("P1").flags.contains(&Flag::Continued));
    assert!(story.pane("P1").shared.is_some());
}

#[test]
fn what_is_published_later_in_the_carried_pane_has_the_last_word() {
    let mut story = carried();
    story.expect(go_on("C").named("P2").by(20), Action::Rotated, "first-id");
    assert_eq!(
        (story.id("P2"), story.history("P2")),
        ("C".into(), vec!["B".into(), "A".into()])
    );
    assert!(story.flags("P2").is_empty());

    let mut story = carried();
    story.expect(begin("B").named("P2").by(20), Action::Accepted, "resumed");
    assert_eq!(story.id("P2"), "B");
    assert!(!story.pane("P2").flags.contains(&Flag::Carried));
}

#[test]
fn what_the_carried_pane_held_before_goes_into_its_history() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.says(prompt("Z").named("P2").by(20));
    assert_eq!(story.carries("P1", "P2").action, Action::Rotated);
    assert_eq!(
        (story.id("P2"), story.history("P2")),
        ("A".into(), vec!["Z".into()])
    );
    assert_eq!(
        story.carries("P1", "P2").action,
        Action::Accepted,
        "once more changes nothing"
    );
    assert_eq!(
        (story.id("P2"), story.history("P2")),
        ("A".into(), vec!["Z".into()])
    );
}

#[test]
fn what_was_resumed_before_the_carry_stays_the_panes_own() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.says(prompt("A").named("P2").by(20).transcript("/new"));
    let before = story.pane("P2");
    assert_eq!(story.carries("P1", "P2").action, Action::Accepted);
    let after = story.pane("P2");
    assert_eq!(
        (after.transcript, after.owner),
        (before.transcript, before.owner)
    );
    assert!(after.flags.is_empty(), "{:?}", after.flags);
}

#[test]
fn a_launch_in_a_carried_pane_that_says_nothing_erases_nothing() {
    let mut story = carried();
    story.starts(launch("P2", 20));
    assert_eq!(story.id("P2"), "B");
    assert!(story.pane("P2").flags.contains(&Flag::EarlierGeneration));
}

#[test]
fn a_conversation_that_was_only_asked_for_is_carried_as_that() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).resumes("A"));
    story.carries("P1", "P2");
    assert_eq!(
        (story.id("P2"), story.pane("P2").state),
        ("A".into(), State::Asked)
    );
}

#[test]
fn panes_are_carried_on_and_on_and_may_change_places() {
    let mut story = carried();
    story.carries("P2", "P3");
    assert_eq!(story.id("P3"), "B");

    story.says(prompt("Y").named("P4").by(40));
    for (from, to) in [("P3", "aside"), ("P4", "P3"), ("aside", "P4")] {
        story.carries(from, to);
    }
    assert_eq!((story.id("P3"), story.id("P4")), ("Y".into(), "B".into()));
}

#[test]
fn where_there_is_nothing_to_carry_nothing_changes() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.starts(launch("P3", 30));
    for (from, to) in [("P1", "P1"), ("P9", "P1"), ("P3", "P1"), ("P9", "P8")] {
        let verdict = story.carries(from, to);
        assert_eq!(
            (verdict.action, verdict.rule.word),
            (Action::Ignored, "nothing-to-carry")
        );
    }
    assert_eq!(story.id("P1"), "A");
    assert!(story.flags("P1").is_empty() && story.fold.pane("P8").is_none());
}
