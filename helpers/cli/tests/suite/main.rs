//! The real program in a cleared environment with a throw-away home: what it prints,
//! its exit codes, and that its JSON is what the published schemas say.
#![allow(unreachable_pub, reason = "a test exports nothing")]

mod carry;
mod doctor;
mod fork;
mod kit;
mod launch;
mod lineage;
mod log;
mod pane;
mod pick;
mod prepare;
mod readme;
mod refusals;
mod resolve;
mod restore;
mod resume;
mod resume_failed;
mod run;
mod schemas;
mod screen;
mod segments;
mod state;
mod store;
mod terminal;
mod why;
mod word;
