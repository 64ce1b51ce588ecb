//! `rejoin tree`: which conversation was begun from which.

use crate::error::{Error, Kind};
use crate::here;
use crate::known;
use crate::lineage::{Lineage, Node};
use crate::print::{Printer, plain};
use crate::world::World;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Show which conversation comes from which
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A pane, or the id of a conversation; without it, all that come from another
    #[arg(value_name = "PANE|ID")]
    of: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the lineage.
///
/// # Errors
/// Nothing is known of what is asked for, or the log cannot be read.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let known = known::read(&known::folder(world)?, |_, _, _| {})?;
    let panes = known.panes();
    let lineage = Lineage::of(&panes);
    let tops = match &args.of {
        None => lineage
            .tops()
            .filter(|top| lineage.has_children(top))
            .collect(),
        Some(of) => {
            let pane = here::asked(world, Some(of)).unwrap_or_else(|_| of.clone());
            let tops = lineage.tops_of(of, known.fold.pane(&pane).as_ref());
            if tops.is_empty() {
                let cause = format!("no conversation or pane is known as {}", plain(of));
                return Err(
                    Error::new(Kind::NoBinding, cause).remedy("`rejoin list` shows panes and ids.")
                );
            }
            tops
        }
    };
    // Standard output keeps its own errors.
    let _ = if args.json {
        let mut all = Vec::new();
        lineage.walk(&tops, |node, _| all.push(value(node)));
        writeln!(
            out,
            "{}",
            json!({"schema": "rejoin.tree.v1", "conversations": all})
        )
    } else {
        draw(&lineage, &tops, out)
    };
    Ok(())
}

fn value(node: &Node<'_>) -> Value {
    let fork = node.fork.map(|forked| {
        let fork = &forked.event;
        json!({
            "revision": fork.revision, "cut": fork.cut, "inherits": fork.inherits,
            "program": fork.program, "cwd": fork.cwd, "at": fork.at,
            "store": fork.parent.store, "filesystem": fork.parent.filesystem,
        })
    });
    json!({
        "agent": node.agent, "id": node.id, "parent": node.parent,
        "panes": node.panes, "earlier_in": node.earlier_in, "fork": fork,
    })
}

fn draw(lineage: &Lineage<'_>, tops: &[(&str, &str)], out: &mut Printer) -> io::Result<()> {
    let mut done = Ok(());
    lineage.walk(tops, |node, lines| {
        let branch = lines.split_last().map_or(String::new(), |(last, above)| {
            let above = above.iter().map(|more| if *more { "|  " } else { "   " });
            let own = if *last { "+- " } else { "`- " };
            above.chain([own]).collect()
        });
        let mut line = format!("{branch}{} ({})", plain(node.id), plain(node.agent));
        if !node.panes.is_empty() {
            line += &format!("  in {}", plain(&node.panes.join(", ")));
        }
        if let Some(cut) = node.fork.map(|forked| &forked.event.cut)
            && let Some(entry) = &cut.entry
        {
            line += &format!("  cut {} {}", plain(&cut.at), plain(entry));
        }
        if done.is_ok() {
            done = writeln!(out, "{line}");
        }
    });
    done
}
