//! How the conversation of a pane is resumed or forked: argv, directory, variables; or
//! why not, and what to do instead.

use super::as_text;
use crate::argv::{Holes, Refusal, new_id, render};
use crate::world::World;
use rejoin_agents::{Agent, Child, Root};
use rejoin_store::text::Text;
use serde::Serialize;
use std::collections::BTreeMap;
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
}

/// How the id of a new conversation becomes known.
#[derive(Debug, Serialize)]
pub struct NewChild {
    how: &'static str,
    /// Its id, if it is chosen beforehand.
    id: Option<String>,
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
        let cause = "No conversation is known in this pane.".to_owned();
        let remedy = "Start an agent there and send one prompt.".to_owned();
        Self::Not {
            refused: Refused {
                code: "no-binding",
                cause,
                remedy,
            },
        }
    }

    /// Another version of rejoin knew the agent.
    pub fn unknown_agent(name: &str) -> Self {
        let cause = format!("This version of rejoin does not know the agent {name}.");
        let remedy = "Use the version that recorded it; see `rejoin agents`.".to_owned();
        Self::Not {
            refused: Refused {
                code: "unknown-agent",
                cause,
                remedy,
            },
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
}

impl Place<'_> {
    pub fn resume(&self, world: &World) -> Reach {
        let holes = Holes {
            id: self.id,
            new: "",
            cwd: self.cwd,
            transcript: self.transcript,
        };
        self.way(world, &self.agent.argv.resume, holes)
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
        self.way(world, &self.agent.argv.fork, holes)
    }

    fn way(&self, world: &World, way: &rejoin_agents::Way, holes: Holes<'_>) -> Reach {
        let argv = match render(self.agent, way, holes) {
            Ok(argv) => argv,
            Err(refusal) => return refusal.into(),
        };
        let (mut env, unset) = self.routing(world);
        env.extend(own_variables(way, holes));
        Reach::By(Way {
            argv: argv.into_iter().map(as_text).collect(),
            cwd: self.cwd.map(|cwd| as_text(cwd.as_os_str().to_owned())),
            env,
            unset,
            child: child(way, holes.new),
        })
    }

    /// Returns what the environment must say so that the agent uses the recorded store.
    fn routing(&self, world: &World) -> (BTreeMap<&'static str, Text>, Vec<&'static str>) {
        let Some(root) = self.root else {
            return Default::default();
        };
        let Root { routes, home } = &self.agent.store.root;
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
        (env, unset)
    }
}

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
