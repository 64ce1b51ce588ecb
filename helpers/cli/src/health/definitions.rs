//! The definitions of a person's own: whether each could be read, and whether hooks work
//! from them as they are now.

use super::Problem;
use crate::print::plain;
use crate::roster::REMEDY;
use crate::roster::table::{self, Standing};
use crate::world::World;

/// Looks at them.
pub fn look(world: &World) -> Vec<Problem> {
    let left_out = world.roster.faults.iter().map(|fault| Problem {
        code: "definition-wrong",
        cause: format!("a definition is left out: {fault}"),
        remedy: REMEDY.to_owned(),
    });
    left_out.chain(uncompiled(world)).collect()
}

fn uncompiled(world: &World) -> Option<Problem> {
    let path = table::path(world).ok()?; // the state folder has its own problem then
    let path = plain(&path);
    let (code, cause) = match table::standing(world) {
        Ok(Standing::Current) => return None,
        Ok(Standing::Missing) => (
            "definitions-not-compiled",
            format!("{path} is missing: hooks know no definition of your own"),
        ),
        Ok(Standing::Different) => (
            "definitions-not-compiled",
            format!("{path} is not what your definitions say now, and hooks work from it"),
        ),
        Err(error) => ("definitions-not-compiled", error.cause),
    };
    Some(Problem {
        code,
        cause,
        remedy: "Run: rejoin agents --compile".to_owned(),
    })
}
