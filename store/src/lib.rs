//! The append-only log of rejoin and what it says.
//!
//! - The log is the truth; everything else is a cache that may be deleted at any time.
//! - Readers never write, and nobody ever cuts the log.
//! - What was acknowledged is on disk; what is not whole is skipped and counted.
//! - Nothing is deleted but what was read whole and stands in the checkpoint.
//! - No agent is known here: agents, ids and events are bounded text.
//!
//! Without the feature `reader` this is the append half alone: no heap, no std.
#![cfg_attr(not(any(test, feature = "reader")), no_std)]
#![forbid(unsafe_code)]

pub mod append;
pub mod checkpoint;
mod draft;
pub mod folder;
pub mod frame;
mod hash;
pub mod heads;
pub mod json;
pub mod multiplexer;
pub mod record;
pub mod segment;
pub mod storage;

// reading side
#[cfg(feature = "reader")]
pub mod ahead;
#[cfg(feature = "reader")]
pub mod binding;
#[cfg(feature = "reader")]
pub mod chain;
#[cfg(feature = "reader")]
pub mod event;
#[cfg(feature = "reader")]
pub mod fold;
#[cfg(feature = "reader")]
pub mod gc;
#[cfg(feature = "reader")]
pub mod pane;
#[cfg(feature = "reader")]
mod piece;
#[cfg(feature = "reader")]
pub mod reader;
#[cfg(feature = "reader")]
pub mod text;
#[cfg(feature = "reader")]
pub mod verdict;
#[cfg(feature = "reader")]
pub mod verify;
