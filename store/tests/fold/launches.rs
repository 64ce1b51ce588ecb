//! What a launch opens, asks for and leaves alone.

use rejoin_store::binding::{Flag, State};
use rejoin_store::text::Text;
use rejoin_store::verdict::Action;

use crate::record::{begin, end, go_on, launch, plain, prompt};
use crate::story::Story;

#[test]
fn a_launch_that_asked_holds_its_id_though_no_hook_ever_fires() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).resumes("A"));
    assert_eq!(story.state("P1"), State::Asked);
    assert_eq!(story.id("P1"), "A");
    assert_eq!(story.pane("P1").agent.as_deref(), Some("alpha"));
}

#[test]
fn a_preassigned_id_is_asked_until_it_is_published() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).asks("fresh", None, Some("N")));
    assert_eq!(
        (story.state("P1"), story.id("P1")),
        (State::Asked, "N".to_owned())
    );
    story.says(prompt("N").named("P1"));
    assert_eq!(story.state("P1"), State::Published);
}

#[test]
fn a_launch_that_published_nothing_does_not_erase_what_the_pane_held() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(9).cwd("/w1"));
    story.starts(launch("P1", 10));
    assert_eq!(
        (story.state("P1"), story.id("P1")),
        (State::Published, "A".to_owned())
    );
    assert_eq!(story.flags("P1"), [Flag::EarlierGeneration]);
    story.says(prompt("B").named("P1"));
    assert_eq!(story.id("P1"), "B");
    assert_eq!(story.history("P1"), ["A"]);
    assert!(story.flags("P1").is_empty());
}

#[test]
fn a_pane_that_never_published_after_its_relaunch_keeps_its_earlier_id() {
    let mut story = Story::default();
    for pane in 0..16u32 {
        let key = format!("P{pane}");
        story.says(prompt(&format!("A{pane}")).named(&key).by(100 + pane));
        story.starts(launch(&key, 200 + pane).resumes(&format!("A{pane}")));
    }
    for pane in 0..9u32 {
        let key = format!("P{pane}");
        story.says(begin(&format!("A{pane}")).named(&key).by(200 + pane));
    }
    for pane in 0..16u32 {
        assert_eq!(story.id(&format!("P{pane}")), format!("A{pane}"));
    }
}

#[test]
fn an_unanswered_resume_stays_in_the_history_of_the_next_launch() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).resumes("A"));
    story.starts(launch("P1", 11));
    assert_eq!(
        (story.state("P1"), story.id("P1")),
        (State::Asked, "A".to_owned())
    );
    assert_eq!(story.flags("P1"), [Flag::EarlierGeneration]);
    story.says(prompt("B").named("P1").by(11));
    assert_eq!(story.history("P1"), ["A"]);
}

#[test]
fn a_resume_keeps_the_conversation_and_its_facts() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(9).cwd("/w1").transcript("/t/a"));
    story.starts(launch("P1", 10).resumes("A"));
    let asked = story.pane("P1");
    assert_eq!(asked.transcript, Some(Text::from("/t/a")));
    assert_eq!(asked.cwd_last, Some(Text::from("/w1")));
    story.expect(begin("A").named("P1"), Action::Accepted, "resumed");
    assert_eq!(story.state("P1"), State::Published);
    assert!(story.history("P1").is_empty(), "it is one conversation");
    assert_eq!(story.pane("P1").since.expect("since").position.offset, 100);
}

#[test]
fn a_resume_under_a_new_id_keeps_the_lineage() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(9));
    story.starts(launch("P1", 10).resumes("A"));
    story.says(begin("B").named("P1"));
    let pane = story.pane("P1");
    assert_eq!(pane.id.as_deref(), Some("B"));
    assert_eq!(pane.parent.as_deref(), Some("A"));
    assert_eq!(story.history("P1"), ["A"]);
    story.says(prompt("B").named("P1"));
    story.says(prompt("C").named("P1"));
    assert_eq!(
        story.pane("P1").parent,
        None,
        "only the first id descends from what was asked"
    );
}

#[test]
fn a_resume_that_only_ends_falls_back_to_what_was_published() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(9).cwd("/w1"));
    story.starts(launch("P1", 10).resumes("B"));
    assert_eq!(story.id("P1"), "B");
    story.expect(end("B").named("P1"), Action::Accepted, "resume-failed");
    assert_eq!(
        (story.state("P1"), story.id("P1")),
        (State::Published, "A".to_owned())
    );
    assert_eq!(
        story.flags("P1"),
        [Flag::EarlierGeneration, Flag::ResumeFailed]
    );
    assert_eq!(story.pane("P1").cwd_last, Some(Text::from("/w1")));
}

#[test]
fn a_failed_resume_deletes_nothing_and_a_later_one_works() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(9));
    for pid in [10, 11] {
        story.starts(launch("P1", pid).resumes("A"));
        story.says(end("A").named("P1").by(pid));
        assert_eq!(story.id("P1"), "A");
        assert!(story.flags("P1").contains(&Flag::ResumeFailed));
    }
    story.starts(launch("P1", 12).resumes("A"));
    story.says(begin("A").named("P1").by(12));
    assert_eq!(story.id("P1"), "A");
    assert!(story.flags("P1").is_empty());
}

#[test]
fn a_resume_that_failed_in_a_new_pane_still_names_its_id() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).resumes("A"));
    story.says(end("A").named("P1"));
    assert_eq!(
        (story.state("P1"), story.id("P1")),
        (State::Asked, "A".to_owned())
    );
    assert_eq!(story.flags("P1"), [Flag::ResumeFailed]);
}

#[test]
fn a_resume_whose_hooks_spoke_before_it_died_leaves_the_earlier_conversation_whole() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(9).cwd("/w1").transcript("/t/a"));
    story.starts(launch("P1", 10).resumes("B"));
    story.says(begin("B").named("P1"));
    story.says(prompt("B").named("P1"));
    let pane = story.pane("P1");
    assert_eq!(
        pane.id.as_deref(),
        Some("B"),
        "whether B exists only its store can tell"
    );
    let past = &pane.history[0].conversation;
    assert_eq!(past.id, "A");
    assert_eq!(past.cwd_last, Some(Text::from("/w1")));
    assert_eq!(past.transcript, Some(Text::from("/t/a")));
}

#[test]
fn a_program_that_could_not_be_started_changes_no_answer() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(9));
    let start = launch("P1", 10).resumes("B");
    story.starts(start.clone());
    let verdict = story.fails(&start);
    assert_eq!(
        (verdict.action, verdict.rule.word),
        (Action::Accepted, "not-started")
    );
    assert_eq!(story.id("P1"), "A");
    assert_eq!(
        story.flags("P1"),
        [
            Flag::EarlierGeneration,
            Flag::ResumeFailed,
            Flag::NotStarted
        ]
    );
    story.expect(prompt("C").named("P1").by(12), Action::Rotated, "first-id");
    assert!(story.flags("P1").is_empty());
}

#[test]
fn the_failure_of_an_unknown_launch_moves_nothing() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).resumes("A"));
    let verdict = story.fails(&launch("P1", 77));
    assert_eq!(verdict.rule.word, "no-such-launch");
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn an_earlier_launch_never_moves_the_pane() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    story.says(prompt("A").named("P1").by(10));
    story.starts(launch("P1", 20));
    for say in [begin("C"), prompt("C"), go_on("C"), end("A")] {
        let say = say.named("P1").by(10);
        story.expect(say, Action::Ignored, "older-generation");
    }
    story.says(prompt("B").named("P1").by(20));
    story.expect(
        prompt("A").named("P1").by(11).under(&[plain(10)]),
        Action::Ignored,
        "older-generation",
    );
    assert_eq!(story.id("P1"), "B");
}

#[test]
fn a_launch_that_is_recorded_twice_opens_one_generation() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    story.says(prompt("A").named("P1"));
    let verdict = story.starts(launch("P1", 10));
    assert_eq!(
        (verdict.action, verdict.rule.word),
        (Action::Ignored, "launch-repeated")
    );
    assert_eq!(story.id("P1"), "A");
    assert!(story.flags("P1").is_empty());
}

#[test]
fn a_failed_start_does_not_stain_the_next_launch() {
    let mut story = Story::default();
    let failed = launch("P1", 10).resumes("A");
    story.starts(failed.clone());
    story.fails(&failed);
    story.starts(launch("P1", 11).resumes("A"));
    assert_eq!(story.state("P1"), State::Asked);
    assert!(story.flags("P1").is_empty());
}
