//! The promises of a probe, with a clock and programs that are made up.

use super::*;
use std::collections::VecDeque;
use std::os::unix::fs::PermissionsExt;

/// Answers what it was told to, and notes how long it was given.
#[derive(Default)]
struct Script {
    answers: VecDeque<Result<Vec<u8>, String>>,
    times: Vec<Duration>,
}

impl Run for Script {
    fn run(&mut self, _: &mut Command, time: Duration) -> Result<Vec<u8>, String> {
        self.times.push(time);
        self.answers.pop_front().expect("nobody should ask")
    }
}

struct Lab {
    folder: tempfile::TempDir,
    script: Script,
    environment: Vec<(OsString, OsString)>,
}

impl Lab {
    fn new(answers: &[Result<&str, &str>]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let answers = answers.iter().map(|answer| match answer {
            Ok(said) => Ok(said.as_bytes().to_vec()),
            Err(why) => Err((*why).to_owned()),
        });
        let script = Script {
            answers: answers.collect(),
            times: Vec::new(),
        };
        let lab = Self {
            folder,
            script,
            environment: Vec::new(),
        };
        lab.install("#!/bin/sh\n");
        lab
    }

    fn install(&self, text: &str) {
        use std::io::Write;
        let beside = self.folder.path().join("new");
        let mut file = std::fs::File::create(&beside).expect("made");
        file.write_all(text.as_bytes()).expect("written");
        std::fs::set_permissions(&beside, PermissionsExt::from_mode(0o755)).expect("set");
        std::fs::rename(beside, self.folder.path().join("agent")).expect("in place");
    }

    fn ask(&mut self, now: u64) -> Result<Text, Silence> {
        self.ask_in(Path::new("/"), now)
    }

    fn ask_in(&mut self, cwd: &Path, now: u64) -> Result<Text, Silence> {
        let program = self.folder.path().join("agent");
        let question = Question {
            program: &program,
            word: "--version",
            cwd,
            environment: &self.environment,
        };
        ask(Some(self.folder.path()), question, now, &mut self.script)
    }
}

#[test]
fn an_answer_is_believed_as_long_as_its_file_is_the_same() {
    let mut lab = Lab::new(&[Ok("1.0"), Ok("2.0")]);
    assert_eq!(lab.ask(100), Ok(Text::from("1.0")));
    assert_eq!(lab.ask(1_000_000), Ok(Text::from("1.0")), "not asked again");
    lab.install("#!/bin/sh\n"); // the same bytes in another file
    assert_eq!(lab.ask(1_000_001), Ok(Text::from("2.0")));
}

#[test]
fn a_failure_cools_down_and_has_longer_the_next_time() {
    let mut lab = Lab::new(&[Err("no"), Err("no"), Ok("1.0")]);
    assert_eq!(lab.ask(100), Err(Silence::Failed("no".to_owned())));
    assert_eq!(lab.ask(100), Err(Silence::CoolingDown(30)));
    assert_eq!(lab.ask(129), Err(Silence::CoolingDown(1)));
    assert_eq!(lab.ask(130), Err(Silence::Failed("no".to_owned())));
    assert_eq!(lab.ask(159), Err(Silence::CoolingDown(1)));
    assert_eq!(lab.ask(160), Ok(Text::from("1.0")));
    let longer = TIME_AFTER_FAILURE_MAX;
    assert_eq!(lab.script.times, [TIME_MAX, longer, longer]);
}

#[test]
fn a_failure_cools_down_in_its_own_surroundings_only() {
    let mut lab = Lab::new(&[Err("no"), Ok("in tmp"), Ok("with X"), Ok("new file")]);
    assert!(lab.ask(100).is_err());
    assert_eq!(lab.ask_in(Path::new("/tmp"), 100), Ok(Text::from("in tmp")));
    lab.environment = vec![("X".into(), "1".into())];
    assert_eq!(lab.ask(100), Ok(Text::from("with X")));
    lab.environment.clear();
    assert_eq!(lab.ask(100), Err(Silence::CoolingDown(30)));
    lab.install("#!/bin/sh\n");
    assert_eq!(lab.ask(100), Ok(Text::from("new file")));
}

#[test]
fn a_clock_that_was_set_back_keeps_nobody_waiting() {
    let mut lab = Lab::new(&[Err("no"), Ok("1.0")]);
    assert!(lab.ask(100).is_err());
    assert_eq!(lab.ask(99), Ok(Text::from("1.0")));
}

#[test]
fn what_is_kept_can_be_deleted_and_damaged_at_any_time() {
    let mut lab = Lab::new(&[Ok("1.0"), Ok("1.0"), Ok("1.0")]);
    let kept = lab.folder.path().join("probes");
    assert!(lab.ask(1).is_ok());
    std::fs::remove_file(&kept).expect("there");
    assert!(lab.ask(2).is_ok());
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(&kept)
        .expect("there");
    file.set_len(10).expect("cut");
    assert!(lab.ask(3).is_ok());
    assert!(lab.script.answers.is_empty(), "asked each time");
}

#[test]
fn no_value_of_the_environment_is_kept() {
    let mut lab = Lab::new(&[Ok("1.0")]);
    lab.environment = vec![("API_KEY".into(), "s3cr3t-zz".into())];
    lab.ask(1).expect("an answer");
    let kept = std::fs::read_to_string(lab.folder.path().join("probes")).expect("kept");
    assert!(
        !kept.contains("s3cr3t") && !kept.contains("API_KEY"),
        "{kept}"
    );
    let mode = std::fs::metadata(lab.folder.path().join("probes"))
        .expect("there")
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_program_runs_where_and_as_it_is_said() {
    let mut lab = Lab::new(&[]);
    lab.install("#!/bin/sh\necho \"$1 $PWD $X $HOME\"\n");
    lab.environment = vec![("X".into(), "1".into())];
    let program = lab.folder.path().join("agent");
    let question = Question {
        program: &program,
        word: "--version",
        cwd: Path::new("/"),
        environment: &lab.environment,
    };
    assert_eq!(
        ask(None, question, 1, &mut Really),
        Ok(Text::from("--version / 1 \n"))
    );
    lab.install("#!/bin/sh\necho 1.0; exit 3\n");
    assert!(matches!(
        ask(None, question, 1, &mut Really),
        Err(Silence::Failed(_))
    ));
    lab.install("#!/bin/sh\n");
    assert!(matches!(
        ask(None, question, 1, &mut Really),
        Err(Silence::Failed(_))
    ));
}
