//! Makes a log of many records, through the same half of the store as the hook, so that
//! it has the segments which a log of that age has.

use rejoin_store::append::{Draft, Log, Outcome, Sync};
use rejoin_store::folder::FolderPath;
use rejoin_store::frame::FRAME_BYTES_MAX;
use rejoin_store::json::Writer;
use rejoin_store::record::{Ancestor, Claim, Class, Facts, Process, Publication};
use rejoin_store::storage::Files;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// Panes whose records a log holds.
pub(crate) const PANES: u32 = 500;

/// Records of one conversation: it begins, is prompted, and ends before the next one begins.
const EACH: u32 = 20;

/// What closed segments are called.
const SEGMENT: &str = "log.";

/// Fills the log below `home` with so many records, one of each pane in turn.
pub(crate) fn fill(home: &Path, records: u32) {
    let host = rejoin_platform::host_id().expect("the machine has an id");
    let mut path = Box::new(FolderPath::new());
    let variable = |name: &[u8]| (name == b"HOME").then(|| home.as_os_str().as_bytes());
    path.find(&host, variable).expect("a place");
    let files = Files::open(path.open().expect("the folder")).expect("the log");
    let mut log = Log::new(files, rejoin_platform::boot_second());
    let mut draft = Box::new(Draft::new());
    let mut scratch = Box::new([0; FRAME_BYTES_MAX]);
    for at in 0..records {
        let (pane, turn) = (at % PANES, at / PANES);
        let conversation = pane + turn / EACH * PANES;
        let class = match turn % EACH {
            0 => Class::Begin,
            turn if turn == EACH - 1 => Class::End,
            _ => Class::Prompt,
        };
        let pane = format!("P{pane}");
        let id = format!("{conversation:08x}-8418-48fe-872d-cd0b22c76691");
        let transcript = format!("/home/person/.claude/projects/-home-person-project/{id}.jsonl");
        let mut publication = publication(&pane, &id, &transcript, conversation);
        publication.class = class;
        let mut json = draft.writer();
        let bytes = write(&publication, &mut json);
        let keys = Some(publication.keys());
        let known = |_: &[u8], _: &[u8]| false;
        let outcome = log.append(&mut draft, bytes, keys, Sync::Later, &mut scratch, known);
        assert_eq!(outcome, Ok(Outcome::Appended), "every record is new");
    }
}

fn publication<'a>(
    pane: &'a str,
    id: &'a str,
    transcript: &'a str,
    publisher: u32,
) -> Publication<'a> {
    Publication {
        agent: "claude",
        id,
        child: None,
        claim: Claim {
            token: Some(pane),
            ..Claim::default()
        },
        publisher: Process {
            pid: 100_000 + publisher,
            start: 827_761,
        },
        store: Some(b"/home/person/.claude"),
        cwd: Some("/home/person/project"),
        transcript: Some(transcript),
        class: Class::Prompt,
        event: "UserPromptSubmit",
        source: None,
    }
}

/// Writes the record; returns its length.
fn write(publication: &Publication<'_>, json: &mut Writer<'_>) -> usize {
    let ancestor = |pid, name| Ancestor {
        process: Process { pid, start: 81_000 },
        name,
        agent: None,
    };
    let facts = Facts {
        boot: "11111111-0000-4000-8000-000000000001",
        at: "2026-01-01T00:00:00.000Z",
        marks: &[],
        name: b"claude",
        group: publication.publisher.pid,
        foreground: true,
        above: &[
            ancestor(4_000, b"bash".as_slice()),
            ancestor(3_000, b"tmux: server".as_slice()),
        ],
        alive: Some(&[]),
        alive_of: &["token"],
        store: Some((64_512, 1_234_567)),
    };
    publication.write_identity(json);
    publication.write_facts(json, &facts);
    json.text().expect("it fits").len()
}

/// Gives `twin` the log of `home`: closed segments by another name, for nobody writes to
/// them, and what is still written to as a copy.
pub(crate) fn share(home: &Path, twin: &Path) {
    let (from, to) = (host_folder(home), host_folder(twin));
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&to)
        .expect("is made");
    for file in files(home) {
        let name = file.file_name().expect("a file has a name");
        if name.to_string_lossy().starts_with(SEGMENT) {
            fs::hard_link(&file, to.join(name)).expect("another name");
        } else {
            fs::copy(from.join(name), to.join(name)).expect("a copy");
        }
    }
}

/// Returns the files that a reader of this log reads, the checkpoint among them.
pub(crate) fn files(home: &Path) -> Vec<PathBuf> {
    let listed = fs::read_dir(host_folder(home)).expect("a log stands there");
    let paths = listed.map(|entry| entry.expect("an entry").path());
    let is_read = |path: &PathBuf| {
        path.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            name == "log" || name == "checkpoint" || name.starts_with(SEGMENT)
        })
    };
    let mut files: Vec<PathBuf> = paths.filter(is_read).collect();
    files.sort();
    files
}

fn host_folder(home: &Path) -> PathBuf {
    rejoin_tests::this_host_in(&home.join(".local/state/rejoin"))
}
