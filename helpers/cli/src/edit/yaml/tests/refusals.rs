//! What could change more than our own lines is named by its place and left alone.

use super::*;

#[test]
fn a_text_that_cannot_be_kept_apart_is_refused_at_its_place() {
    for (text, place) in [
        ("a: 1\n b: 2\n", "line 2"),
        ("a: [1\n", "line 2"),
        ("a:\n\t- x\n", "line 2"),
        ("a: 1\nhooks: *nowhere\n", "line 2"),
        ("b: &x\n  k: []\nhooks: *x\n", "line 3"),
        ("hooks: &x\n  begin:\n  - command: mine\nb: *x\n", "line 1"),
        ("hooks:\n  begin: &x\n  - command: mine\nb: *x\n", "line 2"),
        ("b: &x\n- command: mine\nhooks:\n  begin: *x\n", "line 4"),
        (
            "b: &x\n  prompt: []\nhooks:\n  <<: *x\n  other: []\n",
            "line 4",
        ),
        ("b: &x {}\n<<: *x\n", "line 2"),
        ("hooks: &x {}\n", "line 1"),
        ("hooks: {begin: [{command: mine}]}\n", "line 1"),
        ("{a: 1}\n", "line 1"),
        ("{}\n", "line 1"),
        ("- a\n", "line 1"),
        ("text\n", "line 1"),
        ("hooks: text\n", "line 1"),
        ("hooks:\n  begin: text\n", "line 2"),
        ("hooks:\n  begin:\n    a: 1\n", "line 3"),
        ("a: 1\nhooks: {}\nb: 1\nhooks: {}\n", "line 4"),
        ("hooks:\n  begin: []\n  begin: []\n", "line 3"),
        ("a: 1\n---\nb: 1\n", "line 2"),
        ("a: 1\n...\n", "line 2"),
        ("hooks:\n  begin:\n  -\n    command: mine\n", "line 4"),
        ("? a\n: 1\nb: 2\n", "line 1"),
        ("hooks: {\n }\n", "line 1"),
    ] {
        let fault = put("/b", text)
            .map(|edited| edited.text)
            .expect_err(text)
            .to_string();
        assert!(fault.starts_with(place), "{text:?}: {fault}");
    }
    assert!(insert(b"a: \xff", &entries_in("/b"), "hooks", &Created::default()).is_err());
}

#[test]
fn nesting_without_end_is_refused_and_does_not_crash() {
    for text in [
        "[".repeat(100_000),
        format!("a: {}", "{b: ".repeat(50_000)),
        "- ".repeat(50_000),
    ] {
        assert!(put("/b", &text).is_err());
    }
}
