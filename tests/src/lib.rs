//! The kit of the checks on the real programs: builds them, gives each test a home of its
//! own and a cleared environment, runs them, and reads what they left in the log.
//!
//! It must never touch the real home, never share code with what it checks, and never end
//! a process that it did not start.
#![forbid(unsafe_code)]

mod agent;
mod desk;
mod everything;
mod fault;
pub mod handover;
mod home;
mod log;
mod need;
mod payload;
pub mod process;
mod programs;
mod run;
mod snapshot;
mod surroundings;
mod terminal;
mod tmux;

pub use agent::{Agent, Staged};
pub use desk::Desk;
pub use everything::{Everything, everything, this_host_in};
pub use fault::{Blow, Call, Fault, Tracer, faults};
pub use handover::Handover;
pub use home::Home;
pub use log::{Log, Read, framed};
pub use need::{is_root, skipped, tool};
pub use payload::{A, B, C, D, payload};
pub use programs::{exec, hook, rejoin, static_target, workspace, writer};
pub use run::{DEADLINE, Finished, Run, Running};
pub use snapshot::Snapshot;
pub use terminal::Terminal;
pub use tmux::Tmux;
