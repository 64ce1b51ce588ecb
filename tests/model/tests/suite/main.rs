//! What the protocol promises holds in every state of every small world; and each of its
//! precautions is needed, for without it a promise breaks.

mod controls;
mod promises;
mod scenarios;

use rejoin_model::search::{Found, search};
use rejoin_model::{Promise, Scenario};

/// Visits everything, and shows the way to a broken promise.
fn holds(scenario: &Scenario) {
    let found = search(scenario);
    println!("{} states, {} deep", found.states, found.depth);
    assert!(found.broken.is_none(), "{}", told(&found));
    // A world in which hardly anything can happen proves nothing.
    assert!(found.states > 1_000, "only {} states", found.states);
}

/// Finds the shortest way to a state that breaks `promise`, and looks at no other.
fn breaks(promise: Promise, mut scenario: Scenario) {
    scenario.promises = vec![promise];
    let found = search(&scenario);
    println!("{}", told(&found));
    assert!(
        found.broken.is_some(),
        "{promise:?} holds in {} states",
        found.states
    );
}

fn told(found: &Found) -> String {
    match &found.broken {
        None => "nothing is broken".to_owned(),
        Some((promise, steps)) => format!("not kept: {promise}\n  {}", steps.join("\n  ")),
    }
}
