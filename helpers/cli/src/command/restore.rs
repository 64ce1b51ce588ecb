//! `rejoin restore`: brings the panes back that stood in a tmux server which is gone, or
//! whose agents were killed, each with its own conversation. It shows what it will do
//! first, and what came of each pane last.
//!
//! A pane is found by its address and never by a guess; run twice, it starts nothing twice.

mod make;
mod plan;
mod show;
mod start;
mod turn;

use crate::address::tmux;
use crate::append::Appender;
use crate::error::{Error, Kind};
use crate::known;
use crate::print::{Printer, note};
use crate::world::World;
use plan::{Place, Plan, Step, Which};
use start::{Begun, Enter, Outcome};
use std::collections::BTreeMap;
use std::io::{BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// Longest answer to a question that is read, in bytes.
const ANSWER_BYTES_MAX: u64 = 64;

/// After so many starts it is told how far a plan is: every second or so.
const TOLD_EACH: usize = 10;

/// Bring every pane back with its conversation.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Show what would be done, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// Do it without asking
    #[arg(long, short)]
    yes: bool,
    /// Type the commands, and leave it to you to send them
    #[arg(long = "type")]
    typed: bool,
    /// Only panes whose name, address, agent or directory has this in it
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Also panes of tmux servers before the last one
    #[arg(long)]
    all: bool,
    /// Only panes of the tmux server around, for its own hooks
    #[arg(long)]
    here: bool,
    /// Print JSON; does nothing without --yes
    #[arg(long)]
    pub json: bool,
}

/// Shows the plan, and carries it out.
///
/// # Errors
/// The log cannot be read or written, or some pane could not be brought back.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    if args.dry_run || args.json && !args.yes {
        show::plan(args.json, &plan(world, args)?, out);
        return Ok(());
    }
    let folder = known::folder(world)?;
    // What is planned here holds until every command is typed.
    let _turn = if folder.exists() {
        Some(turn::take(&folder)?)
    } else {
        None
    };
    let plan = plan(world, args)?;
    if !args.json {
        show::plan(false, &plan, out);
        let _ = out.flush();
    }
    let starts = plan.steps.iter().filter(|step| step.starts()).count();
    if starts > 0 && !args.yes && !agreed(starts)? {
        note("nothing was done");
        return Ok(());
    }
    let outcomes = carry_out(world, args, &plan)?;
    show::outcomes(args.json, &plan, &outcomes, out);
    judge(&outcomes)
}

fn plan(world: &World, args: &Args) -> Result<Plan, Error> {
    let known = known::read(&known::folder(world)?, |_, _, _| {})?;
    let bindings = known.panes();
    let sockets = plan::sockets(&bindings);
    let servers = sockets
        .collect::<std::collections::BTreeSet<PathBuf>>()
        .into_iter()
        .map(|socket| {
            let panes = tmux::Server::at(&socket).panes();
            (socket, panes)
        })
        .collect();
    let here = args.here.then(|| tmux::default_socket(world));
    let which = Which {
        server: here.as_deref(),
        all: args.all,
        only: args.only.as_deref(),
    };
    Ok(plan::plan(world, bindings, &servers, which))
}

/// Asks a person.
fn agreed(starts: usize) -> Result<bool, Error> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        let cause = "nobody can be asked here whether to do this";
        return Err(Error::new(Kind::Usage, cause).remedy("Add --yes to do it."));
    }
    let _ = write!(std::io::stderr(), "Start {starts} agents? [y/N] ");
    let mut answer = String::new();
    let read = stdin.lock().take(ANSWER_BYTES_MAX).read_line(&mut answer);
    let yes = ["y", "yes"].contains(&answer.trim().to_lowercase().as_str());
    Ok(read.is_ok() && yes)
}

/// Makes what is missing, starts each agent, and says what came of each step; of one that
/// starts nothing, nothing.
fn carry_out(world: &World, args: &Args, plan: &Plan) -> Result<Vec<Option<Outcome>>, Error> {
    let starts = plan.steps.iter().filter(|step| step.starts()).count();
    if starts == 0 {
        return Ok(plan.steps.iter().map(|_| None).collect());
    }
    let mut appender = Appender::open(world)
        .map_err(|reason| Error::new(Kind::Damaged, reason).remedy("See `rejoin doctor`."))?;
    let enter = if args.typed {
        Enter::Left
    } else {
        Enter::Pressed
    };
    let mut done: BTreeMap<&str, Outcome> = BTreeMap::new();
    let mut begun: Vec<Begun<'_>> = Vec::new();
    for (socket, steps) in by_socket(plan) {
        let server = tmux::Server::at(socket);
        for (step, pane) in panes(&server, steps) {
            let typed =
                pane.and_then(|pane| start::begin(&mut appender, &server, step, &pane, enter));
            match typed {
                Ok(_) if enter == Enter::Left => {
                    done.insert(&step.answer.pane, Outcome::Typed);
                }
                Ok(one) => {
                    begun.push(one);
                    tell(begun.len(), starts);
                }
                Err(reason) => {
                    done.insert(&step.answer.pane, Outcome::Failed(reason));
                }
            }
        }
    }
    let waited = start::wait(world, &begun)?;
    let waited_for = begun.iter().map(|one| one.step.answer.pane.as_str());
    done.extend(waited_for.zip(waited));
    let outcome = |step: &Step| done.remove(step.answer.pane.as_str());
    Ok(plan.steps.iter().map(outcome).collect())
}

/// Tells who waits for a long plan how far it is.
fn tell(done: usize, starts: usize) {
    if starts > TOLD_EACH && done.is_multiple_of(TOLD_EACH) {
        note(format_args!("{done} of {starts} agents are sent for"));
    }
}

fn by_socket(plan: &Plan) -> BTreeMap<&Path, Vec<&Step>> {
    let mut sockets: BTreeMap<&Path, Vec<&Step>> = BTreeMap::new();
    for step in plan.steps.iter().filter(|step| step.starts()) {
        let socket = Path::new(step.address.server.as_os_str());
        sockets.entry(socket).or_default().push(step);
    }
    sockets
}

/// Returns the pane of each step: the one that is there, or one that is made.
fn panes<'s>(
    server: &tmux::Server,
    steps: Vec<&'s Step>,
) -> Vec<(&'s Step, Result<tmux::Pane, String>)> {
    let missing: Vec<&Step> = steps
        .iter()
        .copied()
        .filter(|step| step.place == Place::Made)
        .collect();
    let there = steps.into_iter().filter_map(|step| match &step.place {
        Place::In(pane) => Some((step, Ok(pane.clone()))),
        Place::Made | Place::Nowhere(_) => None,
    });
    let mut panes: Vec<_> = there.collect();
    panes.extend(make::make(server, &missing));
    panes
}

fn judge(outcomes: &[Option<Outcome>]) -> Result<(), Error> {
    let bad = |outcome: &&Outcome| matches!(outcome, Outcome::Failed(_) | Outcome::Silent);
    match outcomes.iter().flatten().filter(bad).count() {
        0 => Ok(()),
        bad => Err(
            Error::new(Kind::Refused, format!("{bad} panes were not brought back"))
                .code("not-restored")
                .remedy("Their panes show why; run `rejoin restore` again for the rest."),
        ),
    }
}
