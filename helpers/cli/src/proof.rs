//! Whether an agent's own store holds a conversation: the first line of its transcript
//! names the id. Reads one named file, at most 64 KiB of it, and must never list a
//! store, follow a link at its end, or wait for a FIFO.

use rejoin_agents::{Agent, Proof as Proves, Store};
use rustix::fs::{FileType, Mode, OFlags, fstat, open};
use rustix::io::Errno;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How much of a transcript is read, in bytes. The longest first lines seen are below
/// 32 KiB (they carry the agent's instructions).
const FIRST_LINE_BYTES_MAX: u64 = 65_536;

/// What the store says about an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// The transcript names it.
    Proven,
    /// There is no such transcript.
    Absent,
    /// The transcript names another id.
    Other(String),
    /// There is something, and it says nothing; with the reason.
    Unreadable(String),
    /// No path is known at which to look.
    Unknown,
}

impl Proof {
    /// Returns the word that stands in answers.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Absent => "absent",
            Self::Other(_) => "other",
            Self::Unreadable(_) => "unreadable",
            Self::Unknown => "unknown",
        }
    }
}

/// A transcript, and what it proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    /// Where it is, or should be.
    pub path: Option<PathBuf>,
    /// What it says.
    pub proof: Proof,
    /// The recorded directory that its place names, where the agent files by directory.
    pub cwd: Option<PathBuf>,
}

/// Looks the transcript of `id` up below `root`: at the path that was published, then
/// where each of the recorded directories would put it.
pub fn look(
    agent: &Agent,
    root: &Path,
    id: &str,
    published: Option<&Path>,
    directories: &[&Path],
) -> Transcript {
    let placed: Vec<(PathBuf, &Path)> = directories
        .iter()
        .filter_map(|cwd| Some((place(&agent.store, root, id, cwd)?, *cwd)))
        .collect();
    let candidates = published
        .map(Path::to_owned)
        .into_iter()
        .chain(placed.iter().map(|(path, _)| path.clone()));
    let mut best = Transcript {
        path: None,
        proof: Proof::Unknown,
        cwd: None,
    };
    for path in candidates {
        let proof = read(agent, root, id, &path);
        let better = best.path.is_none()
            || proof == Proof::Proven
            || (best.proof == Proof::Absent && proof != Proof::Absent);
        let done = proof == Proof::Proven;
        if better {
            best = Transcript {
                path: Some(path),
                proof,
                cwd: None,
            };
        }
        if done {
            break;
        }
    }
    if let Some(path) = &best.path {
        let named = placed
            .iter()
            .find(|(placed, _)| placed.parent() == path.parent());
        best.cwd = named.map(|(_, cwd)| (*cwd).to_owned());
    }
    best
}

/// Returns where a store that files by directory keeps `id`; nothing if its layout has
/// a part that only the agent knows, or the directory has no such name.
fn place(store: &Store, root: &Path, id: &str, cwd: &Path) -> Option<PathBuf> {
    let template = store.transcript.filter(|path| is_placed(path))?;
    if !cwd.is_absolute() {
        return None;
    }
    // A directory that is gone has no real path; its recorded one is the best there is.
    let real = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
    let dashes: String = real
        .to_str()?
        .chars()
        .map(|character| {
            if character.is_ascii_alphanumeric() {
                character
            } else {
                '-'
            }
        })
        .collect();
    Some(
        root.join(
            template
                .replace("{cwd|dashes}", &dashes)
                .replace("{id}", id),
        ),
    )
}

/// Tells whether a path has no holes but the id and the directory with dashes.
fn is_placed(template: &str) -> bool {
    let rest = template.replace("{cwd|dashes}", "").replace("{id}", "");
    !rest.contains('{')
}

fn read(agent: &Agent, root: &Path, id: &str, path: &Path) -> Proof {
    let Proves::Jsonl {
        id: pointer,
        lines: 1,
        ..
    } = agent.store.proof
    else {
        return Proof::Unknown;
    };
    match first_line(root, path) {
        Ok(line) => judge(pointer, id, &line),
        Err(Errno::NOENT | Errno::NOTDIR) => Proof::Absent,
        Err(Errno::LOOP) => Proof::Unreadable("it is a symbolic link".to_owned()),
        Err(Errno::PERM) => Proof::Unreadable("it is not yours".to_owned()),
        Err(Errno::XDEV) => Proof::Unreadable("it is outside the agent's store".to_owned()),
        Err(Errno::INVAL) => Proof::Unreadable("it is not a file".to_owned()),
        Err(error) => Proof::Unreadable(std::io::Error::from(error).to_string()),
    }
}

fn judge(pointer: &str, id: &str, line: &[u8]) -> Proof {
    let Ok(value) = serde_json::from_slice::<serde_json::Value>(line) else {
        return Proof::Unreadable("its first line is not JSON, or longer than 64 KiB".to_owned());
    };
    match value.pointer(pointer).and_then(serde_json::Value::as_str) {
        Some(named) if named == id => Proof::Proven,
        Some(named) => Proof::Other(named.to_owned()),
        None => Proof::Unreadable("its first line names no id".to_owned()),
    }
}

/// Reads the first line of a regular file of this user inside `root`.
fn first_line(root: &Path, path: &Path) -> Result<Vec<u8>, Errno> {
    let real = |path: &Path| path.canonicalize().map_err(|error| errno(&error));
    let (folder, name) = path.parent().zip(path.file_name()).ok_or(Errno::INVAL)?;
    let folder = real(folder)?;
    if !folder.starts_with(real(root)?) {
        return Err(Errno::XDEV);
    }
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = open(folder.join(name), flags | OFlags::CLOEXEC, Mode::empty())?;
    let facts = fstat(&file)?;
    if FileType::from_raw_mode(facts.st_mode) != FileType::RegularFile {
        return Err(Errno::INVAL);
    }
    if facts.st_uid != rustix::process::geteuid().as_raw() {
        return Err(Errno::PERM);
    }
    let mut line = Vec::new();
    let mut limited = std::fs::File::from(file).take(FIRST_LINE_BYTES_MAX);
    limited
        .read_to_end(&mut line)
        .map_err(|error| errno(&error))?;
    if let Some(end) = line.iter().position(|&byte| byte == b'\n') {
        line.truncate(end);
    }
    Ok(line)
}

fn errno(error: &std::io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}

#[cfg(test)]
mod tests;
