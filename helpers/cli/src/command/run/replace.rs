//! Becomes the program, or says as a shell would why that was not possible.

use super::arguments::Arguments;
use super::launch::Start;
use crate::error::{Error, Kind};
use crate::print::plain;
use crate::snapshot::Snapshot;
use crate::world::World;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Replaces this process; returns only if that failed. `named` is the start whose pane the
/// program is told. What its agent's definition sets is set unless a person did.
pub fn become_program(
    world: &World,
    snapshot: &Snapshot,
    arguments: &Arguments<'_>,
    named: Option<&Start<'_>>,
) -> std::io::Error {
    let mut command = Command::new(&snapshot.program.path);
    command.arg0(&snapshot.word).args(arguments.all());
    for (name, value) in world.changes() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    if world.changes().next().is_some() {
        command.current_dir(&snapshot.cwd);
    }
    let set = snapshot.agent.map_or(&[][..], |agent| agent.launch.env);
    command.envs(unset(world, set));
    if let Some(start) = named {
        command.env("REJOIN_PANE", start.pane);
        command.env("REJOIN_LAUNCH", start.launch);
    }
    command.exec()
}

/// Returns those variables that a person did not set, be it to nothing.
fn unset<'v>(
    world: &World,
    variables: &'v [(&'v str, &'v str)],
) -> impl Iterator<Item = (&'v str, &'v str)> {
    let unset = variables.iter().filter(|(name, _)| !world.is_set(name));
    unset.copied()
}

/// Explains a failure.
pub fn refused(program: &Path, failure: &std::io::Error) -> Error {
    use rustix::io::Errno;
    let kind = match Errno::from_io_error(failure) {
        Some(Errno::NOENT | Errno::ACCESS | Errno::NOEXEC | Errno::NOTDIR | Errno::ISDIR) => {
            Kind::ProgramUnfit
        }
        _ => Kind::System,
    };
    let cause = match Errno::from_io_error(failure) {
        // The file was found a moment ago.
        Some(Errno::NOENT) => "its interpreter is missing".to_owned(),
        _ => failure.to_string(),
    };
    Error::new(kind, format!("{}: {cause}", plain(program)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_set_is_never_set_otherwise() {
        let world = World::of(&[("A", Path::new("1")), ("B", Path::new(""))]);
        let set = [("A", "x"), ("B", "y"), ("C", "z")];
        assert_eq!(unset(&world, &set).collect::<Vec<_>>(), [("C", "z")]);
    }

    #[test]
    fn failures_have_the_exit_codes_of_a_shell() {
        let of =
            |errno: rustix::io::Errno| refused(Path::new("/x"), &errno.into()).kind.exit_code();
        assert_eq!(of(rustix::io::Errno::NOEXEC), 126);
        assert_eq!(of(rustix::io::Errno::NOENT), 126);
        assert_eq!(of(rustix::io::Errno::TOOBIG), 111);
    }
}
