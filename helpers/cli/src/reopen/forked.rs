//! The record of a fork: which conversation is copied, what it was at that moment, and what
//! the copy has of it. It must never hold up the fork: the launch says the most of it.

use super::Plan;
use crate::append;
use crate::named::HOST;
use crate::print::note;
use crate::snapshot::Snapshot;
use crate::world::World;
use rejoin_platform::Timestamp;
use rejoin_store::record::{Cut, Fork, Named, Revision};
use std::os::unix::ffi::OsStrExt;

/// Notes that the plan's program makes a copy; nothing if it makes none.
pub fn note_fork(world: &World, plan: &Plan, snapshot: &Snapshot) {
    let (Some(pane), "fork") = (&plan.pane, plan.way.how) else {
        return;
    };
    let way = &plan.way;
    let store = plan.store.as_ref();
    let transcript = plan.transcript.as_deref();
    // Its length names what was there: agents only append to a transcript. Reading all of
    // it for a hash would hold up a person who waits for a screen.
    let bytes = transcript.and_then(|path| Some(path.metadata().ok()?.len()));
    let inherits = [
        ("history", true),
        ("directory", way.cwd.is_some()),
        ("options", !way.flags.is_empty()),
        ("store", store.is_some()),
    ];
    let inherits: Vec<&str> = inherits
        .into_iter()
        .filter_map(|(word, has)| has.then_some(word))
        .collect();
    let now = Timestamp::now();
    let fork = Fork {
        pane,
        launch: None,
        parent: Named {
            agent: way.agent.name,
            id: &way.id,
            store: store.map(|store| store.path.as_bytes()),
            store_identity: store.and_then(|store| store.dev.zip(store.ino)),
            filesystem: Some(HOST),
            transcript: transcript.map(|path| path.as_os_str().as_bytes()),
            cwd: None,
        },
        child: way.child.as_ref().and_then(|child| child.id.as_deref()),
        revision: Revision {
            bytes,
            ..Revision::default()
        },
        cut: Cut::Agent,
        inherits: &inherits,
        program: Some(snapshot.program.path.as_os_str().as_bytes()),
        cwd: way.cwd.as_ref().map(|cwd| cwd.as_bytes()),
        at: now.as_str(),
    };
    if append::note(world, |json| fork.write(json)).is_err() {
        note("the log did not take the record of this fork; its launch tells where it comes from");
    }
}
