//! What a writer leaves on the disk whatever fails, and what `gc` and readers make of it.
//! The numbers in the tests' comments are those of "What each failure leaves" in
//! `store/ARCHITECTURE.md`.
#![cfg(feature = "reader")]
#![allow(
    clippy::disallowed_methods,
    reason = "fixtures are written by nobody else"
)]

mod ahead;
mod collect;
mod crash;
mod crowd;
mod faults;
mod model;
mod places;
mod real;
mod rotate;
