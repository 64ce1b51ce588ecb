//! `docs/agents.md`: what the definitions say, one section an agent. Printed from data, so
//! that it cannot say anything else.

use super::capabilities::{self, Can, NAMES};
use super::{captured, line, versions};
use crate::print::quoted;
use rejoin_agents::{AGENTS, Agent, Child, Known, Proof, Root, Way};
use std::fmt::Write;

/// Returns the page.
pub fn page() -> String {
    let mut text = String::from(
        "# Agents\n\n\
         What rejoin can do with each agent, from its definition in `schemas/agents/`. \
         *Unverified* stands in the agent's documents or source, and nobody has tried it; \
         *no* has its cause and remedy below. `rejoin agents --capabilities` says the same, \
         and [refusals.md](refusals.md) explains the codes.\n\n",
    );
    table(&mut text);
    for agent in AGENTS {
        section(&mut text, agent);
    }
    text
}

/// Returns one line that names all agents.
pub fn names() -> String {
    let titles: Vec<&str> = AGENTS.iter().map(|agent| agent.title).collect();
    format!("{}.", titles.join(", "))
}

fn table(text: &mut String) {
    let _ = writeln!(text, "| agent | {} |", NAMES.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(NAMES.len()));
    for agent in AGENTS {
        let words = capabilities::of(agent).map(|can| can.word());
        let (title, link) = (agent.title, anchor(agent.title));
        let _ = writeln!(text, "| [{title}](#{link}) | {} |", words.join(" | "));
    }
}

/// Returns the anchor that a heading gets.
fn anchor(title: &str) -> String {
    let kept = title
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || " -_".contains(*c));
    kept.map(|c| {
        if c == ' ' {
            '-'
        } else {
            c.to_ascii_lowercase()
        }
    })
    .collect()
}

fn section(text: &mut String, agent: &'static Agent) {
    let _ = writeln!(text, "\n## {}\n", agent.title);
    let [.., proof] = capabilities::of(agent);
    let mut item = |name: &str, said: String| {
        let _ = writeln!(text, "- **{name}:** {said}");
    };
    item(
        "name",
        format!("`{}`, program {}", agent.name, codes(agent.programs)),
    );
    item("versions", versions(agent));
    item("captured by", captured(agent));
    item("resume", way(agent, &agent.argv.resume));
    item("fork", way(agent, &agent.argv.fork));
    item("preassigned id", way(agent, &agent.argv.fresh));
    item("store", store(agent));
    item("proof", or_no(proof, proven(&agent.store.proof)));
    for quirk in agent.quirks {
        item("note", (*quirk).to_owned());
    }
}

fn codes(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

fn or_no(can: Can, said: &str) -> String {
    match can {
        Can::Yes => said.to_owned(),
        Can::Unverified => format!("{said} (unverified)"),
        Can::No { cause, remedy } => format!("no: {cause} {remedy}"),
    }
}

fn way(agent: &Agent, way: &Way) -> String {
    let Way::Argv {
        argv,
        env,
        own_cwd,
        child,
        known,
        ..
    } = way
    else {
        return super::way(agent, way);
    };
    let variables = env.iter().map(|(name, value)| format!("{name}={value} "));
    let words: Vec<String> = argv.iter().map(|word| shown(word)).collect();
    let command = [line(agent, &[])]
        .into_iter()
        .chain(words)
        .collect::<Vec<_>>();
    let place = if *own_cwd {
        ", in its own directory"
    } else {
        ""
    };
    let child = match child {
        Child::None => "",
        Child::Preassigned => ", with an id that rejoin chooses",
        Child::Announced => ", and the agent's hook says the new id",
    };
    let doubt = if *known == Known::Read {
        " (unverified)"
    } else {
        ""
    };
    let command = command.join(" ");
    format!(
        "`{}{command}`{place}{child}{doubt}",
        variables.collect::<String>()
    )
}

/// Holes stand in capitals; other words are quoted where a shell needs it.
fn shown(word: &str) -> String {
    match word.split_once('{') {
        Some((option, hole)) => format!("{option}{}", hole.trim_end_matches('}').to_uppercase()),
        None => quoted(word),
    }
}

fn store(agent: &Agent) -> String {
    let Root { routes, home } = &agent.store.root;
    let routed = routes.iter().map(|route| match route.below {
        "" => format!("`${}`", route.env),
        below => format!("`${}/{below}`", route.env),
    });
    let own = (!home.is_empty()).then(|| format!("`~/{home}`"));
    let roots: Vec<String> = routed.chain(own).collect();
    let doubt = if agent.store.known == Known::Read {
        " (unverified)"
    } else {
        ""
    };
    let below = agent
        .store
        .transcript
        .map_or(String::new(), |path| format!(", below it `{path}`"));
    match roots.as_slice() {
        [] => "none of its own".to_owned(),
        roots => format!("{}{below}{doubt}", roots.join(", else ")),
    }
}

const fn proven(proof: &Proof) -> &'static str {
    match proof {
        Proof::Jsonl { .. } => "a line at the beginning of the transcript names the id",
        Proof::Json { .. } => "the file names the id",
        Proof::Sqlite { .. } => "a row of its database names the id",
        Proof::Directory => "its place is named by the id, and is there",
        Proof::None { .. } => "",
    }
}
