//! The keys of a definition. `schemas/agent.schema.json` says what each means.

#![allow(
    missing_docs,
    reason = "each key is explained once, in the JSON schema"
)]

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    pub name: String,
    pub title: String,
    pub programs: Vec<String>,
    pub processes: Vec<String>,
    pub seen: Vec<String>,
    #[serde(default)]
    pub quirks: Vec<String>,
    #[serde(default)]
    pub reply: String,
    pub install: Install,
    pub events: BTreeMap<String, Class>,
    pub payload: Payload,
    #[serde(default)]
    pub publisher: Publisher,
    pub id: Id,
    pub store: Store,
    pub argv: Argv,
    #[serde(default)]
    pub launch: Launch,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Install {
    pub file: String,
    pub shape: Shape,
    pub exec: Exec,
    pub timeout_s: u32,
    pub events: Vec<String>,
    pub consent: Option<Consent>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    JsonHooks,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exec {
    Args,
    Line,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    pub file: String,
    pub table: String,
    pub ask: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    Begin,
    Prompt,
    Continue,
    End,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payload {
    pub event: Option<String>,
    pub id: String,
    pub cwd: Option<String>,
    pub transcript: Option<String>,
    pub source: Option<String>,
    pub child: Option<String>,
    #[serde(default)]
    pub rivals: Vec<String>,
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Id {
    pub form: IdForm,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdForm {
    Uuid,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Store {
    pub env: String,
    pub home: String,
    pub transcript: String,
    pub proof: Proof,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub id: String,
}

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
    pub own_cwd: bool,
    #[serde(default)]
    pub child: Child,
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
}
