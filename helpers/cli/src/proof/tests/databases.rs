//! Databases at rest, in use, and out of order.

use super::writer::Writer;
use super::*;
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::io::Write;

/// The tables of which agents were seen to keep a row a conversation, as far as they matter.
const TABLES: &[(&str, Proves)] = &[
    (
        "CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, \
         slug TEXT, directory TEXT NOT NULL, title TEXT, time_created INTEGER)",
        sqlite("session", Some("directory"), Some("parent_id")),
    ),
    (
        "CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, session_type TEXT, \
         working_dir TEXT NOT NULL, created_at TIMESTAMP, parent_session_id TEXT)",
        sqlite("sessions", Some("working_dir"), Some("parent_session_id")),
    ),
    (
        "CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT, \
         message_count INTEGER, created_at INTEGER)",
        sqlite("sessions", None, Some("parent_session_id")),
    ),
    (
        "CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT, summary TEXT, created_at TEXT)",
        sqlite("sessions", Some("cwd"), None),
    ),
];

pub(super) const fn sqlite(
    table: &'static str,
    cwd: Option<&'static str>,
    parent: Option<&'static str>,
) -> Proves {
    Proves::Sqlite {
        file: "agent.db",
        table,
        id: "id",
        cwd,
        parent,
        continued: None,
    }
}

pub(super) const PLAIN: Proves = sqlite("held", Some("cwd"), None);
pub(super) const PLAIN_TABLE: &str = "CREATE TABLE held (id TEXT PRIMARY KEY, cwd TEXT)";

pub(super) fn insert(id: &str) -> String {
    format!("INSERT INTO held VALUES ('{id}', '/w')")
}

impl Lab {
    fn database(&self) -> PathBuf {
        self.root().join("agent.db")
    }

    /// Makes a database, closed and at rest.
    pub(super) fn has(&self, sql: &[&str]) {
        let connection = Connection::open(self.database()).expect("opened");
        for sql in sql {
            connection.execute_batch(sql).expect("run");
        }
    }

    pub(super) fn row(&self, proof: &Proves) -> Found {
        let before = self.everything();
        let found = database::look(proof, &self.root(), &self.database(), A);
        assert_eq!(self.everything(), before, "a look left something behind");
        found
    }

    /// The names and bytes of all files in the store, but for the marks of who reads.
    fn everything(&self) -> BTreeSet<(PathBuf, Vec<u8>)> {
        let listed = fs::read_dir(self.root()).expect("listed");
        let paths = listed.map(|entry| entry.expect("listed").path());
        let bytes = |path: &PathBuf| fs::read(path).unwrap_or_default();
        paths.map(|path| (path.clone(), bytes(&path))).collect()
    }

    fn stands_beside(&self, ending: &str) -> bool {
        self.root().join(format!("agent.db{ending}")).exists()
    }
}

#[test]
fn every_known_table_has_its_row_read() {
    for mode in ["delete", "wal"] {
        for (table, proof) in TABLES {
            let lab = Lab::new();
            let &Proves::Sqlite {
                table: name,
                cwd,
                parent,
                ..
            } = proof
            else {
                unreachable!("all are");
            };
            lab.has(&[&format!("PRAGMA journal_mode={mode}"), table]);
            assert_eq!(lab.row(proof).proof, Proof::Absent, "{table}");
            let mut columns = vec!["id"];
            let mut values = vec![format!("'{A}'")];
            for (column, value) in [(cwd, "'/w'"), (parent, "NULL")] {
                if let Some(column) = column {
                    columns.push(column);
                    values.push(value.to_owned());
                }
            }
            if table.contains("project_id") {
                columns.push("project_id");
                values.push("'global'".to_owned());
            }
            let (columns, values) = (columns.join(", "), values.join(", "));
            lab.has(&[&format!("INSERT INTO {name} ({columns}) VALUES ({values})")]);
            let found = lab.row(proof);
            assert_eq!(found.proof, Proof::Proven, "{mode} {table}");
            assert_eq!(found.cwd, cwd.map(|_| PathBuf::from("/w")), "{table}");
            assert_eq!(found.parent, None);
            if let Some(parent) = parent {
                lab.has(&[&format!("UPDATE {name} SET {parent} = '{B}'")]);
                assert_eq!(lab.row(proof).parent.as_deref(), Some(B), "{table}");
            }
            assert!(!lab.stands_beside("-wal") && !lab.stands_beside("-shm"));
        }
    }
}

#[test]
fn a_log_that_another_process_writes_is_read_to_its_end() {
    let lab = Lab::new();
    lab.has(&["PRAGMA journal_mode=wal", PLAIN_TABLE]);
    let mut agent = Writer::at(&lab.database());
    agent.runs("PRAGMA wal_autocheckpoint=0");
    assert_eq!(lab.row(&PLAIN).proof, Proof::Absent);
    agent.runs(&insert(A));
    assert!(lab.stands_beside("-wal") && lab.stands_beside("-shm"));
    let found = lab.row(&PLAIN);
    assert_eq!((found.proof, found.cwd), (Proof::Proven, Some("/w".into())));
    // In the middle of a transaction the reader sees what was before it, at once.
    agent.runs(&format!(
        "BEGIN IMMEDIATE; DELETE FROM held WHERE id = '{A}'"
    ));
    assert_eq!(lab.row(&PLAIN).proof, Proof::Proven);
    agent.runs("COMMIT");
    assert_eq!(lab.row(&PLAIN).proof, Proof::Absent);
    agent.runs(&insert(A));
    // Neither the agent's own housekeeping nor its end is in the way.
    agent.runs("PRAGMA wal_checkpoint(TRUNCATE)");
    assert_eq!(lab.row(&PLAIN).proof, Proof::Proven);
    agent.quits();
    assert!(!lab.stands_beside("-wal") && !lab.stands_beside("-shm"));
    assert_eq!(lab.row(&PLAIN).proof, Proof::Proven);
}

#[test]
fn what_a_killed_agent_left_in_its_log_is_read_without_putting_it_right() {
    let lab = Lab::new();
    lab.has(&["PRAGMA journal_mode=wal", PLAIN_TABLE]);
    let mut agent = Writer::at(&lab.database());
    agent.runs(&insert(A));
    drop(agent);
    assert!(lab.stands_beside("-wal") && lab.stands_beside("-shm"));
    assert_eq!(lab.row(&PLAIN).proof, Proof::Proven);
    // Without its index the log cannot be read and nothing be left behind.
    fs::remove_file(lab.root().join("agent.db-shm")).expect("removed");
    let found = lab.row(&PLAIN);
    assert!(unreadable(&found.proof, "no index"), "{found:?}");
    // Without the log, what was only in there is not.
    fs::remove_file(lab.root().join("agent.db-wal")).expect("removed");
    assert_eq!(lab.row(&PLAIN).proof, Proof::Absent);
}

#[test]
fn a_locked_database_says_so_and_is_waited_for_no_longer_than_its_bound() {
    for mode in ["delete", "wal"] {
        let lab = Lab::new();
        lab.has(&[
            &format!("PRAGMA journal_mode={mode}"),
            PLAIN_TABLE,
            &insert(A),
        ]);
        let mut agent = Writer::at(&lab.database());
        agent.runs("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM held");
        let found = lab.row(&PLAIN);
        assert!(unreadable(&found.proof, "busy"), "{mode}: {found:?}");
        agent.quits();
        assert_eq!(lab.row(&PLAIN).proof, Proof::Proven, "{mode}");
    }
}

#[test]
fn a_write_in_place_that_was_killed_is_left_to_the_agent() {
    let lab = Lab::new();
    lab.has(&[PLAIN_TABLE, &insert(A)]);
    let mut agent = Writer::at(&lab.database());
    // More than its cache holds, so that the file itself is half written.
    agent.runs(
        "PRAGMA cache_size=2; BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 \
         FROM n WHERE i < 9000) INSERT INTO held SELECT 'x' || i, '/w' FROM n",
    );
    drop(agent);
    assert!(lab.stands_beside("-journal"));
    let found = lab.row(&PLAIN);
    assert!(unreadable(&found.proof, "did not finish"), "{found:?}");
}

#[test]
fn what_is_no_such_database_says_what_it_is() {
    let lab = Lab::new();
    assert_eq!(lab.row(&PLAIN).proof, Proof::Absent);
    lab.put("agent.db", "");
    assert!(unreadable(&lab.row(&PLAIN).proof, "not an SQLite database"));
    lab.put("agent.db", &"not a database. ".repeat(100));
    assert!(unreadable(&lab.row(&PLAIN).proof, "not an SQLite database"));
    fs::remove_file(lab.database()).expect("removed");
    lab.has(&["CREATE TABLE other (id TEXT)"]);
    assert!(unreadable(&lab.row(&PLAIN).proof, "tables are not"));
    // A column that is missing is no text that stands for itself.
    lab.has(&["CREATE TABLE held (id TEXT)"]);
    assert!(unreadable(&lab.row(&PLAIN).proof, "tables are not"));
    fs::remove_file(lab.database()).expect("removed");
    lab.has(&[PLAIN_TABLE, &insert(A)]);
    let mut file = fs::OpenOptions::new()
        .write(true)
        .open(lab.database())
        .expect("opened");
    file.write_all(b"SQLite format 3\0").expect("written");
    file.write_all(&[0xff; 2]).expect("written");
    use std::os::unix::fs::FileExt;
    file.write_all_at(&[0xff; 3000], 1000).expect("written");
    assert!(unreadable(&lab.row(&PLAIN).proof, "damaged"));
}

#[test]
fn links_and_fifos_are_no_databases() {
    let lab = Lab::new();
    let outside = Lab::new();
    outside.has(&[PLAIN_TABLE, &insert(A)]);
    std::os::unix::fs::symlink(outside.database(), lab.database()).expect("linked");
    let look = || database::look(&PLAIN, &lab.root(), &lab.database(), A).proof;
    assert!(unreadable(&look(), "outside"));
    fs::remove_file(lab.database()).expect("removed");
    let fifo = rustix::fs::FileType::Fifo;
    let make = |path: &Path| {
        let mode = rustix::fs::Mode::RUSR;
        rustix::fs::mknodat(rustix::fs::CWD, path, fifo, mode, 0).expect("made");
    };
    make(&lab.database());
    assert!(unreadable(&look(), "not a file"));
    fs::remove_file(lab.database()).expect("removed");
    lab.has(&["PRAGMA journal_mode=wal", PLAIN_TABLE, &insert(A)]);
    make(&lab.root().join("agent.db-wal"));
    assert!(unreadable(&look(), "not a file"));
}
