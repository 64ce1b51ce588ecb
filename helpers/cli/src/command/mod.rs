//! One file a subcommand: its arguments, and what it does with them.

pub mod agents;
pub mod carry;
pub mod clear;
pub mod completions;
pub mod dismiss;
pub mod docs;
pub mod doctor;
pub mod fork;
pub mod gc;
pub mod init;
pub mod install;
pub mod list;
pub mod log;
pub mod man;
pub mod pane;
pub mod pick;
pub mod pin;
pub mod prepare;
pub mod resolve;
pub mod restore;
pub mod resume;
pub mod run;
pub mod save;
pub mod status;
pub mod tree;
pub mod uninstall;
pub mod verify;
pub mod why;

use crate::error::Error;
use crate::print::Printer;
use crate::world::World;

/// What a person or a program asks for.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    Resolve(resolve::Args),
    List(list::Args),
    Why(why::Args),
    Log(log::Args),
    Pick(pick::Args),
    Pane(pane::Args),
    Tree(tree::Args),
    Pin(pin::Args),
    Clear(clear::Args),
    Dismiss(dismiss::Args),
    Carry(carry::Args),
    Run(run::Args),
    Resume(resume::Args),
    Fork(fork::Args),
    Prepare(prepare::Args),
    Restore(restore::Args),
    Save(save::Args),
    Status(status::Args),
    Init(init::Args),
    Install(install::Args),
    Uninstall(uninstall::Args),
    Doctor(doctor::Args),
    Agents(agents::Args),
    Verify(verify::Args),
    Gc(gc::Args),
    Completions(completions::Args),
    Man(man::Args),
    Docs(docs::Args),
}

impl Command {
    /// Does it, and tells whether a program asked.
    pub fn run(self, world: &World, out: &mut Printer) -> (Result<(), Error>, bool) {
        match self {
            Self::Resolve(args) => (resolve::run(world, &args, out), args.json),
            Self::List(args) => (list::run(world, &args, out), args.json),
            Self::Why(args) => (why::run(world, &args, out), args.json),
            Self::Log(args) => (log::run(world, &args, out), args.json),
            Self::Pick(args) => (pick::run(world, &args, out), false),
            Self::Pane(args) => (pane::run(world, &args, out), args.json),
            Self::Tree(args) => (tree::run(world, &args, out), args.json),
            Self::Pin(args) => (pin::run(world, &args, out), args.json),
            Self::Clear(args) => (clear::run(world, &args, out), args.json),
            Self::Dismiss(args) => (dismiss::run(world, &args, out), args.json),
            Self::Carry(args) => (carry::run(world, &args, out), args.json),
            Self::Run(args) => (run::run(world, &args), false),
            Self::Resume(args) => (resume::run(world, &args, out), args.json),
            Self::Fork(args) => (fork::run(world, &args, out), args.json),
            Self::Prepare(args) => (prepare::run(world, &args, out), args.json),
            Self::Restore(args) => (restore::run(world, &args, out), args.json),
            Self::Status(args) => (status::run(world, &args, out), false),
            Self::Save(args) => (save::run(world, &args, out), args.json),
            Self::Init(args) => (init::run(world, &args, out), false),
            Self::Install(args) => (install::run(world, &args, out), false),
            Self::Uninstall(args) => (uninstall::run(world, &args, out), false),
            Self::Doctor(args) => (doctor::run(world, &args, out), args.json),
            Self::Agents(args) => (agents::run(world, &args, out), args.json),
            Self::Verify(args) => (verify::run(world, &args, out), args.json),
            Self::Gc(args) => (gc::run(world, &args, out), args.json),
            Self::Completions(args) => (completions::run(&args, out), false),
            Self::Man(args) => (man::run(&args, out), false),
            Self::Docs(args) => (docs::run(&args, out), false),
        }
    }
}
