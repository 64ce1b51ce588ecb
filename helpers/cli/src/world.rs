//! What the surroundings say: environment, home, working directory. Read once here and
//! passed down; no other file of this program may ask the operating system for them.

use crate::error::{Error, Kind};
use crate::roster::Roster;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The surroundings of this run.
#[derive(Debug, Clone)]
pub struct World {
    environment: BTreeMap<OsString, OsString>,
    /// What [`Self::moved`] changed; nothing stands for a variable that is taken away.
    changes: BTreeMap<OsString, Option<OsString>>,
    /// Working directory as the shell sees it.
    pub cwd: PathBuf,
    /// The agents that are known here.
    pub roster: Roster,
}

impl World {
    /// Reads the surroundings of this process.
    #[expect(clippy::disallowed_methods, reason = "the one place that asks")]
    pub fn read() -> Self {
        Self {
            environment: std::env::vars_os().collect(),
            changes: BTreeMap::new(),
            cwd: std::env::current_dir().unwrap_or_default(),
            roster: Roster::default(),
        }
        .with_roster()
    }

    fn with_roster(mut self) -> Self {
        self.roster = Roster::read(&self);
        self
    }

    /// Makes surroundings up, for tests.
    #[cfg(test)]
    pub fn of(environment: &[(&str, &std::path::Path)]) -> Self {
        let environment = environment
            .iter()
            .map(|(name, value)| (OsString::from(name), value.as_os_str().to_owned()))
            .collect();
        Self {
            environment,
            changes: BTreeMap::new(),
            cwd: PathBuf::from("/"),
            roster: Roster::default(),
        }
        .with_roster()
    }

    /// Returns these surroundings as a program is to find them that starts in `cwd`, with
    /// some variables set and others taken away.
    pub fn moved<'v>(
        &self,
        cwd: &std::path::Path,
        set: impl Iterator<Item = (&'v str, &'v OsStr)>,
        unset: &[&str],
    ) -> Self {
        let mut moved = self.clone();
        let set = set.map(|(name, value)| (name, Some(value)));
        let all = set.chain(unset.iter().map(|name| (*name, None)));
        let all = all.chain([("PWD", Some(cwd.as_os_str()))]);
        for (name, value) in all {
            let name = OsString::from(name);
            match value {
                Some(value) => moved.environment.insert(name.clone(), value.to_owned()),
                None => moved.environment.remove(&name),
            };
            moved.changes.insert(name, value.map(OsStr::to_owned));
        }
        cwd.clone_into(&mut moved.cwd);
        moved
    }

    /// Returns the variables that a program finds otherwise than this process; nothing
    /// stands for one that is taken away.
    pub fn changes(&self) -> impl Iterator<Item = (&OsStr, Option<&OsStr>)> {
        let all = self.changes.iter();
        all.map(|(name, value)| (name.as_os_str(), value.as_deref()))
    }

    /// Returns a variable; an empty one counts as unset.
    pub fn variable(&self, name: &str) -> Option<&OsStr> {
        self.environment
            .get(OsStr::new(name))
            .map(OsString::as_os_str)
            .filter(|v| !v.is_empty())
    }

    /// Tells whether a variable is set, be it to nothing.
    pub fn is_set(&self, name: &str) -> bool {
        self.environment.contains_key(OsStr::new(name))
    }

    /// Returns every variable, in the order of their names.
    pub fn environment(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        let all = self.environment.iter();
        all.map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// Returns the home directory.
    ///
    /// # Errors
    /// `HOME` is unset, or not an absolute path.
    pub fn home(&self) -> Result<PathBuf, Error> {
        self.absolute("HOME")?.ok_or_else(|| {
            Error::new(Kind::Usage, "HOME is not set").remedy("Set HOME to your home directory.")
        })
    }

    /// Returns a variable that holds an absolute path.
    ///
    /// # Errors
    /// It is set to a relative path, which would mean another place in every directory.
    pub fn absolute(&self, name: &str) -> Result<Option<PathBuf>, Error> {
        let Some(value) = self.variable(name) else {
            return Ok(None);
        };
        let path = PathBuf::from(value);
        if path.is_absolute() {
            return Ok(Some(path));
        }
        Err(Error::new(
            Kind::Usage,
            format!("{name} is a relative path: {}", crate::print::plain(&path)),
        )
        .remedy(format!("Set {name} to an absolute path, or unset it.")))
    }

    /// Returns the folder that holds the log and its caches.
    ///
    /// # Errors
    /// One of the variables that name it is a relative path, or none is set.
    pub fn state_folder(&self) -> Result<PathBuf, Error> {
        if let Some(folder) = self.absolute("REJOIN_STATE_DIR")? {
            return Ok(folder);
        }
        if let Some(folder) = self.absolute("XDG_STATE_HOME")? {
            return Ok(folder.join("rejoin"));
        }
        Ok(self.home()?.join(".local/state/rejoin"))
    }

    /// Returns the folder of a person's own settings of rejoin; nothing without a home.
    ///
    /// # Errors
    /// `XDG_CONFIG_HOME` is a relative path.
    pub fn config_folder(&self) -> Result<Option<PathBuf>, Error> {
        let named = self.absolute("XDG_CONFIG_HOME")?;
        let folder = named.or_else(|| Some(self.home().ok()?.join(".config")));
        Ok(folder.map(|folder| folder.join("rejoin")))
    }

    /// Returns the root under which `agent` keeps its conversations.
    ///
    /// # Errors
    /// Its variable is a relative path, or `HOME` is unset.
    pub fn store_of(&self, agent: &rejoin_agents::Agent) -> Result<PathBuf, Error> {
        self.root(&agent.store.root)
    }

    /// Returns the root under which `agent` keeps its settings.
    ///
    /// # Errors
    /// As in [`Self::store_of`].
    pub fn config_of(&self, agent: &rejoin_agents::Agent) -> Result<PathBuf, Error> {
        self.root(agent.config_root())
    }

    fn root(&self, root: &rejoin_agents::Root) -> Result<PathBuf, Error> {
        for route in root.routes {
            if let Some(folder) = self.absolute(route.env)? {
                return Ok(match route.below {
                    "" => folder,
                    below => folder.join(below),
                });
            }
        }
        match root.home {
            "" => Err(Error::new(
                Kind::Refused,
                "this agent has no folder of its own",
            )),
            home => Ok(self.home()?.join(home)),
        }
    }
}
