//! Who speaks for a pane.

use rejoin_store::binding::Flag;
use rejoin_store::verdict::Action;

use crate::record::{SHELL, TTY, begin, end, launch, plain, process, prompt, tmux_key};
use crate::story::Story;

#[test]
fn another_publisher_is_a_child_while_the_owner_lives() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    let say = prompt("B").named("P1").by(11).alive(&[10]);
    story.expect(say, Action::Child, "owner-alive");
    assert_eq!(story.id("P1"), "A");
    assert_eq!(story.children("P1"), ["B"]);
    assert!(story.flags("P1").is_empty());
}

#[test]
fn a_new_publisher_takes_over_when_the_owner_is_gone() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.expect(
        begin("B").named("P1").by(11).alive(&[]),
        Action::Rotated,
        "new-id",
    );
    assert_eq!(story.id("P1"), "B");
    assert_eq!(story.pane("P1").owner.expect("owner").process.pid, 11);
}

#[test]
fn an_owner_that_is_gone_stays_gone() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.says(prompt("H").named("P1").by(11).alive(&[]).marked("headless"));
    assert_eq!(story.id("P1"), "A");
    story.says(begin("B").named("P1").by(12).alive(&[11]));
    assert_eq!(story.id("P1"), "B", "that 10 was gone was said before");
}

#[test]
fn a_list_says_nothing_about_a_process_that_its_predecessor_did_not_name() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    // This writer knew no record before, so the next one is compared with it alone.
    story.says(prompt("B").named("P1").by(11));
    assert_eq!(story.flags("P1"), [Flag::Unsure]);
    let third = prompt("C").named("P1").by(12).alive(&[11]);
    story.expect(third, Action::Child, "owner-alive");
    assert_eq!(story.id("P1"), "B");
    story.says(prompt("A").named("P1").by(10).alive(&[11, 12]));
    assert_eq!(story.id("P1"), "A", "10 was never said to be gone");
}

#[test]
fn where_nobody_knows_whether_the_owner_lives_the_next_one_has_the_pane_in_doubt() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.expect(prompt("B").named("P1").by(11), Action::Rotated, "new-id");
    assert_eq!(story.id("P1"), "B");
    assert_eq!(story.flags("P1"), [Flag::Unsure]);
    assert_eq!(story.history("P1"), ["A"]);
    story.says(prompt("A").named("P1").by(10).alive(&[11]));
    assert_eq!(story.id("P1"), "A", "the owner that was passed over speaks");
    assert!(story.flags("P1").is_empty());
    let other = prompt("B").named("P1").by(11).alive(&[10]);
    story.expect(other, Action::Child, "owner-alive");
}

#[test]
fn a_doubt_ends_when_the_owner_that_was_passed_over_is_known_to_be_gone() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.says(prompt("B").named("P1").by(11));
    story.says(prompt("C").named("P1").by(10));
    story.says(prompt("D").named("P1").by(11).alive(&[10]));
    story.says(prompt("E").named("P1").by(12).alive(&[]));
    assert_eq!(story.id("P1"), "E");
    assert!(story.flags("P1").is_empty());
}

#[test]
fn processes_of_an_earlier_boot_are_gone() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.says(begin("B").named("P1").by(11).boot("boot-2"));
    assert_eq!(story.id("P1"), "B");
    story.says(prompt("C").named("P1").by(10).boot("boot-3"));
    assert_eq!(
        story.id("P1"),
        "C",
        "one process id of two boots is two processes"
    );
}

#[test]
fn a_reused_process_id_is_another_process() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    let mut say = prompt("B").named("P1").by(10);
    say.0.publisher.start = 99;
    story.expect(say, Action::Rotated, "new-id");
    assert_ne!(story.pane("P1").owner.expect("owner").process, process(10));
}

#[test]
fn another_foreground_job_of_the_terminal_takes_over_from_a_suspended_one() {
    let mut story = Story::default();
    let key = tmux_key("%1");
    story.says(prompt("A").tmux("%1").by(10).shown_on(TTY));
    let other = || prompt("B").tmux("%1").by(11).shown_on(TTY).alive(&[10]);
    story.expect(other().hidden(), Action::Child, "owner-alive");
    let mut same_group = other();
    same_group.0.group = 10;
    story.expect(same_group, Action::Child, "owner-alive");
    story.expect(other().shown_on(TTY + 1), Action::Child, "owner-alive");
    assert_eq!(story.id(&key), "A");
    story.expect(other(), Action::Rotated, "new-id");
    assert_eq!(story.id(&key), "B");
}

#[test]
fn a_background_job_does_not_take_over_though_the_owner_is_gone() {
    let mut story = Story::default();
    story.says(prompt("A").tmux("%1").by(10).shown_on(TTY));
    let job = prompt("B")
        .tmux("%1")
        .by(11)
        .shown_on(TTY)
        .hidden()
        .alive(&[]);
    story.expect(job, Action::Child, "not-shown");
    assert_eq!(story.id(&tmux_key("%1")), "A");
}

#[test]
fn a_job_behind_a_launch_that_said_nothing_yet_does_not_own_its_pane() {
    let mut story = Story::default();
    let key = tmux_key("%1");
    story.starts(launch(&key, 20).on(TTY));
    let job = prompt("B").tmux("%1").by(11).shown_on(TTY).hidden();
    story.expect(job, Action::Child, "not-shown");
    story.says(prompt("A").by(20).under(&[plain(SHELL)]).shown_on(TTY));
    assert_eq!(story.id(&key), "A");
}

#[test]
fn a_headless_run_does_not_displace_a_persons_conversation() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    let run = prompt("H").named("P1").by(11).marked("headless").alive(&[]);
    story.expect(run, Action::Child, "headless");
    let later = prompt("H")
        .named("P1")
        .by(12)
        .marked("headless")
        .boot("boot-2");
    story.expect(later, Action::Child, "headless");
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn a_headless_run_owns_an_unowned_pane_and_gives_way_when_it_is_gone() {
    let mut story = Story::default();
    story.says(prompt("H").named("P1").by(10).marked("headless"));
    assert_eq!(story.id("P1"), "H");
    let next = prompt("I").named("P1").by(11).marked("headless").alive(&[]);
    story.expect(next, Action::Rotated, "new-id");
    story.expect(
        prompt("A").named("P1").by(12).alive(&[]),
        Action::Rotated,
        "new-id",
    );
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn an_end_makes_nobody_an_owner() {
    let mut story = Story::default();
    story.says(end("Z").named("P1").by(9));
    assert_eq!(story.pane("P1").owner, None);
    story.says(prompt("A").named("P1").by(10));
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn the_same_conversation_in_a_new_process_stays_and_changes_its_owner() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    story.expect(
        begin("A").named("P1").by(11).alive(&[]),
        Action::Accepted,
        "repeated",
    );
    assert!(story.history("P1").is_empty());
    assert_eq!(story.pane("P1").owner.expect("owner").process.pid, 11);
}

#[test]
fn a_list_that_may_be_cut_proves_nobody_gone() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    let full = prompt("B")
        .named("P1")
        .by(11)
        .alive(&[20, 21, 22, 23, 24, 25, 26, 27]);
    story.says(full);
    assert_eq!(story.flags("P1"), [Flag::Unsure]);
}
