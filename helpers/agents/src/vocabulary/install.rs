//! How an agent is brought to run our hook.

use super::Known;

/// Where and how hook entries are installed.
#[derive(Debug)]
pub struct Install {
    /// The shape of the file.
    pub shape: Shape,
    /// The file, with `{store}` or `{config}` for the root; empty if nothing is installed.
    pub file: &'static str,
    /// How the agent runs an entry.
    pub exec: Exec,
    /// Time limit of an entry in seconds; 0 leaves it to the agent.
    pub timeout_s: u32,
    /// Unit in which the agent reads a time limit.
    pub unit: Unit,
    /// Events that get an entry.
    pub events: &'static [&'static str],
    /// Key below which the events stand, if it is not `hooks`.
    pub under: Option<&'static str>,
    /// Value of the top-level key `version`, without which the file does not count.
    pub version: Option<u32>,
    /// Matcher that an entry needs.
    pub matcher: Option<&'static str>,
    /// Key of an entry that holds its event.
    pub event_key: Option<&'static str>,
    /// Key of an entry that holds a name of its own.
    pub name_key: Option<&'static str>,
    /// The whole of a drop-in, with `{hook}` for the helper's path.
    pub text: Option<&'static str>,
    /// Name of a plugin's source.
    pub source: Option<&'static str>,
    /// Entry in a list of the settings, without which a plugin is not loaded.
    pub list: Option<ListEntry>,
    /// The agent's own consent, without which an entry does not run.
    pub consent: Option<Consent>,
    /// Why nothing is installed.
    pub reason: Option<&'static str>,
    /// How all of this is known.
    pub known: Known,
    /// What else is installed with it.
    pub also: &'static [Self],
}

impl Install {
    /// Returns the time limit of an entry in the unit that the agent reads.
    #[must_use]
    pub const fn timeout(&self) -> u32 {
        match self.unit {
            Unit::Seconds => self.timeout_s,
            Unit::Milliseconds => self.timeout_s.saturating_mul(1000),
        }
    }
}

/// Shape of a configuration file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// JSON: `{"hooks":{EVENT:[{"hooks":[ENTRY]}]}}`.
    JsonHooks,
    /// JSON: `{"hooks":{EVENT:[ENTRY]}}`.
    JsonFlat,
    /// TOML: `[[hooks]]`, one table an entry.
    TomlHooks,
    /// YAML: `hooks:`, a list of entries an event.
    YamlHooks,
    /// One file of ours.
    DropIn,
    /// One file of ours which the agent runs, and may want in a list.
    Plugin,
    /// Nothing is installed.
    None,
}

/// How an agent runs an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exec {
    /// Directly: a program and a list of arguments.
    Args,
    /// As one command line, mostly through a shell.
    Line,
}

/// Unit of a time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
}

/// An entry in a list of the settings.
#[derive(Debug)]
pub struct ListEntry {
    /// The file, with `{store}` or `{config}` for the root.
    pub file: &'static str,
    /// JSON pointer to the list.
    pub at: &'static str,
    /// The text of the entry.
    pub entry: &'static str,
}

/// Consent that the agent asks a person for, once for each entry text.
#[derive(Debug)]
pub struct Consent {
    /// The file that keeps it, with `{store}` for the store root.
    pub file: &'static str,
    /// Table in that file, one sub-table an entry.
    pub table: &'static str,
    /// What a person does to give it.
    pub ask: &'static str,
}
