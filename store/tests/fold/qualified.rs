//! What agrees with the launch it came from.

use rejoin_store::text::Text;

use crate::record::{SHELL, TTY, begin, launch, plain, prompt};
use crate::story::Story;

#[test]
fn what_agrees_with_its_launch_is_qualified() {
    let said = || {
        prompt("A")
            .by(11)
            .under(&[plain(10)])
            .cwd("/w")
            .store("/s", 5)
    };
    let started = || launch("P1", 10).store("/s", 5);
    let qualified = |start, say| {
        let mut story = Story::default();
        story.starts(start);
        story.says(say);
        story.pane("P1").qualified
    };
    assert!(qualified(started(), said()));
    assert!(
        qualified(started(), said().store("/other-name", 5)),
        "one inode is one store"
    );
    assert!(!qualified(started(), said().cwd("/elsewhere")));
    assert!(!qualified(started(), said().store("/s", 6)));
    assert!(!qualified(started(), said().agent("beta")));
    let by_hand = said().by(12).under(&[]).shown_on(TTY);
    assert!(
        !qualified(started().on(TTY), by_hand),
        "it is not inside the launch"
    );
}

#[test]
fn a_conversation_stays_qualified_when_its_agent_changes_directory() {
    let mut story = Story::default();
    story.starts(launch("P1", 10));
    story.says(begin("A").cwd("/w"));
    story.says(prompt("A").cwd("/w/sub"));
    let pane = story.pane("P1");
    assert!(pane.qualified);
    assert_eq!(pane.cwd_launch, Some(Text::from("/w")));
    assert_eq!(pane.cwd_last, Some(Text::from("/w/sub")));
}

#[test]
fn a_conversation_that_goes_on_outside_its_launch_is_qualified_no_more() {
    let mut story = Story::default();
    story.starts(launch("P1", 10).on(TTY));
    story.says(prompt("A").cwd("/w").under(&[plain(SHELL)]).shown_on(TTY));
    assert!(story.pane("P1").qualified);
    story.says(begin("A").cwd("/w").by(30).shown_on(TTY));
    assert_eq!(story.id("P1"), "A");
    assert!(!story.pane("P1").qualified);
}
