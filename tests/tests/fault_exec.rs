//! `rejoin-exec` with every one of its system calls killed, refused or cut short, one at a
//! time: it becomes the right program or says why not, and no ticket is good twice.

use rejoin_tests::handover::by_ticket;
use rejoin_tests::{
    Blow, Call, Fault, Finished, Handover, Home, Run, Tracer, exec, faults, need, process,
};
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;

const STRACE: &str = "strace, and the right to trace";
const KILLED: i32 = -9;

/// What a refused start by the system is told as.
const STARTS: [(&str, i32); 8] = [
    ("EACCES", 126),
    ("ENOENT", 126),
    ("ENOEXEC", 126),
    ("ETXTBSY", 126),
    ("E2BIG", 111),
    ("EIO", 111),
    ("ENOMEM", 111),
    ("EPERM", 111),
];

/// Further errors of calls that other programs make in other ways.
fn further(name: &str) -> Vec<&'static str> {
    match name {
        "execve" => STARTS.iter().map(|&(error, _)| error).collect(),
        "chdir" => vec!["EACCES", "EIO", "ENOENT"],
        "fcntl" => vec!["EBADF", "EINVAL"],
        "poll" => vec!["EINTR", "ENOMEM"],
        "stat" | "newfstatat" | "unlinkat" => vec!["ENOENT", "ELOOP"],
        _ => Vec::new(),
    }
}

fn all_faults(calls: &[Call]) -> Vec<Fault> {
    let mut all = faults(calls);
    for call in calls {
        all.extend(further(&call.name).into_iter().map(|error| Fault {
            call: call.clone(),
            blow: Blow::Error(error),
        }));
    }
    all
}

fn greeting() -> Handover {
    Handover::of("/bin/echo")
        .arguments(["hello"])
        .variables(["A=1"])
        .directory("/")
}

/// Checks one disturbed run; tells whether the program was started.
fn check(what: &str, fault: &Fault, finished: &Finished) -> bool {
    if fault.blow == Blow::Kill {
        assert_eq!(
            (finished.exit, finished.stdout.len()),
            (KILLED, 0),
            "{what}"
        );
        return false;
    }
    if finished.exit == 0 {
        assert_eq!(
            (finished.text(), finished.stderr.len()),
            ("hello\n", 0),
            "{what}"
        );
        return true;
    }
    assert!(finished.stdout.is_empty(), "{what}: {finished:?}");
    assert!(
        matches!(finished.exit, 100 | 111 | 126 | 127),
        "{what}: {finished:?}"
    );
    let told = finished.stderr.starts_with(b"rejoin-exec: ");
    assert!(told || fault.call.name == "write", "{what}: {finished:?}");
    if let (Blow::Error(error), "execve") = (fault.blow, &*fault.call.name) {
        let want = STARTS
            .iter()
            .find(|(name, _)| *name == error)
            .map(|&(_, code)| code);
        assert_eq!(Some(finished.exit), want, "{what}: {finished:?}");
    }
    false
}

fn traced(tracer: &Tracer, home: &Home, fault: Option<&Fault>, ticket: &Path) -> Run {
    tracer
        .run(home, fault, &exec())
        .argument("--ticket")
        .argument(ticket)
}

#[test]
fn a_ticket_survives_every_fault_or_is_gone() {
    need!(let tracer = Tracer::find(), STRACE);
    let home = Home::new();
    let ticket = greeting().ticket(&home);
    let undisturbed = traced(&tracer, &home, None, &ticket).finish();
    assert_eq!(
        (undisturbed.exit, undisturbed.text()),
        (0, "hello\n"),
        "{undisturbed:?}"
    );
    let calls = tracer.calls_of(&home, "rejoin-exec");
    assert!(
        calls.iter().any(|call| call.name.starts_with("unlink")),
        "{calls:#?}"
    );
    assert_eq!(
        calls.last().map(|call| &*call.name),
        Some("execve"),
        "{calls:#?}"
    );
    let all = all_faults(&calls);
    let (mut started, mut kept) = (0, 0);
    for fault in &all {
        let _ = std::fs::remove_file(&ticket);
        assert_eq!(greeting().ticket(&home), ticket);
        let finished = traced(&tracer, &home, Some(fault), &ticket).finish();
        let what = format!("{fault} on {:?}", fault.call);
        let first = check(&what, fault, &finished);
        let there = ticket.exists();
        assert!(!(first && there), "{what}: used, and still there");
        let again = by_ticket(&home, &ticket).finish();
        if there {
            assert_eq!(
                (again.exit, again.text()),
                (0, "hello\n"),
                "{what}: {again:?}"
            );
        } else {
            again.refused(100, "used already");
        }
        started += usize::from(first);
        kept += usize::from(there);
    }
    println!(
        "{} calls, {} faults: {started} started all the same, {kept} left the ticket unused",
        calls.len(),
        all.len()
    );
    assert!(kept > 10 && started > 0, "faults before and behind the use");
}

/// A blow on the first call of this name.
fn first(name: &str, blow: Blow) -> Fault {
    let call = Call {
        name: name.to_owned(),
        nth: 1,
        told: String::new(),
        result: "0".to_owned(),
    };
    Fault { call, blow }
}

#[test]
fn a_ticket_that_was_read_but_taken_by_another_is_not_used() {
    need!(let tracer = Tracer::find(), STRACE);
    let home = Home::new();
    let ticket = greeting().ticket(&home);
    let fault = first("pread64", Blow::Stop);
    let slow = traced(&tracer, &home, Some(&fault), &ticket).start();
    process::wait_until("the ticket is read", || tracer.has_made(&home, "pread64"));
    assert_eq!(by_ticket(&home, &ticket).finish().text(), "hello\n");
    let pid = Pid::from_raw(slow.pid().cast_signed()).expect("a process");
    kill_process(pid, Signal::CONT).expect("ours");
    slow.wait().refused(100, "used already");
}

#[test]
fn a_ticket_that_another_file_took_the_place_of_is_not_used() {
    need!(let tracer = Tracer::find(), STRACE);
    let home = Home::new();
    let ticket = greeting().ticket(&home);
    // What was removed was not the file that is open: it still has its name.
    let fault = first("unlinkat", Blow::Returns(0));
    let finished = traced(&tracer, &home, Some(&fault), &ticket).finish();
    finished.refused(100, "was replaced while it was read");
    assert!(ticket.exists());
}

#[test]
fn a_sealed_handover_survives_every_fault() {
    need!(let tracer = Tracer::find(), STRACE);
    let home = Home::new();
    let run = |fault: Option<&Fault>| {
        let script = "exec 7<&0 </dev/null\nexec \"$@\"";
        let run = tracer.run(&home, fault, Path::new("/bin/sh"));
        run.arguments(["-c", script, "sh"])
            .argument(exec())
            .arguments(["--fd", "7"])
            .input_from(greeting().sealed())
    };
    assert_eq!(run(None).finish().text(), "hello\n");
    let calls = tracer.calls_of(&home, "rejoin-exec");
    let all = all_faults(&calls);
    let mut started = 0;
    for fault in &all {
        let what = format!("{fault} on {:?}", fault.call);
        started += usize::from(check(&what, fault, &run(Some(fault)).finish()));
    }
    println!(
        "{} calls, {} faults: {started} started all the same",
        calls.len(),
        all.len()
    );
    assert!(started > 0 && all.len() > 30);
}

#[test]
fn a_refusal_survives_every_fault_on_its_way() {
    need!(let tracer = Tracer::find(), STRACE);
    let home = Home::new();
    let mut gone = greeting();
    gone.program = b"/nowhere/agent".to_vec();
    let ticket = gone.ticket(&home);
    traced(&tracer, &home, None, &ticket)
        .finish()
        .refused(127, "not found");
    let calls = tracer.trace_of(&home);
    for fault in all_faults(&calls) {
        let _ = std::fs::remove_file(&ticket);
        assert_eq!(gone.ticket(&home), ticket);
        let finished = traced(&tracer, &home, Some(&fault), &ticket).finish();
        let what = format!("{fault} on {:?}", fault.call);
        assert!(!check(&what, &fault, &finished), "{what}");
        if fault.call.name == "write" && fault.blow != Blow::Kill {
            assert_eq!(finished.exit, 127, "{what}: the code says it alone");
        }
    }
}
