//! The same promises over documents that nobody wrote by hand.

use super::*;
use proptest::prelude::*;

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("1".to_owned()),
        Just("off".to_owned()),
        Just("090".to_owned()),
        Just("'it''s # no comment'".to_owned()),
        Just("\"a: \\u00e9 \u{e9}\"".to_owned()),
        Just("[a, {b: c}, 'd, e']".to_owned()),
        Just("{a: [1], hooks: 2}".to_owned()),
        Just("\u{fc}ber alles".to_owned()),
        Just("text over\n      two lines".to_owned()),
        Just("|\n      hooks:\n        # no comment\n\n      end".to_owned()),
        Just(">-\n      folded\n\n      text".to_owned()),
        Just("|+\n      kept\n\n".to_owned()),
        Just("&anchor x".to_owned()),
        Just("!tag x".to_owned()),
    ]
}

fn filler() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just(String::new()),
        1 => Just("\n".to_owned()),
        1 => Just("# hooks:\n".to_owned()),
        1 => Just("    # - command: /x/rejoin-hook one\n".to_owned()),
    ]
}

fn item(with_ours: bool) -> impl Strategy<Value = String> {
    let ours = u32::from(with_ours) * 3;
    prop_oneof![
        2 => scalar().prop_map(|value| format!("- command: {value}\n      timeout: 3\n")),
        1 => Just("- {command: mine}\n".to_owned()),
        1 => Just("- mine # too\n".to_owned()),
        ours => Just("- command: /old/rejoin-hook one\n      timeout: 9\n".to_owned()),
        ours => Just("- {command: '/old/rejoin-hook one', timeout: 5}\n".to_owned()),
    ]
}

fn list(with_ours: bool) -> impl Strategy<Value = String> {
    let items = proptest::collection::vec((filler(), item(with_ours)), 1..4);
    prop_oneof![
        4 => items.prop_map(|items| {
            let item = |(filler, item): (String, String)| format!("{filler}    {item}");
            format!("\n{}", items.into_iter().map(item).collect::<String>())
        }),
        1 => Just(" [{command: mine}, {command: two}]\n".to_owned()),
        1 => Just(" []\n".to_owned()),
        1 => Just("\n".to_owned()),
    ]
}

fn hooks(with_ours: bool) -> impl Strategy<Value = String> {
    let names = proptest::sample::subsequence(vec!["begin", "other", "prompt", "\"x y\""], 0..4);
    let events = (
        names,
        proptest::collection::vec((filler(), list(with_ours)), 4),
    );
    prop_oneof![
        6 => events.prop_map(|(names, lists)| {
            let event = |(name, (filler, list)): (&str, (String, String))| {
                format!("{filler}  {name}:{list}")
            };
            let events: String = names.into_iter().zip(lists).map(event).collect();
            format!("hooks:\n{events}")
        }),
        1 => Just("hooks: {}\n".to_owned()),
        1 => Just("hooks: ~ # none\n".to_owned()),
    ]
}

fn document(with_ours: bool) -> impl Strategy<Value = String> {
    let rest = proptest::collection::vec((filler(), scalar()), 0..4);
    let hooks = proptest::option::of(hooks(with_ours));
    (
        rest,
        hooks,
        0usize..4,
        filler(),
        any::<(bool, bool, bool)>(),
    )
        .prop_map(|(rest, hooks, at, tail, (crlf, mark, ended))| {
            let member = |(n, (filler, value)): (usize, (String, String))| {
                format!("{filler}k{n}: {value}\n")
            };
            let mut blocks: Vec<String> = rest.into_iter().enumerate().map(member).collect();
            if let Some(hooks) = hooks {
                blocks.insert(at.min(blocks.len()), hooks);
            }
            let mut text = blocks.concat() + &tail;
            if !ended {
                text.truncate(text.trim_end().len());
            }
            if crlf {
                text = text.replace('\n', "\r\n");
            }
            format!("{}{text}", if mark { "\u{feff}" } else { "" })
        })
}

/// The text is edited, or refused at a place: never thrown away after the edit.
fn try_put(text: &str) -> Option<Edited> {
    match put("/b", text) {
        Ok(edited) => Some(edited),
        Err(Fault::Text { .. }) => None,
        Err(Fault::Unverified) => panic!("not verified: {text:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..Default::default() })]

    #[test]
    fn an_install_can_be_undone_and_changes_nothing_twice(text in document(false)) {
        let Some(once) = try_put(&text) else { return Ok(()) };
        prop_assert_eq!(undone(&once), text.clone());
        let twice = insert(once.text.as_bytes(), &entries_in("/b"), "hooks", &once.created);
        prop_assert_eq!(twice.expect("reads").splices, vec![]);
        // Every line that was there is there, but for the empty brackets that were filled.
        for line in text.lines().filter(|line| !line.ends_with(']') && !line.contains("hooks: ")) {
            prop_assert!(once.text.contains(line.trim_start_matches('\u{feff}')), "{}", line);
        }
    }

    #[test]
    fn an_install_taken_out_by_what_it_is_leaves_every_line_of_the_text(text in document(false)) {
        let Some(once) = try_put(&text) else { return Ok(()) };
        let lines = |text: &str| {
            let mut lines: Vec<String> = text
                .trim_start_matches('\u{feff}')
                .lines()
                .map(|line| line.trim_end().to_owned())
                .collect();
            // Keys with nothing below them may be written as such, or be gone.
            lines.retain(|line| {
                let key = line.trim().trim_end_matches("[]").trim_end();
                !["begin:", "prompt:", "hooks:"].contains(&key) && !key.starts_with("hooks: ")
            });
            while lines.last().is_some_and(String::is_empty) {
                lines.pop();
            }
            lines
        };
        prop_assert_eq!(lines(&removed(&once)), lines(&text));
    }

    #[test]
    fn old_entries_anywhere_become_one_an_event_and_then_none(text in document(true)) {
        let Some(once) = try_put(&text) else { return Ok(()) };
        prop_assert_eq!(undone(&once), text);
        prop_assert_eq!(once.text.matches("command: /b/rejoin-hook one").count(), 2);
        let none = removed(&once);
        prop_assert_eq!(standing(none.as_bytes(), AGENT, "hooks").expect("reads"), vec![]);
    }

    #[test]
    fn most_texts_are_edited_and_none_makes_it_panic(text in document(true), cut in 0usize..300) {
        let bytes = text.as_bytes();
        let bytes = &bytes[..cut.min(bytes.len())];
        let _ = insert(bytes, &entries_in("/b"), "hooks", &Created::default());
        let _ = remove(bytes, AGENT, "hooks", &Created::default());
    }
}
