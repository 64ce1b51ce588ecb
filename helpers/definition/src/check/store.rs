//! A transcript's place must lead to one conversation, and a proof must name it.

use super::{Fault, holes, pointer, require};
use crate::model::{Proof, Store};

/// Holes of a transcript's path.
const PATH_HOLES: [&str; 8] = [
    "{id}",
    "{id|8}",
    "{id|hex}",
    "{*}",
    "{cwd|dashes}",
    "{cwd|slashes}",
    "{cwd|inner}",
    "{cwd|percent}",
];

/// Most lines of a transcript that are searched for its header: a reader looks at the
/// beginning of a file and never for a later line.
const LINES_MAX: u32 = 8;

pub(super) fn check(store: &Store) -> Result<(), Fault> {
    let key = "store.transcript";
    if let Some(path) = &store.transcript {
        let inside = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
        require(inside, key, "must be a path below the root")?;
        require(path.contains("{id"), key, "must hold {id}")?;
        holes(key, path, &PATH_HOLES)?;
    }
    match &store.proof {
        Proof::Jsonl { id, cwd, lines } => {
            require(store.transcript.is_some(), key, "this proof needs a place")?;
            let few = (1..=LINES_MAX).contains(lines);
            require(few, "store.proof.lines", "is 1 to 8")?;
            pointers(id, cwd.as_deref())
        }
        Proof::Json { id, cwd } => {
            require(store.transcript.is_some(), key, "this proof needs a place")?;
            pointers(id, cwd.as_deref())
        }
        Proof::Directory => require(store.transcript.is_some(), key, "this proof needs a place"),
        Proof::Sqlite {
            file,
            table,
            id,
            cwd,
            parent,
        } => {
            let file_key = "store.proof.file";
            let inside = !file.starts_with('/') && !file.contains("..");
            require(inside, file_key, "must be a path below the root")?;
            holes(file_key, file, &["{id}"])?;
            for (key, name) in [
                ("store.proof.table", Some(table)),
                ("store.proof.id", Some(id)),
                ("store.proof.cwd", cwd.as_ref()),
                ("store.proof.parent", parent.as_ref()),
            ] {
                // They go into a query, where no value can stand for them.
                let plain = |name: &String| {
                    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
                };
                require(name.is_none_or(plain), key, "is letters, digits and _")?;
            }
            Ok(())
        }
        Proof::None { reason } => require(!reason.is_empty(), "store.proof.reason", "must say why"),
    }
}

fn pointers(id: &str, cwd: Option<&str>) -> Result<(), Fault> {
    pointer("store.proof.id", id)?;
    cwd.map_or(Ok(()), |cwd| pointer("store.proof.cwd", cwd))
}
