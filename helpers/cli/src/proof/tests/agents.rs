//! Every agent that is known: its store, made as its own definition says, proves its
//! example id and no other one.

use super::*;
use rejoin_agents::AGENTS;
use serde_json::{Map, Value};

/// Puts a text where a pointer leads.
fn put(object: &mut Map<String, Value>, pointer: &str, text: &str) {
    let (first, rest) = pointer[1..].split_once('/').unwrap_or((&pointer[1..], ""));
    if rest.is_empty() {
        object.insert(first.to_owned(), text.into());
    } else {
        let inner = object.entry(first).or_insert_with(|| Map::new().into());
        put(
            inner.as_object_mut().expect("one"),
            &format!("/{rest}"),
            text,
        );
    }
}

/// Returns the words of a transcript, and whether they name its directory.
fn words(proof: &Proves, id: &str, cwd: &str) -> (String, bool) {
    let mut object = Map::new();
    let pointers = match proof {
        Proves::Jsonl { id, cwd, .. } | Proves::Json { id, cwd } => (*id, *cwd),
        _ => return ("anything".to_owned(), false),
    };
    put(&mut object, pointers.0, id);
    if let Some(pointer) = pointers.1 {
        put(&mut object, pointer, cwd);
    }
    let line = Value::from(object).to_string();
    (format!("{line}\n"), pointers.1.is_some())
}

fn file(lab: &Lab, agent: &Agent, template: &str, cwd: &Path) {
    let (id, text) = (agent.id_example, cwd.to_str().expect("text"));
    let slashes = text.replace('/', "-");
    let place = template
        .replace("{id|8}", &id[..8])
        .replace("{id|hex}", &id.replace('-', ""))
        .replace("{id}", id)
        .replace("{cwd|dashes}", &lab.dashed("work/a.b"))
        .replace("{cwd|inner}", &slashes[1..])
        .replace("{cwd|slashes}", &slashes)
        .replace("{cwd|percent}", &text.replace('/', "%2F"))
        .replace("{*}", "x");
    let look = || look(agent, &lab.root(), id, None, &[cwd]);
    assert_eq!(look().proof, Proof::Absent, "{}", agent.name);
    let (words, has_cwd) = words(&agent.store.proof, id, text);
    let path = lab.put(&place, &words);
    let found = look();
    let proven = (Proof::Proven, Some(path.clone()));
    assert_eq!((found.proof, found.path), proven, "{}", agent.name);
    assert_eq!(found.cwd.is_some(), has_cwd, "{}", agent.name);
    assert_eq!(found.lacks, None);
    // Without the directory, or with another file published, it is the same one.
    let found = super::look(agent, &lab.root(), id, Some(&path), &[]);
    assert_eq!((found.proof, found.path), proven, "{}", agent.name);
}

#[cfg(feature = "sqlite")]
fn row(lab: &Lab, agent: &Agent) {
    let Proves::Sqlite {
        file,
        table,
        id,
        cwd,
        parent,
        continued,
    } = agent.store.proof
    else {
        return;
    };
    let path = lab.root().join(file);
    fs::create_dir_all(path.parent().expect("has one")).expect("made");
    let mut columns: Vec<&str> = [Some(id), cwd, parent].into_iter().flatten().collect();
    if let Some(next) = &continued {
        columns.extend([next.from, next.reason, next.ended, next.began]);
    }
    let connection = rusqlite::Connection::open(&path).expect("opened");
    let all = columns.join(", ");
    let sql = format!("PRAGMA journal_mode=wal; CREATE TABLE {table} ({all})");
    connection.execute_batch(&sql).expect("made");
    drop(connection);
    let look = || look(agent, &lab.root(), agent.id_example, None, &[]);
    assert_eq!(look().proof, Proof::Absent, "{}", agent.name);
    let connection = rusqlite::Connection::open(&path).expect("opened");
    let sql = format!("INSERT INTO {table} ({id}) VALUES (?1)");
    connection.execute(&sql, [agent.id_example]).expect("put");
    drop(connection);
    let found = look();
    let proven = (Proof::Proven, Some(path));
    assert_eq!((found.proof, found.path), proven, "{}", agent.name);
    assert_eq!(
        (found.cwd, found.parent, found.continued.len()),
        (None, None, 0)
    );
}

#[test]
fn the_store_of_every_agent_proves_what_its_definition_says() {
    for agent in AGENTS {
        let lab = Lab::new();
        let cwd = lab.path("work/a.b");
        match (&agent.store.proof, agent.store.transcript) {
            (Proves::None { .. }, _) => {
                let found = look(agent, &lab.root(), agent.id_example, None, &[&cwd]);
                assert!(found.path.is_none() && found.proof != Proof::Proven);
            }
            #[cfg(feature = "sqlite")]
            (Proves::Sqlite { .. }, _) => row(&lab, agent),
            (_, Some(template)) => file(&lab, agent, template, &cwd),
            _ => panic!("{} says nothing of its store", agent.name),
        }
    }
}
