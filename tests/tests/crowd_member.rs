//! Writers of a crowd: started, listened to, and killed after a number of records that
//! follows from a seed.

use rejoin_tests::{Home, writer};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

/// Random numbers that follow from a seed (splitmix64).
pub(crate) struct Random {
    seed: u64,
    state: u64,
}

impl Random {
    /// Starts from a seed of its own, which is to be named in every failure.
    pub(crate) fn new() -> Self {
        let since = std::time::UNIX_EPOCH.elapsed().expect("after 1970");
        Self::from_seed(u64::from(since.subsec_nanos()))
    }

    pub(crate) fn from_seed(seed: u64) -> Self {
        Self { seed, state: seed }
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed ^ (mixed >> 31)) % u64::from(bound)).expect("below a u32")
    }
}

/// Tells whether a writer's record of this number goes to its own pane; every eighth goes
/// to one that all share.
pub(crate) fn goes_to_own_pane(number: u32) -> bool {
    !number.is_multiple_of(8)
}

/// What became of one writer.
pub(crate) struct Member {
    pub(crate) number: u32,
    /// How many records it was told are in the log; they are numbered from 0.
    pub(crate) acknowledged: u32,
    pub(crate) killed: bool,
}

/// Writers that run.
pub(crate) struct Crowd {
    listeners: Vec<JoinHandle<Member>>,
}

impl Crowd {
    /// Starts so many writers of so many records each; every second one is to be killed.
    pub(crate) fn of(home: &Home, writers: u32, records: u32, random: &mut Random) -> Self {
        let state = home.state();
        let folder = home.log_folder();
        let host = folder.file_name().expect("the host's folder");
        let listeners = (0..writers).map(|number| {
            let mut command = Command::new(writer());
            command.arg(&state).arg(host);
            command
                .args([number.to_string(), records.to_string()])
                .env_clear();
            let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
            let child = child.expect("the writer starts");
            let last = (number % 2 == 0).then(|| random.below(records));
            std::thread::spawn(move || listen(child, number, records, last))
        });
        Self {
            listeners: listeners.collect(),
        }
    }

    /// Waits for all.
    pub(crate) fn wait(self) -> Vec<Member> {
        let listeners = self.listeners.into_iter();
        listeners
            .map(|listener| listener.join().expect("it found no fault"))
            .collect()
    }
}

/// Counts what a writer was acknowledged, and kills it when it has said `last`.
fn listen(mut child: Child, number: u32, records: u32, last: Option<u32>) -> Member {
    let output = BufReader::new(child.stdout.take().expect("piped"));
    let mut acknowledged = 0;
    for line in output.lines() {
        let said: u32 = line.expect("a line").parse().expect("a number");
        assert_eq!(said, acknowledged, "it counts");
        acknowledged += 1;
        if Some(said) == last {
            child.kill().expect("it is ours");
        }
    }
    let status = child.wait().expect("it is ours");
    let killed = last.is_some() && !status.success();
    assert!(
        killed || acknowledged == records,
        "writer {number} failed: {status}"
    );
    Member {
        number,
        acknowledged,
        killed,
    }
}
