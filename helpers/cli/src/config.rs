//! A person's own settings of rejoin: `$XDG_CONFIG_HOME/rejoin/config.toml`. What can be
//! set is data in `schemas/config.schema.json`.
//!
//! Nothing may ever be read from a repository or a working directory: whoever wrote those
//! would choose which program counts as which agent.

use crate::error::{Error, Kind};
use crate::print::plain;
use crate::roster::Roster;
use crate::world::World;
use rejoin_agents::Agent;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// Largest file in bytes; one that a person writes is far smaller.
const BYTES_MAX: u64 = 65_536;

/// A person's settings.
#[derive(Debug, Default)]
pub struct Config {
    /// Programs that start an agent under another name.
    pub wrappers: Vec<Wrapper>,
}

/// A program that becomes an agent, with the arguments that it gets itself.
#[derive(Debug, Clone)]
pub struct Wrapper {
    /// File name of the program.
    pub name: String,
    /// The agent that it becomes.
    pub agent: &'static Agent,
    /// Where that agent then keeps conversations; nothing if it is where the agent's own
    /// rule says.
    pub store: Option<PathBuf>,
}

/// The file as it stands. `schemas/config.schema.json` says what each key means.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[serde(default)]
    wrappers: BTreeMap<String, Spanned<Entry>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    agent: Spanned<String>,
    store: Option<Spanned<String>>,
}

/// What is wrong, and where in the text.
struct Fault {
    at: Range<usize>,
    key: String,
    why: String,
}

impl Config {
    /// Reads the settings; a missing file is none.
    ///
    /// # Errors
    /// The file cannot be read, or says what nobody understands.
    pub fn read(world: &World) -> Result<Self, Error> {
        let home = world.home().ok();
        let Some(folder) = world.config_folder()? else {
            return Ok(Self::default());
        };
        let path = folder.join("config.toml");
        let Some(text) = text_of(&path)? else {
            return Ok(Self::default());
        };
        Self::parse(&text, home.as_deref(), &world.roster).map_err(|fault| {
            let line = 1 + text
                .bytes()
                .take(fault.at.start)
                .filter(|&b| b == b'\n')
                .count();
            let (path, key) = (plain(&path), plain(&fault.key).to_string());
            let key = if key.is_empty() {
                key
            } else {
                format!("{key}: ")
            };
            let cause = format!("{path}, line {line}: {key}{}", plain(&fault.why));
            Error::new(Kind::Usage, cause)
                .code("config-wrong")
                .remedy("Correct that line; schemas/config.schema.json says what may stand there.")
        })
    }

    /// Returns the wrapper of this file name.
    pub fn wrapper(&self, name: &std::ffi::OsStr) -> Option<&Wrapper> {
        self.wrappers
            .iter()
            .find(|wrapper| name == wrapper.name.as_str())
    }

    fn parse(text: &str, home: Option<&Path>, roster: &Roster) -> Result<Self, Fault> {
        let page: Page = toml::from_str(text).map_err(|error| Fault {
            at: error.span().unwrap_or_default(),
            key: String::new(),
            why: error.message().to_owned(),
        })?;
        let wrappers = page.wrappers.into_iter();
        let wrappers = wrappers.map(|(name, entry)| wrapper(name, &entry, home, roster));
        Ok(Self {
            wrappers: wrappers.collect::<Result<_, _>>()?,
        })
    }
}

fn wrapper(
    name: String,
    entry: &Spanned<Entry>,
    home: Option<&Path>,
    roster: &Roster,
) -> Result<Wrapper, Fault> {
    let fault = |at: Range<usize>, key: &str, why: String| Fault {
        at,
        key: format!("wrappers.{name}{key}"),
        why,
    };
    if name.is_empty() || name.contains('/') || name.chars().any(char::is_control) {
        return Err(fault(
            entry.span(),
            "",
            "is no file name of a program".to_owned(),
        ));
    }
    let Entry { agent: word, store } = entry.get_ref();
    let Some(agent) = roster.find(word.get_ref()) else {
        let why = format!(
            "there is no agent called {}; see `rejoin agents`",
            word.get_ref()
        );
        return Err(fault(word.span(), ".agent", why));
    };
    if let Some(other) = roster.of_program(name.as_ref())
        && other.name != agent.name
    {
        let why = format!("{name} is the program of {}", other.title);
        return Err(fault(word.span(), ".agent", why));
    }
    let store = store.as_ref().map(|store| {
        let text = store.get_ref().as_str();
        let path = match (text.strip_prefix("~/"), home) {
            (Some(below), Some(home)) => home.join(below),
            _ => PathBuf::from(text),
        };
        let why = "must be an absolute path, or start with ~/".to_owned();
        path.is_absolute()
            .then_some(path)
            .ok_or_else(|| fault(store.span(), ".store", why))
    });
    Ok(Wrapper {
        agent,
        store: store.transpose()?,
        name,
    })
}

/// Reads a file of a person's settings; a missing one is none.
///
/// # Errors
/// It is no regular file, too large, or not UTF-8.
pub fn text_of(path: &Path) -> Result<Option<String>, Error> {
    let unreadable = |why: &dyn std::fmt::Display| {
        Error::new(Kind::Usage, format!("{}: {why}", plain(path)))
            .code("config-unreadable")
            .remedy("Make it a file of your own with at most 64 KiB of UTF-8 text.")
    };
    // Opening what is no file could wait for ever.
    match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(&error)),
        Ok(facts) if !facts.is_file() => return Err(unreadable(&"is no regular file")),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > BYTES_MAX {
        return Err(unreadable(&"is larger than 64 KiB"));
    }
    let text = String::from_utf8(bytes).map_err(|error| unreadable(&error))?;
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, Fault> {
        Config::parse(text, Some(Path::new("/home/p")), &Roster::default())
    }

    #[test]
    fn a_wrapper_says_which_agent_it_becomes_and_where_that_keeps_conversations() {
        let text = "[wrappers.work-claude]\nagent = \"claude\"\nstore = \"~/.claude-work\"\n\
                    [wrappers.cx]\nagent = \"codex\"\n";
        let config = parse(text).map_err(|fault| fault.why).expect("fine");
        let found = config.wrapper("work-claude".as_ref()).expect("declared");
        assert_eq!(found.agent.name, "claude");
        assert_eq!(
            found.store.as_deref(),
            Some(Path::new("/home/p/.claude-work"))
        );
        assert_eq!(config.wrapper("cx".as_ref()).expect("declared").store, None);
        assert!(config.wrapper("claude".as_ref()).is_none());
    }

    #[test]
    fn every_fault_names_its_key_and_its_place() {
        for (text, start, key, why) in [
            (
                "[wrappers.x]\nagent = \"none\"",
                21,
                "wrappers.x.agent",
                "no agent called none",
            ),
            ("[wrappers.x]\nagent = 1", 21, "", "invalid type"),
            ("[wrappers.x]\nagnt = 1", 13, "", "unknown field `agnt`"),
            (
                "[wrapers.x]\nagent = \"claude\"",
                1,
                "",
                "unknown field `wrapers`",
            ),
            (
                "[wrappers.x]\nstore = \"/s\"",
                0,
                "",
                "missing field `agent`",
            ),
            (
                "[wrappers.codex]\nagent = \"claude\"",
                25,
                "wrappers.codex.agent",
                "is the program of",
            ),
            (
                "[wrappers.x]\nagent = \"claude\"\nstore = \"rel\"",
                38,
                "wrappers.x.store",
                "absolute path",
            ),
            (
                "[wrappers.\"a/b\"]\nagent = \"claude\"",
                0,
                "wrappers.a/b",
                "no file name",
            ),
            ("x", 1, "", "key"),
        ] {
            let fault = parse(text).expect_err("refused");
            assert_eq!(
                (fault.at.start, fault.key.as_str()),
                (start, key),
                "{text}: {}",
                fault.why
            );
            assert!(fault.why.contains(why), "{text}: {}", fault.why);
        }
    }

    #[test]
    fn the_examples_of_the_schema_are_understood_and_refused_as_they_are_filed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/examples");
        for (filed, wanted) in [("valid", true), ("invalid", false)] {
            let mut seen = 0;
            for file in std::fs::read_dir(folder.join(filed)).expect("examples") {
                let file = file.expect("an example");
                if !file.file_name().to_string_lossy().starts_with("config.") {
                    continue;
                }
                let text = std::fs::read_to_string(file.path()).expect("text");
                let page: serde_json::Value = serde_json::from_str(&text).expect("JSON");
                let text = toml::to_string(&page).expect("TOML");
                assert_eq!(parse(&text).is_ok(), wanted, "{text}");
                seen += 1;
            }
            assert!(seen > 0, "{filed}");
        }
    }
}
