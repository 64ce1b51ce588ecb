//! The table that hooks read: a person's own agents, compiled into the state folder.
//!
//! It is a cache: the same definitions always give the same bytes, so it is out of date
//! exactly if it is not what would be written now.

use crate::edit::file::{self, Open, Plan};
use crate::error::Error;
use crate::ledger::Ledger;
use crate::world::World;
use rejoin_agents::table::TABLE_FILE;
use std::path::PathBuf;

/// What stands in the place of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// What the definitions say; nothing if there are none.
    Current,
    /// Nothing, though there are definitions.
    Missing,
    /// Something else: other definitions, another version, or damage.
    Different,
}

/// Returns where the table is.
///
/// # Errors
/// No variable names the state folder.
pub fn path(world: &World) -> Result<PathBuf, Error> {
    let name = TABLE_FILE.to_str().unwrap_or_default();
    Ok(world.state_folder()?.join(name))
}

/// Looks at the table.
///
/// # Errors
/// It cannot be read, or is no file.
pub fn standing(world: &World) -> Result<Standing, Error> {
    let found = file::find(&path(world)?)?;
    let wanted = wanted(world);
    Ok(match (found.bytes, wanted) {
        (found, wanted) if found == wanted => Standing::Current,
        (None, _) => Standing::Missing,
        (Some(_), _) => Standing::Different,
    })
}

/// Makes the table what the definitions say. Tells whether anything changed.
///
/// # Errors
/// Another install is running, or the disk refused.
pub fn compile(world: &World) -> Result<bool, Error> {
    if standing(world).is_ok_and(|standing| standing == Standing::Current) {
        return Ok(false);
    }
    // It makes the state folder, and keeps a second run out.
    let _ledger = Ledger::open(world)?;
    file::change(&path(world)?, &mut Open, &mut |_| {
        Ok(wanted(world).map_or(Plan::Delete, Plan::Write))
    })
}

fn wanted(world: &World) -> Option<Vec<u8>> {
    let table = world.roster.table(None);
    table.expect("each agent was admitted with all before it")
}
