//! `rejoin agents --compile`: checks the definitions of a person's own, and makes hooks
//! work from them as they are now.

use crate::error::{Error, Kind};
use crate::print::Printer;
use crate::roster::{REMEDY, table};
use crate::world::World;
use std::io::Write;

/// Compiles them, and says which they are.
///
/// # Errors
/// One is wrong; the others are compiled. Or the table cannot be written.
pub(super) fn run(world: &World, out: &mut Printer) -> Result<(), Error> {
    table::compile(world)?;
    let own = world.roster.own();
    for agent in own {
        let _ = writeln!(out, "{}  {}", agent.name, agent.title);
    }
    if own.is_empty() {
        let _ = writeln!(out, "no definition of your own is there");
    }
    match world.roster.faults.len() {
        0 => Ok(()),
        left_out => {
            let cause = format!("definitions that were left out: {left_out}");
            let wrong = Error::new(Kind::Usage, cause).code("definition-wrong");
            Err(wrong.remedy(REMEDY))
        }
    }
}
