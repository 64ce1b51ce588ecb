//! What a row may say, and how it leads to another one.

use super::databases::{PLAIN, PLAIN_TABLE, insert};
use super::*;
use rejoin_agents::Continued;

#[test]
fn a_row_may_lack_a_directory_or_have_an_odd_one() {
    let lab = Lab::new();
    lab.has(&[PLAIN_TABLE, &insert(A)]);
    for cwd in [
        "NULL",
        "7",
        "''",
        "'relative'",
        "x'00'",
        "zeroblob(100000000)",
    ] {
        lab.has(&[&format!("UPDATE held SET cwd = {cwd}")]);
        let found = lab.row(&PLAIN);
        assert_eq!((found.proof, found.cwd), (Proof::Proven, None), "{cwd}");
    }
    // A column that takes texts for equal which are not.
    let lab = Lab::new();
    let upper = A.to_uppercase();
    lab.has(&[
        "CREATE TABLE held (id TEXT COLLATE NOCASE, cwd TEXT)",
        &insert(&upper),
    ]);
    assert_eq!(lab.row(&PLAIN).proof, Proof::Other(upper));
}

#[test]
fn a_look_that_takes_too_many_steps_is_given_up() {
    let lab = Lab::new();
    lab.has(&[
        "CREATE VIEW held AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) \
         SELECT 'x' || i AS id, '/w' AS cwd FROM n",
    ]);
    assert!(unreadable(&lab.row(&PLAIN).proof, "too long"));
}

#[test]
fn a_conversation_that_ran_full_goes_on_in_the_one_that_followed() {
    const LINE: Proves = Proves::Sqlite {
        file: "agent.db",
        table: "sessions",
        id: "id",
        cwd: None,
        parent: None,
        continued: Some(Continued {
            from: "parent_session_id",
            reason: "end_reason",
            is: "compression",
            ended: "ended_at",
            began: "started_at",
        }),
    };
    let lab = Lab::new();
    let add = |id: &str, parent: &str, began: u32, ended: &str| {
        lab.has(&[&format!(
            "INSERT INTO sessions VALUES ('{id}', {parent}, {began}, {ended})"
        )]);
    };
    lab.has(&[
        "CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, started_at REAL, \
         ended_at REAL, end_reason TEXT)",
    ]);
    add(A, "NULL", 10, "NULL, NULL");
    assert_eq!(lab.row(&LINE).continued, [""; 0]);
    // A subagent of it, from before it ran full.
    lab.has(&["UPDATE sessions SET ended_at = 20, end_reason = 'compression'"]);
    add("worker", &format!("'{A}'"), 15, "16, 'done'");
    assert_eq!(lab.row(&LINE).continued, [""; 0]);
    add("second", &format!("'{A}'"), 20, "30, 'compression'");
    assert_eq!(lab.row(&LINE).continued, ["second"]);
    add("third", "'second'", 30, "40, 'new_session'");
    assert_eq!(lab.row(&LINE).continued, ["third"]);
    // What a person began anew is another conversation.
    add("fresh", "'third'", 40, "NULL, NULL");
    assert_eq!(lab.row(&LINE).continued, ["third"]);
    // Two that follow are a doubt, and a circle is no line.
    add("rival", "'second'", 31, "NULL, NULL");
    assert_eq!(lab.row(&LINE).continued.len(), 2);
    lab.has(&[
        "DELETE FROM sessions WHERE id = 'rival'",
        &format!(
            "UPDATE sessions SET end_reason = 'compression', ended_at = 5 WHERE id = 'third'; \
             UPDATE sessions SET parent_session_id = 'third' WHERE id = '{A}'"
        ),
        "DELETE FROM sessions WHERE id = 'fresh'",
    ]);
    assert_eq!(lab.row(&LINE).continued, [""; 0]);
}
