//! Stores that hold a conversation, and much that looks like it.

use super::*;
use std::fs;
use std::os::unix::fs::symlink;

const A: &str = "aaaaaaaa-0000-4000-8000-00000000000a";
const B: &str = "bbbbbbbb-0000-4000-8000-00000000000b";

struct Lab {
    root: tempfile::TempDir,
    project: tempfile::TempDir,
}

impl Lab {
    fn new() -> Self {
        let lab = Self {
            root: tempfile::tempdir().expect("a folder"),
            project: tempfile::Builder::new()
                .prefix("a.b_\u{fc}")
                .tempdir()
                .expect("a folder"),
        };
        fs::create_dir_all(lab.transcript(A).parent().expect("has one")).expect("made");
        lab
    }

    fn transcript(&self, id: &str) -> PathBuf {
        place(&claude().store, self.root.path(), id, self.project.path()).expect("has a place")
    }

    #[expect(clippy::disallowed_methods, reason = "a fixture")]
    fn write(&self, id: &str, text: &str) {
        fs::write(self.transcript(id), text).expect("written");
    }

    fn look(&self, published: Option<&Path>) -> Proof {
        look(
            claude(),
            self.root.path(),
            A,
            published,
            &[self.project.path()],
        )
        .proof
    }
}

fn claude() -> &'static Agent {
    rejoin_agents::find(b"claude").expect("known")
}

fn line(id: &str) -> String {
    format!("{{\"type\":\"x\",\"sessionId\":\"{id}\"}}\nnot json\n")
}

#[test]
fn a_transcript_that_names_the_id_proves_it_at_its_own_place() {
    let lab = Lab::new();
    assert_eq!(lab.look(None), Proof::Absent);
    lab.write(A, &line(A));
    assert_eq!(lab.look(None), Proof::Proven);
    let name = lab.transcript(A);
    let folder = name
        .parent()
        .and_then(Path::file_name)
        .and_then(|n| n.to_str())
        .expect("text");
    assert!(
        folder
            .bytes()
            .all(|b| b == b'-' || b.is_ascii_alphanumeric()),
        "{folder}"
    );
}

#[test]
fn a_wrong_published_path_does_not_hide_the_right_one() {
    let lab = Lab::new();
    lab.write(A, &line(A));
    let wrong = lab.root.path().join("projects/elsewhere/x.jsonl");
    let found = look(
        claude(),
        lab.root.path(),
        A,
        Some(&wrong),
        &[lab.project.path()],
    );
    assert_eq!(
        (found.proof, found.path),
        (Proof::Proven, Some(lab.transcript(A)))
    );
    assert_eq!(found.cwd.as_deref(), Some(lab.project.path()));
}

#[test]
fn a_transcript_of_another_conversation_is_named() {
    let lab = Lab::new();
    lab.write(A, &line(B));
    assert_eq!(lab.look(None), Proof::Other(B.to_owned()));
    let absent = lab.root.path().join("projects/x.jsonl");
    assert_eq!(lab.look(Some(&absent)), Proof::Other(B.to_owned()));
}

#[test]
fn links_fifos_folders_and_strangers_places_prove_nothing() {
    let lab = Lab::new();
    let outside = tempfile::NamedTempFile::new().expect("a file");
    symlink(outside.path(), lab.transcript(A)).expect("linked");
    assert!(matches!(lab.look(None), Proof::Unreadable(_)));
    fs::remove_file(lab.transcript(A)).expect("removed");
    let fifo = lab.transcript(A);
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, FileType::Fifo, Mode::RUSR, 0).expect("made");
    assert!(matches!(lab.look(None), Proof::Unreadable(_)));
    fs::remove_file(&fifo).expect("removed");
    fs::create_dir(&fifo).expect("made");
    assert!(matches!(lab.look(None), Proof::Unreadable(_)));
    let lab = Lab::new();
    assert!(matches!(
        lab.look(Some(outside.path())),
        Proof::Unreadable(_)
    ));
}

#[test]
fn a_first_line_without_end_is_read_up_to_its_bound() {
    let lab = Lab::new();
    let long = "x".repeat(200_000);
    lab.write(
        A,
        &format!("{{\"pad\":\"{long}\",\"sessionId\":\"{A}\"}}\n"),
    );
    assert!(matches!(lab.look(None), Proof::Unreadable(_)));
    lab.write(A, "");
    assert!(matches!(lab.look(None), Proof::Unreadable(_)));
}

#[test]
fn a_layout_that_only_the_agent_knows_needs_the_published_path() {
    let codex = rejoin_agents::find(b"codex").expect("known");
    let found = look(codex, Path::new("/nowhere"), A, None, &[Path::new("/w")]);
    assert_eq!((found.proof, found.path), (Proof::Unknown, None));
}
