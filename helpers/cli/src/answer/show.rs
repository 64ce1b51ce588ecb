//! An answer for people: short aligned lines, and the line to copy last.

use super::{Answer, Reach, shell_line};
use crate::print::plain;
use std::io::{self, Write};

/// Width of the column of names.
pub const NAMES: usize = 13;

/// Most earlier conversations that are shown; the JSON has all.
const HISTORY_SHOWN: usize = 5;

/// Says in words what a state means.
fn state_text(state: &str) -> &'static str {
    match state {
        "proven" => "the agent's hook said it, and the agent's own store holds it",
        "published" => "the agent's hook said it",
        "asked" => "a launch or a person asked for it; the agent said nothing yet",
        _ => "no conversation is known here",
    }
}

/// Writes an answer for people.
///
/// # Errors
/// Those of the writer.
pub fn show(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    fields(answer)
        .iter()
        .try_for_each(|(name, text)| writeln!(out, "{name:NAMES$} {text}"))
}

/// Returns what there is to say about an answer, each under its name and safe for a
/// terminal.
pub fn fields(answer: &Answer) -> Vec<(&'static str, String)> {
    let mut fields = held(answer);
    fields.extend(told(answer));
    if answer.id.is_some() {
        fields.push(("resume", reached(&answer.resume)));
        fields.push(("fork", reached(&answer.fork)));
    }
    fields
}

/// What the pane holds. Every text is safe for a terminal, here and below.
fn held(answer: &Answer) -> Vec<(&'static str, String)> {
    let mut fields = vec![("pane", plain(&answer.pane).to_string())];
    let mut field = |name, text| fields.push((name, text));
    if let (Some(agent), Some(id)) = (&answer.agent, &answer.id) {
        field("conversation", format!("{} ({})", plain(id), plain(agent)));
    }
    field(
        "state",
        format!("{}: {}", answer.state, state_text(answer.state)),
    );
    if !answer.flags.is_empty() {
        field("flags", answer.flags.join(", "));
    }
    if let Some(shared) = &answer.shared {
        let panes = plain(&shared.panes.join(", ")).to_string();
        field(
            "shared by",
            format!("{panes}; last used in {}", plain(&shared.last)),
        );
    }
    if let Some(parent) = &answer.parent {
        field("came from", plain(parent).to_string());
    }
    if let Some(cwd) = answer.cwd.last.as_ref().or(answer.cwd.launch.as_ref()) {
        field("directory", plain(cwd.as_os_str()).to_string());
    }
    if let Some(transcript) = &answer.transcript
        && let Some(path) = &transcript.path
    {
        let reason = transcript
            .reason
            .as_ref()
            .map_or(String::new(), |r| format!(": {r}"));
        let path = plain(path.as_os_str());
        field(
            "transcript",
            format!("{path} ({}{reason})", transcript.proof),
        );
    }
    fields
}

/// What else is to be said about it.
fn told(answer: &Answer) -> Vec<(&'static str, String)> {
    let seen = answer
        .last_seen
        .iter()
        .map(|seen| ("last seen", plain(seen).to_string()));
    let facts = answer
        .evidence
        .iter()
        .map(|fact| ("evidence", plain(fact).to_string()));
    let warnings = answer
        .warnings
        .iter()
        .map(|w| ("warning", plain(&w.text).to_string()));
    let before = answer.history.iter().take(HISTORY_SHOWN).map(|past| {
        let (id, agent, until) = (plain(&past.id), plain(&past.agent), plain(&past.until));
        ("before", format!("{id} ({agent}), until {until}"))
    });
    seen.chain(facts).chain(warnings).chain(before).collect()
}

fn reached(reach: &Reach) -> String {
    match reach {
        Reach::By(way) => shell_line(way),
        Reach::Not { refused } => {
            format!("no: {} {}", plain(&refused.cause), plain(&refused.remedy))
        }
    }
}
