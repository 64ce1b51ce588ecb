//! A model of the log's protocol (`store/ARCHITECTURE.md`): every interleaving of a few
//! writers, one of them without the lock, `rejoin gc` and a reader, with processes killed
//! and power lost at any step, is visited, and every promise of the contract is looked at
//! in every state.
//!
//! It must never be kinder than the world: each system call that another process can notice
//! is a step of its own, whatever was not synced may be lost piece by piece and in any
//! order, and all records are equally long, so that lengths which could be equal are.
//! One step are only a listing of the folder, a write to heads, and what no other process
//! can come between. Left out: I/O errors, buckets of heads that overflow, the kinds of
//! records, and what a fold does with them.
//!
//! A precaution is a field of [`Protocol`]; `tests/suite/controls.rs` takes each away once.
//! The search is our own: the one crate for it brings an HTTP server that cannot be left
//! out, and forty packages, into the lock file of programs that speak to no network.
#![forbid(unsafe_code)]

mod append;
mod disk;
mod gc;
mod heads;
mod promise;
mod protocol;
mod reader;
mod rotation;
mod scenario;
pub mod search;
mod world;
mod writer;

pub use promise::Promise;
pub use protocol::Protocol;
pub use scenario::{Locking, Role, Saying, Scenario};
