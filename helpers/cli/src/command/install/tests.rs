//! Promises of install and uninstall, on files in a home that is thrown away.

mod asking;
mod every_agent;
mod places;
mod shapes;
mod state;

use super::*;
use crate::command::uninstall;
use crate::consent::{Consent, Installed, state_for};
use rejoin_agents::{AGENTS, Exec, Shape};
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

/// A home with our programs in it.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        home.put("bin/rejoin-hook", "");
        fs::set_permissions(
            home.path("bin/rejoin-hook"),
            fs::Permissions::from_mode(0o755),
        )
        .unwrap();
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.0.path()).unwrap().join(name)
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path)
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
    }

    fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name)).ok()
    }

    fn world(&self) -> World {
        World::of(&[("HOME", &self.path(""))])
    }

    fn install_as(&self, agents: &[&str], change: impl Fn(&mut Args)) -> Result<String, Error> {
        let mut args = Args {
            agents: agents.iter().map(|name| (*name).to_owned()).collect(),
            dry_run: false,
            trust: false,
            helper: Some(self.path("bin/rejoin-hook")),
        };
        change(&mut args);
        let mut out = Vec::new();
        run(&self.world(), &args, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    fn install(&self, agents: &[&str]) -> String {
        self.install_as(agents, |_| {})
            .unwrap_or_else(|error| panic!("{error}"))
    }

    fn uninstall(&self) -> Result<String, Error> {
        let mut out = Vec::new();
        let args = uninstall::Args {
            agents: Vec::new(),
            dry_run: false,
        };
        uninstall::run(&self.world(), &args, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    /// Every file with its text, mode and kind.
    fn snapshot(&self) -> Vec<(PathBuf, String, u32)> {
        let mut found = Vec::new();
        let mut folders = vec![self.path("")];
        while let Some(folder) = folders.pop() {
            for item in fs::read_dir(folder).unwrap() {
                let path = item.unwrap().path();
                let metadata = fs::symlink_metadata(&path).unwrap();
                if path.ends_with(".local") {
                    continue;
                }
                if metadata.is_dir() {
                    folders.push(path.clone());
                }
                let text = fs::read_to_string(&path).unwrap_or_default();
                found.push((path, text, metadata.mode()));
            }
        }
        found.sort();
        found
    }
}

fn asking() -> &'static Agent {
    AGENTS
        .iter()
        .find(|agent| agent.install.consent.is_some())
        .expect("one asks")
}

/// An agent that asks for nothing and runs its entries directly.
fn plain() -> &'static Agent {
    let fits = |agent: &&Agent| {
        let install = &agent.install;
        let direct = install.shape == Shape::JsonHooks && install.exec == Exec::Args;
        direct && install.consent.is_none() && install.also.is_empty()
    };
    AGENTS.iter().find(fits).expect("there is one")
}

fn file_of(agent: &Agent, template: &str) -> String {
    template
        .replace("{store}", agent.store.root.home)
        .replace("{config}", agent.config_root().home)
}

/// A file that a person has already, of the kind that this one is.
fn theirs(install: &rejoin_agents::Install, text: &str) -> Option<String> {
    match Notation::of(install)? {
        Notation::Json(_) => Some(text.to_owned()),
        Notation::Toml { .. } => Some("# mine\na = 1".to_owned()),
        Notation::Yaml { .. } => Some("# mine\na: 1 # one".to_owned()),
    }
}

#[test]
fn install_then_uninstall_leaves_no_trace() {
    for text in [
        None,
        Some("{}"),
        Some("{\n\t// mine\n\t\"a\": [1,],\n}\n"),
        Some("{\"hooks\": { }}"),
    ] {
        for trust in [false, true] {
            let home = Home::new();
            let mine = text.into_iter().flat_map(|text| {
                let file = move |agent: &'static Agent| {
                    let install = &agent.install;
                    theirs(install, text).map(|text| (file_of(agent, install.file), text))
                };
                AGENTS.iter().filter_map(file)
            });
            for (file, text) in mine {
                home.put(&file, &text);
            }
            home.put(
                &format!("{}/config.toml", asking().store.root.home),
                "a = 1\r\n",
            );
            let before = home.snapshot();
            let names: Vec<_> = AGENTS.iter().map(|agent| agent.name).collect();
            home.install_as(&names, |args| args.trust = trust).unwrap();
            assert_ne!(home.snapshot(), before);
            home.uninstall().unwrap();
            assert_eq!(home.snapshot(), before);
            assert_eq!(home.text(".local/state/rejoin/ledger.json"), None);
        }
    }
}

#[test]
fn a_second_run_changes_no_byte_and_no_time_stamp() {
    let home = Home::new();
    let agent = plain();
    let file = file_of(agent, agent.install.file);
    let shown = format!("~/{file}");
    assert_eq!(
        home.install(&[agent.name]),
        format!("{}: 3 hooks in {shown}\n", agent.name)
    );
    let stamp = |name: &str| {
        let m = fs::metadata(home.path(name)).unwrap();
        (m.ino(), m.mtime(), m.mtime_nsec())
    };
    let before = (stamp(&file), stamp(".local/state/rejoin/ledger.json"));
    assert_eq!(
        home.install(&[agent.name]),
        format!("{}: already installed in {shown}\n", agent.name)
    );
    assert_eq!(
        (stamp(&file), stamp(".local/state/rejoin/ledger.json")),
        before
    );
}

#[test]
fn a_program_that_moved_is_updated_and_the_way_back_is_kept() {
    let home = Home::new();
    let agent = plain();
    let file = file_of(agent, agent.install.file);
    home.put(&file, "{ }");
    home.install(&[agent.name]);
    home.put("new/rejoin-hook", "");
    fs::set_permissions(
        home.path("new/rejoin-hook"),
        fs::Permissions::from_mode(0o755),
    )
    .unwrap();
    home.install_as(&[agent.name], |args| {
        args.helper = Some(home.path("new/rejoin-hook"))
    })
    .unwrap();
    let text = home.text(&file).unwrap();
    assert_eq!(text.matches("/new/rejoin-hook").count(), 3);
    assert_eq!(text.matches("/bin/rejoin-hook").count(), 0);
    home.uninstall().unwrap();
    assert_eq!(home.text(&file).unwrap(), "{ }");
}

#[test]
fn an_agent_that_wrote_its_file_since_keeps_what_it_wrote() {
    let home = Home::new();
    let agent = plain();
    let file = file_of(agent, agent.install.file);
    home.put(&file, "{\n  // mine\n  \"a\": 1\n}\n");
    home.install(&[agent.name]);
    let text = home
        .text(&file)
        .unwrap()
        .replace("  // mine\n", "")
        .replace("\"a\": 1", "\"b\": 2");
    home.put(&file, &text);
    home.uninstall().unwrap();
    assert_eq!(home.text(&file).unwrap(), "{\n  \"b\": 2\n}\n");
}

#[test]
fn a_file_that_was_there_before_us_stays_even_if_it_says_nothing() {
    let home = Home::new();
    let agent = plain();
    let file = file_of(agent, agent.install.file);
    home.put(&file, "{}");
    home.install(&[agent.name]);
    let text = home.text(&file).unwrap();
    home.put(&file, &format!("{text}\n"));
    home.uninstall().unwrap();
    assert_eq!(home.text(&file).unwrap(), "{}\n");
}

#[test]
fn without_the_ledger_our_entries_are_found_and_empty_containers_stay() {
    let home = Home::new();
    let agent = plain();
    let file = file_of(agent, agent.install.file);
    home.install(&[agent.name]);
    fs::remove_file(home.path(".local/state/rejoin/ledger.json")).unwrap();
    home.uninstall().unwrap();
    let text: String = home.text(&file).unwrap().split_whitespace().collect();
    assert_eq!(
        text,
        "{\"hooks\":{\"SessionStart\":[],\"UserPromptSubmit\":[],\"SessionEnd\":[]}}"
    );
}

#[test]
fn a_dry_run_shows_the_change_and_makes_none() {
    let home = Home::new();
    let agent = asking();
    home.put(&file_of(agent, agent.install.file), "{\n  \"a\": 1\n}\n");
    let before = home.snapshot();
    let out = home
        .install_as(&[agent.name], |args| {
            (args.dry_run, args.trust) = (true, true)
        })
        .unwrap();
    assert!(
        out.contains("-  \"a\": 1\n+  \"a\": 1,\n+  \"hooks\": {\n"),
        "{out}"
    );
    assert!(out.contains("+trusted_hash = \"sha256:"), "{out}");
    assert_eq!(home.snapshot(), before);
    assert!(!home.path(".local").exists());
}
