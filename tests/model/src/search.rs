//! Visits every state that a model can reach, breadth first, so that the first broken
//! promise comes with the shortest way to it.
//!
//! It must never prune: a state is left out only if an equal one was visited. Equality is
//! that of 128-bit fingerprints; among ten million states two that differ meet with a
//! chance below one in 10^24.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Most states of one search; more mean that a scenario is too large, and fail it.
const STATES_MAX: usize = 20_000_000;

/// Something with states and steps between them.
pub trait Model {
    /// One state.
    type State: Hash + Clone;

    /// Returns the state in which everything begins.
    fn start(&self) -> Self::State;

    /// Calls `each` with every state that can follow, and with what happened.
    fn follow(&self, state: &Self::State, each: &mut dyn FnMut(String, Self::State));

    /// Names the promise that this state breaks.
    fn broken(&self, state: &Self::State) -> Option<&'static str>;
}

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// States visited.
    pub states: usize,
    /// Length of the longest shortest way.
    pub depth: usize,
    /// The promise that is broken, and every step to there.
    pub broken: Option<(&'static str, Vec<String>)>,
}

/// From where, and by which of the steps from there, a state was first reached.
type Before = HashMap<u128, (u128, u32), BuildHasherDefault<Wide>>;

/// Visits the states of `model` until one breaks a promise, or all were visited.
///
/// # Panics
/// There are more than twenty million states: the scenario is too large.
pub fn search<M: Model>(model: &M) -> Found {
    let start = model.start();
    let mut before = Before::default();
    let first = fingerprint(&start);
    before.insert(first, (0, 0));
    let mut wave = vec![(first, start)];
    let mut depth = 0;
    while !wave.is_empty() {
        let mut next = Vec::new();
        for (from, state) in &wave {
            if let Some(promise) = model.broken(state) {
                let steps = way(model, &before, *from);
                return Found {
                    states: before.len(),
                    depth,
                    broken: Some((promise, steps)),
                };
            }
            let mut step = 0;
            model.follow(state, &mut |_, state| {
                let to = fingerprint(&state);
                before.entry(to).or_insert_with(|| {
                    next.push((to, state));
                    (*from, step)
                });
                step += 1;
            });
        }
        assert!(before.len() < STATES_MAX, "the scenario is too large");
        depth += usize::from(!next.is_empty());
        wave = next;
    }
    Found {
        states: before.len(),
        depth,
        broken: None,
    }
}

/// Walks back to the start, and forward again for what happened.
fn way<M: Model>(model: &M, before: &Before, to: u128) -> Vec<String> {
    let mut steps = Vec::new();
    let mut at = to;
    while let Some(&(from, step)) = before.get(&at).filter(|&&(from, _)| from != 0) {
        steps.push(step);
        at = from;
    }
    let mut state = model.start();
    let mut told = Vec::new();
    for step in steps.into_iter().rev() {
        let mut taken = None;
        let mut at = 0;
        model.follow(&state, &mut |what, state| {
            if at == step {
                taken = Some((what, state));
            }
            at += 1;
        });
        let Some((what, reached)) = taken else {
            break;
        };
        told.push(what);
        state = reached;
    }
    told
}

fn fingerprint(state: &impl Hash) -> u128 {
    let mut hasher = Wide::default();
    state.hash(&mut hasher);
    hasher.0 ^ hasher.0 >> 64
}

/// A hasher of 128 bits: for each word, a bijection of what was there before it.
#[derive(Default)]
struct Wide(u128);

impl Hasher for Wide {
    fn finish(&self) -> u64 {
        (self.0 ^ self.0 >> 64) as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(u64::from(byte));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        /// The multiplier of a 128-bit linear congruential generator with good spectrum.
        const ODD: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
        let word = u128::from(word) + 1;
        self.0 = (self.0 ^ word).wrapping_mul(ODD).rotate_left(59);
    }
}
