//! Promises about what an entry says and how it is known again.

use super::*;
use rejoin_agents::Unit;

fn new(path: &str, agent: &Agent) -> Result<Entry, Error> {
    Entry::new(Path::new(path), agent, &agent.install)
}

fn agent(exec: Exec) -> &'static Agent {
    let fits = |agent: &&Agent| {
        let install = &agent.install;
        install.exec == exec && install.shape == Shape::JsonHooks
    };
    let found = rejoin_agents::AGENTS.iter().find(fits);
    found.expect("there is an agent of each kind")
}

fn line(path: &str) -> Result<String, Error> {
    let entry = new(path, agent(Exec::Line))?.tree("Begin");
    let command = entry.member("command").and_then(Tree::as_text);
    Ok(command.expect("a command").to_owned())
}

fn ours(command: &str) -> bool {
    let command = ("command".to_owned(), Tree::text(command));
    is_ours(&Tree::Object(vec![command]), "one")
}

#[test]
fn the_time_limit_is_written_in_the_unit_that_the_agent_reads() {
    for agent in rejoin_agents::AGENTS {
        for install in crate::edit::place::parts(agent) {
            let entry = Entry::new(Path::new("/b/rejoin-hook"), agent, install);
            let entry = entry.expect("a plain path").tree("Begin");
            let seconds = u64::from(install.timeout_s);
            let wanted = match install.unit {
                Unit::Seconds => seconds,
                Unit::Milliseconds => seconds * 1000,
            };
            let wanted = (seconds > 0).then(|| Tree::Number(wanted.to_string()));
            assert_eq!(entry.member("timeout"), wanted.as_ref(), "{}", agent.name);
        }
    }
}

#[test]
fn an_agent_that_is_strict_gets_no_member_that_it_does_not_know() {
    for agent in rejoin_agents::AGENTS {
        for install in crate::edit::place::parts(agent) {
            let entry = Entry::new(Path::new("/b/rejoin-hook"), agent, install);
            let entry = entry.expect("a plain path").tree("Begin");
            let members = entry.members().unwrap_or_default().iter();
            let names: Vec<_> = members.map(|(name, _)| name.as_str()).collect();
            let known: &[&str] = match install.shape {
                Shape::JsonHooks => &["type", "command", "args", "timeout"],
                Shape::JsonFlat => &["matcher", "command", "timeout"],
                Shape::TomlHooks => &["name", "type", "event", "command", "timeout"],
                _ => &["command", "timeout", "args"],
            };
            assert!(names.iter().all(|name| known.contains(name)), "{names:?}");
        }
    }
}

#[test]
fn a_path_is_quoted_only_if_a_shell_would_read_it_otherwise() {
    let word = agent(Exec::Line).name;
    assert_eq!(
        line("/a/b-c_1.0/rejoin-hook").unwrap(),
        format!("/a/b-c_1.0/rejoin-hook {word}")
    );
    assert_eq!(
        line("/a b/rejoin-hook").unwrap(),
        format!("'/a b/rejoin-hook' {word}")
    );
    assert_eq!(
        line("/it's/rejoin-hook").unwrap(),
        format!(r"'/it'\''s/rejoin-hook' {word}")
    );
    assert_eq!(
        line("/$(x)/rejoin-hook").unwrap(),
        format!("'/$(x)/rejoin-hook' {word}")
    );
}

#[test]
fn a_path_that_no_quoting_carries_is_refused() {
    for path in [
        "/a\nb/rejoin-hook",
        "/a\0b/rejoin-hook",
        "/a\\b/rejoin-hook",
        "/a!/rejoin-hook",
    ] {
        assert_eq!(line(path).expect_err(path).code, "path-unusable");
    }
    let direct = agent(Exec::Args);
    assert!(new("/a!\\b/rejoin-hook", direct).is_ok());
    assert!(new("/a\nb/rejoin-hook", direct).is_err());
}

#[test]
fn every_line_that_is_written_is_known_again() {
    for path in [
        "/a/rejoin-hook",
        "/a b/rejoin-hook",
        "/it's/rejoin-hook",
        "/$(x)`y`\"/rejoin-hook",
    ] {
        let agent = agent(Exec::Line);
        let entry = new(path, agent).expect("can be quoted");
        let entry = entry.tree("Begin");
        assert!(is_ours(&entry, agent.name), "{entry:?}");
        assert!(!is_ours(&entry, "other"));
    }
}

#[test]
fn ours_is_known_by_program_and_word_alone() {
    assert!(ours("/any/where/rejoin-hook one"));
    assert!(ours("rejoin-hook one"));
    assert!(ours("\"/a b/rejoin-hook\"  one Event"));
    for command in [
        "echo rejoin-hook one",
        "/a/rejoin-hook",
        "/a/rejoin-hook two",
        "/a/rejoin-hook one || true",
        "/a/rejoin-hook one # rejoin",
        "/a/my-rejoin-hook one",
        "/a/rejoin-hook/x one",
        "/a/rejoin-hook one\nrm -r x",
        "/a/rejoin-hook $(one)",
        "/a/rejoin-hook 'one",
        "/a/rejoin-hook one E more",
    ] {
        assert!(!ours(command), "{command:?}");
    }
}
