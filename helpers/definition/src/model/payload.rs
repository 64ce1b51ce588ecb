//! What a hook is given, and what tells the processes apart that run it.

use super::place::Cwd;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payload {
    pub event: Option<String>,
    pub id: String,
    pub parent: Option<String>,
    pub child: Option<String>,
    #[serde(default)]
    pub child_if: Vec<Sign>,
    #[serde(default)]
    pub foreign_if: Vec<Sign>,
    #[serde(default)]
    pub headless_if: Vec<Sign>,
    pub cwd: Option<Cwd>,
    pub transcript: Option<String>,
    pub source: Option<String>,
    #[serde(default)]
    pub rivals: Vec<String>,
    #[serde(default)]
    pub read: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sign {
    pub field: String,
    pub is: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Publisher {
    pub background: Vec<Mark>,
    pub headless: Vec<Mark>,
    pub nested: Vec<Mark>,
    pub foreign: Vec<Mark>,
}

/// One mark: a condition, or several that must hold together.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Mark {
    One(Condition),
    All(Vec<Condition>),
}

impl Mark {
    /// Returns the conditions that must all hold.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        match self {
            Self::One(condition) => std::slice::from_ref(condition),
            Self::All(conditions) => conditions,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    pub env: Option<String>,
    pub is: Option<String>,
    pub argument: Option<String>,
}
