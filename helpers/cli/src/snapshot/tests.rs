//! The promises of a snapshot, on programs in a throw-away folder.

use super::*;
use crate::config::Wrapper;
use std::os::unix::fs::PermissionsExt;

const A: &str = "aaaaaaaa-0000-4000-8000-00000000000a";
const B: &str = "bbbbbbbb-0000-4000-8000-00000000000b";

struct Lab(tempfile::TempDir);

impl Lab {
    fn new() -> Self {
        let lab = tempfile::tempdir().expect("a folder");
        for name in ["claude", "codex", "at-work", "sh", "ssh", "other"] {
            let file = lab.path().join(name);
            std::fs::File::create(&file).expect("made");
            std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).expect("set");
        }
        Self(lab)
    }

    fn look(&self, declared: Option<&str>, line: &[&str]) -> Result<Snapshot, Error> {
        self.with(declared, line, |world, request| {
            take(world, &self.config(), request)
        })
    }

    fn exactly(&self, line: &[&str]) -> Result<Snapshot, Error> {
        self.with(None, line, |world, request| {
            take_exactly(world, &self.config(), request)
        })
    }

    fn with<T>(
        &self,
        declared: Option<&str>,
        line: &[&str],
        look: impl FnOnce(&World, Request<'_>) -> T,
    ) -> T {
        let folder = self.0.path();
        let world = World::of(&[("PATH", folder), ("HOME", folder)]);
        let command: Vec<OsString> = line.iter().map(OsString::from).collect();
        let request = Request {
            command: &command,
            declared,
            cwd: folder,
        };
        look(&world, request)
    }

    fn config(&self) -> Config {
        let wrapper = Wrapper {
            name: "at-work".to_owned(),
            agent: rejoin_agents::find(b"claude").expect("known"),
            store: Some(self.0.path().join("work-store")),
        };
        Config {
            wrappers: vec![wrapper],
        }
    }
}

#[test]
fn a_snapshot_pins_the_program_and_the_store() {
    let lab = Lab::new();
    std::fs::create_dir(lab.0.path().join(".claude")).expect("made");
    let found = lab
        .look(None, &["claude", "--resume", A, "--verbose"])
        .expect("fine");
    let file = lab.0.path().join("claude");
    let facts = file.metadata().expect("there");
    assert_eq!(found.program.path, file);
    assert_eq!(found.program.identity, Some((facts.dev(), facts.ino())));
    let store = found.store.expect("known");
    assert_eq!(store.root.path, lab.0.path().join(".claude"));
    assert!(store.root.identity.is_some() && store.by.is_none());
    assert_eq!(found.asked.expect("asked").id.as_deref(), Some(A));
    assert_eq!(found.kept.words, ["--verbose"]);
    assert!(found.doubts.is_empty() && found.on_host);
}

#[test]
fn a_wrapper_is_the_agent_that_the_configuration_says() {
    let lab = Lab::new();
    let found = lab.exactly(&["at-work", "--resume", A]).expect("declared");
    assert_eq!(found.agent.map(|agent| agent.name), Some("claude"));
    assert_eq!(found.wrapper.as_deref(), Some("at-work"));
    assert_eq!(
        found.store.expect("said").root.path,
        lab.0.path().join("work-store")
    );
    let contradiction = lab.look(Some("codex"), &["at-work"]).expect_err("claude");
    assert_eq!(contradiction.code, "other-agent");
}

#[test]
fn a_program_is_never_another_agent_than_declared() {
    let lab = Lab::new();
    let code = |declared, line: &[&str]| lab.look(Some(declared), line).map_err(|e| e.code);
    assert_eq!(code("codex", &["claude"]).expect_err("no"), "other-agent");
    assert_eq!(code("x", &["claude"]).expect_err("no"), "unknown-agent");
    let found = code("codex", &["other"]).expect("a person's word");
    assert_eq!(found.agent.map(|agent| agent.name), Some("codex"));
}

#[test]
fn what_must_be_exact_refuses_every_doubt_by_its_code() {
    let lab = Lab::new();
    for (line, code) in [
        (&["other", "--resume", A][..], "opaque-program"),
        (&["sh", "-c", "claude"], "shell-command"),
        (&["ssh", "box", "claude"], "remote-launcher"),
        (&["claude", "|", "tee"], "shell-pipeline"),
        (&["claude --resume x"], "shell-line"),
        (&["claude", "--resume", A, "-r", B], "selectors-conflict"),
        (&["missing"], "program-missing"),
        (&[], "no-program"),
    ] {
        let refusal = lab.exactly(line).expect_err("refused");
        assert_eq!(refusal.code, code, "{line:?}");
        assert!(!refusal.cause.is_empty(), "{line:?}");
    }
}

#[test]
fn a_plain_start_goes_on_and_says_what_is_lost_only() {
    let lab = Lab::new();
    let losses = |declared, line: &[&str]| {
        let found = lab.look(declared, line).expect("goes on");
        found.losses().count()
    };
    assert_eq!(losses(None, &["claude", "fix `x` > $HOME", "|"]), 0);
    assert_eq!(losses(Some("claude"), &["other"]), 0);
    assert_eq!(losses(None, &["sh", "-c", "claude"]), 0);
    assert_eq!(losses(None, &["sh", "-c", "claude"]), 0);
    assert_eq!(losses(Some("claude"), &["sh", "-c", "claude"]), 1);
    assert_eq!(losses(None, &["claude", "--resume", A, "-r", B]), 1);
}

#[test]
fn nothing_is_read_out_of_a_line_that_another_program_carries_out() {
    let lab = Lab::new();
    let line = ["ssh", "box", "claude", "--resume", A];
    let found = lab.look(Some("claude"), &line).expect("goes on");
    assert!(found.asked.is_none() && found.store.is_none() && !found.on_host);
    assert_eq!((found.kept.words.len(), found.kept.left_out), (0, 4));
}
