//! The layouts that agents were seen to keep: each with a conversation as it is filed, found
//! by its id and the directory alone, with nothing published.

use super::*;

const HEADER: Proves = Proves::Jsonl {
    id: "/id",
    cwd: Some("/cwd"),
    needs: None,
    lines: 1,
};

const META: Proves = Proves::Json {
    id: "/id",
    cwd: Some("/cwd"),
};

/// A layout, and the path of the conversation in it; `%` stands for the directory.
const LAYOUTS: &[(&str, &str, Proves)] = &[
    (
        "projects/{cwd|dashes}/{id}.jsonl",
        "projects/%dashes/ID.jsonl",
        HEADER,
    ),
    (
        "projects/{cwd|dashes}/chats/{id}.jsonl",
        "projects/%dashes/chats/ID.jsonl",
        HEADER,
    ),
    (
        "sessions/{cwd|slashes}/{id}.jsonl",
        "sessions/%slashes/ID.jsonl",
        HEADER,
    ),
    (
        "sessions/--{cwd|inner}--/{*}_{id}.jsonl",
        "sessions/--%inner--/2026-11-30T10-00-00-000Z_ID.jsonl",
        HEADER,
    ),
    (
        "sessions/{*}/{*}_{id}.jsonl",
        "sessions/-tmp-x/2026-11-30T10-00-00-000Z_ID.jsonl",
        HEADER,
    ),
    (
        "sessions/{*}/{*}/{*}/rollout-{*}-{id}.jsonl",
        "sessions/2026/11/30/rollout-2026-11-30T10-00-00-ID.jsonl",
        HEADER,
    ),
    (
        "tmp/{*}/chats/session-{*}-{id|8}.jsonl",
        "tmp/proj-1/chats/session-2026-11-30T10-00-aaaaaaaa.jsonl",
        HEADER,
    ),
    (
        "session-state/{id}/events.jsonl",
        "session-state/ID/events.jsonl",
        HEADER,
    ),
    ("sessions/{id}.jsonl", "sessions/ID.jsonl", HEADER),
    (
        "sessions/{cwd|percent}/{id}/summary.json",
        "sessions/%percent/ID/summary.json",
        META,
    ),
    (
        "sessions/{*}/session_{id}/state.json",
        "sessions/wd_x_0123456789ab/session_ID/state.json",
        META,
    ),
    (
        "logs/session/unified/{id}/meta.json",
        "logs/session/unified/ID/meta.json",
        META,
    ),
    ("sessions/cli/{id}.json", "sessions/cli/ID.json", META),
    (
        "chats/{*}/{id}/meta.json",
        "chats/0123456789abcdef/ID/meta.json",
        META,
    ),
    (
        "conversations/{id|hex}",
        "conversations/HEX/base_state.json",
        Proves::Directory,
    ),
];

#[test]
fn every_layout_leads_to_its_conversation_and_to_no_other() {
    for &(template, place, proof) in LAYOUTS {
        let (lab, store) = (Lab::new(), store(template, proof));
        let cwd = lab.path("work/a.b");
        let text = cwd.to_str().expect("text");
        let slashes = text.replace('/', "-");
        let place = |id: &str| {
            place
                .replace("%dashes", &lab.dashed("work/a.b"))
                .replace("%slashes", &slashes)
                .replace("%inner", slashes.trim_start_matches('-'))
                .replace("%percent", &text.replace('/', "%2F"))
                .replace("aaaaaaaa", &id[..8])
                .replace("ID", id)
                .replace("HEX", &id.replace('-', ""))
        };
        lab.put(&place(B), &header_in(B, &cwd));
        let found = lab.look(&store, None, &[&cwd]);
        assert_eq!(found.proof, Proof::Absent, "{template}");
        let path = lab.put(&place(A), &header_in(A, &cwd));
        let found = lab.look(&store, None, &[&cwd]);
        assert_eq!(found.proof, Proof::Proven, "{template}");
        if proof != Proves::Directory {
            assert_eq!(found.path, Some(path), "{template}");
            assert_eq!(found.cwd.as_deref(), Some(cwd.as_path()), "{template}");
        }
        let filed = template.contains("{cwd|").then_some(cwd);
        assert_eq!(found.filed, filed, "{template}");
        // Without any directory it is found all the same.
        let found = lab.look(&store, None, &[]);
        assert_eq!(found.proof, Proof::Proven, "{template}");
    }
}

#[test]
fn what_is_left_open_is_one_part_of_a_path() {
    use super::super::place::parts;
    let fits = |template: &str, name: &str| parts(template, A, None)[0].fits(name.as_bytes());
    assert!(fits("r-{*}-{id}.jsonl", &format!("r-2026-11-{A}.jsonl")));
    assert!(fits("r-{*}-{id}.jsonl", &format!("r--{A}.jsonl")));
    assert!(!fits("r-{*}-{id}.jsonl", &format!("r-{A}.jsonl")));
    assert!(!fits("r-{*}-{id}.jsonl", &format!("r-1-{A}.jsonl.bak")));
    assert!(!fits("r-{*}-{id}.jsonl", &format!("x-1-{A}.jsonl")));
    assert!(fits("{*}", "anything"));
    assert!(fits("{*}a{*}b{*}", "xaxbx") && !fits("{*}a{*}b{*}", "xbxax"));
}

#[test]
fn a_directory_that_no_layout_can_name_is_passed_over() {
    use super::super::place::real;
    assert_eq!(real(Path::new("relative")), None);
    assert_eq!(real(Path::new("/{*}")), None);
    use std::os::unix::ffi::OsStrExt;
    assert_eq!(real(Path::new(std::ffi::OsStr::from_bytes(b"/\xff"))), None);
}
