//! The keys of a definition. `schemas/agent.schema.json` says what each means.

#![allow(
    missing_docs,
    reason = "each key is explained once, in the JSON schema"
)]

mod argv;
mod form;
mod install;
mod payload;
mod place;
mod store;

pub use argv::{Argv, Ask, Child, How, Launch, Missing, Refused, Way};
pub use form::{Characters, Form, Piece};
pub use install::{Consent, Exec, Install, ListEntry, Shape, Unit};
pub use payload::{Condition, Mark, Payload, Publisher, Sign};
pub use place::{Cwd, Roots, Route};
pub use store::{Proof, Store};

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    pub name: String,
    pub title: String,
    pub programs: Vec<String>,
    #[serde(default)]
    pub processes: Vec<String>,
    #[serde(default)]
    pub runtimes: Vec<String>,
    #[serde(default)]
    pub seen: Vec<String>,
    #[serde(default)]
    pub read: Vec<String>,
    #[serde(default)]
    pub quirks: Vec<String>,
    #[serde(default)]
    pub reply: String,
    pub install: Install,
    #[serde(default)]
    pub events: BTreeMap<String, Class>,
    pub payload: Option<Payload>,
    #[serde(default)]
    pub conversations: Conversations,
    #[serde(default)]
    pub publisher: Publisher,
    pub id: Option<Id>,
    pub config: Option<Config>,
    pub store: Store,
    pub argv: Argv,
    #[serde(default)]
    pub launch: Launch,
}

impl Definition {
    /// Tells whether a part of the definition was seen at work: it was, unless the part
    /// or the whole definition is only read.
    #[must_use]
    pub fn is_seen(&self, part_is_read: bool) -> bool {
        !part_is_read && !self.seen.is_empty()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    Begin,
    Prompt,
    Continue,
    End,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Conversations {
    pub heard: Heard,
    pub several: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heard {
    #[default]
    Start,
    Prompt,
    Turn,
    Never,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Id {
    pub form: Form,
    pub example: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub roots: Roots,
}
