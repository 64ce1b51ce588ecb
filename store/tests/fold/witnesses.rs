//! What else is said of a pane than by its hooks: imports, an agent's own list, activity
//! that contradicts the start.

use rejoin_store::binding::{Flag, State};
use rejoin_store::verdict::Action;

use crate::record::{begin, go_on, launch, named, prompt};
use crate::story::Story;

#[test]
fn an_import_fills_silence_and_nothing_else() {
    let mut story = Story::default();
    assert_eq!(story.imports("P1", "A").rule.word, "imported");
    assert_eq!(
        (story.id("P1"), story.state("P1")),
        ("A".into(), State::Asked)
    );
    assert_eq!(story.flags("P1"), [Flag::Imported]);
    story.expect(begin("B").named("P1").by(10), Action::Rotated, "first-id");
    assert_eq!(story.imports("P1", "C").rule.word, "import-known");
    assert_eq!(
        (story.id("P1"), story.history("P1")),
        ("B".into(), vec!["C".into(), "A".into()])
    );
}

#[test]
fn an_import_does_not_bring_back_what_was_cleared() {
    let mut story = Story::default();
    story.imports("P1", "A");
    story.clears("P1", named("A"));
    assert_eq!(story.imports("P1", "A").rule.word, "excluded");
    assert_eq!(story.id("P1"), "");
}

#[test]
fn a_witness_fills_the_silence_of_a_launch() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.starts(launch("P1", 20));
    assert_eq!(story.witness(20, "B").rule.word, "witnessed");
    assert_eq!(
        (story.id("P1"), story.state("P1")),
        ("B".into(), State::Asked)
    );
    assert!(story.flags("P1").contains(&Flag::Witnessed));
    story.expect(begin("C").by(20), Action::Rotated, "first-id");
    assert_eq!(story.id("P1"), "C", "a hook's word is the better one");
}

#[test]
fn a_witness_confirms_or_contradicts_and_moves_nothing() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    assert_eq!(story.witness(10, "B").rule.word, "contradicted");
    assert_eq!(
        (story.id("P1"), story.flags("P1")),
        ("A".into(), vec![Flag::Conflict])
    );
    assert_eq!(story.witness(10, "A").rule.word, "confirmed");
    assert_eq!(story.flags("P1"), []);
    assert_eq!(story.witness(99, "B").action, Action::Unscoped);
}

#[test]
fn activity_that_names_another_conversation_is_a_conflict_until_a_prompt_settles_it() {
    let mut story = Story::default();
    story.says(begin("A").named("P1").by(10));
    story.expect(
        go_on("D").named("P1").by(10),
        Action::Ignored,
        "never-adopts",
    );
    let conflict = story.pane("P1").conflict.expect("told");
    assert_eq!(
        (conflict.id.as_str(), conflict.rule.word),
        ("D", "never-adopts")
    );
    assert_eq!(story.id("P1"), "A");
    assert!(story.flags("P1").contains(&Flag::Conflict));
    story.says(go_on("A").named("P1").by(10));
    assert!(
        story.flags("P1").contains(&Flag::Conflict),
        "activity settles nothing"
    );
    story.says(prompt("D").named("P1").by(10));
    assert_eq!((story.id("P1"), story.flags("P1")), ("D".into(), vec![]));
}
