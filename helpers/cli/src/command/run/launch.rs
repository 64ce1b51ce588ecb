//! What is recorded of a start: facts that can be told from the snapshot, and no value of
//! the environment.

use crate::append::Appender;
use crate::asks::Asked;
use crate::snapshot::Snapshot;
use rejoin_platform::Timestamp;
use rejoin_store::record::{self, Launch, NotStarted};
use std::os::unix::ffi::OsStrExt;

/// What is about to start, and where.
pub struct Start<'s> {
    /// Random id of this launch.
    pub launch: &'s str,
    /// Key of the pane.
    pub pane: &'s str,
    /// The program and its surroundings.
    pub snapshot: &'s Snapshot,
    /// The conversation that is asked for.
    pub asked: Option<Asked>,
}

impl Start<'_> {
    /// Records that this process becomes the program.
    ///
    /// # Errors
    /// Says in one sentence why that cannot be recorded.
    pub fn append(&self, to: &mut Appender) -> Result<(), String> {
        let me = rejoin_platform::process(std::process::id())
            .ok_or("the system does not tell when this process started")?;
        let boot = rejoin_platform::boot_id().ok_or("the system has no boot id")?;
        let snapshot = self.snapshot;
        let store = snapshot.store.as_ref();
        let now = Timestamp::now();
        let typed = std::iter::once(&snapshot.word).chain(&snapshot.kept.words);
        let argv: Vec<&[u8]> = typed.map(|word| word.as_bytes()).collect();
        let launch = Launch {
            launch: self.launch,
            pane: self.pane,
            process: record::Process {
                pid: me.pid,
                start: me.start,
            },
            tty: me.tty,
            agent: snapshot.agent.map(|agent| agent.name),
            program: snapshot.program.path.as_os_str().as_bytes(),
            program_identity: snapshot.program.identity,
            wrapper: snapshot.wrapper.as_deref(),
            argv: &argv,
            left_out: snapshot.kept.left_out as u64,
            cwd: snapshot.cwd.as_os_str().as_bytes(),
            store: store.map(|store| store.root.path.as_os_str().as_bytes()),
            store_identity: store.and_then(|store| store.root.identity),
            store_by: store.and_then(|store| store.by),
            filesystem: snapshot.on_host.then_some("host"),
            asked: self.asked.as_ref().map(Asked::as_record),
            boot: std::str::from_utf8(&boot).map_err(|_| "the system has no boot id")?,
            at: now.as_str(),
        };
        to.append(|json| launch.write(json))
    }

    /// Records that it did not. The launch alone would look like a program that never
    /// said anything.
    pub fn append_failure(&self, to: &mut Appender, exit_code: u8) {
        let now = Timestamp::now();
        let record = NotStarted {
            launch: self.launch,
            pane: self.pane,
            exit_code,
            at: now.as_str(),
        };
        let _ = to.append(|json| record.write(json));
    }
}

impl Asked {
    fn as_record(&self) -> record::Asked<'_> {
        record::Asked {
            how: self.how,
            id: self.id.as_deref(),
            new: self.new.as_deref(),
        }
    }
}
