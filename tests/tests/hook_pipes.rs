//! Standard streams in every state in which an agent may leave them: never closed, never
//! written, closed before the start, a terminal, a socket, larger than any pipe.

use rejoin_tests::{A, B, Home, Terminal, payload};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use std::io::Write;
use std::os::fd::OwnedFd;

const PIPE_BYTES: usize = 65_536;

fn prompt() -> String {
    payload("UserPromptSubmit", A)
}

#[test]
fn a_pipe_that_stays_open_behind_the_object_keeps_nobody() {
    let home = Home::new();
    let running = home.hook("claude").pane("P1").input(prompt()).start();
    // The hook is waited for while this side is still open.
    running.wait().quiet();
    assert_eq!(home.log().story(), [format!("{A} prompt")]);
}

#[test]
fn an_open_pipe_without_a_whole_object_is_given_up_quietly() {
    let home = Home::new();
    let nothing = home.hook("claude").pane("P1").start();
    let half = home
        .hook("claude")
        .pane("P2")
        .input(&prompt()[..30])
        .start();
    nothing.wait().quiet();
    half.wait().quiet();
    assert_eq!(home.log().story(), ["refused late", "refused late"]);
}

#[test]
fn a_terminal_as_standard_input_is_given_up_quietly() {
    let home = Home::new();
    let terminal = Terminal::new();
    home.hook("claude")
        .pane("P1")
        .input_from(terminal.open())
        .finish()
        .quiet();
    assert_eq!(home.log().story(), ["refused late"]);
}

#[test]
fn a_socket_serves_as_well_as_a_pipe() {
    let home = Home::new();
    let pair = socketpair(
        AddressFamily::UNIX,
        SocketType::STREAM,
        SocketFlags::CLOEXEC,
        None,
    );
    let (ours, theirs) = pair.expect("a pair");
    let mut ours = std::fs::File::from(ours);
    ours.write_all(prompt().as_bytes())
        .expect("fits the socket's buffer");
    home.hook("claude")
        .pane("P1")
        .input_from(theirs)
        .finish()
        .quiet();
    assert_eq!(home.log().story(), [format!("{A} prompt")]);
    drop(ours);
}

#[test]
fn a_file_and_nothing_at_all_serve_as_well() {
    let home = Home::new();
    let path = home.root().join("payload");
    std::fs::File::create(&path)
        .and_then(|mut file| file.write_all(prompt().as_bytes()))
        .expect("is written");
    let file: OwnedFd = std::fs::File::open(&path).expect("opens").into();
    home.hook("claude")
        .pane("P1")
        .input_from(file)
        .finish()
        .quiet();
    let null: OwnedFd = std::fs::File::open("/dev/null").expect("opens").into();
    home.hook("claude")
        .pane("P1")
        .input_from(null)
        .finish()
        .quiet();
    assert_eq!(
        home.log().story(),
        [format!("{A} prompt"), "refused empty".into()]
    );
}

#[test]
fn a_closed_standard_stream_never_becomes_the_log() {
    let closings = [
        "<&-",
        ">&-",
        "2>&-",
        "<&- >&-",
        ">&- 2>&-",
        "<&- 2>&-",
        "<&- >&- 2>&-",
    ];
    for closed in closings {
        let home = Home::new();
        home.hook("claude")
            .pane("P1")
            .input(prompt())
            .finish()
            .quiet();
        let before = home.log().bytes();
        let said = payload("UserPromptSubmit", B);
        let finished = home
            .hook_with(closed, "claude")
            .pane("P1")
            .input(said)
            .finish();
        assert_eq!(finished.exit, 0, "{closed}");
        assert!(
            finished.stdout.is_empty() && finished.stderr.is_empty(),
            "{closed}"
        );
        assert!(home.log().bytes().starts_with(&before), "{closed}");
        let last = home.log().story().pop();
        let want = if closed.contains('<') {
            "refused empty".into()
        } else {
            format!("{B} prompt")
        };
        assert_eq!(last, Some(want), "{closed}");
    }
}

/// A payload of 8 MB: a hundred and more pipes full.
fn large() -> Vec<u8> {
    let text = "x".repeat(8_000_000);
    let body =
        format!(r#"{{"prompt":"{text}","session_id":"{A}","hook_event_name":"UserPromptSubmit"}}"#);
    assert!(body.len() > 100 * PIPE_BYTES);
    body.into_bytes()
}

#[test]
fn the_writer_of_a_payload_is_never_stopped_whatever_becomes_of_it() {
    let home = Home::new();
    // `quiet` asserts that every byte could be handed over.
    home.hook("claude")
        .pane("P1")
        .input(large())
        .finish()
        .quiet();
    assert_eq!(home.log().story(), [format!("{A} prompt")]);

    let home = Home::new();
    home.hook("nobody").input(large()).finish().quiet();
    home.run(rejoin_tests::hook())
        .input(large())
        .finish()
        .quiet();
    home.hook("claude")
        .without("HOME")
        .input(large())
        .finish()
        .quiet();
    home.hook("claude")
        .variable("REJOIN_STATE_DIR", "/proc/none")
        .input(large())
        .finish()
        .quiet();
    assert!(home.files().is_empty());

    let home = Home::new();
    let broken = [b"{\"a\":\n\n}".as_slice(), &large()].concat();
    home.hook("claude")
        .pane("P1")
        .input(broken)
        .finish()
        .quiet();
    let trailing = [prompt().as_bytes(), &large()].concat();
    home.hook("claude")
        .pane("P2")
        .input(trailing)
        .finish()
        .quiet();
    let endless = format!("{{\"a\":\"{}", "x".repeat(66 * 1024 * 1024));
    home.hook("claude")
        .pane("P3")
        .input(endless)
        .finish()
        .quiet();
    let story = [
        "refused syntax",
        "refused trailing-data",
        "refused too-large",
    ];
    assert_eq!(home.log().story(), story);
}

#[test]
fn an_output_that_nobody_reads_any_more_ends_no_hook() {
    let home = Home::new();
    let full = home
        .hook_with(">/dev/full 2>/dev/full", "claude")
        .pane("P1");
    full.input(prompt()).finish().quiet();
    assert_eq!(home.log().story(), [format!("{A} prompt")]);
}
