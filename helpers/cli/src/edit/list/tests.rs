//! Promises about one word in a list of somebody else's settings.

use super::*;

const JSON: (Settings, Word<'static>) = (
    Settings::Json,
    Word {
        at: "/plugin",
        word: "./ours.js",
    },
);
const DEEP: (Settings, Word<'static>) = (
    Settings::Json,
    Word {
        at: "/a/plugins",
        word: "./ours.js",
    },
);
const YAML: (Settings, Word<'static>) = (
    Settings::Yaml,
    Word {
        at: "/plugins/enabled",
        word: "ours",
    },
);

/// Texts that get their bytes back even without the way back.
const TEXTS: &[((Settings, Word<'static>), &str)] = &[
    (JSON, "{}"),
    (JSON, "{\n  // mine\n  \"theme\": \"x\", // too\n}\n"),
    (JSON, "{\"plugin\":[\"./mine.js\"]}"),
    (
        JSON,
        "\u{feff}{\r\n\t\"plugin\": [\r\n\t\t\"./mine.js\", // first\r\n\t],\r\n}",
    ),
    (JSON, "{\"plugin\":[[\"./x.js\",{}],null]}"),
    (DEEP, "{}"),
    (DEEP, "{\"a\":{\"b\":1}}"),
    (DEEP, "{\"a\":{\"plugins\":[1]}}"),
    (YAML, ""),
    (YAML, "model: x\n# tail\n"),
    (
        YAML,
        "plugins:\n  enabled:\n    - mine # first\n    # last\nz: 1\n",
    ),
    (YAML, "plugins:\n  enabled: [mine, 'two'] # on one line\n"),
    (YAML, "plugins:\n  other: 1\n"),
    (YAML, "plugins:\r\n  enabled:\r\n  - mine\r\n"),
];

#[test]
fn a_word_is_put_in_once_and_its_text_gets_its_bytes_back() {
    for ((settings, word), text) in TEXTS {
        let once = settings.insert(text.as_bytes(), *word, &Created::default());
        let once = once.unwrap_or_else(|fault| panic!("{fault}: {text}"));
        assert!(once.text.contains(word.word));
        let undo = |text: String, splice: &crate::edit::Splice| splice.undo(&text).expect("ours");
        assert_eq!(
            once.splices.iter().rev().fold(once.text.clone(), undo),
            *text
        );
        let twice = settings.insert(once.text.as_bytes(), *word, &once.created);
        assert_eq!(twice.expect("reads").splices, []);
        let gone = settings
            .remove(once.text.as_bytes(), *word, &once.created)
            .expect("reads");
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(bare(&gone.text), bare(text), "{}", once.text);
        if !text.contains("//") && *text != "{}" {
            assert_eq!(gone.text, *text);
        }
    }
}

#[test]
fn a_list_that_a_person_emptied_stays() {
    for (kind, text) in [
        (JSON, "{\"plugin\":[\"./ours.js\"]}"),
        (DEEP, "{\"a\":{\"plugins\":[\"./ours.js\"]}}"),
    ] {
        let gone = kind
            .0
            .remove(text.as_bytes(), kind.1, &Created::default())
            .expect("reads");
        assert_eq!(gone.text, text.replace("\"./ours.js\"", ""));
    }
}

#[test]
fn what_is_no_list_is_named_and_left_alone() {
    for (kind, text) in [
        (JSON, "{\"plugin\":\"x\"}"),
        (JSON, "{\"plugin\":{}}"),
        (JSON, "{\"plugin\":[],\"plugin\":[]}"),
        (JSON, "{\"plugin\":["),
        (DEEP, "{\"a\":[]}"),
        (YAML, "plugins: [x]\n"),
        (YAML, "plugins:\n  enabled: x\n"),
        (YAML, "p: &x [a]\nplugins:\n  enabled: *x\n"),
        (YAML, "plugins:\n  enabled: &x\n  - a\nq: *x\n"),
    ] {
        let fault = kind.0.insert(text.as_bytes(), kind.1, &Created::default());
        assert!(
            matches!(fault, Err(Fault::Text { .. })),
            "{text}: {fault:?}"
        );
    }
}
