//! Where an agent keeps conversations, and what in there proves one.

use super::place::Roots;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Store {
    pub roots: Roots,
    pub transcript: Option<String>,
    #[serde(default)]
    pub per_cwd: bool,
    pub proof: Proof,
    #[serde(default)]
    pub read: bool,
}

#[derive(Debug, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "snake_case",
    deny_unknown_fields
)]
pub enum Proof {
    Jsonl {
        id: String,
        cwd: Option<String>,
        needs: Option<String>,
        #[serde(default = "one")]
        lines: u32,
    },
    Json {
        id: String,
        cwd: Option<String>,
    },
    Sqlite {
        file: String,
        table: String,
        id: String,
        cwd: Option<String>,
        parent: Option<String>,
        continued: Option<Continued>,
    },
    Directory,
    None {
        reason: String,
    },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Continued {
    pub from: String,
    pub reason: String,
    pub is: String,
    pub ended: String,
    pub began: String,
}

const fn one() -> u32 {
    1
}
