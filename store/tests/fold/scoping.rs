//! Which pane a publication belongs to.

use rejoin_store::event::{Claim, Event, Refused};
use rejoin_store::pane;
use rejoin_store::verdict::Action;

use crate::record::{SERVER, SHELL, TTY, agent, begin, launch, plain, process, prompt, tmux_key};
use crate::story::Story;

#[test]
fn ten_panes_in_one_directory_hold_ten_conversations() {
    let mut story = Story::default();
    for number in 0..10u32 {
        let say = prompt(&format!("A{number}")).named(&format!("P{number}"));
        story.says(say.by(10 + number).cwd("/w"));
    }
    for number in 0..10 {
        assert_eq!(story.id(&format!("P{number}")), format!("A{number}"));
    }
}

#[test]
fn an_agent_outside_any_pane_moves_none() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10).cwd("/w"));
    story.expect(prompt("B").by(11).cwd("/w"), Action::Unscoped, "no-pane");
    assert_eq!(story.id("P1"), "A");
    assert_eq!(story.fold.panes().len(), 1);
    let kept: Vec<_> = story.fold.unscoped().map(|one| one.id.as_str()).collect();
    assert_eq!(kept, ["B"]);
}

#[test]
fn unscoped_publications_are_counted_all_and_kept_in_part() {
    let mut story = Story::default();
    for number in 0..1_000 {
        story.says(prompt(&format!("B{number}")));
    }
    assert_eq!(story.fold.counts().unscoped, 1_000);
    let kept: Vec<_> = story.fold.unscoped().collect();
    assert!(kept.len() < 500);
    assert_eq!(kept.last().expect("kept").id, "B999");
}

#[test]
fn a_launched_process_is_proof_whatever_the_surroundings_name() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    let say = prompt("A")
        .named("P2")
        .tmux("%9")
        .by(11)
        .under(&[plain(10)]);
    let verdict = story.says(say);
    assert_eq!(verdict.pane.as_deref(), Some("P1"));
    assert_eq!(verdict.found.expect("found").word, "in-launch");
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn a_process_id_of_another_boot_or_start_is_not_the_launched_process() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    story.expect(
        prompt("A").by(10).boot("boot-2"),
        Action::Unscoped,
        "no-pane",
    );
    let mut reused = prompt("A").by(10);
    reused.0.publisher.start = 11;
    story.expect(reused, Action::Unscoped, "no-pane");
}

#[test]
fn a_name_is_no_proof_where_the_pane_has_a_launch() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    story.says(prompt("A").named("P1").by(10));
    story.expect(
        prompt("B").named("P1").by(99),
        Action::Unscoped,
        "named-outside-launch",
    );
    assert_eq!(story.id("P1"), "A");
    let rebooted = prompt("C").named("P1").by(99).boot("boot-2");
    story.expect(rebooted, Action::Rotated, "new-id");
}

#[test]
fn a_shared_server_with_the_name_of_the_pane_that_started_it_moves_nothing() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    story.starts(launch("P2", 20));
    story.says(prompt("A").named("P1").by(10));
    let server = || {
        prompt("B")
            .named("P1")
            .by(50)
            .marked("background")
            .cwd("/w2")
    };
    // While the pane that started it lives, the server is a child of its agent.
    let above = [agent(10), plain(SHELL), plain(SERVER)];
    story.expect(server().under(&above), Action::Unscoped, "background");
    story.expect(server(), Action::Unscoped, "named-outside-launch");
    assert_eq!(story.id("P1"), "A");
    assert_eq!(story.id("P2"), "");
}

#[test]
fn an_unmarked_server_below_the_agent_that_started_it_is_a_child() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    let server = prompt("B")
        .named("P1")
        .by(50)
        .under(&[agent(11), plain(10)]);
    story.expect(server, Action::Child, "under-agent");
    assert_eq!(story.id("P1"), "");
}

#[test]
fn a_background_worker_with_a_panes_name_is_not_its_conversation() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    let worker = || prompt("B").named("P1").by(11).marked("background");
    let verdict = story.says(worker());
    assert_eq!(verdict.rule.word, "background");
    assert_eq!(verdict.pane.as_deref(), Some("P1"), "it is told there");
    story.expect(worker().shown_on(TTY), Action::Unscoped, "background");
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn a_background_mark_does_not_count_against_what_the_panes_terminal_shows() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).on(TTY));
    let shown = prompt("A")
        .by(10)
        .under(&[plain(SHELL)])
        .marked("background");
    story.expect(
        shown.clone().shown_on(TTY + 1),
        Action::Unscoped,
        "background",
    );
    story.expect(
        shown.clone().shown_on(TTY).hidden(),
        Action::Unscoped,
        "background",
    );
    story.expect(shown.shown_on(TTY), Action::Accepted, "first-id");

    let mut plain_tmux = Story::default();
    let shown = prompt("A")
        .tmux("%1")
        .by(10)
        .marked("background")
        .shown_on(TTY);
    plain_tmux.expect(shown, Action::Accepted, "first-id");
}

#[test]
fn a_pane_number_of_another_tmux_server_is_another_pane() {
    let mut story = Story::default();
    story.says(prompt("A").tmux("%1").by(10).shown_on(TTY));
    let mut later = prompt("B").tmux("%1").by(11).shown_on(TTY);
    later.0.claim.tmux.as_mut().expect("tmux").server = 200;
    later.0.above = vec![plain(SHELL), plain(200)];
    let verdict = story.says(later);
    let other = pane::key_of_tmux(b"/tmp/tmux-0/default", process(200), "boot-1", "%1");
    assert_eq!(verdict.pane.as_deref(), Some(other.as_str()));
    assert_eq!(
        (story.id(&tmux_key("%1")), story.id(&other)),
        ("A".into(), "B".into())
    );

    let mut same_pid = prompt("C").tmux("%1").by(12).shown_on(TTY);
    same_pid.0.above[1].start = 9_999;
    let third = story.says(same_pid).pane.expect("a pane");
    assert_ne!(
        *third,
        *tmux_key("%1"),
        "one process id at another time is another server"
    );
    assert_eq!(story.id(&tmux_key("%1")), "A");
}

#[test]
fn a_terminal_opened_inside_a_tmux_pane_is_a_pane_of_its_own() {
    let mut story = Story::default();
    let inner = prompt("A")
        .tmux("%1")
        .under(&[plain(SHELL), plain(1)])
        .shown_on(TTY);
    let key = pane::key_of_tty(TTY, process(SHELL), "boot-1");
    assert_eq!(story.says(inner).pane.as_deref(), Some(key.as_str()));
}

#[test]
fn without_a_terminal_an_inherited_tmux_pane_is_none() {
    let mut story = Story::default();
    let stranger = prompt("A").tmux("%1").under(&[plain(SHELL), plain(1)]);
    story.expect(stranger, Action::Unscoped, "other-tmux");
    assert!(story.fold.panes().is_empty());
}

#[test]
fn what_a_dead_agent_left_to_the_first_process_owns_no_pane() {
    let mut story = Story::default();
    let orphan = prompt("A").named("P1").by(1).marked("orphaned");
    story.expect(orphan, Action::Unscoped, "orphaned");
    story.says(prompt("B").named("P1").by(11));
    assert_eq!(story.id("P1"), "B");
}

#[test]
fn what_begins_in_an_outer_launch_after_an_inner_one_still_speaks_for_the_pane() {
    let mut story = Story::default();
    story.starts(launch("P1", 5));
    let in_shell = |id: &str, pid| prompt(id).named("P1").by(pid).under(&[plain(5)]);
    story.says(in_shell("A", 10));
    story.starts(launch("P1", 20));
    story.says(in_shell("B", 30));
    assert_eq!(story.id("P1"), "B", "it began after the inner launch");
    story.expect(in_shell("C", 10), Action::Ignored, "older-generation");
}

#[test]
fn without_any_name_the_terminals_session_is_the_pane() {
    let mut story = Story::default();
    let verdict = story.says(prompt("A").by(10).shown_on(TTY));
    let key = pane::key_of_tty(TTY, process(SHELL), "boot-1");
    assert_eq!(verdict.pane.as_deref(), Some(key.as_str()));

    let mut reused = prompt("B").by(11).shown_on(TTY);
    reused.0.above[0].start = 500;
    let other = story.says(reused).pane.expect("a pane");
    assert_ne!(
        *other, *key,
        "the number of a closed terminal is given out again"
    );
    assert_eq!(story.id(&key), "A");

    let lost = prompt("C").by(12).under(&[plain(44)]).shown_on(TTY);
    story.expect(lost, Action::Unscoped, "no-pane");
}

#[test]
fn a_program_started_by_hand_where_a_launch_was_belongs_to_its_pane() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).on(TTY));
    story.says(prompt("A").by(10).under(&[plain(SHELL)]).shown_on(TTY));
    let by_hand = || prompt("B").by(30).shown_on(TTY);
    let verdict = story.says(by_hand());
    assert_eq!(verdict.pane.as_deref(), Some("P1"));
    assert_eq!(verdict.found.expect("found").word, "launch-terminal");
    assert_eq!(story.id("P1"), "B");
    assert!(!story.pane("P1").qualified);
}

#[test]
fn a_terminal_number_that_is_used_again_does_not_lead_to_the_old_pane() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).on(TTY));
    story.says(prompt("A").by(10).under(&[plain(SHELL)]).shown_on(TTY));
    let mut later = prompt("B")
        .by(900)
        .under(&[plain(SHELL), plain(SERVER)])
        .shown_on(TTY);
    later.0.above[0].start = 800;
    let verdict = story.says(later);
    assert_ne!(verdict.pane.as_deref(), Some("P1"));
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn a_pane_that_is_attached_elsewhere_keeps_its_key() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10).shown_on(TTY));
    story.says(prompt("B").named("P1").by(10).shown_on(TTY + 4));
    assert_eq!(story.id("P1"), "B");
    assert_eq!(story.fold.panes().len(), 1);
}

#[test]
fn a_directory_never_grants_a_pane() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10).cwd("/home/u"));
    story.expect(
        prompt("B").by(11).cwd("/home/u/w"),
        Action::Unscoped,
        "no-pane",
    );
}

#[test]
fn refusals_are_counted_with_their_last_reason_and_move_nothing() {
    let mut story = Story::default();
    story.says(begin("A").named("P1"));
    for reason in ["truncated", "no-id"] {
        let verdict = story.event(&Event::Refused(Box::new(Refused {
            agent: "alpha".to_owned(),
            reason: reason.to_owned(),
            claim: Claim {
                token: Some("P1".to_owned()),
                ..Claim::default()
            },
            at: "then".to_owned(),
        })));
        assert_eq!(verdict.action, Action::Refused);
    }
    assert_eq!(story.id("P1"), "A");
    let refusals: Vec<_> = story.fold.refusals().collect();
    assert_eq!(refusals.len(), 1);
    assert_eq!(
        (refusals[0].count, refusals[0].last_reason.as_str()),
        (2, "no-id")
    );
    assert_eq!(refusals[0].claimed.as_deref(), Some("P1"));
    assert_eq!(story.fold.counts().refused, 2);
}

#[test]
fn a_background_job_where_a_launch_was_is_not_what_the_pane_shows() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).on(TTY));
    let job = prompt("B").by(30).shown_on(TTY).hidden();
    assert_ne!(story.says(job).pane.as_deref(), Some("P1"));
    assert_eq!(story.id("P1"), "");
}
