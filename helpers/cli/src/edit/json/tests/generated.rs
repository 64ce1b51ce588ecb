//! The same promises over documents that nobody wrote by hand.

use super::*;
use proptest::prelude::*;

/// White space and comments between two pieces.
fn gap() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => Just(""),
        3 => Just(" "),
        2 => Just("\n  "),
        1 => Just("\t"),
        1 => Just("\r\n"),
        1 => Just(" /* c */ "),
        1 => Just("/**/"),
        1 => Just(" // \"hooks\": {[,\n"),
    ];
    proptest::collection::vec(piece, 0..3).prop_map(|pieces| pieces.concat())
}

/// Items with gaps, commas and perhaps a trailing one, between brackets.
fn enclosed(
    items: Vec<(String, String, String)>,
    open: char,
    close: char,
    trailing: bool,
    last: &str,
) -> String {
    let count = items.len();
    let mut text = String::from(open);
    for (index, (before, item, after)) in items.into_iter().enumerate() {
        text += &format!("{before}{item}{after}");
        if index + 1 < count || trailing {
            text.push(',');
        }
    }
    text + last + &close.to_string()
}

fn listed(
    item: impl Strategy<Value = String>,
    count: std::ops::Range<usize>,
    open: char,
    close: char,
) -> impl Strategy<Value = String> {
    let items = proptest::collection::vec((gap(), item, gap()), count);
    (items, any::<bool>(), gap())
        .prop_map(move |(items, trailing, last)| enclosed(items, open, close, trailing, &last))
}

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("null".to_owned()),
        Just("-1.50e+3".to_owned()),
        Just("\"// no comment, \\\" \\u00e9\"".to_owned()),
        Just("\"\u{e9}\u{1f600}\"".to_owned()),
    ]
}

fn value() -> impl Strategy<Value = String> {
    scalar().prop_recursive(3, 16, 3, |inner| {
        let member = (gap(), inner.clone()).prop_map(|(gap, v)| format!("\"k\"{gap}:{gap}{v}"));
        prop_oneof![
            listed(inner, 0..3, '[', ']'),
            listed(member, 0..3, '{', '}')
        ]
    })
}

fn own(agent: &str) -> String {
    format!("{{\"command\":\"/old/rejoin-hook\",\"args\":[\"{agent}\"]}}")
}

fn group(with_ours: bool) -> impl Strategy<Value = String> {
    let entry = if with_ours {
        prop_oneof![scalar(), Just(own(agent().name))].boxed()
    } else {
        scalar().boxed()
    };
    (listed(entry, 0..3, '[', ']'), gap(), any::<bool>()).prop_map(|(entries, gap, matcher)| {
        let matcher = if matcher { "\"matcher\":\"*\"," } else { "" };
        format!("{{{gap}{matcher}{gap}\"hooks\":{entries}{gap}}}")
    })
}

fn flat_entry(with_ours: bool) -> BoxedStrategy<String> {
    let ours = if with_ours { 2 } else { 0 };
    let foreign = Just("{\"command\":\"mine\",\"timeout\":9}".to_owned());
    prop_oneof![2 => scalar(), 2 => foreign, ours => Just(own(agent().name))].boxed()
}

fn hooks(outline: Outline, with_ours: bool) -> impl Strategy<Value = String> {
    let groups = move || match outline {
        Outline::Groups => listed(group(with_ours), 0..3, '[', ']').boxed(),
        Outline::Flat { .. } => listed(flat_entry(with_ours), 0..3, '[', ']').boxed(),
    };
    let names = proptest::sample::subsequence(vec!["Begin", "Other", "Prompt", "x y"], 0..4);
    (
        names,
        proptest::collection::vec((gap(), groups(), gap()), 4),
        any::<bool>(),
        gap(),
    )
        .prop_map(|(names, events, trailing, last)| {
            let event = |(name, (before, groups, after)): (&str, (String, String, String))| {
                (before, format!("\"{name}\":{groups}"), after)
            };
            let events: Vec<_> = names.into_iter().zip(events).map(event).collect();
            let trailing = trailing && !events.is_empty();
            enclosed(events, '{', '}', trailing, &last)
        })
}

/// A document with the outline that its hooks have.
fn document(with_ours: bool) -> impl Strategy<Value = (Outline, String)> {
    let outlines = proptest::sample::select(OUTLINES.to_vec());
    outlines.prop_flat_map(move |outline| (Just(outline), text(outline, with_ours)))
}

fn text(outline: Outline, with_ours: bool) -> impl Strategy<Value = String> {
    let rest = proptest::collection::vec((gap(), value(), gap()), 0..3);
    let hooks = proptest::option::of((gap(), hooks(outline, with_ours), gap()));
    (rest, hooks, any::<bool>(), gap(), gap(), any::<bool>()).prop_map(
        |(rest, hooks, trailing, inner, outer, mark)| {
            let name = |(index, (before, value, after)): (usize, (String, String, String))| {
                (before, format!("\"k{index}\":{value}"), after)
            };
            let mut items: Vec<_> = rest.into_iter().enumerate().map(name).collect();
            items.extend(
                hooks.map(|(before, hooks, after)| (before, format!("\"hooks\":{hooks}"), after)),
            );
            items.reverse();
            let trailing = trailing && !items.is_empty();
            let text = enclosed(items, '{', '}', trailing, &inner);
            format!("{}{outer}{text}{outer}", if mark { "\u{feff}" } else { "" })
        },
    )
}

/// A trailing comma without an item in front is no JSON of any kind.
fn is_readable(text: &str) -> bool {
    remove(
        text.as_bytes(),
        "nobody",
        Outline::Groups,
        &Created::default(),
    )
    .is_ok()
}

fn comments(text: &str) -> usize {
    text.matches("/* c */").count()
        + text.matches("/**/").count()
        + text.matches("// \"hooks\"").count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn an_install_can_be_undone_and_changes_nothing_twice((outline, text) in document(false)) {
        prop_assume!(is_readable(&text));
        let once = inserted_as(outline, &text);
        prop_assert_eq!(undone(&once), text.clone());
        let twice = insert(once.text.as_bytes(), &entries(), outline, &once.created);
        prop_assert_eq!(&twice.expect("an install").text, &once.text);
        prop_assert_eq!(comments(&once.text), comments(&text));
    }

    #[test]
    fn an_install_taken_out_by_what_it_is_leaves_every_piece_of_the_text(
        (outline, text) in document(false)
    ) {
        prop_assume!(is_readable(&text));
        let after = removed_as(outline, &inserted_as(outline, &text));
        prop_assert_eq!(bare(outline, &after.text), bare(outline, &text));
        let none = remove(after.text.as_bytes(), agent().name, outline, &Created::default());
        prop_assert_eq!(none.expect("reads").splices, vec![]);
    }

    #[test]
    fn old_entries_anywhere_become_one_an_event_and_then_none((outline, text) in document(true)) {
        prop_assume!(is_readable(&text));
        let once = inserted_as(outline, &text);
        prop_assert_eq!(undone(&once), text);
        prop_assert_eq!(once.text.matches("/b/rejoin-hook").count(), 2);
        prop_assert_eq!(once.text.matches("/old/rejoin-hook").count(), 0);
        prop_assert!(!removed_as(outline, &once).text.contains("rejoin-hook"));
    }

    #[test]
    fn no_bytes_whatever_make_it_panic(text in proptest::collection::vec(any::<u8>(), 0..64)) {
        for outline in OUTLINES {
            let _ = insert(&text, &entries(), outline, &Created::default());
            let _ = remove(&text, agent().name, outline, &Created::default());
        }
    }

    #[test]
    fn no_broken_document_makes_it_panic((outline, text) in document(true), cut in 0usize..400) {
        let text = text.as_bytes();
        let text = &text[..cut.min(text.len())];
        let _ = insert(text, &entries(), outline, &Created::default());
        let _ = remove(text, agent().name, outline, &Created::default());
    }
}
