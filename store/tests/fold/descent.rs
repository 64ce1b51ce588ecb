//! Agents inside agents.

use rejoin_store::verdict::Action;

use crate::record::{
    SERVER, SHELL, TTY, agent, begin, end, go_on, launch, plain, prompt, tmux_key,
};
use crate::story::Story;

#[test]
fn agents_that_a_tool_call_starts_are_children() {
    let mut story = Story::default();
    story.says(begin("A").named("P1").by(10));
    let nested = begin("B").named("P1").by(12).under(&[plain(11), plain(10)]);
    story.expect(nested, Action::Child, "under-owner");
    let unseen = begin("C").named("P1").by(13).under(&[plain(11), agent(77)]);
    story.expect(unseen, Action::Child, "under-agent");
    assert_eq!(story.id("P1"), "A");
    assert_eq!(story.children("P1"), ["C", "B"]);
    assert_eq!(story.pane("P1").children[0].parent.as_deref(), Some("A"));
}

#[test]
fn a_nested_agent_that_speaks_first_does_not_own_the_pane() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    let nested = prompt("B").by(12).under(&[plain(11), agent(10)]);
    story.expect(nested, Action::Child, "under-agent");
    story.says(prompt("A").by(10));
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn a_nested_agent_in_a_terminal_of_its_own_is_still_inside_the_launch() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).on(TTY));
    let tool = prompt("B")
        .by(12)
        .under(&[plain(SHELL), agent(10)])
        .shown_on(TTY + 1);
    story.expect(tool, Action::Child, "under-agent");
}

#[test]
fn an_agent_above_the_terminal_is_where_the_terminal_is_shown() {
    let mut story = Story::default();
    let shell = [plain(SHELL), agent(SERVER)];
    story.says(prompt("A").named("P1").by(10).under(&shell).shown_on(TTY));
    assert_eq!(story.id("P1"), "A");
}

#[test]
fn an_agent_between_the_shell_and_the_publisher_counts_in_a_tmux_pane_too() {
    let mut story = Story::default();
    let above = [plain(12), agent(11), plain(SHELL), plain(SERVER)];
    let say = prompt("B").tmux("%1").by(13).under(&above).shown_on(TTY);
    story.expect(say, Action::Child, "under-agent");
    let windowless = [plain(12), agent(11), plain(SHELL), plain(SERVER)];
    let say = prompt("C").tmux("%1").by(14).under(&windowless);
    story.expect(say, Action::Child, "under-agent");
    assert_eq!(story.id(&tmux_key("%1")), "");
}

#[test]
fn a_nested_mark_counts_only_against_what_is_not_shown() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    let marked = || prompt("B").named("P1").by(11).marked("nested").alive(&[]);
    story.expect(marked(), Action::Child, "nested-mark");
    assert_eq!(story.id("P1"), "A");

    let mut always = Story::default();
    let main = prompt("A").tmux("%1").by(10).marked("nested").shown_on(TTY);
    always.expect(main, Action::Accepted, "first-id");
    let named = prompt("A")
        .named("P2")
        .by(10)
        .marked("nested")
        .shown_on(TTY);
    always.expect(named, Action::Accepted, "first-id");
}

#[test]
fn what_was_launched_is_not_nested_in_its_own_pane() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    story.expect(
        prompt("A").by(10).marked("nested"),
        Action::Accepted,
        "first-id",
    );
    let inside = prompt("B")
        .by(12)
        .under(&[plain(10)])
        .marked("nested")
        .alive(&[]);
    story.expect(inside, Action::Child, "under-owner");
}

#[test]
fn a_wrapper_between_the_launch_and_its_agent_is_no_agent() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).on(TTY));
    let native = prompt("A")
        .by(11)
        .under(&[plain(10), plain(SHELL)])
        .shown_on(TTY);
    story.expect(native, Action::Accepted, "first-id");
}

#[test]
fn a_subagent_never_moves_its_pane() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    for say in [begin("A"), prompt("A"), go_on("A"), end("A")] {
        story.expect(say.named("P1").child("T"), Action::Child, "subagent");
    }
    story.expect(
        prompt("T").named("P1").child("T"),
        Action::Child,
        "subagent",
    );
    let pane = story.pane("P1");
    assert_eq!(pane.id.as_deref(), Some("A"));
    assert_eq!(story.children("P1"), ["T"]);
    assert_eq!(pane.children[0].parent.as_deref(), Some("A"));
    assert!(pane.flags.is_empty());
}

#[test]
fn a_subagent_that_speaks_before_its_root_is_not_adopted() {
    let mut story = Story::default();
    story.says(go_on("K").named("P1").child("K"));
    assert_eq!(story.id("P1"), "");
    story.says(go_on("R").named("P1"));
    assert_eq!(story.id("P1"), "R");
}

#[test]
fn thousands_of_subagents_are_not_kept_without_end() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1"));
    for number in 0..5_000 {
        story.says(begin("A").named("P1").child(&format!("T{number}")));
    }
    let children = story.children("P1");
    assert!(children.len() < 100);
    assert_eq!(children[0], "T4999");
}
