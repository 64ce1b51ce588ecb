//! Where a field is looked for, and which fields cannot be.

use rejoin_payload::{FIELDS_MAX, Fault, Field, KEY_BYTES_MAX, LEVELS_MAX, Misfit, Walker};

use crate::reading::{Outcome, at, field, outcomes, text};

#[test]
fn a_pointer_goes_through_objects_only() {
    for (payload, outcome) in [
        (r#"{"a":{"b":{"c":"7"}}}"#, text("7")),
        (
            r#"{"b":{"a":{"c":"8"}},"a":{"c":"9","b":{"b":{"c":"6"},"c":"7"}},"c":""}"#,
            text("7"),
        ),
        (
            r#"{"a":{"x":[{"b":{"c":"8"}}],"b":{"y":{"c":"9"},"c":"7"}}}"#,
            text("7"),
        ),
        (r#"{"a":[{"b":{"c":"7"}}]}"#, Outcome::Absent),
        (r#"{"a":{"b":[{"c":"7"}]}}"#, Outcome::Absent),
        (r#"{"a":{"b":"c"}}"#, Outcome::Absent),
        (r#"{"a":null,"b":{"c":"7"}}"#, Outcome::Absent),
        (r#"{"a":{"b":{}},"c":"7"}"#, Outcome::Absent),
        (r#"{"a":{"b":{}, "c":"7"}}"#, Outcome::Absent),
        (r#"{"a":{"b":{"c":null}}}"#, Outcome::Null),
    ] {
        assert_eq!(at("/a/b/c", payload), outcome, "{payload}");
    }
    assert_eq!(at("/0", r#"{"0":"7"}"#), text("7"));
}

#[test]
fn fields_may_share_a_path_or_a_pointer() {
    let fields = ["/a", "/a/b", "/a/b", "/a/c/d", "/a/c", "/b"].map(field);
    let wrong = Outcome::Refused(Fault::WrongType);
    assert_eq!(
        outcomes(&fields, r#"{"a":{"b":"1","c":{"d":"2"}},"b":"3"}"#),
        [
            wrong.clone(),
            text("1"),
            text("1"),
            text("2"),
            wrong,
            text("3")
        ]
    );
    let lengths = [3, 2, 4].map(|bytes_max| Field {
        pointer: "/a",
        bytes_max,
    });
    let long = Outcome::Refused(Fault::TooLong);
    assert_eq!(
        outcomes(&lengths, r#"{"a":"123"}"#),
        [text("123"), long, text("123")]
    );
}

#[test]
fn a_pointer_spells_slash_and_tilde_with_escapes() {
    let payload = r#"{"a/b":"1","~":"2","~1":"3","":"4","/":{"~~":"5","":"6"},"a":{"b":"7"}}"#;
    for (pointer, want) in [
        ("/a~1b", "1"),
        ("/~0", "2"),
        ("/~01", "3"),
        ("/", "4"),
        ("/~1/~0~0", "5"),
        ("/~1/", "6"),
        ("/a/b", "7"),
    ] {
        assert_eq!(at(pointer, payload), text(want), "{pointer}");
    }
}

#[test]
fn a_key_of_any_length_is_read_and_only_the_exact_one_matches() {
    let longest = "k".repeat(KEY_BYTES_MAX);
    let pointer = format!("/{longest}");
    let longer = "k".repeat(KEY_BYTES_MAX + 1);
    let payload = format!(
        r#"{{"{longer}":"8","{longest}":"7","{}":"9"}}"#,
        longer.repeat(99)
    );
    assert_eq!(at(&pointer, payload), text("7"));
}

#[test]
fn fields_that_cannot_be_looked_for_are_a_misfit() {
    let misfit = |fields: &[Field<'_>], text_bytes| {
        Walker::new(fields, &mut vec![0; text_bytes], &mut []).err()
    };
    for pointer in ["", "id", "a/b", "/~", "/~2", "/a~", "/~/0", "~0"] {
        assert_eq!(
            misfit(&[field(pointer)], 4096),
            Some(Misfit::Pointer),
            "{pointer}"
        );
    }
    let key = format!("/{}", "k".repeat(KEY_BYTES_MAX));
    assert_eq!(misfit(&[field(&key)], 4096), None);
    assert_eq!(misfit(&[field(&(key + "k"))], 4096), Some(Misfit::Pointer));
    assert_eq!(misfit(&[field(&"/a".repeat(LEVELS_MAX))], 4096), None);
    assert_eq!(
        misfit(&[field(&"/a".repeat(LEVELS_MAX + 1))], 4096),
        Some(Misfit::Pointer)
    );
    assert_eq!(misfit(&[field("/a"); FIELDS_MAX], 1 << 20), None);
    assert_eq!(
        misfit(&[field("/a"); FIELDS_MAX + 1], 1 << 20),
        Some(Misfit::Fields)
    );
    assert_eq!(misfit(&[field("/a")], KEY_BYTES_MAX + 256), None);
    assert_eq!(
        misfit(&[field("/a")], KEY_BYTES_MAX + 255),
        Some(Misfit::Text)
    );
    let huge = Field {
        pointer: "/a",
        bytes_max: usize::MAX,
    };
    assert_eq!(misfit(&[huge, huge], 4096), Some(Misfit::Text));
}

#[test]
fn as_many_fields_as_deep_as_allowed_are_all_found() {
    let deepest = "/k".repeat(LEVELS_MAX - 1);
    let pointers = (0..FIELDS_MAX)
        .map(|n| format!("{deepest}/{n}"))
        .collect::<Vec<_>>();
    let fields = pointers
        .iter()
        .map(|pointer| field(pointer))
        .collect::<Vec<_>>();
    let members = (0..FIELDS_MAX)
        .map(|n| format!("\"{n}\":\"v{n}\""))
        .collect::<Vec<_>>();
    let mut payload = format!("{{{}}}", members.join(","));
    for _ in 1..LEVELS_MAX {
        payload = format!("{{\"k\":{payload}}}");
    }
    let want = (0..FIELDS_MAX)
        .map(|n| text(&format!("v{n}")))
        .collect::<Vec<_>>();
    assert_eq!(outcomes(&fields, &payload), want);
}
