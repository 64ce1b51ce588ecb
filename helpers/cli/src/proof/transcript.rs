//! Conversations that have a file or a folder each: finds it by the layout, and has its own
//! words prove it. A name proves nothing where there are words.

use super::header::{self, Header, Pointers};
use super::place::{self, Part};
use super::search::{Search, TooMany};
use super::within::{self, Barred};
use super::{Found, LINEAGE_MAX, Proof};
use rejoin_agents::{IdForm, Proof as Proves, Store};
use std::path::{Path, PathBuf};

/// Looks for the transcript of `id` and for what it builds on.
pub(super) fn look(
    store: &Store,
    form: IdForm,
    root: &Path,
    id: &str,
    published: Option<&Path>,
    directories: &[&Path],
) -> Found {
    let Some(template) = store.transcript else {
        return Found::new(None, Proof::Unknown);
    };
    let mut files = Files {
        store,
        template,
        root,
        search: Search::below(root),
    };
    let (mut found, needs) = files.find(id, published, directories);
    found.lacks = files.lacking(form, needs);
    found
}

/// The files of a store.
struct Files<'s> {
    store: &'s Store,
    template: &'static str,
    root: &'s Path,
    search: Search<'s>,
}

/// What was seen so far.
#[derive(Default)]
struct Seen {
    /// The first file that said something, or the first place at which there was nothing.
    first: Option<(PathBuf, Proof)>,
    /// The files that prove the id, each with what it says.
    proven: Vec<(PathBuf, Header)>,
}

impl Seen {
    fn add(&mut self, path: PathBuf, read: Result<Header, Proof>) {
        match read {
            Ok(header) if self.proven.iter().all(|(known, _)| *known != path) => {
                self.proven.push((path, header));
            }
            Ok(_) => {}
            Err(proof) => {
                let first = self.first.as_ref().map(|(_, proof)| proof);
                let says_more = first == Some(&Proof::Absent) && proof != Proof::Absent;
                if first.is_none() || says_more {
                    self.first = Some((path, proof));
                }
            }
        }
    }
}

impl Files<'_> {
    /// Finds the transcript of `id`, and the id of what it builds on.
    fn find(
        &mut self,
        id: &str,
        published: Option<&Path>,
        directories: &[&Path],
    ) -> (Found, Option<String>) {
        let mut seen = Seen::default();
        let published = published.filter(|path| self.is_named_for(id, path));
        if let Some(path) = published {
            seen.add(path.to_owned(), self.read(id, path));
        }
        let searched = if seen.proven.is_empty() {
            self.search(&mut seen, id, directories)
        } else {
            self.twins(&mut seen, id)
        };
        let mut found = self.verdict(&mut seen, published, searched);
        let needs = match seen.proven.pop() {
            Some((_, header)) => {
                found.cwd = header.cwd;
                header.needs
            }
            None => None,
        };
        let filed = |cwd: &&Path| self.is_filed_under(id, found.path.as_deref(), cwd);
        found.filed = directories.iter().copied().find(filed).map(Path::to_owned);
        (found, needs)
    }

    /// Says what the files that were seen prove together. Of several that do, it leaves
    /// what they have in common.
    fn verdict(
        &self,
        seen: &mut Seen,
        published: Option<&Path>,
        searched: Result<(), TooMany>,
    ) -> Found {
        if let [(path, _)] = seen.proven.as_slice() {
            return Found::new(Some(path.clone()), Proof::Proven);
        }
        if !seen.proven.is_empty() {
            let twins = seen.proven.iter().map(|(path, _)| path.clone()).collect();
            seen.proven
                .retain(|(path, _)| Some(path.as_path()) == published);
            let path = published
                .map(Path::to_owned)
                .filter(|_| !seen.proven.is_empty());
            let mut found = Found::new(path, Proof::Proven);
            found.twins = twins;
            return found;
        }
        let (path, proof) = match seen.first.take() {
            Some((path, proof)) => (Some(path), proof),
            None => (None, Proof::Absent),
        };
        let missed = match searched {
            Err(TooMany) => Some("the store has too many files to look through".to_owned()),
            Ok(()) => self.search.refused.map(Barred::reason),
        };
        match missed {
            Some(reason) if proof == Proof::Absent => Found::new(path, Proof::Unreadable(reason)),
            _ => Found::new(path, proof),
        }
    }

    /// Looks where the recorded directories would put it, and then, if ids are the
    /// conversation's alone, under all others.
    fn search(&mut self, seen: &mut Seen, id: &str, directories: &[&Path]) -> Result<(), TooMany> {
        let by_directory = place::by_directory(self.template);
        if by_directory {
            for cwd in directories.iter().filter_map(|cwd| place::real(cwd)) {
                let parts = place::parts(self.template, id, Some(&cwd));
                self.try_all(seen, id, &parts, directories)?;
            }
        }
        if seen.proven.is_empty() && !(by_directory && self.store.per_cwd) {
            let parts = place::parts(self.template, id, None);
            self.try_all(seen, id, &parts, directories)?;
        }
        Ok(())
    }

    fn try_all(
        &mut self,
        seen: &mut Seen,
        id: &str,
        parts: &[Part],
        directories: &[&Path],
    ) -> Result<(), TooMany> {
        let paths = match place::named(self.root, parts) {
            Some(path) => vec![path],
            None => self.search.all(parts)?,
        };
        for path in paths {
            let read = self.read(id, &path);
            // Directories with the same name in the layout share a folder.
            let strange = |header: &Header| {
                let cwd = header.cwd.as_deref();
                self.store.per_cwd && cwd.is_some_and(|cwd| !place::is_one_of(cwd, directories))
            };
            let read = read.and_then(|header| {
                if strange(&header) {
                    Err(Proof::Absent)
                } else {
                    Ok(header)
                }
            });
            seen.add(path, read);
        }
        Ok(())
    }

    /// Looks for other files that name the id, beside the one that was published.
    fn twins(&mut self, seen: &mut Seen, id: &str) -> Result<(), TooMany> {
        let parts = place::parts(self.template, id, None);
        let published = seen.proven.first().and_then(|(path, _)| path.parent());
        let (Some(last @ Part::Like(_)), Some(folder)) = (parts.last(), published) else {
            return Ok(());
        };
        for path in self.search.siblings(folder, last)? {
            let read = self.read(id, &path);
            seen.add(path, read);
        }
        Ok(())
    }

    /// Reads what proves that `path` is the transcript of `id`.
    fn read(&self, id: &str, path: &Path) -> Result<Header, Proof> {
        let barred = |barred| match barred {
            Barred::Absent => Proof::Absent,
            barred => Proof::Unreadable(barred.reason()),
        };
        let open = || within::file(self.root, path).map(|(file, _)| file);
        let header = match self.store.proof {
            Proves::Jsonl {
                id,
                cwd,
                needs,
                lines,
            } => {
                let pointers = Pointers { id, cwd, needs };
                header::of_lines(open().map_err(barred)?, pointers, lines)
            }
            Proves::Json { id, cwd } => {
                let needs = None;
                let pointers = Pointers { id, cwd, needs };
                header::of_object(open().map_err(barred)?, pointers)
            }
            Proves::Directory | Proves::Sqlite { .. } | Proves::None { .. } => {
                within::exists(self.root, path).map_err(barred)?;
                return Ok(Header::default());
            }
        };
        let header = header.map_err(Proof::Unreadable)?;
        if header.id == id {
            Ok(header)
        } else if place::shares_names(self.template) {
            Err(Proof::Absent)
        } else {
            Err(Proof::Other(header.id))
        }
    }

    /// Returns the first conversation of the line on which this one builds that the store
    /// does not hold.
    fn lacking(&mut self, form: IdForm, mut needs: Option<String>) -> Option<String> {
        for _ in 0..LINEAGE_MAX {
            let id = needs.filter(|id| form.accepts(id))?;
            let (found, next) = self.find(&id, None, &[]);
            match found.proof {
                Proof::Proven => needs = next,
                Proof::Absent => return Some(id),
                _ => return None,
            }
        }
        None
    }

    /// Tells whether a published path is that of what proves `id`, by its name. Some agents
    /// publish another file of the conversation, or its folder.
    fn is_named_for(&self, id: &str, path: &Path) -> bool {
        use std::os::unix::ffi::OsStrExt;
        let parts = place::parts(self.template, id, None);
        let name = path.file_name().map(OsStrExt::as_bytes);
        parts
            .last()
            .zip(name)
            .is_some_and(|(part, name)| part.fits(name))
    }

    /// Tells whether a transcript stands where `cwd` would put it.
    fn is_filed_under(&self, id: &str, path: Option<&Path>, cwd: &Path) -> bool {
        use std::os::unix::ffi::OsStrExt;
        if !place::by_directory(self.template) {
            return false;
        }
        let below = path.and_then(|path| {
            let real = self.root.canonicalize().ok();
            let inside = path.strip_prefix(self.root).ok();
            inside.or_else(|| path.strip_prefix(real?).ok())
        });
        let (Some(below), Some(cwd)) = (below, place::real(cwd)) else {
            return false;
        };
        let parts = place::parts(self.template, id, Some(&cwd));
        let fits = |(part, name): (&Part, std::path::Component<'_>)| {
            part.fits(name.as_os_str().as_bytes())
        };
        parts.len() == below.components().count() && parts.iter().zip(below.components()).all(fits)
    }
}
