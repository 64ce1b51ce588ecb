//! The same promises over documents that nobody wrote by hand.

use super::*;
use proptest::prelude::*;

fn filler() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("\n".to_owned()),
        Just("# [[hooks]] command = \"/x/rejoin-hook one\"\n".to_owned()),
        Just("  # indented\n".to_owned()),
    ]
}

fn scalar() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("1"),
        Just("\"# no comment \\\" ,\""),
        Just("'''\n[[hooks]]\n'''"),
        Just("[1, 2, # two\n 3,]"),
        Just("{ a = 1, b = \"]\" }"),
        Just("1979-05-27"),
    ]
}

fn own() -> String {
    "event = \"Begin\"\ncommand = \"/old/rejoin-hook one\"\n".to_owned()
}

fn table(with_ours: bool) -> impl Strategy<Value = String> {
    let ours = u32::from(with_ours) * 2;
    let hook = prop_oneof![
        2 => Just("event = \"Begin\"\ncommand = 'mine'\n".to_owned()),
        ours => Just(own()),
    ];
    prop_oneof![
        2 => (filler(), hook, filler()).prop_map(|(a, hook, b)| format!("[[hooks]]{b}\n{a}{hook}{b}")),
        1 => (filler(), scalar(), 0..9u8).prop_map(|(a, v, n)| format!("[t{n}]\n{a}k = {v}\n")),
    ]
}

/// Inline lists, commas and comments in every place.
fn inline(with_ours: bool) -> impl Strategy<Value = String> {
    let ours = u32::from(with_ours) * 2;
    let item = prop_oneof![
        2 => Just("{ event = \"Begin\", command = \"mine\" }"),
        ours => Just("{ event = \"Begin\", command = \"/old/rejoin-hook one\" }"),
        1 => Just("{}"),
    ];
    let gap = || prop_oneof![Just(""), Just(" "), Just("\n  "), Just(" # c, {\n")];
    let items = proptest::collection::vec((gap(), item, gap()), 0..4);
    (items, any::<bool>(), gap()).prop_map(|(items, trailing, last)| {
        let count = items.len();
        let mut text = "hooks = [".to_owned();
        for (index, (a, item, b)) in items.into_iter().enumerate() {
            let comma = if index + 1 < count || trailing {
                ","
            } else {
                ""
            };
            text += &format!("{a}{item}{b}{comma}");
        }
        format!("{text}{last}]\n")
    })
}

fn document(with_ours: bool) -> impl Strategy<Value = String> {
    let roots = proptest::collection::vec((filler(), scalar()), 0..3);
    let hooks = prop_oneof![
        proptest::collection::vec((table(with_ours), filler()), 0..5)
            .prop_map(|tables| tables.into_iter().map(|(a, b)| a + &b).collect::<String>()),
        inline(with_ours),
    ];
    (roots, hooks, any::<bool>(), any::<bool>()).prop_map(|(roots, hooks, crlf, ended)| {
        let root =
            |(n, (filler, value)): (usize, (String, &str))| format!("{filler}r{n} = {value}\n");
        let mut text: String = roots.into_iter().enumerate().map(root).collect();
        text += &hooks;
        if !ended {
            text.truncate(text.trim_end().len());
        }
        if crlf {
            text.replace('\n', "\r\n")
        } else {
            text
        }
    })
}

fn is_readable(text: &str) -> bool {
    remove(text.as_bytes(), "nobody", "hooks").is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn an_install_can_be_undone_and_changes_nothing_twice(text in document(false)) {
        prop_assume!(is_readable(&text));
        let once = inserted(&text);
        prop_assert_eq!(undone(&once), text);
        prop_assert_eq!(inserted(&once.text).splices, vec![]);
    }

    #[test]
    fn an_install_taken_out_by_what_it_is_leaves_the_text(text in document(false)) {
        prop_assume!(is_readable(&text));
        let after = removed(&inserted(&text).text).text;
        prop_assert_eq!(after.trim_end(), text.trim_end());
    }

    #[test]
    fn old_entries_anywhere_become_one_an_event_and_then_none(text in document(true)) {
        prop_assume!(is_readable(&text));
        let once = inserted(&text);
        prop_assert_eq!(undone(&once), text);
        prop_assert_eq!(once.text.matches("\"/b/rejoin-hook").count(), 2);
        let none = removed(&once.text).text;
        prop_assert_eq!(standing(none.as_bytes(), AGENT, "hooks", "event").expect("reads"), vec![]);
    }

    #[test]
    fn no_bytes_whatever_make_it_panic(text in document(true), cut in 0usize..300) {
        let text = text.as_bytes();
        let _ = insert(&text[..cut.min(text.len())], &entries_in("/b"), "hooks", "event");
    }
}
