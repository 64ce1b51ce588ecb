//! Variables and arguments of any bytes reach the program as they are, and nothing else does.

use rejoin_tests::{Home, Run};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

fn odd(bytes: &[u8]) -> &OsStr {
    OsStr::from_bytes(bytes)
}

fn bare(home: &Home) -> Run {
    home.run(rejoin_tests::exec()).without_environment()
}

/// Runs `env -0` through the program and returns what it saw.
fn seen(run: Run) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let finished = run.arguments(["/usr/bin/env", "-0"]).finish();
    assert_eq!(finished.exit, 0, "{finished:?}");
    let entries = finished
        .stdout
        .split(|&byte| byte == 0)
        .filter(|entry| !entry.is_empty());
    let entries: Vec<_> = entries.map(<[u8]>::to_vec).collect();
    let found: BTreeMap<_, _> = entries
        .iter()
        .map(|entry| {
            let at = entry
                .iter()
                .position(|&byte| byte == b'=')
                .expect("NAME=value");
            (entry[..at].to_vec(), entry[at + 1..].to_vec())
        })
        .collect();
    assert_eq!(found.len(), entries.len(), "no name is there twice");
    found
}

#[test]
fn inherited_variables_of_any_bytes_arrive_unchanged() {
    let home = Home::new();
    let variables: [(&[u8], &[u8]); 7] = [
        (b"ODD", b"\xe9\xff\x01"),
        (b"\xe9", b"1"),
        (b"ML", b"a\nB=evil\n"),
        (b"BASH_FUNC_f%%", b"() {  echo called\n}"),
        (b"A.B", b"1"),
        (b"EMPTY", b""),
        (b"SIGNS", b"=a=b="),
    ];
    let mut run = bare(&home);
    for (name, value) in variables {
        run = run.variable(odd(name), odd(value));
    }
    let want = variables.map(|(name, value)| (name.to_vec(), value.to_vec()));
    assert_eq!(seen(run), want.into());
}

#[test]
fn given_variables_of_any_bytes_replace_the_inherited_ones() {
    let home = Home::new();
    let run = bare(&home)
        .variable("A", "old")
        .variable("KEPT", "1")
        .variable("AA", "2");
    let words: [&[u8]; 5] = [b"A=first", b"B=\xff\n\"'$(x)", b"C=", b"A=last", b"D==x"];
    let run = run.arguments(words.map(odd));
    let want: [(&[u8], &[u8]); 6] = [
        (b"A", b"last"),
        (b"B", b"\xff\n\"'$(x)"),
        (b"C", b""),
        (b"D", b"=x"),
        (b"KEPT", b"1"),
        (b"AA", b"2"),
    ];
    assert_eq!(
        seen(run),
        want.map(|(name, value)| (name.to_vec(), value.to_vec()))
            .into()
    );
}

#[test]
fn arguments_of_any_bytes_arrive_unchanged() {
    let home = Home::new();
    let words: [&[u8]; 9] = [
        b"\xff\xfe",
        b"",
        b"a\nb",
        b"$HOME `id` $(id)",
        b"it's \"quoted\"",
        b"*",
        b"-n",
        b"--",
        b"A=1",
    ];
    let run = bare(&home)
        .arguments(["/usr/bin/printf", "%s\\0"])
        .arguments(words.map(odd));
    let finished = run.finish();
    assert_eq!(finished.exit, 0, "{finished:?}");
    let want: Vec<u8> = words
        .iter()
        .flat_map(|word| [word, &b"\0"[..]].concat())
        .collect();
    assert_eq!(finished.stdout, want);
}

#[test]
fn a_working_directory_of_odd_bytes_is_kept() {
    let home = Home::new();
    let folder = home.path().join(odd(b"w\xff"));
    std::fs::create_dir(&folder).expect("is made");
    let finished = bare(&home)
        .arguments(["/bin/pwd", "-P"])
        .folder(&folder)
        .finish();
    assert!(finished.stdout.ends_with(b"/w\xff\n"), "{finished:?}");
}
