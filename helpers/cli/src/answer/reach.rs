//! How the conversation of a pane is resumed or forked: argv, directory, variables; or
//! why not, and what to do instead.

use super::as_text;
use super::repeated::Repeated;
use crate::argv::{Holes, new_id, render};
use crate::error::Error;
use crate::print::plain;
use crate::refusal::{self, Refusal};
use crate::world::World;
use rejoin_agents::{Agent, Child, Root};
use rejoin_store::text::Text;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// A way to a conversation, or why there is none.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Reach {
    /// By this command line.
    By(Way),
    /// Not at all.
    Not {
        /// Why, and what to do instead.
        refused: Refused,
    },
}

/// A command line with its surroundings.
#[derive(Debug, Serialize)]
pub struct Way {
    /// `resume`, `fork`, or `fresh`, which makes a conversation that was given an id and
    /// never stored.
    pub how: &'static str,
    /// Program and arguments.
    pub argv: Vec<Text>,
    /// Directory to start it in.
    pub cwd: Option<Text>,
    /// Variables to set.
    pub env: BTreeMap<&'static str, Text>,
    /// Variables that must not be set.
    pub unset: Vec<&'static str>,
    /// The new conversation, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub child: Option<NewChild>,
    /// The agent whose program it is.
    #[serde(skip)]
    pub agent: &'static Agent,
    /// The conversation that the argv names.
    #[serde(skip)]
    pub id: String,
    /// The last words of the argv: options of the launch that is repeated.
    #[serde(skip)]
    pub flags: Vec<OsString>,
}

/// How the id of a new conversation becomes known.
#[derive(Debug, Serialize)]
pub struct NewChild {
    how: &'static str,
    /// Its id, if it is chosen beforehand.
    pub id: Option<String>,
}

/// Why a conversation is not reached.
#[derive(Debug, Serialize)]
pub struct Refused {
    /// Stable word.
    pub code: &'static str,
    /// What stands against it.
    pub cause: String,
    /// What to do instead.
    pub remedy: String,
}

impl Reach {
    /// There is nothing to reach.
    pub fn no_conversation() -> Self {
        let cause = "No conversation is known in this pane.";
        refusal::NO_BINDING.because(cause).into()
    }

    /// Another version of rejoin knew the agent.
    pub fn unknown_agent(name: &str) -> Self {
        let cause = format!("This version of rejoin does not know the agent {name}.");
        refusal::UNKNOWN_AGENT.because(cause).into()
    }

    /// Returns the way.
    ///
    /// # Errors
    /// There is none.
    pub fn into_way(self) -> Result<Way, Error> {
        match self {
            Self::By(way) => Ok(way),
            Self::Not { refused } => {
                Err(Refusal::new(refused.code, refused.cause, refused.remedy).into())
            }
        }
    }
}

impl From<Refusal> for Reach {
    fn from(
        Refusal {
            code,
            cause,
            remedy,
        }: Refusal,
    ) -> Self {
        Self::Not {
            refused: Refused {
                code,
                cause,
                remedy,
            },
        }
    }
}

/// A conversation and where it lives.
pub struct Place<'p> {
    pub agent: &'static Agent,
    pub id: &'p str,
    pub root: Option<&'p Path>,
    pub cwd: Option<&'p Path>,
    pub transcript: Option<&'p Path>,
    pub repeated: &'p Repeated,
    /// Whether the store does not hold it, because nothing was ever said in it.
    pub unused: bool,
}

impl Place<'_> {
    pub fn resume(&self, world: &World) -> Reach {
        let holes = |id, new| Holes {
            id,
            new,
            cwd: self.cwd,
            transcript: self.transcript,
        };
        let argv = &self.agent.argv;
        if self.unused && matches!(argv.fresh, rejoin_agents::Way::Argv { .. }) {
            return self.way(world, "fresh", &argv.fresh, holes("", self.id));
        }
        self.way(world, "resume", &argv.resume, holes(self.id, ""))
    }

    /// Every call gives a child of its own.
    pub fn fork(&self, world: &World) -> Reach {
        let new = new_id().unwrap_or_default();
        let holes = Holes {
            id: self.id,
            new: &new,
            cwd: self.cwd,
            transcript: self.transcript,
        };
        self.way(world, "fork", &self.agent.argv.fork, holes)
    }

    fn way(
        &self,
        world: &World,
        how: &'static str,
        way: &rejoin_agents::Way,
        holes: Holes<'_>,
    ) -> Reach {
        let rendered = render(self.agent, way, holes).and_then(|argv| {
            let routing = self.routing(world)?;
            Ok((argv, routing))
        });
        let (argv, (mut env, unset)) = match rendered {
            Ok(rendered) => rendered,
            Err(refusal) => return refusal.into(),
        };
        env.extend(own_variables(way, holes));
        let program = std::iter::once(self.repeated.program.clone());
        let words = argv.into_iter().skip(1);
        let argv = program.chain(words).chain(self.repeated.flags.clone());
        Reach::By(Way {
            how,
            argv: argv.map(as_text).collect(),
            cwd: self.cwd.map(|cwd| as_text(cwd.as_os_str().to_owned())),
            env,
            unset,
            child: child(way, holes.new),
            agent: self.agent,
            id: self.id.to_owned(),
            flags: self.repeated.flags.clone(),
        })
    }

    /// Returns what the environment must say so that the agent uses the recorded store.
    fn routing(&self, world: &World) -> Result<Routing, Refusal> {
        let Root { routes, home } = &self.agent.store.root;
        let own = home.is_empty() && routes.is_empty();
        let Some(root) = self.root.filter(|_| !own && !self.repeated.wrapped) else {
            return Ok(Routing::default());
        };
        let default = world.home().ok().map(|folder| folder.join(home));
        let (mut env, mut unset) = (BTreeMap::new(), Vec::new());
        let mut there = default.is_some_and(|default| same_folder(root, &default));
        for route in *routes {
            match above(root, route.below) {
                Some(value) if !there => {
                    env.insert(route.env, as_text(value.as_os_str().to_owned()));
                    there = true;
                }
                // An agent may behave otherwise if its variable names the default.
                _ if world.variable(route.env).is_some() => unset.push(route.env),
                _ => {}
            }
        }
        if there {
            return Ok((env, unset));
        }
        let (store, title) = (plain(root), self.agent.title);
        Err(refusal::STORE_UNREACHABLE.because(format!(
            "It is in {store}, and no variable makes {title} look there."
        )))
    }
}

/// Variables to set, and variables that must not be set.
type Routing = (BTreeMap<&'static str, Text>, Vec<&'static str>);

/// Returns the variables that a way sets, beside those that route the store.
fn own_variables(
    way: &rejoin_agents::Way,
    holes: Holes<'_>,
) -> impl Iterator<Item = (&'static str, Text)> {
    let env = match way {
        rejoin_agents::Way::Argv { env, .. } => *env,
        rejoin_agents::Way::Refused { .. } => &[],
    };
    env.iter().map(move |(name, value)| {
        let value = value.replace("{id}", holes.id).replace("{new}", holes.new);
        (*name, as_text(value.into()))
    })
}

/// Returns the value of a variable to which an agent appends `below`.
fn above<'r>(root: &'r Path, below: &str) -> Option<&'r Path> {
    let depth = Path::new(below).components().count();
    let inside = below.is_empty() || root.ends_with(below);
    inside.then(|| root.ancestors().nth(depth)).flatten()
}

fn same_folder(one: &Path, two: &Path) -> bool {
    let identity = |path: &Path| path.metadata().ok().map(|facts| (facts.dev(), facts.ino()));
    one == two || identity(one).is_some_and(|one| Some(one) == identity(two))
}

fn child(way: &rejoin_agents::Way, new: &str) -> Option<NewChild> {
    let rejoin_agents::Way::Argv { child, .. } = way else {
        return None;
    };
    match child {
        Child::None => None,
        Child::Preassigned => Some(NewChild {
            how: "preassigned",
            id: Some(new.to_owned()),
        }),
        Child::Announced => Some(NewChild {
            how: "announced",
            id: None,
        }),
    }
}
