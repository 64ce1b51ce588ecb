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
    let by_cwd = store
        .transcript
        .as_ref()
        .is_some_and(|p| p.contains("{cwd|"));
    require(
        by_cwd || !store.per_cwd,
        "store.per_cwd",
        "has no meaning unless the transcript's place names the directory",
    )?;
    match &store.proof {
        Proof::Jsonl {
            id,
            cwd,
            needs,
            lines,
        } => {
            require(store.transcript.is_some(), key, "this proof needs a place")?;
            let few = (1..=LINES_MAX).contains(lines);
            require(few, "store.proof.lines", "is 1 to 8")?;
            pointers([Some(id), cwd.as_ref(), needs.as_ref()])
        }
        Proof::Json { id, cwd } => {
            require(store.transcript.is_some(), key, "this proof needs a place")?;
            pointers([Some(id), cwd.as_ref(), None])
        }
        Proof::Directory => require(store.transcript.is_some(), key, "this proof needs a place"),
        Proof::Sqlite {
            file,
            table,
            id,
            cwd,
            parent,
            continued,
        } => {
            let file_key = "store.proof.file";
            let inside = !file.starts_with('/') && !file.contains("..");
            require(inside, file_key, "must be a path below the root")?;
            holes(file_key, file, &["{id}"])?;
            let names = [Some(table), Some(id), cwd.as_ref(), parent.as_ref()];
            columns(names.into_iter().flatten())?;
            continued.as_ref().map_or(Ok(()), |next| {
                columns([&next.from, &next.reason, &next.ended, &next.began])
            })
        }
        Proof::None { reason } => require(!reason.is_empty(), "store.proof.reason", "must say why"),
    }
}

/// Checks names that go into a query, where no value can stand for them.
fn columns<'n>(names: impl IntoIterator<Item = &'n String>) -> Result<(), Fault> {
    for name in names {
        let plain =
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let why = format!("{name:?} is not letters, digits and _");
        require(plain, "store.proof", &why)?;
    }
    Ok(())
}

fn pointers(said: [Option<&String>; 3]) -> Result<(), Fault> {
    let keys = ["store.proof.id", "store.proof.cwd", "store.proof.needs"];
    let said = keys.into_iter().zip(said);
    said.filter_map(|(key, text)| Some((key, text?)))
        .try_for_each(|(key, text)| pointer(key, text))
}
