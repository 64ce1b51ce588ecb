//! The environment of a handover arrives byte for byte, whatever it holds; only the
//! terminal's own variables are the pane's.

use rejoin_tests::handover::{by_descriptor, by_ticket};
use rejoin_tests::{Handover, Home, Run};

/// Entries that something on the way could trip over.
fn torture() -> Vec<Vec<u8>> {
    let mut entries: Vec<Vec<u8>> = [
        &b"PLAIN=1"[..],
        b"ODD=\xe9\xff\x01\x7f",
        b"\xe9=1",
        b"\xff\xfe=\xff\xfe",
        b"ML=a\nB=evil\n",
        b"BASH_FUNC_f%%=() {  echo called\n}",
        b"A.B=1",
        b"a-b c=1",
        b"EMPTY=",
        b"SIGNS==a=b=",
        b"=nameless",
        b"=",
        b"no sign",
        b"",
        b"TWICE=first",
        b"TWICE=last",
        b"TERMS=other",
        b"XTERM=other",
        b"TMUX_TMPDIR=/t",
        b"QUOTES='\"`$(id)\\",
        b"ESCAPE=\x1b[31m\r\t",
        b"LD_PRELOAD=",
        b"PATH=/nowhere",
        b"REJOIN_PANE=work:2",
    ]
    .map(<[u8]>::to_vec)
    .to_vec();
    // As long as the system takes one.
    entries.push([&b"LONG="[..], &vec![b'x'; (128 << 10) - 6]].concat());
    entries.extend((0..400).map(|at| format!("V{at}={}", "y".repeat(at)).into_bytes()));
    entries
}

/// Names the program that shows the environment as the kernel has it.
fn showing(entries: &[Vec<u8>]) -> Handover {
    Handover::of("/bin/cat")
        .arguments(["/proc/self/environ"])
        .variables(entries)
}

fn shows(run: Run, want: &[Vec<u8>]) {
    let finished = run.finish();
    assert_eq!(finished.exit, 0, "{:?}", finished.stderr);
    let mut seen: Vec<&[u8]> = finished.stdout.split(|&byte| byte == 0).collect();
    assert_eq!(seen.pop(), Some(&b""[..]), "each entry ends");
    let want: Vec<&[u8]> = want.iter().map(Vec::as_slice).collect();
    assert!(seen == want, "{:?}", finished.stdout);
}

#[test]
fn every_entry_arrives_as_it_is_and_in_its_order() {
    let home = Home::new();
    let entries = torture();
    let handover = showing(&entries);
    shows(by_descriptor(&home, handover.sealed()), &entries);
    shows(by_ticket(&home, &handover.ticket(&home)), &entries);
}

#[test]
fn nothing_of_the_callers_environment_is_added() {
    let home = Home::new();
    let run = by_ticket(&home, &showing(&[]).ticket(&home));
    let run = run
        .variable("CLAUDE_CONFIG_DIR", "/h/old")
        .variable("SECRET", "x");
    shows(run, &[]);
    let entries = [b"CLAUDE_CONFIG_DIR=/h/new".to_vec()];
    let run = by_ticket(&home, &showing(&entries).ticket(&home));
    shows(run.variable("CLAUDE_CONFIG_DIR", "/h/old"), &entries);
}

#[test]
fn the_terminals_own_variables_are_the_panes() {
    let home = Home::new();
    let handed = [
        "TERM=dumb",
        "A=1",
        "TMUX=/old,1,0",
        "TMUX_PANE=%1",
        "KITTY_PID=7",
        "ZELLIJ=0",
        "COLORTERM=old",
        "SSH_TTY=/dev/pts/9",
        "SSH_CONNECTION=new",
        "B=2",
        "TERM=again",
    ];
    let handed = handed.map(|entry| entry.as_bytes().to_vec());
    let run = by_ticket(&home, &showing(&handed).ticket(&home));
    let run = run.without_environment().variable("SSH_CONNECTION", "old");
    // The kit's order is that of the names.
    let run = run
        .variable("TERM", "tmux-256color")
        .variable("TMUX_PANE", "%7");
    let run = run.variable("ZELLIJ_SESSION_NAME", "\u{e9}");
    let want = [
        "A=1",
        "SSH_CONNECTION=new",
        "B=2",
        "TERM=tmux-256color",
        "TMUX_PANE=%7",
        "ZELLIJ_SESSION_NAME=\u{e9}",
    ];
    shows(run, &want.map(|entry| entry.as_bytes().to_vec()));
}

#[test]
fn arguments_arrive_as_they_are_and_the_name_need_not_be_the_path() {
    let home = Home::new();
    let words: [&[u8]; 8] = [
        b"\xff\xfe",
        b"",
        b"a\nb",
        b"$HOME `id`",
        b"*",
        b"-n",
        b"--",
        b"A=1",
    ];
    let mut handover = Handover::of("/bin/cat").arguments(["/proc/self/cmdline"]);
    handover.arguments[0] = b"my \xff agent".to_vec();
    let finished = by_descriptor(&home, handover.sealed()).finish();
    assert_eq!(finished.stdout, b"my \xff agent\0/proc/self/cmdline\0");
    let printed = Handover::of("/usr/bin/printf")
        .arguments(["%s\\0"])
        .arguments(words);
    let finished = by_descriptor(&home, printed.sealed()).finish();
    let want: Vec<u8> = words
        .iter()
        .flat_map(|word| [word, &b"\0"[..]].concat())
        .collect();
    assert_eq!(finished.stdout, want);
}

#[test]
fn more_than_the_system_takes_is_refused_by_its_reason() {
    let home = Home::new();
    let many = vec![[&b"A="[..], &vec![b'x'; 100_000]].concat(); 50];
    let finished = by_descriptor(&home, showing(&many).sealed()).finish();
    finished.refused(111, "too large");
}

#[test]
fn the_directory_is_the_one_that_is_handed_over() {
    let home = Home::new();
    let folder = home.path().join("w");
    std::fs::create_dir(&folder).expect("is made");
    let here = Handover::of("/bin/pwd").arguments(["-P"]);
    let finished = by_descriptor(&home, here.sealed()).folder("/").finish();
    assert_eq!(finished.text(), "/\n", "{finished:?}");
    let there = here.clone().directory(&folder);
    let finished = by_descriptor(&home, there.sealed()).folder("/").finish();
    assert_eq!(finished.text().trim_end(), folder.to_str().expect("UTF-8"));
    let gone = here.directory(folder.join("gone"));
    by_descriptor(&home, gone.sealed())
        .finish()
        .refused(111, "gone: cannot be entered: it is not there");
}
