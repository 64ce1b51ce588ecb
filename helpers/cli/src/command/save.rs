//! `rejoin save`: looks once where all known panes stand now, and notes what has changed:
//! people rename and move windows after an agent was started in them.
//!
//! It never changes what a pane holds, and a server that does not answer changes nothing.

use crate::address::{self, tmux};
use crate::answer::OwnerOf;
use crate::append::Appender;
use crate::error::{Error, Kind};
use crate::known;
use crate::print::Printer;
use crate::world::World;
use rejoin_platform::Timestamp;
use rejoin_store::binding::{Binding, Flag};
use rejoin_store::event::Address;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

/// Note where every pane stands now.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Say nothing, for hooks of a multiplexer
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

/// Notes it.
///
/// # Errors
/// The log cannot be read or written.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let known = known::read(&known::folder(world)?, |_, _, _| {})?;
    let panes: Vec<Binding> = known
        .panes()
        .into_iter()
        .filter(|p| p.id.is_some())
        .collect();
    let mut changed = Vec::new();
    let mut stand = 0;
    for socket in sockets(world, &panes) {
        if let Some(shown) = tmux::Server::at(&socket).panes() {
            let found = look(&panes, &shown);
            stand += found.iter().filter(|found| !found.now.left).count();
            changed.extend(found.into_iter().filter(Found::is_news));
        }
    }
    if !changed.is_empty() {
        note(world, &changed)?;
    }
    // Standard output keeps its own errors.
    let _ = if args.json {
        let changed: Vec<&Address> = changed.iter().map(|found| &found.now).collect();
        let whole = json!({ "schema": "rejoin.save.v1", "panes": stand, "changed": changed });
        writeln!(out, "{whole}")
    } else if args.quiet {
        Ok(())
    } else {
        let changed = changed.len();
        writeln!(out, "{stand} panes stand in tmux; {changed} changed")
    };
    Ok(())
}

/// Returns the servers that may show a known pane, each once.
fn sockets(world: &World, panes: &[Binding]) -> BTreeSet<PathBuf> {
    let located = panes.iter().filter_map(|pane| pane.located.as_ref());
    let tmux = located.filter(|located| located.address.multiplexer == tmux::WORD);
    let known = tmux.map(|located| PathBuf::from(located.address.server.as_os_str()));
    known.chain([tmux::default_socket(world)]).collect()
}

/// Where a pane stands now, and what was said of it last.
struct Found<'b> {
    before: Option<&'b Address>,
    now: Address,
}

impl Found<'_> {
    fn is_news(&self) -> bool {
        !self.before.is_some_and(|before| before.says(&self.now))
    }
}

/// Finds the known panes among those that a server shows, and those that it shows no more.
fn look<'b>(panes: &'b [Binding], shown: &[tmux::Pane]) -> Vec<Found<'b>> {
    let run = shown
        .first()
        .and_then(|pane| address::incarnation(&pane.place));
    let found = |pane: &'b Binding| {
        let before = pane.located.as_ref().map(|located| &located.address);
        let place = before.map_or(pane.pane.as_str(), |before| before.place.as_str());
        let of_this_run = address::incarnation(place) == run;
        let now = match shown.iter().find(|shown| shown.place == place) {
            Some(shown) => Address {
                left: is_left(pane),
                ..shown.address(&pane.pane)?
            },
            None => Address {
                left: true,
                at: Timestamp::now().as_str().to_owned(),
                ..before.filter(|_| of_this_run)?.clone()
            },
        };
        Some(Found { before, now })
    };
    let own = panes
        .iter()
        .filter(|pane| !pane.flags.contains(&Flag::Continued));
    own.filter_map(found).collect()
}

/// Tells whether a person left the conversation: it said that it ended, and its process is
/// gone. One that was killed says nothing, and is not left.
fn is_left(pane: &Binding) -> bool {
    let gone = OwnerOf::of(pane).and_then(|owner| owner.alive) == Some(false);
    gone && pane.flags.contains(&Flag::Ended)
}

fn note(world: &World, changed: &[Found<'_>]) -> Result<(), Error> {
    let noted = Appender::open(world).and_then(|mut appender| {
        let mut each = changed.iter();
        each.try_for_each(|found| appender.append(|json| found.now.as_record().write(json)))
    });
    noted.map_err(|reason| {
        Error::new(Kind::Damaged, format!("this is not noted: {reason}"))
            .remedy("See `rejoin doctor`, then run it again.")
    })
}
