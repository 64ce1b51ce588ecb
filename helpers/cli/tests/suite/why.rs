//! Why a pane holds what it holds, and what was kept out of it.

use crate::kit::{A, B, Home};
use rejoin_store::record::{Ancestor, Claim, Class, Process, Publication, Tmux};

const SERVER: Ancestor<'_> = Ancestor {
    process: Process {
        pid: 4_190_002,
        start: 3,
    },
    name: b"tmux",
    agent: None,
};

fn said_in_tmux(id: &str, pid: u32) -> Publication<'_> {
    let tmux = Tmux {
        socket: b"/tmp/s",
        server: SERVER.process.pid,
        pane: "%1",
    };
    Publication {
        agent: "claude",
        id,
        child: None,
        claim: Claim {
            tmux: Some(tmux),
            ..Claim::default()
        },
        publisher: Process { pid, start: 7 },
        store: None,
        cwd: Some("/w"),
        transcript: None,
        class: Class::Prompt,
        event: "Prompted",
        source: None,
    }
}

#[test]
fn what_only_claims_the_tmux_pane_is_shown_with_the_rule_that_kept_it_out() {
    let home = Home::new();
    home.say(&said_in_tmux(A, 4_190_000), &[], &[SERVER]);
    home.say(&said_in_tmux(B, 4_190_001), &["background"], &[SERVER]);
    let panes = home.rejoin(&["list", "--json"]).json();
    let pane = panes["panes"][0]["pane"].as_str().expect("a pane");
    let why = home.rejoin(&["why", pane, "--json"]).json();
    let shown = |at: usize, what: &str| why["events"][at]["event"][what].clone();
    assert_eq!((shown(0, "id"), shown(1, "id")), (A.into(), B.into()));
    assert_eq!(why["events"][1]["verdict"]["rule"]["word"], "background");
}
