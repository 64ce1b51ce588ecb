//! Where an agent keeps its configuration, and whether it is here at all.

use super::file::shown;
use super::helper::is_program;
use crate::error::{Error, Kind};
use crate::world::World;
use rejoin_agents::{Agent, Install, Root, Route, Shape};
use std::path::{Path, PathBuf};

/// Returns the file that a template of the definition stands for.
///
/// # Errors
/// The variable that moves the store is a relative path, or there is no home directory.
pub(crate) fn place(world: &World, agent: &Agent, template: &str) -> Result<PathBuf, Error> {
    let (folder, _, rest) = root_of(world, agent, template)?;
    Ok(folder.join(rest))
}

/// Returns the same file by the name that the agent itself has for it: links in a root that
/// a variable names are resolved, those in a home directory are not. Seen with the one agent
/// that keeps consent by path, for both.
///
/// # Errors
/// As in [`place`].
pub(crate) fn place_as_named(
    world: &World,
    agent: &Agent,
    template: &str,
) -> Result<PathBuf, Error> {
    let (folder, root, rest) = root_of(world, agent, template)?;
    let is_set = |route: &Route| world.variable(route.env).is_some();
    let real = if root.routes.iter().any(is_set) {
        std::fs::canonicalize(&folder).ok()
    } else {
        None
    };
    Ok(real.unwrap_or(folder).join(rest))
}

/// Returns the root that a template names, where it is, and what is below it.
fn root_of<'a, 't>(
    world: &World,
    agent: &'a Agent,
    template: &'t str,
) -> Result<(PathBuf, &'a Root, &'t str), Error> {
    if let Some(rest) = template.strip_prefix("{config}/") {
        return Ok((world.config_of(agent)?, agent.config_root(), rest));
    }
    let rest = template.strip_prefix("{store}/").unwrap_or(template);
    Ok((world.store_of(agent)?, &agent.store.root, rest))
}

/// Returns all that is installed for an agent, in the order in which that is done.
pub(crate) fn parts(agent: &'static Agent) -> impl Iterator<Item = &'static Install> {
    let something = |install: &&Install| install.shape != Shape::None;
    std::iter::once(&agent.install)
        .chain(agent.install.also)
        .filter(something)
}

/// Returns the agents of these names, each once.
///
/// # Errors
/// There is no agent of one of the names.
pub(crate) fn named(world: &World, names: &[String]) -> Result<Vec<&'static Agent>, Error> {
    let mut agents: Vec<&'static Agent> = Vec::new();
    for name in names {
        let agent = world
            .roster
            .find(name)
            .ok_or_else(|| unknown(world, name))?;
        if !agents.iter().any(|known| known.name == agent.name) {
            agents.push(agent);
        }
    }
    Ok(agents)
}

fn unknown(world: &World, name: &str) -> Error {
    let known: Vec<_> = world.roster.agents().map(|agent| agent.name).collect();
    Error::new(Kind::Usage, format!("there is no agent {name:?}"))
        .code("unknown-agent")
        .remedy(format!("Name one of: {}.", known.join(", ")))
}

/// Tells whether an agent is here: its store exists, or its program is on the PATH.
pub(crate) fn is_here(world: &World, agent: &Agent) -> bool {
    let path = world.variable("PATH").unwrap_or_default();
    world.store_of(agent).is_ok_and(|root| root.is_dir())
        || std::env::split_paths(path).any(|folder| {
            folder.is_absolute()
                && agent
                    .programs
                    .iter()
                    .any(|program| is_program(&folder.join(program)))
        })
}

/// Returns a path as a person writes it, with `~` for the home directory.
pub(crate) fn short(world: &World, path: &Path) -> String {
    let home = world.home().ok().filter(|home| home.as_os_str().len() > 1);
    let real = home
        .as_deref()
        .and_then(|home| std::fs::canonicalize(home).ok());
    let below = |home: &Option<PathBuf>| path.strip_prefix(home.as_deref()?).ok();
    match below(&home).or_else(|| below(&real)) {
        Some(rest) => format!("~/{}", shown(rest)),
        None => shown(path),
    }
}
