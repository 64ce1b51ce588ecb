//! Where a conversation comes from, with and without a record that says it.

use rejoin_store::binding::{Flag, State};
use rejoin_store::verdict::Action;

use crate::record::{begin, launch, prompt};
use crate::story::Story;

fn forking() -> Story {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.forks("P2", "A", None);
    story.starts(launch("P2", 20).asks("fork", Some("A"), None));
    story
}

#[test]
fn a_fork_keeps_its_lineage_when_its_child_speaks() {
    let mut story = forking();
    story.expect(begin("A").by(20), Action::Provisional, "fork-parent");
    story.expect(prompt("B").by(20), Action::Accepted, "fork-child");
    assert_eq!(story.pane("P2").parent.as_deref(), Some("A"));
    let forks = story.pane("P2").forks;
    assert_eq!(forks[0].event.child.as_deref(), Some("B"));
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn a_child_that_is_found_without_a_hook_is_adopted() {
    let mut story = forking();
    assert!(story.flags("P2").contains(&Flag::ForkPending));
    assert_eq!(
        story.adopts("P2", "launch-P2-20", "A").rule.word,
        "not-held"
    );
    assert_eq!(story.adopts("P2", "launch-P2-20", "B").rule.word, "adopted");
    let pane = story.pane("P2");
    assert_eq!((pane.id.as_deref(), pane.state), (Some("B"), State::Asked));
    assert_eq!(pane.parent.as_deref(), Some("A"));
    assert!(!pane.flags.contains(&Flag::ForkPending));
    assert_eq!(pane.forks[0].event.child.as_deref(), Some("B"));
    assert_eq!(
        story.adopts("P2", "launch-P2-20", "C").rule.word,
        "not-held"
    );
    assert_eq!(
        story.adopts("P1", "launch-P1-9", "C").rule.word,
        "no-such-launch"
    );
    story.expect(prompt("B").by(20), Action::Accepted, "fork-child");
}

#[test]
fn a_recorded_fork_names_the_parent_of_what_is_resumed_or_was_held() {
    let mut story = Story::default();
    story.forks("P2", "A", Some("B"));
    story.says(prompt("B").named("P2").by(20));
    assert_eq!(story.pane("P2").parent.as_deref(), Some("A"));
    story.says(prompt("C").named("P3").by(30));
    story.forks("P3", "A", Some("C"));
    assert_eq!(story.pane("P3").parent.as_deref(), Some("A"));
}
