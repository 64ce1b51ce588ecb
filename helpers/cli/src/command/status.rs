//! `rejoin status`: what a pane holds in a few words, for a status line that asks every few
//! seconds. What the log said last is kept in a cache, so that an unchanged log is not read.
//!
//! It looks at no agent's store and at no process; `rejoin resolve` does.

use crate::argv::{hex, random};
use crate::error::Error;
use crate::here;
use crate::known;
use crate::print::{Printer, plain};
use crate::world::World;
use rejoin_store::binding::{Binding, Flag};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

/// The cache, in the folder of the log. It may be deleted at any time.
const FILE: &str = "status";

/// Most bytes of the cache that are read: some ten thousand panes.
const CACHE_BYTES_MAX: u64 = 2 << 20;

/// Characters of an id that are shown: enough to tell a few conversations apart.
const ID_SHOWN: usize = 8;

/// Tell in a few words what a pane holds.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of a pane, or a tmux pane such as %3; without it, this pane
    #[arg(value_name = "PANE")]
    pane: Option<String>,
    /// For the status line of tmux: #(rejoin status --tmux '#{pane_id}')
    #[arg(long)]
    tmux: bool,
}

/// Prints it; nothing where nothing is known.
///
/// # Errors
/// There is no such pane, or the log cannot be read.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let pane = here::asked(world, args.pane.as_deref())?;
    let folder = known::folder(world)?;
    let said = said(&folder, &pane)?;
    if let Some(said) = said.filter(|said| !said.is_empty()) {
        // Standard output keeps its own errors.
        let _ = if args.tmux {
            write!(out, "{}", as_format(&plain(&said).to_string()))
        } else {
            writeln!(out, "{}", plain(&said))
        };
    }
    Ok(())
}

/// Returns text so that tmux shows it and obeys nothing in it.
fn as_format(text: &str) -> String {
    text.replace('#', "##")
}

/// What the log said when it was this file of this length.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Cache {
    ino: u64,
    bytes: u64,
    panes: BTreeMap<String, String>,
}

fn said(folder: &Path, pane: &str) -> Result<Option<String>, Error> {
    // Looked at before it is read: what comes meanwhile makes the cache old, never wrong.
    let log = folder.join("log").metadata().ok();
    let now = log.map(|log| (log.ino(), log.len()));
    let kept = read(folder).filter(|kept| Some((kept.ino, kept.bytes)) == now);
    let mut cache = match (kept, now) {
        (Some(kept), _) => kept,
        (None, None) => return Ok(None),
        (None, Some((ino, bytes))) => {
            let panes = known::read(folder, |_, _, _| {})?.panes();
            let panes = panes.iter().map(|pane| (pane.pane.clone(), words(pane)));
            let panes = panes.collect();
            let cache = Cache { ino, bytes, panes };
            let _ = keep(folder, &cache); // without it the log is read again
            cache
        }
    };
    Ok(cache.panes.remove(pane))
}

/// Returns agent, beginning of the id, and a mark where that is in doubt.
fn words(pane: &Binding) -> String {
    let (Some(agent), Some(id)) = (&pane.agent, &pane.id) else {
        return String::new();
    };
    let doubts = [Flag::Unsure, Flag::Damaged, Flag::ResumeFailed];
    let doubt = doubts.iter().any(|flag| pane.flags.contains(flag));
    let id: String = id.chars().take(ID_SHOWN).collect();
    format!("{agent} {id}{}", if doubt { " ?" } else { "" })
}

fn read(folder: &Path) -> Option<Cache> {
    let mut text = Vec::new();
    let file = File::open(folder.join(FILE)).ok()?;
    file.take(CACHE_BYTES_MAX).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Written beside it and renamed: who reads meanwhile has the old one.
fn keep(folder: &Path, cache: &Cache) -> Option<()> {
    let beside = folder.join(format!("{FILE}.{}", hex(&random::<8>()?)));
    let text = serde_json::to_vec(cache).ok()?;
    let mut options = OpenOptions::new();
    let file = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&beside);
    let written = file.and_then(|mut file| file.write_all(&text));
    let kept = written.and_then(|()| std::fs::rename(&beside, folder.join(FILE)));
    if kept.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    kept.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tmux_obeys_nothing_in_a_status() {
        assert_eq!(as_format("a #(rm) #[x]"), "a ##(rm) ##[x]");
    }

    #[test]
    fn what_is_kept_is_read_back_and_a_cut_cache_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(read(folder.path()), None);
        let panes = BTreeMap::from([("p".to_owned(), "claude 1a2b3c4d".to_owned())]);
        let (ino, bytes) = (1, 2);
        let cache = Cache { ino, bytes, panes };
        keep(folder.path(), &cache).expect("kept");
        assert_eq!(read(folder.path()), Some(cache));
        let file = OpenOptions::new()
            .write(true)
            .open(folder.path().join(FILE));
        file.and_then(|file| file.set_len(9)).expect("cut");
        assert_eq!(read(folder.path()), None);
    }
}
