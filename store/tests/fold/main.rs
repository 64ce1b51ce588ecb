//! What the fold promises about panes, told with small made-up logs.
//!
//! No test here may read a file or know an agent: `alpha` and `beta` are any two.
#![cfg(feature = "reader")]

mod address;
mod carry;
mod checkpoint;
mod descent;
mod forks;
mod launches;
mod laws;
mod lineage;
mod multiplexers;
mod obvious;
mod ownership;
mod qualified;
mod record;
mod rotation;
mod scoping;
mod sharing;
mod story;
mod witnesses;
mod words;
