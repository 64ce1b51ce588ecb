//! One file a subcommand: its arguments, and what it does with them.

pub mod agents;
pub mod log;
pub mod run;
