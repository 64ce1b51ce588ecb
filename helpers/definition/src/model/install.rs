//! How an agent is brought to run our hook.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Install {
    pub shape: Shape,
    #[serde(default)]
    pub file: String,
    #[serde(default)]
    pub exec: Exec,
    #[serde(default)]
    pub timeout_s: u32,
    #[serde(default)]
    pub unit: Unit,
    #[serde(default)]
    pub events: Vec<String>,
    pub under: Option<String>,
    pub version: Option<u32>,
    pub matcher: Option<String>,
    pub event_key: Option<String>,
    pub name_key: Option<String>,
    pub text: Option<String>,
    pub source: Option<String>,
    pub list: Option<ListEntry>,
    pub consent: Option<Consent>,
    pub reason: Option<String>,
    #[serde(default)]
    pub read: bool,
    #[serde(default)]
    pub also: Vec<Self>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    JsonHooks,
    JsonFlat,
    TomlHooks,
    YamlHooks,
    DropIn,
    Plugin,
    None,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exec {
    Args,
    #[default]
    Line,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub enum Unit {
    #[default]
    #[serde(rename = "s")]
    Seconds,
    #[serde(rename = "ms")]
    Milliseconds,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListEntry {
    pub file: String,
    pub at: String,
    pub entry: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    pub file: String,
    pub table: String,
    pub ask: String,
}
