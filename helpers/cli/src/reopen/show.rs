//! A plan, printed instead of carried out.

use super::{Only, Plan};
use crate::answer::shell_line;
use crate::print::Printer;
use serde_json::json;
use std::io::Write;

/// Prints the command line: quoted for a shell, or as a list.
pub fn show(out: &mut Printer, plan: &Plan, only: Only) {
    let way = &plan.way;
    // Standard output keeps its own errors.
    let _ = if only == Only::Json {
        let whole = json!({
            "schema": "rejoin.reopen.v1",
            "from": plan.from,
            "pane": plan.pane,
            "agent": way.agent.name,
            "id": (way.how != "plain").then_some(&way.id),
            "how": way.how,
            "argv": way.argv,
            "cwd": way.cwd,
            "env": way.env,
            "unset": way.unset,
            "child": way.child,
            "warnings": plan.warnings,
        });
        writeln!(out, "{whole}")
    } else {
        writeln!(out, "{}", shell_line(way))
    };
}
