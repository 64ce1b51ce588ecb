//! A launch that forks a conversation.

use rejoin_store::binding::{Flag, State};
use rejoin_store::verdict::Action;

use crate::record::{begin, launch, prompt};
use crate::story::Story;

#[test]
fn the_parent_that_a_fork_names_first_is_not_its_child() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(9));
    story.starts(launch("P2", 10).asks("fork", Some("A"), None));
    assert_eq!(
        (story.state("P2"), story.id("P2")),
        (State::None, String::new())
    );
    assert_eq!(story.flags("P2"), [Flag::ForkPending]);
    assert_eq!(story.pane("P2").parent.as_deref(), Some("A"));

    story.expect(begin("A").named("P2"), Action::Provisional, "fork-parent");
    assert_eq!(story.id("P2"), "");
    assert!(
        story.flags("P1").is_empty(),
        "nothing is shared at any time"
    );

    story.expect(prompt("B").named("P2"), Action::Accepted, "fork-child");
    assert_eq!(
        (story.id("P1"), story.id("P2")),
        ("A".to_owned(), "B".to_owned())
    );
    assert_eq!(story.pane("P2").parent.as_deref(), Some("A"));
    assert!(story.flags("P2").is_empty());
}

#[test]
fn a_preassigned_child_is_asked_at_once() {
    let mut story = Story::default();
    story.starts(launch("P2", 10).asks("fork", Some("A"), Some("B")));
    assert_eq!(
        (story.state("P2"), story.id("P2")),
        (State::Asked, "B".to_owned())
    );
    assert_eq!(story.pane("P2").parent.as_deref(), Some("A"));
    story.says(begin("A").named("P2"));
    assert_eq!(story.id("P2"), "B");
    story.says(begin("B").named("P2"));
    assert_eq!(
        (story.state("P2"), story.id("P2")),
        (State::Published, "B".to_owned())
    );
    assert_eq!(story.pane("P2").parent.as_deref(), Some("A"));
}

#[test]
fn a_fork_in_its_parents_own_pane_offers_the_parent_as_earlier_until_the_child_comes() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(9));
    story.starts(launch("P1", 10).asks("fork", Some("A"), None));
    story.says(begin("A").named("P1"));
    assert_eq!(story.id("P1"), "A");
    assert_eq!(
        story.flags("P1"),
        [Flag::EarlierGeneration, Flag::ForkPending]
    );
    story.says(prompt("B").named("P1"));
    assert_eq!(story.id("P1"), "B");
    assert_eq!(story.history("P1"), ["A"]);
}

#[test]
fn a_prompt_in_the_parent_is_believed_and_shown_as_shared() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(9));
    story.starts(launch("P2", 10).asks("fork", Some("A"), None));
    story.says(prompt("A").named("P2"));
    assert_eq!(story.id("P2"), "A");
    assert_eq!(story.flags("P1"), [Flag::Shared]);
    assert_eq!(story.flags("P2"), [Flag::Shared]);
}
