//! The cache from a pane to its last record may be deleted, damaged, or older than the
//! log: that costs one repeated record at most, and never a changed identity.

use rejoin_tests::{A, Agent, B, Home, payload, rejoin};
use std::fs;

fn say(home: &Home, pane: &str, id: &str) {
    home.hook("claude")
        .pane(pane)
        .input(payload("UserPromptSubmit", id))
        .finish()
        .quiet();
}

/// What can happen to the cache: its name and the bytes it leaves, if any.
fn damages(now: &[u8], older: &[u8]) -> Vec<(&'static str, Option<Vec<u8>>)> {
    // A fixed sequence of bytes without a pattern, so that a failure can be repeated.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let random = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    });
    let mut flipped = now.to_vec();
    let last = flipped.len() - 1;
    flipped[last] ^= 1;
    let mut header_only = vec![0; now.len()];
    header_only[..40].copy_from_slice(&now[..40]);
    vec![
        ("deleted", None),
        ("empty", Some(Vec::new())),
        ("cut in its header", Some(now[..20].to_vec())),
        ("cut behind its header", Some(now[..40].to_vec())),
        ("cut in its last slot", Some(now[..last - 8].to_vec())),
        ("zero", Some(vec![0; now.len()])),
        ("header without slots", Some(header_only)),
        ("one bit changed", Some(flipped)),
        ("noise", Some(random.take(now.len()).collect())),
        ("an older copy", Some(older.to_vec())),
    ]
}

#[test]
fn damage_to_the_cache_never_hides_a_changed_identity() {
    let home = Home::new();
    let heads = home.log_folder().join("heads");
    say(&home, "P1", A);
    let older = fs::read(&heads).expect("the cache");
    say(&home, "P1", B);
    let now = fs::read(&heads).expect("the cache");
    let mut told = B;
    for (damage, bytes) in damages(&now, &older) {
        match bytes {
            None => fs::remove_file(&heads).expect("is removed"),
            Some(bytes) => replace(&heads, &bytes),
        }
        told = if told == A { B } else { A };
        say(&home, "P1", told);
        let last = home.log().records().pop().expect("recorded");
        assert_eq!(last["id"], told, "{damage}");
        let bytes = home.log().bytes();
        say(&home, "P1", told);
        assert_eq!(home.log().bytes(), bytes, "{damage}: the cache works again");
    }
}

#[test]
fn damage_to_the_cache_costs_one_repeated_record() {
    let sample = Home::new();
    say(&sample, "P1", A);
    let now = fs::read(sample.log_folder().join("heads")).expect("the cache");
    for (damage, _) in damages(&now, &now) {
        let home = Home::new();
        let heads = home.log_folder().join("heads");
        say(&home, "P1", A);
        let now = fs::read(&heads).expect("the cache");
        let bytes = damages(&now, &now)
            .into_iter()
            .find(|(name, _)| *name == damage);
        match bytes.and_then(|(_, bytes)| bytes) {
            None => fs::remove_file(&heads).expect("is removed"),
            Some(bytes) => replace(&heads, &bytes),
        }
        for _ in 0..3 {
            say(&home, "P1", A);
        }
        let count = home.log().records().len();
        assert!(count == 1 || count == 2, "{damage}: {count} records");
    }
}

#[test]
fn a_cache_that_cannot_be_a_file_is_done_without() {
    let home = Home::new();
    say(&home, "P1", A);
    let heads = home.log_folder().join("heads");
    fs::remove_file(&heads).expect("is removed");
    fs::create_dir(&heads).expect("is made");
    say(&home, "P1", B);
    let last = home.log().records().pop().expect("recorded");
    assert_eq!(last["id"], B);
}

#[test]
fn a_cache_of_another_log_names_nothing() {
    let one = Home::new();
    let other = Home::new();
    say(&one, "P1", A);
    say(&one, "P2", A);
    say(&other, "P1", B);
    fs::copy(
        one.log_folder().join("heads"),
        other.log_folder().join("heads"),
    )
    .expect("is copied");
    say(&other, "P2", A);
    say(&other, "P1", A);
    let story = other.log().story();
    assert_eq!(
        story,
        [
            format!("{B} prompt"),
            format!("{A} prompt"),
            format!("{A} prompt")
        ]
    );
}

#[test]
fn a_refusal_outside_of_every_pane_is_no_lie_of_the_cache() {
    let home = Home::new();
    say(&home, "P1", A);
    let mut claude = Agent::start(&home, "claude");
    claude.hook_with("claude", &[], "{").quiet();
    assert_eq!(home.log().records().len(), 2, "one of a pane, one of none");
    let told = home.run(rejoin()).arguments(["verify", "--json"]).finish();
    let told: serde_json::Value = serde_json::from_str(told.text()).expect("JSON");
    assert_eq!(
        (&told["heads"]["places"], &told["heads"]["lying"]),
        (&2.into(), &0.into())
    );
}

fn replace(file: &std::path::Path, bytes: &[u8]) {
    use std::io::Write;
    let mut file = fs::File::create(file).expect("is made anew");
    file.write_all(bytes).expect("is written");
}
