//! One scenario tried with every fault, and what must hold after each.
//!
//! After a fault the same words are said again undisturbed, then other words, then the
//! first again: each must be the last record of the pane by then, so no cache has hidden
//! a change, and no damage has hidden a record.

use rejoin_tests::{
    Blow, C, Everything, Fault, Finished, Home, Read, Run, Snapshot, Tracer, everything, faults,
    hook, payload, rejoin, tool,
};
use serde_json::Value;
use std::fs::File;
use std::io::Write;

/// What is said while things go wrong, in a home that was made ready before.
pub(crate) struct Scenario {
    name: &'static str,
    id: &'static str,
    room: Option<u64>,
}

/// Calls whose failure may cost nothing but time: the record is there all the same.
const HARMLESS: [&str; 4] = ["flock", "fsync", "fdatasync", "close"];

/// How a program ends that a fault kills.
const KILLED: i32 = -9;

impl Scenario {
    pub(crate) fn new(name: &'static str, id: &'static str) -> Self {
        Self {
            name,
            id,
            room: None,
        }
    }

    /// Lets no file grow beyond so many bytes.
    pub(crate) fn with_room_for(mut self, bytes: u64) -> Self {
        self.room = Some(bytes);
        self
    }

    fn traced(&self, tracer: &Tracer, home: &Home, fault: Option<&Fault>) -> Run {
        let run = match self.room {
            Some(bytes) => {
                let prlimit = tool("prlimit").expect("asked for before");
                let run = tracer.run(home, fault, &prlimit);
                run.argument(format!("--fsize={bytes}"))
                    .argument("--")
                    .argument(hook())
            }
            None => tracer.run(home, fault, &hook()),
        };
        // From a file: of a pipe nobody knows by how many calls it is read.
        let said = home.root().join("payload");
        let mut file = File::create(&said).expect("is made");
        let payload = payload("UserPromptSubmit", self.id);
        file.write_all(payload.as_bytes()).expect("is written");
        let file = File::open(said).expect("just made");
        run.argument("claude").pane("P1").input_from(file)
    }
}

/// Tries every fault of one undisturbed run in `home`, as it is now.
pub(crate) fn try_all(tracer: &Tracer, scenario: &Scenario, home: &Home) {
    let snapshot = Snapshot::of(home);
    let before = everything(home);
    let read = before.read();
    let start = Start {
        held: id_of(&read),
        records: read.records.len(),
        damaged: read.damaged,
        before,
    };
    scenario.traced(tracer, home, None).finish().quiet();
    let calls = tracer.trace_of(home);
    assert!(calls.len() > 20, "the hook is traced: {calls:#?}");
    let all = faults(&calls);
    let mut recorded = 0;
    for fault in &all {
        snapshot.restore(home);
        let finished = scenario.traced(tracer, home, Some(fault)).finish();
        let trial = Trial {
            scenario,
            home,
            fault,
            what: format!("{}: {fault} on {:?}", scenario.name, fault.call),
        };
        recorded += usize::from(trial.check(&start, &finished));
    }
    println!(
        "{}: {} calls, {} faults: nothing lost; {recorded} of them left the record at once",
        scenario.name,
        calls.len(),
        all.len()
    );
}

/// What was there before anything went wrong.
struct Start {
    before: Everything,
    held: Option<String>,
    records: usize,
    damaged: usize,
}

struct Trial<'t> {
    scenario: &'t Scenario,
    home: &'t Home,
    fault: &'t Fault,
    what: String,
}

impl Trial<'_> {
    /// Checks everything, and tells whether the disturbed run left its record.
    fn check(&self, start: &Start, finished: &Finished) -> bool {
        let what = &self.what;
        let want = if self.fault.blow == Blow::Kill {
            KILLED
        } else {
            0
        };
        assert_eq!(finished.exit, want, "{what}: {finished:?}");
        let silent = finished.stdout.is_empty() && finished.stderr.is_empty();
        assert!(silent, "{what}: {finished:?}");
        let after = everything(self.home);
        let own = self.added(&after, &start.before);
        assert!(own.records.len() <= 1, "{what}: {:#?}", own.records);
        assert!(
            own.damaged <= usize::from(self.scenario.room.is_some()),
            "{what}: a torn line"
        );
        let recorded = own.records.len() == 1 || start.held.as_deref() == Some(self.scenario.id);
        assert!(
            recorded || !self.must_record(),
            "{what}: the record is missing"
        );

        let mut held = id_of(&own).or(start.held.clone());
        let mut earlier = after;
        for id in [self.scenario.id, C, self.scenario.id] {
            let said = payload("UserPromptSubmit", id);
            self.home
                .hook("claude")
                .pane("P1")
                .input(said)
                .finish()
                .quiet();
            let now = everything(self.home);
            held = id_of(&self.added(&now, &earlier)).or(held);
            assert_eq!(held.as_deref(), Some(id), "{what}: {id} was hidden");
            earlier = now;
        }
        let hosts = self.home.host_folders();
        assert_eq!(hosts.len(), 1, "{what}: this host is one: {hosts:?}");
        let all = self.added(&earlier, &start.before);
        let records = start.records + all.records.len();
        self.the_programs_agree(records, start.damaged + all.damaged);
        recorded
    }

    /// Reads what was added; what was there before must stand there as it was.
    fn added(&self, now: &Everything, earlier: &Everything) -> Read {
        let added = now.added_to(earlier);
        added.unwrap_or_else(|| panic!("{}: what was there has changed", self.what))
    }

    /// Faults of what is no more than a cache, a lock, a sync or a fact about a process
    /// must not cost the record.
    fn must_record(&self) -> bool {
        let Fault { call, blow } = self.fault;
        let once = !matches!(blow, Blow::Errors(_));
        let cache = call.told.contains("/heads>") || call.told.contains("\"heads\"");
        let fact = call.told.contains("boot_id") && call.name != "close";
        let harmless = HARMLESS.contains(&&*call.name) || (once && (cache || fact));
        *blow != Blow::Kill && self.scenario.room.is_none() && harmless
    }

    fn the_programs_agree(&self, records: usize, damaged: usize) {
        let what = &self.what;
        let answer = self
            .home
            .run(rejoin())
            .arguments(["resolve", "P1", "--json"])
            .finish();
        let value: Value = serde_json::from_slice(&answer.stdout).expect("JSON");
        assert_eq!(value["id"], self.scenario.id, "{what}: {value:#}");
        let verdict = self
            .home
            .run(rejoin())
            .arguments(["verify", "--json"])
            .finish();
        let verdict: Value = serde_json::from_slice(&verdict.stdout).expect("JSON");
        let named = verdict["damage"].as_array().map(Vec::len);
        assert_eq!(named, Some(damaged), "{what}: {verdict:#}");
        assert_eq!(verdict["records"], records, "{what}: {verdict:#}");
        assert_eq!(verdict["heads"]["lying"], 0, "{what}: {verdict:#}");
    }
}

/// Returns the id that was published last. A payload that could not be read leaves a
/// refusal, which hides nothing.
fn id_of(read: &Read) -> Option<String> {
    let mut said = read.records.iter().rev();
    said.find_map(|record| record["id"].as_str().map(str::to_owned))
}
