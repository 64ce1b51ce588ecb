//! What takes part: the floor, the hook in its two ways, and the peers' shapes.

use crate::floor;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A prompt as an agent was recorded to send it.
const PAYLOAD: &str =
    include_str!("../../payloads/claude/2.1.332/UserPromptSubmit-first-prompt.json");

/// The id in that payload.
const ID: &str = "4096d13f-8418-48fe-872d-cd0b22c76691";

/// What precedes the text of the prompt in it.
const PROMPT_AT: &str = "\"prompt\":\"";

/// Slow programs take part in one round of so many.
const SLOW: usize = 8;

/// One program that takes part.
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) words: Vec<OsString>,
    pub(crate) variables: Vec<(OsString, OsString)>,
    /// Takes part in each round whose number this divides.
    pub(crate) each: usize,
    /// Whether its payload names a conversation of its own each time.
    pub(crate) changes: bool,
    /// Name of the floor that it is compared with.
    pub(crate) floor: &'static str,
    /// Name of another one that it is compared with too.
    pub(crate) beside: Option<String>,
    /// How long each run took in nanoseconds.
    pub(crate) times: Vec<u64>,
}

pub(crate) const FLOOR: &str = "floor";
pub(crate) const FLOOR_SYNC: &str = "floor + fdatasync";

impl Program {
    pub(crate) fn new(name: &str, words: &[&Path], floor: &'static str) -> Self {
        Self {
            name: name.to_owned(),
            words: words
                .iter()
                .map(|word| word.as_os_str().to_owned())
                .collect(),
            variables: Vec::new(),
            each: 1,
            changes: true,
            floor,
            beside: None,
            times: Vec::new(),
        }
    }

    /// The hook in a home of its own.
    pub(crate) fn hook(name: &str, home: &Path, changes: bool, floor: &'static str) -> Self {
        let hook = rejoin_tests::hook();
        let mut program = Self::new(name, &[&hook, Path::new("claude")], floor);
        program.variables = vec![
            ("HOME".into(), home.into()),
            ("REJOIN_PANE".into(), "P1".into()),
        ];
        program.changes = changes;
        program
    }

    /// Returns what it reads in this round.
    pub(crate) fn payload(&self, round: usize) -> String {
        if self.changes {
            PAYLOAD.replace(ID, &id(round))
        } else {
            PAYLOAD.to_owned()
        }
    }
}

/// Returns an id of this round alone, which no record of a filled log has.
fn id(round: usize) -> String {
    format!("{round:08x}-8418-48fe-872d-000000000001")
}

/// Returns what stands before the prompt's text in the payload of this round, and after it.
pub(crate) fn around_prompt(round: usize) -> (String, &'static str) {
    let (before, text) = PAYLOAD.split_once(PROMPT_AT).expect("it has a prompt");
    let after = &text[text.find('"').expect("which ends")..];
    (before.replace(ID, &id(round)) + PROMPT_AT, after)
}

/// The floors, those that can be built here.
pub(crate) fn floors(folder: &Path) -> Vec<Program> {
    let mut programs = Vec::new();
    for (name, sync) in [(FLOOR, false), (FLOOR_SYNC, true)] {
        if let Some(program) = floor::build(folder, sync) {
            let log = folder.join(if sync { "synced" } else { "plain" });
            programs.push(Program::new(name, &[&program, &log], name));
        }
    }
    programs
}

/// Everything that takes part in the first table, with a folder of its own each.
pub(crate) fn all(folder: &Path) -> Vec<Program> {
    let mut programs = floors(folder);
    for (name, changes, floor) in [
        ("rejoin-hook, identity unchanged", false, FLOOR),
        ("rejoin-hook, identity changed", true, FLOOR_SYNC),
    ] {
        let home = made(folder, if changes { "changed" } else { "unchanged" });
        programs.push(Program::hook(name, &home, changes, floor));
    }
    programs.extend(peers(folder));
    programs
}

fn peers(folder: &Path) -> Vec<Program> {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
    let shapes = [
        ("sh + sed + mv", "/bin/sh", "sed.sh", "sed"),
        ("sh + jq + mv", "/bin/sh", "jq.sh", "jq"),
        ("python, JSON file", "python3", "json_file.py", "python3"),
        ("python, SQLite", "python3", "database.py", "python3"),
        ("node, JSON file", "node", "json_file.js", "node"),
    ];
    let mut programs = Vec::new();
    for (name, interpreter, script, needed) in shapes {
        let interpreter = match interpreter {
            "python3" => itself(interpreter, &["-c", "import sys; print(sys.executable)"]),
            "node" => itself(interpreter, &["-p", "process.execPath"]),
            shell => Some(PathBuf::from(shell)),
        };
        let Some(interpreter) = interpreter.filter(|_| rejoin_tests::tool(needed).is_some()) else {
            println!("No {needed} here: {name} does not take part.");
            continue;
        };
        let own = made(folder, script);
        let mut program = Program::new(name, &[&interpreter, &scripts.join(script), &own], FLOOR);
        program.variables = vec![("PATH".into(), "/usr/bin:/bin".into())];
        program.each = SLOW;
        programs.push(program);
    }
    programs
}

/// Asks an interpreter where it is, for what is on the search path may be a wrapper.
fn itself(interpreter: &str, question: &[&str]) -> Option<PathBuf> {
    let output = Command::new(interpreter).args(question).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    Some(PathBuf::from(path.trim())).filter(|path| path.is_file())
}

/// Makes a folder of its own for a program.
pub(crate) fn made(folder: &Path, name: &str) -> PathBuf {
    let made = folder.join(format!("{name}.d"));
    fs::create_dir(&made).expect("is made");
    made
}
