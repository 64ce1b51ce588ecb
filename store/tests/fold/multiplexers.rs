//! Panes of multiplexers: a pane number counts only with the server that counts it.

use rejoin_store::multiplexer::{MULTIPLEXERS, Pid, Place};
use rejoin_store::pane;
use rejoin_store::verdict::Action;

use crate::record::{SERVER, SHELL, Say, TTY, called, plain, process, prompt, tmux_key};
use crate::story::Story;

/// A pane of a server that is above the shell.
fn shown_by(server: &str, say: Say) -> Say {
    say.under(&[plain(SHELL), called(server, SERVER)])
        .shown_on(TTY)
}

fn key(multiplexer: &str, session: &str, pane: &str) -> String {
    let place = Place {
        multiplexer,
        session: session.as_bytes(),
        pane,
    };
    pane::key_of_place(&place, process(SERVER), "boot-1")
}

fn tty_key() -> String {
    pane::key_of_tty(TTY, process(SHELL), "boot-1")
}

#[test]
fn a_pane_of_each_multiplexer_is_named_with_its_server() {
    for known in &MULTIPLEXERS {
        for server in known.servers {
            let mut story = Story::default();
            let say = prompt("A").within(known.word, "2.one", "4").by(10);
            let verdict = story.says(shown_by(server, say));
            let key = key(known.word, "2.one", "4");
            assert!(
                key.starts_with(&format!("{}:2.one:4@", known.word)),
                "{key}"
            );
            assert_eq!(verdict.pane.as_deref(), Some(key.as_str()));
            assert_eq!(verdict.found.map(|rule| rule.word), Some("in-multiplexer"));
        }
    }
}

#[test]
fn a_pane_number_of_a_later_server_is_another_pane() {
    let mut story = Story::default();
    let say = |id| shown_by("zellij", prompt(id).within("zellij", "work", "0").by(10));
    let mut keys = vec![story.says(say("A")).pane];
    let mut same_pid = say("B");
    same_pid.0.above[1].start = 9_999;
    let other_boot = say("C").boot("boot-2");
    let mut other_session = say("D");
    other_session.0.claim.within[0].session = "play".into();
    for later in [same_pid, other_boot, other_session] {
        keys.push(story.says(later).pane);
    }
    for (at, key) in keys.iter().enumerate() {
        assert!(key.is_some() && !keys[..at].contains(key), "{keys:?}");
    }
    assert_eq!(story.id(&key("zellij", "work", "0")), "A");
}

#[test]
fn where_the_server_is_not_above_the_terminal_is_the_pane() {
    for server in ["sh", "zellij-like", ""] {
        let mut story = Story::default();
        let say = prompt("A").within("zellij", "work", "0").by(10);
        let verdict = story.says(shown_by(server, say));
        assert_eq!(
            verdict.pane.as_deref(),
            Some(tty_key().as_str()),
            "{server}"
        );
    }
}

#[test]
fn a_server_of_another_process_id_than_the_told_one_is_not_it() {
    for known in &MULTIPLEXERS {
        let mut story = Story::default();
        let say = prompt("A").within(known.word, "77.one", "0").by(10);
        let verdict = story.says(shown_by(known.servers[0], say));
        let by_name = known.pid == Pid::Untold;
        let expected = if by_name {
            key(known.word, "77.one", "0")
        } else {
            tty_key()
        };
        assert_eq!(
            verdict.pane.as_deref(),
            Some(expected.as_str()),
            "{}",
            known.word
        );
    }
}

#[test]
fn without_a_terminal_an_inherited_pane_is_none() {
    let mut story = Story::default();
    let say = prompt("A").within("kitty", "2", "0").by(10);
    story.expect(
        say.under(&[plain(1)]),
        Action::Unscoped,
        "other-multiplexer",
    );
}

#[test]
fn of_panes_inside_panes_the_nearest_server_has_it() {
    let both = || prompt("A").tmux("%1").within("kitty", "2", "3").by(10);
    let mut tmux_in_kitty = Story::default();
    let verdict = tmux_in_kitty.says(both().under(&[plain(SHELL), plain(SERVER)]).shown_on(TTY));
    assert_eq!(verdict.pane.as_deref(), Some(tmux_key("%1").as_str()));

    let mut kitty_in_tmux = Story::default();
    let mut say = both();
    say.0.claim.tmux.as_mut().expect("tmux").server = 1;
    let above = [plain(SHELL), called("kitty", SERVER), plain(1)];
    let verdict = kitty_in_tmux.says(say.under(&above).shown_on(TTY));
    assert_eq!(
        verdict.pane.as_deref(),
        Some(key("kitty", "2", "3").as_str())
    );
}

#[test]
fn a_program_of_the_servers_name_inside_its_pane_is_not_the_server() {
    let mut story = Story::default();
    let above = [called("zellij", 5), plain(SHELL), called("zellij", SERVER)];
    let say = prompt("A")
        .within("zellij", "work", "0")
        .by(10)
        .under(&above);
    let verdict = story.says(say.shown_on(TTY));
    assert_eq!(
        verdict.pane.as_deref(),
        Some(key("zellij", "work", "0").as_str())
    );
}

#[test]
fn who_shares_a_pane_hears_of_each_other() {
    let mut story = Story::default();
    let above = [plain(SHELL), called("kitty", SERVER)];
    let say = |id| prompt(id).within("kitty", "2", "3").under(&above);
    let key = key("kitty", "2", "3");
    story.says(say("A").by(10));
    story.expect(say("B").by(11).alive(&[10]), Action::Child, "owner-alive");
    assert_eq!(story.id(&key), "A");
    story.expect(say("C").by(12).alive(&[]), Action::Rotated, "new-id");
    assert_eq!(story.id(&key), "C");
}

#[test]
fn a_multiplexer_of_a_later_version_is_passed_over() {
    let mut story = Story::default();
    let say = prompt("A").within("later", "2", "0").by(10);
    let verdict = story.says(shown_by("later", say));
    assert_eq!(verdict.pane.as_deref(), Some(tty_key().as_str()));
}
