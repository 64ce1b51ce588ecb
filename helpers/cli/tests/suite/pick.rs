//! Finding a conversation among all: what is shown and narrowed, what is chosen, and that
//! the terminal is afterwards as it was.

use crate::kit::{A, B, Home};
use crate::screen::Screen;

/// A conversation that a pane left.
const C: &str = "cccccccc-0000-4000-8000-00000000000c";

fn home() -> Home {
    let home = Home::new();
    for folder in ["fish", "birds"] {
        std::fs::create_dir_all(home.path().join(folder)).expect("made");
    }
    let cwd = |name: &str| home.path().join(name).display().to_string();
    home.publish("work:1", "claude", C, &cwd("fish"));
    home.publish("work:1", "claude", A, &cwd("fish"));
    home.publish("work:2", "codex", B, &cwd("birds"));
    home
}

fn picking<'h>(home: &'h Home, variables: &[(&str, &str)]) -> Screen<'h> {
    let screen = Screen::open(home, variables);
    screen.line("stty -g >before; $REJOIN pick; echo code $?");
    screen.wait_for("3/3");
    screen
}

/// Fails unless the terminal is as before the picker, and the shell goes on.
fn is_as_before(screen: &Screen<'_>, home: &Home) {
    screen.line("clear; stty -g >after; echo done");
    screen.wait("the shell", |shown| {
        shown.lines().any(|line| line == "done")
    });
    let modes = ["before", "after"].map(|name| std::fs::read_to_string(home.path().join(name)));
    let [before, after] = modes.map(|mode| mode.expect("written"));
    assert_eq!(before, after);
    assert_eq!(screen.fact("#{alternate_on} #{cursor_flag}"), "0 1");
}

#[test]
fn every_conversation_that_a_pane_holds_or_held_is_shown_and_typing_narrows() {
    let home = home();
    let screen = picking(&home, &[]);
    let all = screen.shown();
    for text in [
        "aaaaaaaa-0000",
        "bbbbbbbb-0000",
        "cccccccc-0000",
        "~/fish",
        "work:2",
    ] {
        assert!(all.contains(text), "{text}:\n{all}");
    }
    assert!(all.contains("Enter resume"), "{all}");
    screen.keys(&["brd"]);
    let one = screen.wait_for("1/3");
    assert!(one.contains("> codex") && !one.contains("~/fish"), "{one}");
    assert!(
        one.contains(&format!("resume        cd {}", home.path().display())),
        "{one}"
    );
    assert!(one.contains("evidence"), "{one}");
    screen.keys(&["C-u"]);
    screen.wait_for("3/3");
    screen.keys(&["nothing of the kind"]);
    screen.wait_for("nothing matches");
    screen.keys(&["Enter", "C-f"]);
    screen.keys(&["C-c"]);
    screen.wait_for("code 1");
}

#[test]
fn leaving_by_any_way_gives_the_terminal_back() {
    for leave in ["C-c", "Escape"] {
        let home = home();
        let screen = picking(&home, &[]);
        screen.keys(&[leave]);
        let shown = screen.wait_for("code 1");
        assert!(
            shown.contains("nothing was chosen") && !shown.contains("3/3"),
            "{shown}"
        );
        is_as_before(&screen, &home);
    }
}

#[test]
fn a_signal_that_ends_programs_ends_it_and_gives_the_terminal_back() {
    for (signal, code) in [("TERM", 143), ("HUP", 129)] {
        let home = home();
        let screen = Screen::open(&home, &[]);
        screen.line("stty -g >before; sh -c 'echo $$ >pid; exec $REJOIN pick'; echo code $?");
        screen.wait_for("3/3");
        let pid = std::fs::read_to_string(home.path().join("pid")).expect("written");
        let sent = std::process::Command::new("kill")
            .args(["-s", signal, pid.trim()])
            .status();
        assert!(sent.expect("kill runs").success());
        screen.wait_for(&format!("code {code}"));
        is_as_before(&screen, &home);
    }
}

#[test]
fn a_copied_command_line_is_data_and_names_what_was_chosen() {
    let home = home();
    let screen = Screen::open(&home, &[]);
    screen.line("$REJOIN pick codex >line; echo code $?");
    screen.wait_for("1/3");
    screen.keys(&["C-y"]);
    screen.wait_for("code 0");
    let line = std::fs::read_to_string(home.path().join("line")).expect("written");
    assert!(line.starts_with("cd ") && line.contains(B), "{line}");
    assert_eq!(line.lines().count(), 1);
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
    let [with, without] = [home(), home()];
    assert!(picking(&with, &[]).coloured().contains("\u{1b}[36m"));
    let screen = picking(&without, &[("NO_COLOR", "1")]);
    let shown = screen.coloured();
    assert!(
        shown.contains("> ") && !shown.contains('\u{1b}'),
        "{shown:?}"
    );
}

#[test]
fn a_terminal_of_any_size_shows_what_fits_and_is_drawn_anew_when_it_changes() {
    let home = home();
    let screen = picking(&home, &[]);
    for (columns, rows) in [("20", "5"), ("200", "50"), ("3", "1"), ("80", "24")] {
        screen.tmux(&["resize-window", "-x", columns, "-y", rows]);
        let has = |shown: &str| ["3/3", "Esc leave"].map(|text| shown.contains(text));
        let fits = |shown: &str| match columns {
            "3" => shown.trim_end() == "p",
            "20" => has(shown) == [true, false],
            _ => has(shown) == [true, true],
        };
        screen.wait(&format!("{columns} x {rows}"), fits);
    }
    screen.keys(&["C-c"]);
    screen.wait_for("code 1");
}

#[test]
fn text_from_outside_does_nothing_to_the_terminal() {
    let home = Home::new();
    home.publish(
        "a\u{1b}]0;owned\u{7}\u{1b}[31mb",
        "claude",
        A,
        "/w/\u{202e}x\n\u{1b}[2J",
    );
    let screen = Screen::open(&home, &[("NO_COLOR", "1")]);
    screen.line("$REJOIN pick; echo code $?");
    let shown = screen.wait_for("1/1");
    assert!(shown.contains("\\u{1b}"), "{shown}");
    assert!(!screen.coloured().contains('\u{1b}'));
    assert_ne!(screen.fact("#{pane_title}"), "owned");
}

#[test]
fn without_a_terminal_it_says_what_to_use_instead() {
    let said = home().rejoin(&["pick"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("rejoin list"), "{}", said.err);
    let none = Home::new().rejoin(&["pick"]);
    assert_eq!(none.code, 1, "{}", none.err);
}

/// Says what it was given and where it is.
const SAYS: &str = "#!/bin/sh\necho \"resumed $* in $(basename \"$(pwd)\")\"\n";

#[test]
fn what_is_chosen_goes_on_by_its_exact_line_also_if_its_pane_left_it() {
    for (words, id) in [("aaaa", A), ("cccc", C)] {
        let home = home();
        home.program("claude", SAYS);
        let screen = Screen::open(&home, &[]);
        screen.line(&format!("$REJOIN pick {words}; echo code $?"));
        screen.wait_for("1/3");
        screen.keys(&["Enter"]);
        let shown = screen.wait_for("code 0");
        let line = format!("resumed --resume {id} in fish");
        assert!(shown.contains(&line), "{shown}");
    }
}

#[test]
fn a_fork_is_made_of_what_is_chosen() {
    let home = home();
    home.program("claude", SAYS);
    let screen = Screen::open(&home, &[]);
    screen.line("$REJOIN pick aaaa; echo code $?");
    screen.wait_for("1/3");
    screen.keys(&["C-f"]);
    let shown = screen.wait_for("code 0");
    assert!(
        shown.contains(&format!("--resume {A} --fork-session")),
        "{shown}"
    );
}

#[test]
fn what_is_pinned_is_what_this_pane_holds() {
    let home = home();
    let screen = Screen::open(&home, &[("REJOIN_PANE", "new:1")]);
    screen.line("$REJOIN pick cccc; echo code $?");
    screen.wait_for("1/3");
    screen.keys(&["C-t"]);
    screen.wait_for("code 0");
    let answer = home.rejoin(&["resolve", "new:1", "--json"]).json();
    assert_eq!(answer["id"], C, "{answer}");
    let cwd = home.path().join("fish");
    assert_eq!(answer["resume"]["cwd"], cwd.to_str().expect("text"));
}

#[test]
fn a_terminal_that_cannot_move_its_cursor_is_asked_line_by_line() {
    let home = home();
    home.program("claude", SAYS);
    let screen = Screen::open(&home, &[("TERM", "dumb")]);
    screen.line("$REJOIN pick; echo code $?");
    let shown = screen.wait_for("nothing leaves:");
    assert!(shown.contains("  3  "), "{shown}");
    screen.line("cccc");
    screen.wait("one line", |shown| {
        shown.matches("nothing leaves:").count() == 2
    });
    screen.line("1");
    let shown = screen.wait_for("code 0");
    assert!(shown.contains(&format!("resumed --resume {C}")), "{shown}");
    screen.line("clear; $REJOIN pick; echo code $?");
    screen.wait_for("nothing leaves:");
    screen.line("");
    screen.wait_for("code 1");
}

#[test]
fn resume_where_nothing_is_known_asks_for_what_was_held_nearby_and_assumes_nothing() {
    let home = home();
    home.program("claude", SAYS);
    let screen = Screen::open(&home, &[("REJOIN_PANE", "new:1")]);
    screen.line("cd fish; $REJOIN resume; echo code $?");
    let shown = screen.wait_for("2/2");
    assert!(shown.contains("Nothing is known in pane new:1"), "{shown}");
    assert!(!shown.contains("bbbbbbbb-0000"), "{shown}");
    screen.keys(&["cccc", "Enter"]);
    let shown = screen.wait_for("code 0");
    assert!(
        shown.contains(&format!("resumed --resume {C} in fish")),
        "{shown}"
    );
}

#[test]
fn resume_asks_nobody_where_nothing_is_near_or_a_program_calls() {
    let home = home();
    let screen = Screen::open(&home, &[("REJOIN_PANE", "new:1")]);
    screen.line("$REJOIN resume; echo code $?");
    screen.wait_for("code 1");
    screen.line("clear; cd fish; $REJOIN resume --json; echo json $?");
    let shown = screen.wait_for("json 1");
    assert!(shown.contains("\"no-binding\""), "{shown}");
}
