//! A writer of many records: `writer STATE HOST WRITER COUNT`.
//!
//! It appends through the same half of the store as the hook, says the number of each
//! record on standard output once that is acknowledged, and expects to be killed.
#![forbid(unsafe_code)]

use rejoin_store::append::{Draft, Log, Outcome, Sync};
use rejoin_store::folder::FolderPath;
use rejoin_store::frame::FRAME_BYTES_MAX;
use rejoin_store::heads::Key;
use rejoin_store::record::{Claim, Class, Facts, Process, Publication, says};
use rejoin_store::storage::Files;
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::process::ExitCode;

/// Every so many records one goes to the pane that all writers share.
const SHARED_EVERY: u32 = 8;

/// Every so many records one is synced. The disk is not what is tried here.
const SYNCED_EVERY: u32 = 64;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [state, host, writer, count] = &words[..] else {
        return ExitCode::from(100);
    };
    let number = |word: &OsString| word.to_str().and_then(|word| word.parse().ok());
    let (writer, count) = (number(writer), number(count));
    let mut path = Box::new(FolderPath::new());
    let variable = |name: &[u8]| (name == b"REJOIN_STATE_DIR").then(|| state.as_bytes());
    path.find(host.as_bytes(), variable).expect("a place");
    let files = Files::open(path.open().expect("the folder")).expect("the log");
    let mut log = Log::new(files, 1);
    let mut memory = Box::new(Memory {
        draft: Draft::new(),
        scratch: [0; FRAME_BYTES_MAX],
    });
    let mut output = std::io::stdout().lock();
    for at in 0..count.expect("a number") {
        append(&mut log, &mut memory, writer.expect("a number"), at);
        writeln!(output, "{at}")
            .and_then(|()| output.flush())
            .expect("someone listens");
    }
    ExitCode::SUCCESS
}

struct Memory {
    draft: Draft,
    scratch: [u8; FRAME_BYTES_MAX],
}

fn append(log: &mut Log<Files>, memory: &mut Memory, writer: u32, at: u32) {
    let id = format!("{writer:08x}-{at:04x}-4000-8000-000000000000");
    let own = format!("w{writer}");
    let token = if at.is_multiple_of(SHARED_EVERY) {
        "shared"
    } else {
        &own
    };
    let publication = Publication {
        agent: "claude",
        id: &id,
        child: None,
        claim: Claim {
            token: Some(token),
            ..Claim::default()
        },
        publisher: Process {
            pid: std::process::id(),
            start: 1,
        },
        store: Some(b"/h/.claude"),
        cwd: Some("/w"),
        transcript: None,
        class: Class::Prompt,
        event: "UserPromptSubmit",
        source: None,
    };
    let facts = Facts {
        boot: "11111111-0000-4000-8000-000000000001",
        at: "2026-01-01T00:00:00.000Z",
        marks: &[],
        name: b"claude",
        group: 1,
        foreground: false,
        above: &[],
        alive: None,
        alive_of: &[],
        store: None,
    };
    let mut json = memory.draft.writer();
    publication.write_identity(&mut json);
    let said = json.used();
    publication.write_facts(&mut json, &facts);
    let bytes = json.text().expect("it fits").len();
    let sync = if at.is_multiple_of(SYNCED_EVERY) {
        Sync::Now
    } else {
        Sync::Later
    };
    let key = Key::of(&[b"publish", b"", b"token", token.as_bytes()]);
    let known = |last: &[u8], new: &[u8]| says(last, &new[..said], Some(Class::Prompt));
    let outcome = log.append(
        &mut memory.draft,
        bytes,
        Some(key.into()),
        sync,
        &mut memory.scratch,
        known,
    );
    assert_eq!(outcome, Ok(Outcome::Appended), "every record is new");
}
