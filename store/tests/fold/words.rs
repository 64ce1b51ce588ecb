//! A person's word about a pane: pins, clears, dismissals, and what is put aside.

use rejoin_store::binding::{Flag, State};
use rejoin_store::verdict::Action;

use crate::record::{begin, end, go_on, launch, named, prompt};
use crate::story::Story;

fn working_in(id: &str) -> Story {
    let mut story = Story::default();
    story.says(prompt(id).named("P1").by(10));
    story
}

#[test]
fn a_pin_outranks_publications_from_before_it() {
    let mut story = working_in("A");
    story.pins("P1", "B");
    let pane = story.pane("P1");
    assert_eq!((pane.id.as_deref(), pane.state), (Some("B"), State::Asked));
    assert_eq!(story.flags("P1"), [Flag::Pinned]);
}

#[test]
fn a_pin_stands_until_its_conversation_is_resumed() {
    let mut story = working_in("A");
    story.pins("P1", "B");
    // The agent that ran already goes on with what it had: no news.
    story.expect(
        prompt("A").named("P1").by(10),
        Action::Ignored,
        "pin-stands",
    );
    story.expect(begin("C").named("P1").by(10), Action::Ignored, "pin-stands");
    assert_eq!(story.flags("P1"), [Flag::Pinned]);
    // Another agent there contradicts it, and moves nothing.
    let other = begin("D").named("P1").by(20).alive(&[]);
    story.expect(other, Action::Ignored, "pin-stands");
    assert_eq!(story.id("P1"), "B");
    assert_eq!(story.flags("P1"), [Flag::Pinned, Flag::Conflict]);
    assert_eq!(story.pane("P1").conflict.expect("told").id, "D");
}

#[test]
fn a_pin_is_spent_when_its_agent_goes_on_after_it_was_resumed() {
    let mut story = working_in("A");
    story.pins("P1", "B");
    story.starts(launch("P1", 20).resumes("B"));
    story.expect(begin("B").by(20), Action::Rotated, "first-id");
    assert_eq!(story.state("P1"), State::Published);
    assert!(story.flags("P1").contains(&Flag::Pinned));
    story.expect(prompt("C").by(20), Action::Rotated, "pin-spent");
    assert_eq!(story.id("P1"), "C");
    assert_eq!(story.history("P1")[0], "B");
    assert!(!story.flags("P1").contains(&Flag::Pinned));
}

#[test]
fn a_pin_survives_a_resume_that_fails() {
    let mut story = working_in("A");
    story.pins("P1", "B");
    let start = launch("P1", 20).resumes("B");
    story.starts(start.clone());
    story.fails(&start);
    assert_eq!(story.id("P1"), "B");
    assert!(story.flags("P1").contains(&Flag::ResumeFailed));
    // The next one starts fresh, once, and what it publishes is the pane's.
    story.starts(launch("P1", 30));
    assert!(!story.flags("P1").contains(&Flag::ResumeFailed));
    assert_eq!(story.id("P1"), "B");
    story.expect(prompt("C").by(30), Action::Rotated, "pin-spent");
    assert_eq!(
        (story.id("P1"), story.history("P1")),
        ("C".into(), vec!["B".into(), "A".into()])
    );
}

#[test]
fn a_pin_of_an_agent_that_publishes_nothing_stays() {
    let mut story = working_in("A");
    story.pins_for_good("P1", "B");
    story.starts(launch("P1", 20).resumes("B"));
    story.expect(prompt("C").by(20), Action::Ignored, "pin-stands");
    assert_eq!(story.id("P1"), "B");
    story.pins("P1", "D");
    assert_eq!(story.id("P1"), "D", "another pin takes its place");
}

#[test]
fn a_launch_that_asks_for_another_conversation_ends_a_pin() {
    for how in ["resume", "fork"] {
        let mut story = working_in("A");
        story.pins("P1", "B");
        story.starts(launch("P1", 20).asks(how, Some("C"), Some("D")));
        let id = if how == "fork" { "D" } else { "C" };
        assert_eq!(story.id("P1"), id);
        assert!(!story.flags("P1").contains(&Flag::Pinned));
        assert!(story.history("P1").contains(&"B".to_owned()));
    }
}

#[test]
fn a_cleared_pane_holds_nothing_from_before() {
    let mut story = working_in("A");
    story.says(prompt("B").named("P1").by(10));
    let verdict = story.clears("P1", named("B"));
    assert_eq!(
        (verdict.action, verdict.rule.word),
        (Action::Excluded, "cleared")
    );
    assert_eq!(
        (story.id("P1"), story.state("P1")),
        (String::new(), State::None)
    );
    assert_eq!(story.history("P1"), ["B", "A"], "nothing is erased");
    // What is only continued was left with the rest; a new prompt is a new word.
    story.expect(go_on("A").named("P1").by(10), Action::Ignored, "superseded");
    story.expect(prompt("A").named("P1").by(10), Action::Accepted, "first-id");
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn a_cleared_conversation_does_not_come_back_by_late_events() {
    let mut story = working_in("A");
    story.clears("P1", named("A"));
    for say in [go_on("A"), begin("A"), prompt("A"), end("A")] {
        story.expect(say.named("P1").by(10), Action::Excluded, "excluded");
        story.expect(
            begin("A").named("P1").by(11).alive(&[]),
            Action::Excluded,
            "excluded",
        );
    }
    assert_eq!(story.id("P1"), "");
    story.expect(begin("B").named("P1").by(10), Action::Accepted, "first-id");
    // A conversation that was begun and left unused does not give way to it either.
    story.says(end("B").named("P1").by(10));
    assert_eq!(story.id("P1"), "B");
    assert_eq!(working_in("A").id("P1"), "A", "in this pane alone");
}

#[test]
fn an_exclusion_holds_in_its_namespace_and_everywhere_where_that_is_unknown() {
    let in_store = |ino| prompt("A").named("P1").by(10).store("/s", ino);
    let mut story = Story::default();
    story.says(in_store(1));
    let mut known = named("A");
    (known.store, known.store_dev, known.store_ino) = (Some("/s".into()), Some(1), Some(1));
    story.clears("P1", known.clone());
    story.expect(in_store(1), Action::Excluded, "excluded");
    story.expect(prompt("A").named("P1").by(10), Action::Excluded, "excluded");
    story.expect(
        prompt("A").named("P1").by(10).agent("beta"),
        Action::Accepted,
        "first-id",
    );
    story.expect(in_store(2), Action::Rotated, "new-id");

    let mut story = Story::default();
    story.says(in_store(1));
    story.clears("P1", named("A"));
    story.expect(in_store(2), Action::Excluded, "excluded");

    let mut story = Story::default();
    known.filesystem = Some("container".to_owned());
    story.clears("P1", known);
    story.expect(in_store(1), Action::Accepted, "first-id");
}

#[test]
fn a_launch_or_a_pin_brings_a_cleared_conversation_back() {
    let mut story = working_in("A");
    story.clears("P1", named("A"));
    story.starts(launch("P1", 20));
    assert_eq!(story.id("P1"), "", "a fresh launch does not");
    story.starts(launch("P1", 30).resumes("A"));
    assert_eq!(story.id("P1"), "A");
    story.expect(begin("A").by(30), Action::Accepted, "first-id");

    let mut story = working_in("A");
    story.clears("P1", named("A"));
    story.pins("P1", "A");
    assert_eq!(story.id("P1"), "A");
    story.expect(prompt("A").named("P1").by(10), Action::Accepted, "first-id");
}

#[test]
fn a_cleared_conversation_is_not_carried_back() {
    let mut story = working_in("A");
    story.says(prompt("A").named("P2").by(20));
    story.clears("P1", named("A"));
    assert_eq!(story.carries("P2", "P1").rule.word, "excluded");
    assert_eq!(
        (story.id("P1"), story.id("P2")),
        (String::new(), "A".into())
    );
}

#[test]
fn a_dismissed_pane_keeps_what_it_holds_and_is_back_when_it_speaks() {
    let mut story = working_in("A");
    assert_eq!(story.dismisses("P1", "B").rule.word, "not-held");
    story.dismisses("P1", "A");
    assert_eq!(
        (story.id("P1"), story.flags("P1")),
        ("A".into(), vec![Flag::Dismissed])
    );
    story.says(go_on("A").named("P1").by(10));
    assert_eq!(story.flags("P1"), []);
}

#[test]
fn a_parked_conversation_waits_in_the_history() {
    let mut story = working_in("A");
    assert_eq!(story.parks("P1", "B").rule.word, "not-held");
    story.parks("P1", "A");
    assert_eq!(story.id("P1"), "");
    let past = &story.pane("P1").history[0];
    assert_eq!(
        (past.conversation.id.as_str(), past.rule.word),
        ("A", "parked")
    );
    story.expect(
        begin("B").named("P1").by(20).agent("beta"),
        Action::Accepted,
        "first-id",
    );
    story.starts(launch("P1", 30).resumes("A"));
    assert_eq!(story.id("P1"), "A", "its agent is back");
}
