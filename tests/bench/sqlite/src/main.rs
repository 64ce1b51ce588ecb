//! The hook's job with SQLite: reads a payload, puts one row into a database, ends.
//!
//! `rejoin-bench-sqlite FILE normal|full`. It spares nothing that the job needs and does
//! nothing more: no look at processes, no check of the payload, one prepared insert.
#![forbid(unsafe_code)]

use rusqlite::Connection;
use std::env::args;
use std::io::Read;
use std::time::Duration;

/// As long as the hook waits for its lock.
const WAIT: Duration = Duration::from_secs(1);

const TABLE: &str = "CREATE TABLE IF NOT EXISTS record (
    position INTEGER PRIMARY KEY, pane TEXT NOT NULL, payload TEXT NOT NULL)";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (file, level) = (args().nth(1), args().nth(2));
    let (Some(file), Some(level)) = (file, level) else {
        return Err("rejoin-bench-sqlite FILE normal|full".into());
    };
    let pane = std::env::var("REJOIN_PANE")?;
    let mut payload = String::new();
    std::io::stdin().read_to_string(&mut payload)?;

    let database = Connection::open(file)?;
    database.busy_timeout(WAIT)?;
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", level)?;
    database.execute(TABLE, ())?;
    database.execute(
        "INSERT INTO record (pane, payload) VALUES (?1, ?2)",
        (pane, payload),
    )?;
    Ok(())
}
