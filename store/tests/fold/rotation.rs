//! How a pane goes from one conversation to the next.

use rejoin_store::binding::Flag;
use rejoin_store::text::Text;
use rejoin_store::verdict::Action;

use crate::record::{begin, end, go_on, launch, prompt};
use crate::story::Story;

#[test]
fn a_new_id_is_adopted_from_its_prompt_alone() {
    let mut story = Story::default();
    story.says(begin("A").named("P1"));
    story.says(prompt("A").named("P1"));
    story.expect(go_on("B").named("P1"), Action::Ignored, "never-adopts");
    story.expect(prompt("B").named("P1"), Action::Rotated, "new-id");
    assert_eq!(story.id("P1"), "B");
    assert_eq!(story.history("P1"), ["A"]);
}

#[test]
fn begin_and_prompt_in_either_order_make_one_conversation() {
    for swapped in [false, true] {
        let mut story = Story::default();
        story.says(begin("A").named("P1"));
        story.says(prompt("A").named("P1"));
        let mut pair = [begin("B"), prompt("B")];
        if swapped {
            pair.reverse();
        }
        for say in pair {
            story.says(say.named("P1"));
        }
        assert_eq!(story.id("P1"), "B");
        assert_eq!(story.history("P1"), ["A"]);
        assert!(story.flags("P1").is_empty());
    }
}

#[test]
fn silence_leaves_the_last_id_with_when_it_was_seen() {
    let mut story = Story::default();
    story.says(begin("A").named("P1"));
    story.says(prompt("A").named("P1"));
    let seen = story.pane("P1").last_seen.expect("seen");
    assert_eq!((seen.position.offset, seen.at.as_str()), (200, "then"));
}

#[test]
fn the_first_id_of_a_pane_does_not_win_for_ever() {
    let mut story = Story::default();
    for (id, source) in [("A", "startup"), ("B", "startup"), ("C", "teleport")] {
        let mut say = begin(id).named("P1");
        say.0.source = Some(source.to_owned());
        story.says(say);
        assert_eq!(story.id("P1"), id, "whatever the agent calls the reason");
    }
    assert_eq!(story.history("P1"), ["B", "A"]);
}

#[test]
fn two_begins_at_one_resume_settle_on_the_one_that_is_prompted() {
    for order in [["A", "X"], ["X", "A"]] {
        let mut story = Story::default();
        story.starts(launch("P1", 10).resumes("A"));
        for id in order {
            story.says(begin(id).named("P1"));
        }
        story.says(prompt("A").named("P1"));
        assert_eq!(story.id("P1"), "A", "{order:?}");
        assert!(
            story.history("P1").is_empty(),
            "an id that was never used is dropped"
        );
        assert!(story.flags("P1").is_empty());
    }
}

#[test]
fn a_begin_without_a_prompt_is_provisional() {
    let mut story = Story::default();
    story.says(begin("A").named("P1"));
    assert_eq!(story.flags("P1"), [Flag::Provisional]);
    story.says(prompt("A").named("P1"));
    assert!(story.flags("P1").is_empty());
}

#[test]
fn an_announced_fork_that_ends_unused_is_dropped() {
    let mut story = Story::default();
    story.says(begin("A").named("P1"));
    story.says(prompt("A").named("P1"));
    story.says(begin("F").named("P1"));
    story.expect(end("F").named("P1"), Action::Rotated, "unused-ended");
    assert_eq!(story.id("P1"), "A");
    story.says(prompt("A").named("P1"));
    assert_eq!(story.id("P1"), "A");
    assert!(story.history("P1").is_empty());
}

#[test]
fn a_parent_that_is_prompted_again_drops_its_unused_fork() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    story.says(begin("F").named("P1"));
    story.expect(prompt("A").named("P1"), Action::Rotated, "back-again");
    assert_eq!(story.id("P1"), "A");
    assert!(story.history("P1").is_empty());
}

#[test]
fn leaving_a_conversation_and_the_program_does_not_bring_the_left_one_back() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    story.says(end("A").named("P1"));
    story.says(begin("B").named("P1"));
    story.says(end("B").named("P1"));
    assert_eq!(story.id("P1"), "B");
    assert_eq!(story.flags("P1"), [Flag::Ended, Flag::Provisional]);
    assert_eq!(story.history("P1"), ["A"]);
}

#[test]
fn an_end_never_adopts_and_never_removes() {
    let mut story = Story::default();
    story.expect(end("Z").named("P1"), Action::Ignored, "end-of-other");
    story.says(prompt("A").named("P1"));
    story.expect(end("B").named("P1"), Action::Ignored, "end-of-other");
    assert_eq!(story.id("P1"), "A");
    story.expect(end("A").named("P1"), Action::Accepted, "ended");
    assert_eq!(story.id("P1"), "A");
    assert_eq!(story.flags("P1"), [Flag::Ended]);
    story.says(go_on("A").named("P1"));
    assert!(story.flags("P1").is_empty(), "what goes on has not ended");
}

#[test]
fn late_events_of_a_left_conversation_do_not_take_the_pane_back() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    story.says(prompt("B").named("P1"));
    story.expect(go_on("A").named("P1"), Action::Ignored, "superseded");
    story.expect(end("A").named("P1"), Action::Ignored, "end-of-other");
    assert_eq!(story.id("P1"), "B");
    story.expect(prompt("A").named("P1"), Action::Rotated, "back-again");
    assert_eq!(story.id("P1"), "A");
    assert_eq!(story.history("P1"), ["B"]);
}

#[test]
fn any_first_event_with_an_id_is_adopted_where_no_begin_comes() {
    let mut story = Story::default();
    story.expect(go_on("A").named("P1"), Action::Accepted, "first-id");
    assert_eq!(story.id("P1"), "A");
    story.expect(go_on("B").named("P1"), Action::Ignored, "never-adopts");
}

#[test]
fn forty_repeated_begins_are_one_conversation() {
    let mut story = Story::default();
    for _ in 0..40 {
        story.says(begin("A").named("P1"));
    }
    assert_eq!(story.id("P1"), "A");
    assert!(story.history("P1").is_empty());
    assert_eq!(story.pane("P1").since.expect("since").position.offset, 100);
}

#[test]
fn a_new_conversation_inherits_neither_directory_nor_transcript() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    story.says(prompt("A").named("P1").cwd("/w").transcript("/t/a"));
    story.says(prompt("B").named("P1"));
    let pane = story.pane("P1");
    assert_eq!(pane.id.as_deref(), Some("B"));
    assert_eq!(
        (pane.cwd_launch, pane.cwd_last, pane.transcript),
        (None, None, None)
    );
    let past = &pane.history[0].conversation;
    assert_eq!(past.cwd_last, Some(Text::from("/w")));
    assert_eq!(past.transcript, Some(Text::from("/t/a")));

    story.says(prompt("A").named("P1"));
    let pane = story.pane("P1");
    assert_eq!(
        pane.cwd_last,
        Some(Text::from("/w")),
        "A's own facts come back with it"
    );
    assert_eq!(pane.transcript, Some(Text::from("/t/a")));
}

#[test]
fn history_says_from_when_to_when_a_conversation_was_held_and_by_which_rule_it_was_left() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    story.says(prompt("B").named("P1"));
    let past = &story.pane("P1").history[0];
    assert_eq!(past.conversation.since.position.offset, 100);
    assert_eq!(past.until.position.offset, 200);
    assert_eq!(past.rule.word, "new-id");
}

#[test]
fn an_event_class_of_a_later_version_moves_nothing() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    let mut say = prompt("B").named("P1");
    say.0.class = rejoin_store::event::Class::Other;
    story.expect(say, Action::Ignored, "unknown-class");
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn one_id_of_two_agents_is_two_conversations() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    story.expect(
        prompt("A").named("P1").agent("beta"),
        Action::Rotated,
        "new-id",
    );
    assert_eq!(story.pane("P1").agent.as_deref(), Some("beta"));
    assert_eq!(story.history("P1"), ["A"]);
}

#[test]
fn a_conversation_that_ended_late_does_not_come_back_when_the_next_ends_unused() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    story.says(begin("B").named("P1"));
    story.says(end("A").named("P1"));
    story.expect(end("B").named("P1"), Action::Accepted, "ended");
    assert_eq!(story.id("P1"), "B");
}

#[test]
fn a_resumed_conversation_counts_as_used_before_its_first_prompt() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).resumes("A"));
    story.says(begin("A").named("P1"));
    assert!(story.flags("P1").is_empty());
    story.says(begin("C").named("P1"));
    story.says(prompt("C").named("P1"));
    assert_eq!(story.history("P1"), ["A"]);
}
