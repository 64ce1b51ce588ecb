//! Lists of entries without groups, and the version without which such a file is void.

use super::*;

const VERSIONED: Outline = Outline::Flat { version: Some(1) };

fn own() -> String {
    let word = agent().name;
    format!(
        "{{\"type\":\"command\",\"command\":\"/b/rejoin-hook\",\"args\":[\"{word}\"],\"timeout\":5}}"
    )
}

#[test]
fn a_file_without_a_version_gets_one_and_loses_it_with_our_entries() {
    let edited = inserted_as(VERSIONED, "{\"a\":1}");
    let own = own();
    assert_eq!(
        edited.text,
        format!("{{\"a\":1,\"version\":1,\"hooks\":{{\"Begin\":[{own}],\"Prompt\":[{own}]}}}}")
    );
    assert_eq!(removed_as(VERSIONED, &edited).text, "{\"a\":1}");
}

#[test]
fn a_version_that_stands_there_stays_as_it_is() {
    for text in [
        "{\"version\":1}",
        "{\"version\":2,\"hooks\":{\"Begin\":[1]}}",
    ] {
        let edited = inserted_as(VERSIONED, text);
        assert_eq!(edited.text.matches("version").count(), 1);
        assert_eq!(removed_as(VERSIONED, &edited).text, text);
    }
}

#[test]
fn a_version_of_ours_stays_once_somebody_else_has_hooks_there() {
    let mut edited = inserted_as(VERSIONED, "{}");
    edited.text = edited.text.replacen("\"Begin\": [", "\"Begin\": [1, ", 1);
    let bare: String = removed_as(VERSIONED, &edited)
        .text
        .split_whitespace()
        .collect();
    assert_eq!(bare, "{\"version\":1,\"hooks\":{\"Begin\":[1]}}");
}

#[test]
fn a_version_that_no_agent_would_read_is_named_and_left_alone() {
    for text in [
        "{\"version\":\"1\"}",
        "{\"version\":null}",
        "{\"version\":1,\"version\":1}",
    ] {
        let fault = insert(text.as_bytes(), &entries(), VERSIONED, &Created::default());
        let fault = fault.expect_err(text).to_string();
        assert!(fault.contains("version"), "{fault}");
    }
}

#[test]
fn ours_comes_behind_a_persons_entries_and_an_old_one_is_updated_in_place() {
    let old = own().replace("/b/", "/old/");
    let text =
        format!("{{\"hooks\":{{\"Begin\":[{old},{{\"command\":\"mine\"}}],\"Prompt\":[1]}}}}");
    let edited = inserted_as(Outline::Flat { version: None }, &text);
    let own = own();
    assert_eq!(
        edited.text,
        format!(
            "{{\"hooks\":{{\"Begin\":[{own},{{\"command\":\"mine\"}}],\"Prompt\":[1,{own}]}}}}"
        )
    );
}

#[test]
fn a_group_gets_the_matcher_that_it_needs_and_goes_with_our_entry() {
    let needs = Entries {
        matcher: Some("*"),
        ..entries()
    };
    let text = "{\"hooks\":{\"Begin\":[{\"matcher\":\"x\",\"hooks\":[1]}]}}";
    let edited = insert(
        text.as_bytes(),
        &needs,
        Outline::Groups,
        &Created::default(),
    );
    let edited = edited.expect("reads");
    assert_eq!(
        edited
            .text
            .matches("{\"matcher\":\"*\",\"hooks\":[{")
            .count(),
        2
    );
    assert_eq!(removed(&edited).text, text);
}
