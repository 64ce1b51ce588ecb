//! What the program is as a process: the one that was started, with the caller's terminal,
//! group, signals, input and descriptors, and nothing of ours.

use rejoin_tests::handover::by_descriptor;
use rejoin_tests::{Handover, Home, Run, Terminal, need, process, tool};
use std::io::Write;

/// Does things to a shell, and lets it become what follows.
fn after(home: &Home, script: &str) -> Run {
    let script = format!("{script}\nexec \"$@\"");
    home.run("/bin/sh").arguments(["-c", &script, "sh"])
}

/// Runs `rejoin-exec` with what becomes `program`, after a script.
fn through(home: &Home, script: &str, handover: &Handover) -> Run {
    let run = after(home, script).argument(rejoin_tests::exec());
    run.argument("--ticket").argument(handover.ticket(home))
}

/// What the kernel says of a process that inheritance decides.
fn inherited(status: &str) -> Vec<&str> {
    const KEPT: [&str; 9] = [
        "Name:",
        "PPid:",
        "Umask:",
        "SigBlk:",
        "SigIgn:",
        "SigCgt:",
        "NoNewPrivs:",
        "Uid:",
        "Groups:",
    ];
    let lines = status.lines();
    lines
        .filter(|line| KEPT.iter().any(|name| line.starts_with(name)))
        .collect()
}

#[test]
fn signals_and_masks_are_the_callers() {
    let home = Home::new();
    for script in [
        "",
        "trap '' INT PIPE XFSZ HUP; umask 027",
        "ulimit -c 0; cd /",
    ] {
        let plain = after(&home, script)
            .arguments(["/bin/cat", "/proc/self/status"])
            .finish();
        let show = Handover::of("/bin/cat").arguments(["/proc/self/status"]);
        let handed = through(&home, script, &show).finish();
        assert_eq!(handed.exit, 0, "{handed:?}");
        assert!(inherited(plain.text()).len() > 6, "{plain:?}");
        assert_eq!(
            inherited(handed.text()),
            inherited(plain.text()),
            "{script}"
        );
    }
}

#[test]
fn the_program_is_the_same_process_and_has_the_callers_input() {
    let home = Home::new();
    let show = Handover::of("/bin/sh").arguments(["-c", "echo $$; cat"]);
    let show = show.variables(["PATH=/usr/bin:/bin"]);
    let mut running = through(&home, "", &show).input("left\0untouched").start();
    let pid = running.pid();
    running.close_input();
    let finished = running.wait();
    assert_eq!(
        finished.text(),
        format!("{pid}\nleft\0untouched"),
        "{finished:?}"
    );
}

#[test]
fn the_program_has_the_callers_terminal_group_and_session() {
    need!(let setsid = tool("setsid"), "setsid");
    let home = Home::new();
    let terminal = Terminal::new();
    let show = Handover::of("/bin/cat").arguments(["/proc/self/stat"]);
    let run = home
        .run(setsid)
        .argument("--ctty")
        .argument(rejoin_tests::exec());
    let run = run.argument("--ticket").argument(show.ticket(&home));
    let finished = run.input_from(terminal.open()).finish();
    assert_eq!(finished.exit, 0, "{finished:?}");
    let (pid, fields) = finished
        .text()
        .split_once(" (cat) ")
        .expect("as in proc(5)");
    let fields: Vec<_> = fields.split(' ').collect();
    let device = terminal.device().to_string();
    // Group, session, terminal, and the terminal's foreground group.
    assert_eq!(fields[2..6], [pid, pid, &device, pid]);
}

#[test]
fn a_closed_stream_stays_closed_and_every_other_descriptor_is_the_callers() {
    let home = Home::new();
    let show = Handover::of("/bin/ls").arguments(["/proc/self/fd"]);
    for script in [
        "",
        "exec 5</dev/null 9>&1",
        "exec 0<&-",
        "exec 2>&-",
        "exec 0<&- 2>&- 4</dev/null",
    ] {
        let plain = after(&home, script)
            .arguments(["/bin/ls", "/proc/self/fd"])
            .finish();
        assert_eq!(plain.exit, 0, "{plain:?}");
        let handed = through(&home, script, &show).finish();
        assert_eq!(handed.text(), plain.text(), "{script}");
        let named = after(&home, script).argument(rejoin_tests::exec());
        let named = named
            .arguments(["A=1", "/bin/ls", "/proc/self/fd"])
            .finish();
        assert_eq!(named.text(), plain.text(), "{script}");
    }
}

#[test]
fn the_descriptor_of_the_handover_is_closed_and_no_other() {
    let home = Home::new();
    let show = Handover::of("/bin/ls").arguments(["/proc/self/fd"]);
    let plain = home.run("/bin/ls").argument("/proc/self/fd").finish();
    let handed = by_descriptor(&home, show.sealed()).finish();
    assert_eq!(handed.text(), plain.text());
}

#[test]
fn the_program_is_known_by_its_own_name() {
    let home = Home::new();
    let path = home.path().join("my-agent");
    let cat = std::fs::read("/bin/cat").expect("a program");
    home.put_program(&path, &cat, 0o755);
    let mut running = through(&home, "", &Handover::of(&path)).start();
    process::wait_until("the program runs", || {
        process::name_of(running.pid()).is_some_and(|name| name == "my-agent")
    });
    running.close_input();
    assert_eq!(running.wait().exit, 0);
}

#[test]
fn a_refusal_leaves_the_callers_input_where_it_was() {
    let home = Home::new();
    let mut input = tempfile::tempfile().expect("a file");
    input.write_all(b"0123456789").expect("is written");
    let input = std::os::fd::OwnedFd::from(input);
    let offset = || rustix::fs::seek(&input, rustix::fs::SeekFrom::Current(0)).expect("a file");
    let before = offset();
    let mut gone = Handover::of("/bin/cat");
    gone.program = b"/nowhere/cat".to_vec();
    let run = through(&home, "", &gone).input_from(input.try_clone().expect("shared"));
    run.finish().refused(127, "not found");
    assert_eq!(offset(), before);
}
