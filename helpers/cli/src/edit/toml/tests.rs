//! Promises of the TOML editor.

mod generated;

use super::*;
use crate::edit::entry::{Entry, Member};

const AGENT: &str = "one";

fn entries_in(folder: &str) -> Entries<'static> {
    let words = format!("{folder}/rejoin-hook {AGENT}");
    let entry = Entry::of(vec![
        ("event", Member::Event),
        (
            "command",
            Member::Line {
                words,
                with_event: false,
            },
        ),
        ("timeout", Member::Fixed(Tree::Number("5".to_owned()))),
    ]);
    Entries {
        agent: AGENT,
        events: &["Begin", "Prompt"],
        entry,
        matcher: None,
    }
}

fn put(folder: &str, text: &str) -> Result<Edited, Fault> {
    insert(text.as_bytes(), &entries_in(folder), "hooks", "event")
}

fn inserted(text: &str) -> Edited {
    put("/b", text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

fn removed(text: &str) -> Edited {
    remove(text.as_bytes(), AGENT, "hooks").unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

fn undone(edited: &Edited) -> String {
    let undo = |text: String, splice: &Splice| splice.undo(&text).expect("the text it left");
    edited.splices.iter().rev().fold(edited.text.clone(), undo)
}

/// Texts as they occur, each of which gets its bytes back.
const TEXTS: &[&str] = &[
    "",
    "\n",
    "# only a comment\n",
    "a = 1\n",
    "a = 1",
    "a = 1\r\n\r\n[b]\r\nc = 2\r\n",
    "\u{feff}a = 1\n",
    "[[hooks]]\nevent = \"Begin\"\ncommand = \"mine\"\n",
    "[[hooks]] # mine\nevent = \"Begin\"\ncommand = \"mine\"\n\n[a]\nb = 1 # one\n",
    "[[hooks]]\nevent = \"Begin\"\n[hooks.more]\nx = 1\n",
    "hooks = []\n",
    "hooks = [ ] # none\n[a]\n",
    "hooks = [{ event = \"Begin\", command = \"mine\" }]\n",
    "hooks = [\n  { event = \"Begin\", command = \"mine\" }, # first\n  # and no more\n]\na = 1\n",
    "hooks = [\n\t{ event = \"Begin\" } # first\n]\n",
    "hooks = [\r\n  {event=\"Begin\"}\r\n]\r\n",
    "a.b.c = 1\n\"quoted key\" = 'x'\nt = 1979-05-27T07:32:00Z\nf = +1.0e3\n",
    "m = \"\"\"\n[[hooks]]\ncommand = \"/x/rejoin-hook one\"\n\"\"\"\n",
    "[a]\n\n\n",
    "# end without a line end",
];

#[test]
fn install_then_undo_gives_every_text_its_bytes_back() {
    for text in TEXTS {
        let edited = inserted(text);
        assert_eq!(undone(&edited), *text);
        let found = standing(edited.text.as_bytes(), AGENT, "hooks", "event").expect("reads");
        let events: Vec<_> = found.iter().map(|own| own.event.as_str()).collect();
        assert_eq!(events, ["Begin", "Prompt"], "{}", edited.text);
        let twice = inserted(&edited.text);
        assert_eq!(twice.splices, [], "{}", edited.text);
    }
}

#[test]
fn without_the_way_back_a_text_gets_its_bytes_back_but_for_a_last_line_end() {
    for text in TEXTS {
        let after = removed(&inserted(text).text).text;
        let ended = text.is_empty() || text.ends_with('\n');
        let expected = if ended {
            (*text).to_owned()
        } else {
            format!("{text}\n")
        };
        assert_eq!(after, expected, "{text:?}");
    }
}

#[test]
fn a_new_entry_is_a_table_at_the_end_or_an_element_of_the_list_that_is_there() {
    assert_eq!(
        inserted("a = 1\n").text,
        "a = 1\n\n[[hooks]]\nevent = \"Begin\"\ncommand = \"/b/rejoin-hook one\"\ntimeout = 5\n\
         \n[[hooks]]\nevent = \"Prompt\"\ncommand = \"/b/rejoin-hook one\"\ntimeout = 5\n"
    );
    let own =
        |event| format!("{{ event = \"{event}\", command = \"/b/rejoin-hook one\", timeout = 5 }}");
    assert_eq!(
        inserted("hooks = [\n  {event = \"x\"}, # mine\n]\n").text,
        format!(
            "hooks = [\n  {{event = \"x\"}},\n  {},\n  {}, # mine\n]\n",
            own("Begin"),
            own("Prompt")
        )
    );
    assert!(
        inserted("a = 1\r\n").text.matches("\r\n").count()
            == inserted("a = 1\r\n").text.matches('\n').count()
    );
}

#[test]
fn another_path_of_the_program_replaces_the_old_one_and_a_double_goes() {
    let double = "\n[[hooks]]\nevent = \"Begin\"\ncommand = \"/x/rejoin-hook one\"\n";
    for text in TEXTS {
        let mut old = put("/old", text).expect("reads").text;
        if !text.contains("hooks = [") {
            old += double;
        }
        let edited = inserted(&old);
        let found = standing(edited.text.as_bytes(), AGENT, "hooks", "event").expect("reads");
        assert_eq!(found.len(), 2);
        assert_eq!(edited.text.matches("\"/b/rejoin-hook one\"").count(), 2);
        assert_eq!(edited.text.matches("/old/rejoin-hook").count(), 0);
        assert_eq!(undone(&edited), old);
    }
}

#[test]
fn comments_between_our_lines_stay() {
    let text = inserted("a = 1\n")
        .text
        .replacen("command", "# a person's note\ncommand", 1);
    let after = removed(&text).text;
    assert_eq!(after.trim_end(), "a = 1\n\n# a person's note");
}

#[test]
fn what_is_no_list_of_tables_is_named_and_left_alone() {
    for (text, place) in [
        ("a = 1\nhooks = \"x\"\n", "line 2"),
        ("[hooks]\na = 1\n", "line 1"),
        ("hooks.a = 1\n", "line 1"),
        ("a = 1\nb = \n", "line 2"),
        ("a = 1\na = 2\n", "line 2"),
        ("[[hooks]]\n[hooks]\n", "line 2"),
    ] {
        let fault = put("/b", text).expect_err(text).to_string();
        assert!(fault.starts_with(place), "{text:?}: {fault}");
    }
    assert!(insert(b"a = \"\xff\"", &entries_in("/b"), "hooks", "event").is_err());
}

#[test]
fn our_entry_with_tables_of_its_own_is_not_taken_apart() {
    let text =
        "[[hooks]]\nevent = \"Begin\"\ncommand = \"/b/rejoin-hook one\"\n[hooks.more]\nx = 1\n";
    assert!(remove(text.as_bytes(), AGENT, "hooks").is_err());
}
