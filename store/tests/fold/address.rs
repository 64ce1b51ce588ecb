//! Where a pane stands in its multiplexer.

use rejoin_store::event::{Address, Event};
use rejoin_store::verdict::{Action, Verdict};

use crate::record::prompt;
use crate::story::Story;

fn stands(story: &mut Story, pane: &str, session: &str) -> Verdict {
    let address = Address {
        pane: pane.to_owned(),
        session: Some(session.to_owned()),
        ..Address::default()
    };
    story.event(&Event::Address(Box::new(address)))
}

#[test]
fn a_pane_stands_where_it_was_said_last_and_holds_what_it_held() {
    let mut story = Story::default();
    story.says(prompt("A").named("P1").by(10));
    let before = story.pane("P1");
    for session in ["work", "home"] {
        let verdict = stands(&mut story, "P1", session);
        assert_eq!(
            (verdict.action, verdict.rule.word),
            (Action::Accepted, "located")
        );
    }
    let mut after = story.pane("P1");
    let located = after.located.take().expect("it was said");
    assert_eq!(located.address.session.as_deref(), Some("home"));
    assert_eq!(after, before);
}

#[test]
fn an_address_alone_makes_no_pane() {
    let mut story = Story::default();
    let verdict = stands(&mut story, "P1", "work");
    assert_eq!(
        (verdict.action, verdict.rule.word),
        (Action::Ignored, "address-of-nothing")
    );
    assert!(story.fold.panes().is_empty());
}
