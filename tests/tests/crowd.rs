//! Crowds of writers that die at any time, with readers beside them: what was acknowledged
//! is there, once, whole, and in its writer's order.

use crate::crowd_member::{Crowd, Random, goes_to_own_pane};
use rejoin_tests::{A, Home, everything, hook, need, payload, rejoin};
use rustix::fs::{FlockOperation, flock};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const WRITERS: u32 = 64;
const RECORDS: u32 = 1_000;

/// How long the lock is kept from them once: twice what a writer waits for it.
const KEPT: Duration = Duration::from_secs(2);

/// Real hooks, and how many run at a time.
const HOOKS: usize = 3_000;
const THREADS: usize = 12;

/// Makes a home whose state folder holds one record of nobody in the crowd.
fn ready() -> Home {
    let home = Home::new();
    let said = payload("UserPromptSubmit", A);
    home.hook("claude")
        .pane("first")
        .input(said)
        .finish()
        .quiet();
    home
}

/// Counts the records of each number under each writer, in the order of the log.
fn by_writer(records: &[Value]) -> BTreeMap<u32, Vec<u32>> {
    let mut found: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for record in records.iter().skip(1) {
        let id = record["id"].as_str().expect("a publication");
        let part = |from: usize, to: usize| u32::from_str_radix(&id[from..to], 16).expect("hex");
        found.entry(part(0, 8)).or_default().push(part(9, 13));
    }
    found
}

/// Reads with the program until told to stop. What it has seen once it must see again.
fn read_on(home: &Home, stop: &AtomicBool) -> usize {
    let (mut reads, mut seen) = (0, 0);
    while !stop.load(Ordering::Relaxed) {
        let finished = home.run(rejoin()).arguments(["log", "--json"]).finish();
        assert_eq!(
            finished.exit,
            0,
            "{}",
            String::from_utf8_lossy(&finished.stderr)
        );
        let lines = finished.text().lines();
        let records = lines.filter(|line| line.contains("\"record\":{")).count();
        assert!(records >= seen, "{records} records, and {seen} before");
        (reads, seen) = (reads + 1, records);
    }
    reads
}

/// Keeps the lock for so long that those who wait for it go on without.
fn keep_the_lock(home: &Home) {
    let log = File::open(home.active_log()).expect("the log");
    flock(&log, FlockOperation::LockExclusive).expect("sooner or later");
    std::thread::sleep(KEPT);
}

#[test]
fn sixty_four_writers_that_die_lose_nothing_acknowledged() {
    let home = ready();
    let mut random = Random::new();
    let stop = AtomicBool::new(false);
    let (members, reads) = std::thread::scope(|scope| {
        let reader = scope.spawn(|| read_on(&home, &stop));
        let crowd = Crowd::of(&home, WRITERS, RECORDS, &mut random);
        keep_the_lock(&home);
        let members = crowd.wait();
        stop.store(true, Ordering::Relaxed);
        (members, reader.join().expect("the reader found no fault"))
    });
    let seed = random.seed();
    let all = everything(&home);
    let read = all.read();
    let found = by_writer(&read.records);
    let killed = members.iter().filter(|member| member.killed).count();
    assert!(
        read.damaged <= killed,
        "seed {seed}: {} damaged lines",
        read.damaged
    );
    let mut repeated = 0;
    for member in &members {
        let mut order = found.get(&member.number).cloned().unwrap_or_default();
        assert!(
            order.is_sorted(),
            "seed {seed}: writer {}: {order:?}",
            member.number
        );
        let all = order.len();
        order.dedup();
        repeated += all - order.len();
        let acknowledged: Vec<u32> = (0..member.acknowledged).collect();
        assert!(
            order.starts_with(&acknowledged),
            "seed {seed}: writer {}: {order:?}",
            member.number
        );
        let more = order.len() - acknowledged.len();
        assert!(
            more <= usize::from(member.killed),
            "seed {seed}: {more} that nobody wrote"
        );
    }
    println!(
        "{WRITERS} writers, {killed} killed (seed {seed}): {} records in {} files, {} damaged \
         lines, {repeated} twice, read {reads} times meanwhile: nothing lost",
        read.records.len(),
        all.closed.len() + 1,
        read.damaged
    );
}

/// Folds with the program until told to stop, and says how many closed files went.
fn fold_on(home: &Home, stop: &AtomicBool) -> u64 {
    let mut folded = 0;
    loop {
        let last = stop.load(Ordering::Relaxed);
        let finished = home.run(rejoin()).arguments(["gc", "--json"]).finish();
        assert_eq!(finished.exit, 0, "{finished:?}");
        let done: Value = serde_json::from_slice(&finished.stdout).expect("JSON");
        folded += done["segments"].as_u64().expect("a number");
        if last {
            return folded;
        }
    }
}

#[test]
fn writers_that_die_beside_gc_lose_nothing_acknowledged() {
    let home = ready();
    let known = home.run(rejoin()).arguments(["gc", "--json"]).finish();
    need!(known.exit == 0, "programs that fold the log");
    let mut random = Random::new();
    let stop = AtomicBool::new(false);
    let (members, folded) = std::thread::scope(|scope| {
        let gc = scope.spawn(|| fold_on(&home, &stop));
        let crowd = Crowd::of(&home, WRITERS, RECORDS, &mut random);
        keep_the_lock(&home);
        let members = crowd.wait();
        stop.store(true, Ordering::Relaxed);
        (members, gc.join().expect("gc found no fault"))
    });
    let seed = random.seed();
    let finished = home
        .run(rejoin())
        .arguments(["resolve", "--all", "--json"])
        .finish();
    let all: Value = serde_json::from_slice(&finished.stdout).expect("JSON");
    let killed = members.iter().filter(|member| member.killed).count() as u64;
    let acknowledged: u64 = members
        .iter()
        .map(|member| u64::from(member.acknowledged))
        .sum();
    let records = all["log"]["records"].as_u64().expect("a number") - 1;
    assert!(
        records >= acknowledged,
        "seed {seed}: {records} of {acknowledged}"
    );
    let panes = all["panes"].as_array().expect("a list");
    for member in &members {
        let pane = format!("w{}", member.number);
        let answer = panes.iter().find(|answer| answer["pane"] == *pane);
        let last = answer.and_then(|answer| answer["id"].as_str());
        let last = last.map(|id| u32::from_str_radix(&id[9..13], 16).expect("hex"));
        // The last one that was acknowledged, or one more that was not any more.
        let own = |count: u32| (0..count).rev().find(|&at| goes_to_own_pane(at));
        let may = [own(member.acknowledged), own(member.acknowledged + 1)];
        assert!(
            may.contains(&last),
            "seed {seed}: {pane} holds {last:?}, and not {may:?}"
        );
    }
    println!(
        "{WRITERS} writers, {killed} killed (seed {seed}): {acknowledged} records acknowledged, \
         {records} there, {folded} files folded meanwhile: nothing lost"
    );
}

#[test]
fn thousands_of_hooks_that_die_lose_nothing_acknowledged() {
    let home = ready();
    let seed = Random::new().seed();
    let stop = AtomicBool::new(false);
    let (told, reads) = std::thread::scope(|scope| {
        let reader = scope.spawn(|| read_on(&home, &stop));
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                scope.spawn({
                    let home = &home;
                    move || hooks_of(home, thread, seed)
                })
            })
            .collect();
        let told: Vec<Told> = threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("joins"))
            .collect();
        stop.store(true, Ordering::Relaxed);
        (told, reader.join().expect("the reader found no fault"))
    });
    let read = everything(&home).read();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for record in &read.records {
        *count
            .entry(record["id"].as_str().expect("a publication"))
            .or_default() += 1;
    }
    let killed = told.iter().filter(|told| !told.acknowledged).count();
    for Told { id, acknowledged } in &told {
        let times = count.get(&**id).copied().unwrap_or(0);
        let fine = times == 1 || (times == 0 && !acknowledged);
        assert!(
            fine,
            "seed {seed}: {id}: {times} times, acknowledged: {acknowledged}"
        );
    }
    assert!(
        read.damaged <= killed,
        "seed {seed}: {} damaged lines",
        read.damaged
    );
    println!(
        "{HOOKS} hooks, {killed} killed (seed {seed}): {} records, {} damaged lines, read \
         {reads} times meanwhile: nothing lost",
        read.records.len(),
        read.damaged
    );
}

/// One hook's word, and whether it ended by itself.
struct Told {
    id: String,
    acknowledged: bool,
}

fn hooks_of(home: &Home, thread: usize, seed: u64) -> Vec<Told> {
    let mut random = Random::from_seed(seed ^ thread as u64);
    let one = |at: usize| {
        let id = format!("{thread:08x}-{at:04x}-4000-8000-000000000000");
        let pane = format!("P{}", random.below(8));
        let said = payload("UserPromptSubmit", &id);
        let mut running = home
            .run(hook())
            .argument("claude")
            .pane(pane)
            .input(said)
            .start();
        running.close_input();
        if random.below(6) == 0 {
            for _ in 0..random.below(400) {
                std::thread::yield_now();
            }
            let pid = rustix::process::Pid::from_raw(running.pid().cast_signed());
            let kill = rustix::process::Signal::KILL;
            rustix::process::kill_process(pid.expect("a process id"), kill).expect("it is ours");
        }
        let acknowledged = running.wait().exit == 0;
        Told { id, acknowledged }
    };
    (0..HOOKS / THREADS).map(one).collect()
}
