//! How a restore is shown: the plan as a table, and at the end one line a pane.

use super::plan::{Place, Plan, Start, Step};
use super::start::{self, Outcome};
use crate::address;
use crate::print::{Printer, plain, table};
use serde_json::{Value, json};
use std::io::Write;

/// Prints what would be done.
pub fn plan(json: bool, plan: &Plan, out: &mut Printer) {
    // Standard output keeps its own errors.
    let _ = if json {
        let none = plan.steps.iter().map(|_| None).collect::<Vec<_>>();
        whole(plan, &none, out)
    } else {
        rows(plan, out)
    };
}

/// Prints what came of it.
pub fn outcomes(json: bool, plan: &Plan, outcomes: &[Option<Outcome>], out: &mut Printer) {
    if json {
        let _ = whole(plan, outcomes, out);
        return;
    }
    for (step, outcome) in plan.steps.iter().zip(outcomes) {
        let at = address::shown(&step.address);
        let (at, came) = (plain(&at), came(step, outcome.as_ref()));
        let _ = writeln!(out, "{at}: {}", plain(&came));
    }
}

fn rows(plan: &Plan, out: &mut Printer) -> std::io::Result<()> {
    if plan.steps.is_empty() {
        writeln!(out, "nothing is to be restored")?;
    } else {
        let names = [
            "WHERE",
            "AGENT",
            "TITLE",
            "DIRECTORY",
            "LAST SEEN (UTC)",
            "STATE",
            "WHAT",
        ];
        let mut rows = vec![names.map(str::to_owned).to_vec()];
        rows.extend(plan.steps.iter().map(row));
        table(out, &rows)?;
    }
    if plan.earlier > 0 {
        let earlier = plan.earlier;
        writeln!(
            out,
            "{earlier} panes of earlier tmux servers are left alone; --all takes them"
        )?;
    }
    Ok(())
}

fn row(step: &Step) -> Vec<String> {
    let answer = &step.answer;
    let seen = answer.last_seen.as_deref().unwrap_or_default();
    let seen = seen
        .chars()
        .take(16)
        .map(|c| if c == 'T' { ' ' } else { c });
    let cwd = step
        .cwd()
        .map(|cwd| cwd.as_os_str().to_string_lossy().into_owned());
    let state = [&[answer.state.to_owned()], answer.flags.as_slice()].concat();
    vec![
        address::shown(&step.address),
        answer.agent.clone().unwrap_or_default(),
        step.address.title.clone().unwrap_or_default(),
        cwd.unwrap_or_default(),
        seen.collect(),
        state.join(" "),
        will(step),
    ]
}

fn will(step: &Step) -> String {
    match &step.place {
        Place::Nowhere(reason) => format!("skipped: {reason}"),
        Place::Made => format!("in a new pane: {}", start::line(step)),
        Place::In(_) => start::line(step),
    }
}

fn came(step: &Step, outcome: Option<&Outcome>) -> String {
    let agent = step.answer.agent.as_deref().unwrap_or_default();
    let id = step.answer.id.as_deref().unwrap_or_default();
    match (outcome, &step.place) {
        (None, Place::Nowhere(reason)) => format!("skipped: {reason}"),
        (None, _) => "nothing was done".to_owned(),
        (Some(Outcome::Resumed), _) => format!("resumed {id} ({agent})"),
        (Some(Outcome::Fresh), _) => {
            format!("started {agent} afresh: nothing was said in its conversation")
        }
        (Some(Outcome::Typed), _) => "typed; send it with Enter".to_owned(),
        (Some(Outcome::Silent), _) => "did not start; its pane shows why".to_owned(),
        (Some(Outcome::Failed(reason)), _) => format!("failed: {reason}"),
    }
}

fn whole(plan: &Plan, outcomes: &[Option<Outcome>], out: &mut Printer) -> std::io::Result<()> {
    let steps = plan.steps.iter().zip(outcomes);
    let panes: Vec<Value> = steps
        .map(|(step, outcome)| value(step, outcome.as_ref()))
        .collect();
    let earlier = plan.earlier;
    let whole = json!({ "schema": "rejoin.restore.v1", "panes": panes, "earlier": earlier });
    writeln!(out, "{whole}")
}

fn value(step: &Step, outcome: Option<&Outcome>) -> Value {
    let answer = &step.answer;
    let (place, reason) = match &step.place {
        Place::Made => ("new-pane", None),
        Place::In(_) => ("pane", None),
        Place::Nowhere(reason) => ("none", Some(reason)),
    };
    let (outcome, failure) = match outcome {
        None => (None, None),
        Some(Outcome::Resumed) => (Some("resumed"), None),
        Some(Outcome::Fresh) => (Some("fresh"), None),
        Some(Outcome::Typed) => (Some("typed"), None),
        Some(Outcome::Silent) => (Some("silent"), None),
        Some(Outcome::Failed(reason)) => (Some("failed"), Some(reason)),
    };
    let start = match step.start {
        Start::Resume if !step.begins() => "resume",
        Start::Resume | Start::Fresh(_) => "fresh",
    };
    json!({
        "pane": answer.pane,
        "address": step.address,
        "agent": answer.agent,
        "id": answer.id,
        "state": answer.state,
        "flags": answer.flags,
        "cwd": step.cwd(),
        "last_seen": answer.last_seen,
        "place": place,
        "start": start,
        "line": step.starts().then(|| start::line(step)),
        "reason": reason.or(failure),
        "outcome": outcome,
    })
}
