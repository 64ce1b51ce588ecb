//! `rejoin why`: every record that concerns a pane, what it did, and the rule by which.

use crate::address;
use crate::error::{Error, Kind};
use crate::here;
use crate::known;
use crate::print::{Printer, note};
use crate::told::told;
use crate::world::World;
use rejoin_store::event::Event;
use rejoin_store::verdict::Verdict;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;

/// Explain how a pane came to hold what it holds.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of a pane, or a tmux pane such as %3; without it, this pane
    #[arg(value_name = "PANE")]
    pane: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the explanation.
///
/// # Errors
/// Nothing concerns the pane, or the log cannot be read.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let pane = here::asked(world, args.pane.as_deref())?;
    let mut events = Vec::new();
    let mut any = false;
    let known = known::read(&known::folder(world)?, |position, event, verdict| {
        if !concerns(event, verdict, &pane) {
            return;
        }
        any = true;
        if args.json {
            events.push(json!({
                "position": position, "event": short(event), "verdict": verdict,
            }));
        } else {
            // Standard output keeps its own errors.
            let _ = writeln!(out, "{position:>9}  {}", told(event));
            for line in lines(verdict) {
                let _ = writeln!(out, "{:9}  {line}", "");
            }
        }
    })?;
    if args.json {
        let why = json!({
            "schema": "rejoin.why.v1", "pane": pane, "events": events, "folded": known.covers,
        });
        let _ = writeln!(out, "{why}");
    }
    if any || known.fold.pane(&pane).is_some() {
        if known.covers > 0 {
            let covers = known.covers;
            note(format_args!(
                "what was recorded up to segment {covers} is folded, and explained no more"
            ));
        }
        return Ok(());
    }
    Err(
        Error::new(Kind::NoBinding, format!("no record concerns pane {pane}"))
            .remedy("`rejoin list` shows the known panes."),
    )
}

/// Tells whether a record concerns the pane: by verdict, or because it only claims to.
fn concerns(event: &Event, verdict: &Verdict, pane: &str) -> bool {
    let claimed = match event {
        Event::Publish(publish) => publish.claim.token.as_deref(),
        Event::Refused(refused) => refused.claim.token.as_deref(),
        Event::Carry(carry) => Some(carry.from.as_str()),
        _ => None,
    };
    verdict.pane.as_deref() == Some(pane) || claimed == Some(pane)
}

fn lines(verdict: &Verdict) -> Vec<String> {
    let action = serde_json::to_value(verdict.action).unwrap_or_default();
    let action = action.as_str().unwrap_or_default().to_owned();
    let mut lines = vec![format!("=> {action}: {}", verdict.rule.text)];
    lines.extend(
        verdict
            .found
            .map(|found| format!("   pane: {}", found.text)),
    );
    lines
}

fn short(event: &Event) -> Value {
    match event {
        Event::Publish(publish) => json!({
            "kind": "publish", "agent": publish.agent, "id": publish.id, "child": publish.child,
            "class": publish.class, "event": publish.event, "at": publish.at,
            "publisher": publish.publisher, "marks": publish.marks,
        }),
        Event::Launch(launch) => json!({
            "kind": "launch", "launch": launch.launch, "agent": launch.agent,
            "asked": launch.asked, "at": launch.at,
        }),
        Event::Refused(refused) => json!({
            "kind": "refused", "agent": refused.agent, "reason": refused.reason, "at": refused.at,
        }),
        Event::Address(address) => json!({
            "kind": "address", "pane": address.pane, "at": address.at, "left": address.left,
            "shown": address::shown(address),
        }),
        Event::Carry(carry) => json!({
            "kind": "carry", "pane": carry.pane, "from": carry.from, "at": carry.at,
        }),
        Event::NotStarted(failed) => json!({
            "kind": "not_started", "launch": failed.launch, "at": failed.at,
        }),
        Event::Pin(pin) => whole("pin", &**pin),
        Event::Clear(clear) => whole("clear", &**clear),
        Event::Dismiss(dismiss) => whole("dismiss", &**dismiss),
        Event::Park(park) => whole("park", &**park),
        Event::Import(import) => whole("import", &**import),
        Event::Fork(fork) => whole("fork", &**fork),
        Event::Adopt(adopt) => whole("adopt", &**adopt),
        Event::Witness(witness) => whole("witness", &**witness),
        Event::Unknown { kind, .. } => json!({"kind": kind}),
    }
}

fn whole(kind: &str, event: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(event).unwrap_or_default();
    value["kind"] = kind.into();
    value
}
