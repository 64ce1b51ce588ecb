//! What a run may cost, counted and never timed: system calls of the hook's two ways, bytes
//! of the programs, and that nothing has to be loaded or relocated before they begin.

use rejoin_tests::{A, Agent, Home, Terminal, need, payload, static_target, tool};
use std::fs;
use std::path::Path;

/// A part of it is what payloads of the known agents look like, another the reader and the
/// memory for one agent of a person's own.
const HOOK_BYTES_MAX: u64 = 132 * 1024;
const EXEC_BYTES_MAX: u64 = 32 * 1024;
/// Four languages of settings files take their parsers, thirty agents their definitions;
/// SQLite and the host's C library, which is larger than musl, take a third of it.
const CLI_BYTES_MAX: u64 = 8 * 1024 * 1024;

/// From the first instruction to the object, whatever then becomes of it.
const BEGIN: [&str; 11] = [
    "execve",
    "arch_prctl",
    "set_tid_address",
    "ppoll 0-2",
    "getppid",
    "open stat",
    "read",
    "close",
    "ppoll 0",
    "read 0",
    "ppoll 0",
];

/// This host's folder and its files, and the last word of this pane under both its claims.
const LOOK: [&str; 17] = [
    "rt_sigaction",
    "open machine-id",
    "read",
    "close",
    "newfstatat",
    "geteuid",
    "open HOST",
    "fstat",
    "openat log",
    "openat heads",
    "clock_gettime",
    "clock_gettime",
    "fstat",
    "pread64 heads",
    "pread64 heads",
    "pread64 heads",
    "pread64 log",
];

const PROCESS: [&str; 3] = ["open stat", "read", "close"];

/// Runs the hook under a tracer that is not its parent, and returns its system calls.
fn calls(strace: &Path, claude: &mut Agent, home: &Home, id: &str) -> Vec<String> {
    let trace = home.root().join("trace");
    let hook = rejoin_tests::hook();
    let strace = strace.to_str().expect("UTF-8");
    let words = [strace, "-D", "-e", "signal=none", "-o"];
    let rest = [trace.to_str(), hook.to_str(), Some("claude")].map(|word| word.expect("UTF-8"));
    let words: Vec<&str> = words.into_iter().chain(rest).collect();
    let said = payload("UserPromptSubmit", id);
    claude.run(&words, &[("REJOIN_PANE", "P1")], &said).quiet();
    let text = fs::read_to_string(trace).expect("the trace");
    let mut descriptors = Vec::new();
    text.lines()
        .filter_map(|line| call(line, &mut descriptors))
        .collect()
}

/// Shortens a traced call to its name and what it is about.
fn call(line: &str, descriptors: &mut Vec<(String, String)>) -> Option<String> {
    let (name, rest) = line.split_once('(')?;
    let (told, result) = rest.rsplit_once(" = ")?;
    if name == "exit_group" {
        return None;
    }
    let first = told.split([',', ')']).next()?;
    let about = match name {
        "open" | "openat" => {
            let path = told.split('"').nth(1)?;
            let file = path.rsplit('/').next()?;
            let host = file.len() == 12 && file.bytes().all(|byte| byte.is_ascii_hexdigit());
            let file = if host { "HOST" } else { file }.to_owned();
            descriptors.retain(|(number, _)| number != result);
            descriptors.push((result.to_owned(), file.clone()));
            file
        }
        "ppoll" if told.starts_with("[{fd=0, events=0}") => "0-2".into(),
        "ppoll" => "0".into(),
        "read" if first == "0" => "0".into(),
        "pread64" | "pwrite64" | "write" | "flock" | "fdatasync" => descriptors
            .iter()
            .find(|(number, _)| number == first)?
            .1
            .clone(),
        _ => String::new(),
    };
    Some(format!("{name} {about}").trim_end().to_owned())
}

#[test]
fn both_ways_of_the_hook_make_exactly_these_system_calls() {
    need!(let strace = tool("strace"), "strace");
    need!(
        cfg!(target_arch = "x86_64") && static_target().1,
        "x86_64 and musl, whose calls these are"
    );
    let home = Home::new();
    let terminal = Terminal::new();
    let mut claude = Agent::stage(&home, &["zsh", "claude"])
        .terminal(&terminal)
        .start();
    claude
        .hook("claude", "P1", &payload("UserPromptSubmit", A))
        .quiet();

    let unchanged = calls(&strace, &mut claude, &home, A);
    let close = ["close", "close", "close"];
    let want: Vec<&str> = [&BEGIN[..], &LOOK, &close].concat();
    assert_eq!(unchanged, want);
    assert_eq!(home.log().records().len(), 1);

    let changed = calls(&strace, &mut claude, &home, &A.replace('a', "b"));
    let facts = ["open boot_id", "read", "close"];
    // Two ancestors: the terminal's leader and what started it.
    let facts = [&facts[..], &PROCESS, &PROCESS, &["newfstatat"]].concat();
    let others = [
        "fstat",
        "pread64 heads",
        "pread64 heads",
        "pread64 log",
        "pread64 heads",
        "pread64 log",
    ];
    let append = [
        "clock_gettime",
        "flock log",
        "fstat",
        "newfstatat",
        "pread64 heads",
        "pread64 log",
        "write log",
        "pread64 heads",
        "pwrite64 heads",
        "pread64 heads",
        "pwrite64 heads",
        "pwrite64 heads",
        "flock log",
        "fdatasync log",
        "pwrite64 heads",
    ];
    let want: Vec<&str> = [&BEGIN[..], &LOOK, &others, &facts, &append, &close].concat();
    assert_eq!(changed, want);
    assert_eq!(home.log().records().len(), 2);
}

#[test]
fn the_programs_of_the_hooks_way_are_small() {
    for (program, most) in [
        (rejoin_tests::hook(), HOOK_BYTES_MAX),
        (rejoin_tests::exec(), EXEC_BYTES_MAX),
    ] {
        need!(static_target().1, "musl, for which these bounds are");
        let bytes = fs::metadata(&program).expect("it is built").len();
        assert!(bytes <= most, "{}: {bytes} bytes", program.display());
    }
}

#[test]
fn the_command_line_program_is_small() {
    let bytes = fs::metadata(rejoin_tests::rejoin())
        .expect("it is built")
        .len();
    assert!(bytes <= CLI_BYTES_MAX, "{bytes} bytes");
}

#[test]
fn the_programs_of_the_hooks_way_begin_without_a_loader() {
    begins_at_once(&rejoin_tests::hook());
    begins_at_once(&rejoin_tests::exec());
}

#[test]
fn the_command_line_program_begins_without_a_loader() {
    begins_at_once(&rejoin_tests::rejoin());
}

/// Asserts a static program at a fixed address: no loader, nothing to relocate.
fn begins_at_once(program: &Path) {
    const INTERPRETER: usize = 3;
    const DYNAMIC: usize = 2;
    const AT_A_FIXED_ADDRESS: usize = 2;
    let bytes = fs::read(program).expect("it is built");
    let number = |at: usize, width: usize| -> usize {
        let place = &bytes[at..at + width];
        place
            .iter()
            .rev()
            .fold(0, |value, &byte| value << 8 | usize::from(byte))
    };
    assert_eq!(&bytes[..6], b"\x7fELF\x02\x01", "64 bits, little-endian");
    assert_eq!(number(16, 2), AT_A_FIXED_ADDRESS, "{}", program.display());
    let (headers_at, header_bytes, headers) = (number(32, 8), number(54, 2), number(56, 2));
    for header in 0..headers {
        let kind = number(headers_at + header * header_bytes, 4);
        let forbidden = [INTERPRETER, DYNAMIC];
        assert!(
            !forbidden.contains(&kind),
            "{}: header {header}",
            program.display()
        );
    }
}
