//! What a panic leaves of a terminal, tried in a terminal of its own.

use super::*;
use std::process::Command;

/// Name of the test below that panics.
const PANICS: &str = "picker::terminal::tests::panics_while_the_terminal_is_ours";

#[test]
#[ignore = "the test below runs it"]
fn panics_while_the_terminal_is_ours() {
    // Forgotten, so that nothing but the panic itself can give the terminal back.
    std::mem::forget(Terminal::take().expect("a terminal"));
    panic!("on purpose");
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_then_told() {
    let exe = std::env::current_exe().expect("this program");
    let line = format!(
        "stty -g; {} --ignored --exact {PANICS} --nocapture; stty -g",
        crate::print::quoted(&exe)
    );
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .env("SHELL", "/bin/sh")
        .output()
        .expect("script runs");
    let shown = String::from_utf8_lossy(&output.stdout);
    let modes: Vec<&str> = shown
        .lines()
        .filter(|line| line.matches(':').count() > 20)
        .collect();
    assert_eq!(modes.len(), 2, "{shown}");
    assert_eq!(modes[0].trim(), modes[1].trim());
    let at = |text: &str| {
        shown
            .find(text)
            .unwrap_or_else(|| panic!("{text:?}: {shown:?}"))
    };
    assert!(at("\u{1b}[?1049h") < at("\u{1b}[?1049l"));
    assert!(at("\u{1b}[?1049l") < at("on purpose"));
}
