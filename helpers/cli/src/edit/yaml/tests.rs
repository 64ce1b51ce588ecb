//! Promises of the YAML editor.

mod generated;
mod refusals;

use super::*;
use crate::edit::Splice;
use crate::edit::entry::{Entry, Member, line};

const AGENT: &str = "one";

fn entries_in(folder: &str) -> Entries<'static> {
    let words = command(folder);
    let entry = Entry::of(vec![
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
        events: &["begin", "prompt"],
        entry,
        matcher: None,
    }
}

fn command(folder: &str) -> String {
    let path = line(&format!("{folder}/rejoin-hook")).expect("can be quoted");
    format!("{path} {AGENT}")
}

fn put(folder: &str, text: &str) -> Result<Edited, Fault> {
    insert(
        text.as_bytes(),
        &entries_in(folder),
        "hooks",
        &Created::default(),
    )
}

fn inserted(text: &str) -> Edited {
    put("/b", text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

fn removed(edited: &Edited) -> String {
    let removed = remove(edited.text.as_bytes(), AGENT, "hooks", &edited.created);
    removed
        .unwrap_or_else(|fault| panic!("{fault}: {}", edited.text))
        .text
}

fn undone(edited: &Edited) -> String {
    let undo = |text: String, splice: &Splice| splice.undo(&text).expect("the text it left");
    edited.splices.iter().rev().fold(edited.text.clone(), undo)
}

/// Texts as they occur, each of which gets its bytes back even without the way back.
const TEXTS: &[&str] = &[
    "",
    "# only a comment\n",
    "---\n",
    "---\na: 1\n",
    "a: 1\n",
    "# head\na: 1 # one\n\n# between\nb:\n  - x\n  # last of b\n# tail\n",
    "\u{feff}a: 1\r\nb:\r\n- x\r\n- y\r\n",
    "a: |\n  text\n    more\n\nb: >-\n  folded\n  # no comment\n",
    "a: |+\n  kept\n\n\n",
    "a: &x [1, 2]\nb: *x\nc: &y\n  <<: {k: v}\n",
    "off: 090\nn: 1e3\nt: yes\nd: 2026-01-01\ns: 'it''s'\nq: \"a\\tb # c\"\n",
    "\u{e9}\u{1f600}: \u{fc} # \u{2028}\nhooks:\n  begin:\n    - command: mine\n",
    "hooks:\n  begin:\n    - command: mine\n      timeout: 3 # three\n    # and no more\n  other:\n  - command: theirs\nz: 1\n",
    "hooks:\n    begin:\n        -   command: mine\n            timeout: 3\na: 1\n",
    "hooks:\n  begin:\n  - command: |\n      several\n      lines\n\nz: 1\n",
    "hooks:\n  begin: [{command: mine}] # one line\n",
    "hooks:\n  prompt: [\n    {command: mine}, # first\n    {command: two},\n  ]\n  begin:\n    - command: mine\n",
    "\"hooks\":\n  'begin':\n    - {command: mine}\n",
    "  a: 1\n  hooks:\n    begin:\n      - command: mine\n",
];

/// Texts that get their bytes back by the way back alone.
const ALSO: &[&str] = &[
    "a: 1",
    "a: 1\nhooks:",
    "hooks:\n",
    "hooks: {}\n",
    "hooks: ~ # none\nb: 1\n",
    "hooks: null\n",
    "hooks:\n  begin: []\n",
    "hooks:\n  begin:\n  prompt: null\nz: 1\n",
];

#[test]
fn install_then_undo_gives_every_text_its_bytes_back() {
    for text in TEXTS.iter().chain(ALSO) {
        let edited = inserted(text);
        assert_eq!(undone(&edited), *text);
        let found = standing(edited.text.as_bytes(), AGENT, "hooks").expect("reads");
        let mut events: Vec<_> = found.iter().map(|own| own.event.as_str()).collect();
        events.sort_unstable();
        assert_eq!(events, ["begin", "prompt"], "{}", edited.text);
        assert!(found.iter().all(|own| !own.followed), "{}", edited.text);
        let twice = insert(
            edited.text.as_bytes(),
            &entries_in("/b"),
            "hooks",
            &edited.created,
        );
        assert_eq!(twice.expect("reads").splices, [], "{}", edited.text);
    }
}

#[test]
fn without_the_way_back_a_text_gets_its_bytes_back_too() {
    for text in TEXTS {
        assert_eq!(removed(&inserted(text)), *text, "{}", inserted(text).text);
    }
    for (text, after) in [
        ("hooks:\n", "hooks: {}\n"),
        ("hooks: {}\n", "hooks: {}\n"),
        ("hooks: ~ # none\nb: 1\n", "hooks: {} # none\nb: 1\n"),
        ("a: 1", "a: 1\n"),
    ] {
        assert_eq!(removed(&inserted(text)), after);
    }
}

#[test]
fn what_is_added_stands_where_a_person_would_write_it() {
    assert_eq!(
        inserted("a: 1\nhooks:\n  other:\n    - command: mine\nz: 1\n").text,
        "a: 1\nhooks:\n  other:\n    - command: mine\n  begin:\n    - command: /b/rejoin-hook one\n      \
         timeout: 5\n  prompt:\n    - command: /b/rejoin-hook one\n      timeout: 5\nz: 1\n"
    );
    assert_eq!(
        inserted("hooks:\n  begin:\n  - command: mine\n").text,
        "hooks:\n  begin:\n  - command: mine\n  - command: /b/rejoin-hook one\n    timeout: 5\n  \
         prompt:\n    - command: /b/rejoin-hook one\n      timeout: 5\n"
    );
    assert!(
        inserted("hooks:\n  begin: [{command: mine}]\n")
            .text
            .starts_with(
                "hooks:\n  begin: [{command: mine}, {command: /b/rejoin-hook one, timeout: 5}]\n"
            )
    );
    let crlf = inserted("a: 1\r\n").text;
    assert_eq!(crlf.matches("\r\n").count(), crlf.matches('\n').count());
}

#[test]
fn a_path_that_a_plain_word_cannot_carry_is_quoted() {
    for folder in ["/it's: here #1", "/\u{e9}", "/a b", "/{x}", "/\"q\""] {
        let edited = put(folder, "a: 1\n").expect("reads");
        let found = standing(edited.text.as_bytes(), "one", "hooks").expect("reads");
        let said = found.first().and_then(|own| own.entry.member("command"));
        let wanted = command(folder);
        assert_eq!(said.and_then(Tree::as_text), Some(wanted.as_str()));
    }
}

#[test]
fn an_agent_that_wrote_its_file_anew_still_gets_rid_of_us() {
    let text = "hooks:\n  begin:\n  - timeout: 5\n    command: /a/long/path/of/many/folders/\
                rejoin-hook\n      one\n  - command: mine\n  prompt:\n  - {\"command\": \"/b/rejoin-hook one\"}\n";
    let edited = remove(text.as_bytes(), AGENT, "hooks", &Created::default()).expect("reads");
    assert_eq!(edited.text, "hooks:\n  begin:\n  - command: mine\n");
    let again = put("/b", text).expect("reads");
    assert_eq!(again.text.matches("rejoin-hook one").count(), 2);
    assert_eq!(undone(&again), text);
}

#[test]
fn comments_between_our_lines_stay() {
    let mut edited = inserted("a: 1\n");
    edited.text = edited
        .text
        .replacen("      timeout", "      # a note\n      timeout", 1);
    assert_eq!(removed(&edited), "a: 1\n      # a note\n");
}
