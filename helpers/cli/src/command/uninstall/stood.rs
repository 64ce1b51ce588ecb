//! What of ours stands in a file, and what becomes of the file without it.

use crate::command::install::explain;
use crate::consent::table;
use crate::edit::file::{Found, Plan};
use crate::edit::list::Listed;
use crate::edit::place::parts;
use crate::edit::{Notation, Whole};
use crate::error::Error;
use crate::ledger::{Part, Record};
use crate::roster::Roster;
use std::path::{Path, PathBuf};

/// Where something of ours stands, or stood.
#[derive(Debug)]
pub(super) struct Stood {
    /// The file itself, behind all links.
    pub(super) path: PathBuf,
    /// Which part of it is ours.
    pub(super) part: Part,
    /// What that is.
    pub(super) what: What,
}

/// What is ours there.
#[derive(Debug)]
pub(super) enum What {
    /// Entries.
    Entries(Notation),
    /// The agent's record of consent to them.
    Consent,
    /// The file, if we know what it says.
    File(Option<Whole>),
    /// A word in a list, if we know it.
    Word(Option<Listed>),
}

impl Stood {
    /// Returns what the ledger says of one file.
    pub(super) fn of(roster: &Roster, record: &Record) -> Self {
        let agent = roster.find(&record.agent);
        let what = match record.part {
            Part::Hooks => What::Entries(record.notation.clone()),
            Part::Consent => What::Consent,
            Part::Word => What::Word(record.word.clone()),
            // Of several files of an agent it is the one that bears this name.
            Part::File => What::File(agent.and_then(|agent| {
                let named = |install: &&rejoin_agents::Install| {
                    record.path.file_name() == Path::new(install.file).file_name()
                };
                Whole::of(agent, parts(agent).find(named)?)
            })),
        };
        let (path, part) = (record.path.clone(), record.part);
        Self { path, part, what }
    }
}

pub(super) fn plan(
    found: &Found,
    consent_table: Option<&str>,
    agent: &str,
    what: &What,
    record: Option<&Record>,
) -> Result<Plan, Error> {
    let Some(bytes) = &found.bytes else {
        return Ok(Plan::Keep);
    };
    let created_file = record.is_some_and(|record| record.created_file);
    if let Some(original) = record.and_then(|record| record.original(bytes)) {
        return Ok(if created_file {
            Plan::Delete
        } else {
            Plan::Write(original.into_bytes())
        });
    }
    let explain = |fault| explain(&found.target, &fault);
    let created = || {
        record
            .map(|record| record.created.clone())
            .unwrap_or_default()
    };
    let (text, blank) = match what {
        What::Entries(notation) => {
            let edited = notation.remove(bytes, agent, &created()).map_err(explain)?;
            let text = edited.text;
            let blank = notation.is_blank(text.as_bytes());
            (text, blank)
        }
        What::Consent => {
            let (Some(record), Some(table)) = (record, consent_table) else {
                return Ok(Plan::Keep);
            };
            let before = String::from_utf8_lossy(bytes);
            let text = table::withdraw(&before, table, &record.consent).map_err(explain)?;
            let blank = text.trim().is_empty();
            (text, blank)
        }
        // A file that a person made theirs stays.
        What::File(whole) => {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            let ours = whole.as_ref().is_some_and(|whole| whole.is(text));
            return Ok(if ours { Plan::Delete } else { Plan::Keep });
        }
        What::Word(None) => return Ok(Plan::Keep),
        What::Word(Some(listed)) => {
            let settings = listed.settings;
            let edited = settings.remove(bytes, listed.word(), &created());
            let text = edited.map_err(explain)?.text;
            let blank = settings.is_blank(text.as_bytes());
            (text, blank)
        }
    };
    Ok(match text.as_bytes() == bytes.as_slice() {
        true => Plan::Keep,
        false if created_file && blank => Plan::Delete,
        false => Plan::Write(text.into_bytes()),
    })
}

/// Returns the table in which an agent keeps consent.
pub(super) fn consent_table(roster: &Roster, agent: &str) -> Option<&'static str> {
    let agent = roster.find(agent)?;
    agent.install.consent.as_ref().map(|consent| consent.table)
}

/// Tells whether another group stands behind one of ours.
pub(super) fn shifts_others(found: &Found, what: &What, agent: &str) -> bool {
    let What::Entries(notation) = what else {
        return false;
    };
    let bytes = found.bytes.as_deref().unwrap_or_default();
    let own = notation.standing(bytes, agent);
    own.is_ok_and(|own| own.iter().any(|standing| standing.followed))
}
