//! The row of a conversation, and the rows in which it goes on. The names of tables and
//! columns are the definition's, which were checked to be letters, digits and `_`.

use super::super::{LINEAGE_MAX, PATH_BYTES_MAX, directory};
use rejoin_agents::{Continued, ID_BYTES_MAX, Proof as Proves};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Result};
use std::path::PathBuf;

/// Most conversations in which one goes on that are named: two are a doubt, and more are
/// no other one.
const NEXT_MAX: usize = 2;

/// What a row says.
pub(super) struct Row {
    pub(super) id: String,
    pub(super) cwd: Option<PathBuf>,
    /// The conversation whose subagent it is.
    pub(super) parent: Option<String>,
    /// The last conversation of its line, or those among which the line is in doubt.
    pub(super) continued: Vec<String>,
}

/// Reads the row of `id`.
pub(super) fn of(connection: &Connection, proof: &Proves, id: &str) -> Result<Option<Row>> {
    let &Proves::Sqlite {
        table,
        id: key,
        cwd,
        parent,
        continued,
        ..
    } = proof
    else {
        return Ok(None);
    };
    let sql = format!(
        "SELECT {}, {}, {} FROM \"{table}\" AS held WHERE held.\"{key}\" = ?1 LIMIT 1",
        bounded(Some(key), ID_BYTES_MAX),
        bounded(cwd, PATH_BYTES_MAX),
        bounded(parent, ID_BYTES_MAX),
    );
    let found = connection.query_row(&sql, [id], |row| {
        let cwd = row.get_ref(1)?;
        Ok(Row {
            id: text(row.get_ref(0)?).unwrap_or_default(),
            cwd: cwd.as_bytes().ok().and_then(directory),
            parent: text(row.get_ref(2)?).filter(|parent| !parent.is_empty()),
            continued: Vec::new(),
        })
    });
    let mut found = found.optional()?;
    if let (Some(row), Some(continued)) = (&mut found, continued) {
        row.continued = last_of_line(connection, table, key, &continued, id)?;
    }
    Ok(found)
}

/// Follows a conversation to where it goes on now; stops where that is in doubt.
fn last_of_line(
    connection: &Connection,
    table: &str,
    key: &str,
    continued: &Continued,
    id: &str,
) -> Result<Vec<String>> {
    let Continued {
        from,
        reason,
        is,
        ended,
        began,
    } = continued;
    let sql = format!(
        "SELECT {} FROM \"{table}\" AS earlier JOIN \"{table}\" AS held \
         ON held.\"{from}\" = earlier.\"{key}\" AND held.\"{began}\" >= earlier.\"{ended}\" \
         WHERE earlier.\"{key}\" = ?1 AND earlier.\"{reason}\" = ?2 LIMIT {NEXT_MAX}",
        bounded(Some(key), ID_BYTES_MAX),
    );
    let mut query = connection.prepare(&sql)?;
    let mut line = vec![id.to_owned()];
    while let Some(last) = line.last().filter(|_| line.len() <= LINEAGE_MAX) {
        let next = query.query_map([last.as_str(), is], |row| Ok(text(row.get_ref(0)?)))?;
        let next: Vec<String> = next.filter_map(Result::transpose).collect::<Result<_>>()?;
        match next.as_slice() {
            [one] if !line.contains(one) => line.push(one.clone()),
            [] if line.len() > 1 => return Ok(line.split_off(line.len() - 1)),
            [] | [_] => return Ok(Vec::new()),
            _ => return Ok(next),
        }
    }
    Ok(Vec::new())
}

/// Returns the expression for a column as text, or for nothing if it is longer. A column
/// that does not exist is an error, as its name stands behind that of its table.
fn bounded(column: Option<&str>, bytes_max: usize) -> String {
    column.map_or("NULL".to_owned(), |column| {
        format!(
            "CASE WHEN length(CAST(held.\"{column}\" AS BLOB)) <= {bytes_max} \
             THEN CAST(held.\"{column}\" AS TEXT) END"
        )
    })
}

fn text(value: ValueRef<'_>) -> Option<String> {
    let text = value.as_bytes().ok()?;
    std::str::from_utf8(text).ok().map(str::to_owned)
}
