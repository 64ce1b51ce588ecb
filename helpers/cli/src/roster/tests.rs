//! Promises to a person who writes a definition: it is as good as one that is built in, and
//! what is wrong with it is told and spoils nothing else.

use super::table::{self, Standing};
use super::{Roster, constant};
use crate::world::World;
use rejoin_agents::AGENTS;
use std::path::{Path, PathBuf};

const OWN: &str = r#"
name      = "own"
title     = "Own"
programs  = ["own"]
processes = ["own"]
seen      = ["1.0"]

[install]
shape  = "json-hooks"
file   = "{store}/settings.json"
events = ["Start"]

[events]
Start = "begin"

[payload]
event = "/event"
id    = "/id"

[id]
form    = "{uuid}"
example = "aaaaaaaa-0000-4000-8000-00000000000a"

[store]
roots      = ["~/.own"]
transcript = "{id}.jsonl"
proof      = { kind = "jsonl", id = "/id" }

[argv]
resume = { argv = ["--resume", "{id}"] }
fork   = { argv = ["--fork", "{id}"], child = "announced" }
fresh  = { argv = ["--id", "{new}"], child = "preassigned" }
"#;

struct Lab(tempfile::TempDir);

impl Lab {
    fn new(files: &[(&str, &str)]) -> Self {
        let lab = Self(tempfile::tempdir().expect("a folder"));
        let folder = lab.folder();
        std::fs::create_dir_all(&folder).expect("made");
        for (name, text) in files {
            lab.put(name, text);
        }
        lab
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join(".config/rejoin/agents")
    }

    #[expect(clippy::disallowed_methods, reason = "a fixture")]
    fn put(&self, name: &str, text: &str) {
        std::fs::write(self.folder().join(name), text).expect("written");
    }

    fn world(&self) -> World {
        World::of(&[("HOME", self.0.path())])
    }

    fn roster(&self) -> Roster {
        self.world().roster
    }
}

fn names(roster: &Roster) -> Vec<&'static str> {
    roster.own().iter().map(|agent| agent.name).collect()
}

#[test]
fn a_definition_that_is_read_says_the_same_as_one_that_is_built_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/agents");
    for agent in AGENTS {
        let file = folder.join(format!("{}.toml", agent.name));
        let text = std::fs::read_to_string(file).expect("a definition");
        let read = constant::agent(rejoin_definition::parse(&text).expect("sound"));
        assert_eq!(format!("{read:#?}"), format!("{agent:#?}"));
    }
}

#[test]
fn a_definition_of_a_persons_own_stands_behind_those_that_are_built_in() {
    let roster = Lab::new(&[("own.toml", OWN), ("own.toml~", "x"), (".own.toml", "x")]).roster();
    assert_eq!(roster.faults, [""; 0]);
    assert_eq!(roster.agents().count(), AGENTS.len() + 1);
    assert_eq!(roster.find("own").expect("known").title, "Own");
    assert!(roster.of_program("own".as_ref()).is_some());
    assert!(roster.of_process(b"own").is_some());
}

#[test]
fn a_wrong_file_is_named_with_its_line_and_its_key_and_hides_no_other() {
    let first = AGENTS
        .iter()
        .find(|a| !a.processes.is_empty())
        .expect("one");
    let quoted = |name: &str| format!("[\"{name}\"]");
    let other = |name: &str| {
        OWN.replace("\"own\"", &format!("{name:?}"))
            .replace(&quoted("own"), &quoted(name))
    };
    let many: String = (0..49).map(|at| format!("e{at} = \"end\"\n")).collect();
    for (name, text, told) in [
        ("a.toml", "name = 1", "a.toml, line 1: name: invalid type"),
        ("a.toml", "=", "a.toml, line 1: "),
        (
            "a.toml",
            OWN,
            "a.toml, line 2: name: is not that of the file",
        ),
        (
            "a.toml",
            &other("a").replace("{uuid}", "{uid}"),
            "a.toml, line 21: id.form: {uid} is no",
        ),
        (
            &format!("{}.toml", first.name),
            &other(first.name),
            "line 2: name: ",
        ),
        (
            "a.toml",
            &other("a").replace(
                "programs  = [\"a\"]",
                &format!("programs = [{:?}]", first.programs[0]),
            ),
            "line 4: programs: ",
        ),
        (
            "a.toml",
            &other("a").replace(
                "processes = [\"a\"]",
                &format!("processes = [{:?}]", first.processes[0]),
            ),
            "line 5: processes: ",
        ),
        (
            "a.toml",
            &other("a").replace("\"json-hooks\"", "\"plugin\"\nsource = \"none.js\""),
            "line 10: install.source: no plugin of rejoin is called none.js",
        ),
        (
            "a.toml",
            &other("a").replace("[events]\n", &format!("[events]\n{many}")),
            "line 13: events: are more than a hook has room for",
        ),
    ] {
        let roster = Lab::new(&[(name, text), ("own.toml", OWN)]).roster();
        let [fault] = roster.faults.as_slice() else {
            panic!("{told}: {:?}", roster.faults);
        };
        assert!(fault.contains(told), "{fault:?} does not say {told:?}");
        assert_eq!(names(&roster), ["own"], "{told}");
    }
}

#[test]
fn nothing_is_read_but_files_of_a_bounded_size_and_number() {
    let lab = Lab::new(&[("own.toml", OWN), ("big.toml", &"#".repeat(65_537))]);
    std::fs::create_dir(lab.folder().join("folder.toml")).expect("made");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        lab.folder().join("pipe.toml"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .expect("made");
    let roster = lab.roster();
    assert_eq!(roster.faults.len(), 3, "{:?}", roster.faults);
    assert_eq!(names(&roster), ["own"]);
}

#[test]
fn the_table_of_the_hooks_is_out_of_date_exactly_if_it_says_something_else() {
    let lab = Lab::new(&[]);
    let standing = || table::standing(&lab.world()).expect("readable");
    assert_eq!(standing(), Standing::Current);
    assert!(!table::compile(&lab.world()).expect("nothing to do"));
    assert!(!lab.0.path().join(".local").exists());

    lab.put("own.toml", OWN);
    assert_eq!(standing(), Standing::Missing);
    assert!(table::compile(&lab.world()).expect("written"));
    assert_eq!(standing(), Standing::Current);
    assert!(!table::compile(&lab.world()).expect("nothing to do"));

    lab.put(
        "own.toml",
        &format!("# mine\n{}", OWN.replace("\"Own\"", "\"Other\"")),
    );
    assert_eq!(standing(), Standing::Current, "no hook reads a title");
    lab.put("own.toml", &OWN.replace("/id", "/session"));
    assert_eq!(standing(), Standing::Different);

    std::fs::remove_file(lab.folder().join("own.toml")).expect("removed");
    assert_eq!(standing(), Standing::Different);
    assert!(table::compile(&lab.world()).expect("removed"));
    assert!(!table::path(&lab.world()).expect("a path").exists());
}
