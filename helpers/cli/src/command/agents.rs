//! `rejoin agents`: what is known about each agent, and why what cannot be done cannot.

mod capabilities;
mod compile;
mod page;

pub use page::{names, page};

use crate::error::Error;
use crate::print::{Printer, table};
use crate::world::World;
use rejoin_agents::{Agent, Child, Class, Exec, Known, Payload, Way};
use serde_json::{Value, json};
use std::io::Write;

/// Show what can be done with each agent.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Show in one table what can be done with each, and why what cannot
    #[arg(long)]
    capabilities: bool,
    /// Compile your own definitions for the hooks
    #[arg(long, conflicts_with_all = ["json", "capabilities"])]
    compile: bool,
}

/// Prints the table.
///
/// # Errors
/// A definition of a person's own is wrong, or the table cannot be written.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    if args.compile {
        return compile::run(world, out);
    }
    let agents: Vec<&'static Agent> = world.roster.agents().collect();
    // Standard output keeps its own errors.
    let _ = match (args.capabilities, args.json) {
        (true, true) => capabilities::show_json(&agents, out),
        (true, false) => capabilities::show(&agents, out),
        (false, true) => {
            let agents = agents.iter().map(|agent| described(world, agent));
            let agents: Vec<Value> = agents.collect();
            let whole = json!({"schema": "rejoin.agents.v1", "agents": agents});
            writeln!(out, "{whole}")
        }
        (false, false) => agents.iter().try_for_each(|agent| show(out, agent)),
    };
    Ok(())
}

fn show(out: &mut Printer, agent: &Agent) -> std::io::Result<()> {
    writeln!(
        out,
        "{}  {}, program {}",
        agent.name,
        agent.title,
        agent.programs.join(", ")
    )?;
    let mut rows = vec![
        row("versions", versions(agent)),
        row("captured by", captured(agent)),
        row("resume", way(agent, &agent.argv.resume)),
        row("fork", way(agent, &agent.argv.fork)),
        row("chosen id", way(agent, &agent.argv.fresh)),
        row(
            "consent",
            agent
                .install
                .consent
                .as_ref()
                .map_or("not asked", |c| c.ask)
                .to_owned(),
        ),
    ];
    rows.extend(
        agent
            .quirks
            .iter()
            .map(|quirk| row("note", (*quirk).to_owned())),
    );
    table(out, &rows)?;
    writeln!(out)
}

fn row(name: &str, text: String) -> Vec<String> {
    vec![format!("  {name}"), text]
}

/// Says on which versions the facts were seen, or of which they were only read.
fn versions(agent: &Agent) -> String {
    match agent.seen {
        [] => format!("not seen; read: {}", agent.read.join(", ")),
        seen => seen.join(", "),
    }
}

/// Lists the installed events with what each says, or says why there are none.
fn captured(agent: &Agent) -> String {
    match (agent.install.reason, &agent.payload) {
        (None, Some(payload)) => {
            let known = heard(agent, payload);
            format!("{}{}", installed(agent).join(", "), doubt(known))
        }
        (reason, _) => format!("no: {}", reason.unwrap_or_default()),
    }
}

/// Says how it is known that the agent can be brought to say its conversations.
fn heard(agent: &Agent, payload: &Payload) -> Known {
    let doubted = [agent.install.known, payload.known].contains(&Known::Read);
    if doubted { Known::Read } else { Known::Seen }
}

fn installed(agent: &Agent) -> Vec<String> {
    let word = |event: &str| class_word(agent.class(event));
    let also = agent.install.also.iter().flat_map(|install| install.events);
    let events = agent.install.events.iter().chain(also);
    events
        .map(|event| format!("{event} ({})", word(event)))
        .collect()
}

const fn class_word(class: Class) -> &'static str {
    match class {
        Class::Begin => "begin",
        Class::Prompt => "prompt",
        Class::Continue => "continue",
        Class::End => "end",
    }
}

const fn child_word(child: Child) -> &'static str {
    match child {
        Child::None => "none",
        Child::Preassigned => "preassigned",
        Child::Announced => "announced",
    }
}

const fn known_word(known: Known) -> &'static str {
    match known {
        Known::Seen => "seen",
        Known::Read => "read",
    }
}

/// Says what nobody has tried.
const fn doubt(known: Known) -> &'static str {
    match known {
        Known::Seen => "",
        Known::Read => " (unverified)",
    }
}

fn line(agent: &Agent, argv: &[&str]) -> String {
    agent
        .programs
        .iter()
        .take(1)
        .chain(argv)
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}

fn way(agent: &Agent, way: &Way) -> String {
    match way {
        Way::Argv {
            argv,
            own_cwd,
            child,
            known,
            ..
        } => {
            let place = if *own_cwd {
                " in its own directory"
            } else {
                ""
            };
            let child = match child {
                Child::None => "",
                Child::Preassigned => "; rejoin chooses the new id",
                Child::Announced => "; the agent's hook says the new id",
            };
            format!("{}{place}{child}{}", line(agent, argv), doubt(*known))
        }
        Way::Refused { cause, remedy, .. } => format!("no: {cause} {remedy}"),
    }
}

fn described(world: &World, agent: &Agent) -> Value {
    let install = &agent.install;
    let own = world.roster.own().iter().any(|own| own.name == agent.name);
    json!({
        "name": agent.name,
        "title": agent.title,
        "own": own,
        "programs": agent.programs,
        "seen": agent.seen,
        "read": agent.read,
        "captured": agent.is_captured(),
        "events": agent.events.iter().map(|event| json!({
            "name": event.name,
            "class": class_word(event.class),
            "installed": install.events.contains(&event.name),
        })).collect::<Vec<_>>(),
        "hook": agent.is_captured().then(|| json!({
            "file": install.file,
            "exec": match install.exec { Exec::Args => "args", Exec::Line => "line" },
            "timeout_s": install.timeout_s,
            "known": known_word(install.known),
        })),
        "not_captured": install.reason,
        "consent": install.consent.as_ref().map(|consent| json!({
            "file": consent.file, "ask": consent.ask,
        })),
        "resume": way_value(agent, &agent.argv.resume),
        "fork": way_value(agent, &agent.argv.fork),
        "fresh": way_value(agent, &agent.argv.fresh),
        "quirks": agent.quirks,
    })
}

fn way_value(agent: &Agent, way: &Way) -> Value {
    match way {
        Way::Argv {
            argv,
            own_cwd,
            child,
            known,
            ..
        } => json!({
            "known": known_word(*known),
            "argv": agent.programs.iter().take(1).chain(*argv).collect::<Vec<_>>(),
            "own_directory": own_cwd,
            "child": child_word(*child),
        }),
        Way::Refused {
            code,
            cause,
            remedy,
        } => json!({
            "refused": {"code": code, "cause": cause, "remedy": remedy},
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rejoin_agents::AGENTS;

    #[test]
    fn every_no_has_its_reason() {
        for agent in AGENTS {
            for each in [&agent.argv.resume, &agent.argv.fork, &agent.argv.fresh] {
                let shown = way(agent, each);
                assert!(
                    !shown.starts_with("no") || shown.len() > 10,
                    "{}: {shown}",
                    agent.name
                );
            }
        }
    }
}
