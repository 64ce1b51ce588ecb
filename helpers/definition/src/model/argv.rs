//! The command lines that reach a conversation.

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argv {
    pub fresh: Way,
    pub resume: Way,
    pub fork: Way,
    #[serde(default)]
    pub asks: Vec<Ask>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    pub argv: Option<Vec<String>>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    #[serde(default)]
    pub own_cwd: bool,
    #[serde(default)]
    pub child: Child,
    #[serde(default)]
    pub missing: Missing,
    #[serde(default)]
    pub read: bool,
    pub refused: Option<Refused>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Child {
    #[default]
    None,
    Preassigned,
    Announced,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    #[default]
    Fails,
    Starts,
    Unsaid,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    pub code: String,
    pub cause: String,
    pub remedy: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    Fresh,
    Resume,
    Fork,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub how: How,
    pub argv: Vec<String>,
    #[serde(default)]
    pub with: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Launch {
    pub args: Vec<String>,
    pub env: BTreeMap<String, String>,
    pub keep: Vec<String>,
}
