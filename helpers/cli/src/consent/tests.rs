//! Promises about consent.

use super::table::{give, holds, withdraw};
use super::*;
use crate::edit::{Created, Entries};
use std::path::Path;

const TABLE: &str = "hooks.state";

fn agent() -> &'static Agent {
    let asks = |agent: &&Agent| agent.install.consent.is_some();
    rejoin_agents::AGENTS
        .iter()
        .find(asks)
        .expect("one agent asks for consent")
}

fn notation() -> Notation {
    Notation::of(&agent().install).expect("it has entries")
}

fn one(hash: &str) -> BTreeMap<String, String> {
    BTreeMap::from([(
        "/h/hooks.json:session_start:0:0".to_owned(),
        hash.to_owned(),
    )])
}

fn installed_in(text: &str, helper: &str) -> String {
    let entry = Entry::new(Path::new(helper), agent(), &agent().install).expect("can be quoted");
    let entries = Entries {
        agent: agent().name,
        events: agent().install.events,
        entry,
        matcher: None,
    };
    notation()
        .insert(text.as_bytes(), &entries, &Created::default())
        .expect("reads well")
        .text
}

fn keys_of(text: &str) -> BTreeMap<String, String> {
    let world = World::of(&[("HOME", Path::new("/h"))]);
    let own = notation()
        .standing(text.as_bytes(), agent().name)
        .expect("reads well");
    keys(&world, agent(), &own).expect("a plain path")
}

#[test]
fn a_key_says_where_an_entry_stands_and_a_hash_what_it_does() {
    let foreign = "{\"hooks\":{\"SessionStart\":[{\"hooks\":[]},{\"hooks\":[]}]}}";
    let keys = keys_of(&installed_in(foreign, "/b/rejoin-hook"));
    let file = agent()
        .install
        .file
        .replace("{store}", &format!("/h/{}", agent().store.root.home));
    let first = format!("{file}:session_start:2:0");
    let second = format!("{file}:user_prompt_submit:0:0");
    assert_eq!(keys.keys().collect::<Vec<_>>(), [&first, &second]);
    let text = format!(
        "{{\"event_name\":\"session_start\",\"hooks\":[{{\"async\":false,\"command\":\
         \"/b/rejoin-hook {}\",\"timeout\":5,\"type\":\"command\"}}]}}",
        agent().name
    );
    assert_eq!(keys[&first], hash(text.as_bytes()));
    assert_eq!(
        hash(b""),
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
}

#[test]
fn an_entry_that_somebody_rewrote_is_not_vouched_for() {
    let text = installed_in("{}", "/b/rejoin-hook");
    assert_eq!(keys_of(&text).len(), 2);
    assert_eq!(
        keys_of(&text.replacen("\"timeout\": 5", "\"timeout\": 5, \"async\": true", 1)).len(),
        1
    );
    let narrowed = text.replacen("\"hooks\": [", "\"matcher\": \"x\", \"hooks\": [", 1);
    assert_eq!(keys_of(&narrowed).len(), 1);
}

/// Texts as they occur, each of which gets its bytes back.
const TEXTS: &[&str] = &[
    "",
    "# mine\n",
    "model = \"x\"",
    "model = \"x\"\n\n",
    "model = 'x' # why\r\n[a]\r\nb = [1,\r\n 2]\r\n",
    "\u{feff}model = \"x\"\n",
    "[hooks]\nx = 1\n[z]\n",
    "[hooks.state]\n[hooks.state.\"/p:stop:0:0\"]\ntrusted_hash = \"sha256:1\"\n\n[tail]\n# end\n",
    "[hooks.state.\"/p:stop:0:0\"]\nenabled = false\n",
    "[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ncommand = \"c\"\n[tail]\n",
    "hooks.state.\"/p:stop:0:0\".trusted_hash = \"sha256:1\"\n[z]\n",
];

#[test]
fn consent_comes_last_and_everything_in_front_keeps_its_bytes() {
    for text in TEXTS {
        let given = give(text, TABLE, &one("sha256:2")).expect(text);
        assert!(given.starts_with(text), "{given}");
        assert!(holds(&given, TABLE, &one("sha256:2")));
        assert_eq!(give(&given, TABLE, &one("sha256:2")).expect(text), given);
        let after = withdraw(&given, TABLE, &one("sha256:2")).expect(text);
        assert_eq!(after.trim_end(), text.trim_end());
        if text.ends_with('\n') || text.is_empty() {
            assert_eq!(after, *text);
        }
    }
}

#[test]
fn consent_that_is_there_is_not_written_twice() {
    for text in [
        "[hooks.state.\"/h/hooks.json:session_start:0:0\"]\ntrusted_hash = \"sha256:2\"\n",
        "[hooks.state]\n\"/h/hooks.json:session_start:0:0\" = { trusted_hash = 'sha256:2' }\n",
    ] {
        if let Ok(given) = give(text, TABLE, &one("sha256:2")) {
            assert_eq!(given, text);
        }
        assert!(holds(text, TABLE, &one("sha256:2")));
    }
    let old = "[hooks.state.'/h/hooks.json:session_start:0:0'] # c\n trusted_hash  = 'sha256:1' # d\nx = 1\n";
    let given = give(old, TABLE, &one("sha256:2")).expect("a table of its own");
    assert_eq!(given, old.replace("'sha256:1'", "\"sha256:2\""));
    let after = withdraw(&given, TABLE, &one("sha256:2")).expect("a table of its own");
    assert_eq!(
        after,
        "[hooks.state.'/h/hooks.json:session_start:0:0'] # c\nx = 1\n"
    );
}

#[test]
fn consent_that_somebody_gave_anew_stays() {
    let text = give("", TABLE, &one("sha256:2")).expect("an empty text");
    let now = text.replace("sha256:2", "sha256:3");
    assert_eq!(
        withdraw(&now, TABLE, &one("sha256:2")).expect("reads well"),
        now
    );
}

#[test]
fn a_text_that_cannot_take_consent_is_refused() {
    for text in [
        "a = \n",
        "a = 1\na = 2\n",
        "hooks = 1\n",
        "hooks = { state = { } }\n",
        "[[hooks]]\n",
        "[hooks.state]\n\"/h/hooks.json:session_start:0:0\" = 1\n",
    ] {
        assert!(give(text, TABLE, &one("sha256:2")).is_err(), "{text}");
    }
}

#[test]
fn a_key_names_the_file_as_the_agent_does() {
    let home = tempfile::tempdir().expect("a folder");
    let real = std::fs::canonicalize(home.path()).expect("it exists");
    std::fs::create_dir(real.join("store")).expect("room");
    std::os::unix::fs::symlink("store", real.join("link")).expect("room");
    std::os::unix::fs::symlink("store", real.join(agent().store.root.home)).expect("room");
    let own = notation().standing(
        installed_in("{}", "/b/rejoin-hook").as_bytes(),
        agent().name,
    );
    let own = own.expect("reads well");
    let first = |world: &World| {
        let keys = keys(world, agent(), &own).expect("a plain path");
        keys.into_keys().next().expect("an entry")
    };
    let moved = World::of(&[
        ("HOME", &real),
        (agent().store.root.routes[0].env, &real.join("link")),
    ]);
    assert!(first(&moved).starts_with(real.join("store/").to_str().expect("plain")));
    let usual = World::of(&[("HOME", &real)]);
    let folder = real.join(agent().store.root.home).join("");
    assert!(first(&usual).starts_with(folder.to_str().expect("plain")));
}
