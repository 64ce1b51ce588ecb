//! Conversations that are rows of an SQLite database, which its agent may be writing to at
//! this moment. Reads the one row, and never writes, locks anybody out, or leaves a file.

mod open;
mod row;

use super::within::{self, Barred};
use super::{Found, Proof};
use open::{Journal, Locked};
use rejoin_agents::Proof as Proves;
use row::Row;
use rusqlite::ErrorCode;
use std::path::Path;

/// How often a database is read anew because somebody wrote to it meanwhile.
const ATTEMPTS_MAX: usize = 3;

/// Why a database says nothing.
#[derive(Debug)]
enum Mute {
    Barred(Barred),
    /// It begins like no database of this kind.
    NoDatabase,
    /// Somebody holds it for himself, or changes it all the time.
    Busy,
    /// It has a write-ahead log without the index that makes it readable.
    NoIndex,
    /// SQLite says so.
    Sqlite(rusqlite::Error),
}

impl Mute {
    fn reason(&self) -> String {
        let known = match self {
            Self::Barred(barred) => return barred.reason(),
            Self::NoDatabase => "it is not an SQLite database",
            Self::Busy => "another process is busy with it: try again",
            Self::NoIndex => "its write-ahead log has no index: start the agent once",
            Self::Sqlite(rusqlite::Error::SqlInputError { .. }) => {
                "its tables are not the ones that are known"
            }
            Self::Sqlite(error) => match error.sqlite_error_code() {
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                    "another process is busy with it: try again"
                }
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => "it is damaged",
                Some(ErrorCode::OperationInterrupted) => "looking it up takes too long",
                Some(ErrorCode::ReadOnly) => "its last writer did not finish: start the agent once",
                Some(ErrorCode::Unknown) => "its tables are not the ones that are known",
                // Its own words may hold some of the database's.
                _ => {
                    let code = error.sqlite_error().map_or(0, |error| error.extended_code);
                    return format!("SQLite cannot read it: error {code}");
                }
            },
        };
        known.to_owned()
    }
}

impl From<Barred> for Mute {
    fn from(barred: Barred) -> Self {
        Self::Barred(barred)
    }
}

impl From<rusqlite::Error> for Mute {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// Looks for the row of `id` in the database at `path`.
pub(super) fn look(proof: &Proves, root: &Path, path: &Path, id: &str) -> Found {
    let found = |proof| Found::new(Some(path.to_owned()), proof);
    match read(proof, root, path, id) {
        Ok(None) | Err(Mute::Barred(Barred::Absent)) => found(Proof::Absent),
        Err(mute) => found(Proof::Unreadable(mute.reason())),
        Ok(Some(row)) if row.id != id => found(Proof::Other(row.id)),
        Ok(Some(row)) => Found {
            cwd: row.cwd,
            parent: row.parent,
            continued: row.continued,
            ..found(Proof::Proven)
        },
    }
}

fn read(proof: &Proves, root: &Path, path: &Path, id: &str) -> Result<Option<Row>, Mute> {
    for _ in 0..ATTEMPTS_MAX {
        // Dropped last: a process loses its locks on a file with any descriptor of it.
        let (file, real) = within::file(root, path)?;
        let locked = Locked::take(&file, &real)?;
        let row = {
            let connection = open::connection(&real, locked.journal)?;
            row::of(&connection, proof, id)
        };
        if locked.journal != Journal::Clean || locked.is_unchanged(&file, &real) {
            return Ok(row?);
        }
    }
    Err(Mute::Busy)
}
