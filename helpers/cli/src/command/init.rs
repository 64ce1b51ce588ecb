//! `rejoin init`: functions for a shell, so that an agent which is typed by its name is
//! started through `rejoin run`.
//!
//! What each shell reads is a file beside this one. Only names of programs that a
//! definition has are put into it: nothing else may become shell text.

use crate::error::{Error, Kind};
use crate::print::{Printer, plain};
use crate::program;
use crate::world::World;
use clap::ValueEnum;
use std::ffi::OsStr;
use std::io::Write;

/// Print functions that start agents through rejoin when they are typed by name.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell that is to read them
    #[arg(value_enum)]
    shell: Shell,
    /// Programs to do so for: some names of agents are those of other programs, too
    #[arg(value_name = "PROGRAM")]
    programs: Vec<String>,
}

/// A shell for which there are functions.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// What stands in the text where the names of the programs belong.
const PROGRAMS: &str = "@programs@";

impl Shell {
    const fn text(self) -> &'static str {
        match self {
            Self::Bash => include_str!("init/bash.sh"),
            Self::Zsh => include_str!("init/zsh.zsh"),
            Self::Fish => include_str!("init/fish.fish"),
        }
    }
}

/// Prints the functions.
///
/// # Errors
/// No program is named, or one that is no agent's.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    if args.programs.is_empty() {
        return Err(nothing_named(world, args.shell));
    }
    let named = args.programs.iter().map(|program| checked(world, program));
    let programs: Vec<&str> = named.collect::<Result<_, _>>()?;
    let text = args.shell.text().replace(PROGRAMS, &programs.join(" "));
    let _ = out.write_all(text.as_bytes()); // standard output keeps its own errors
    Ok(())
}

/// Every program that a definition has.
fn known(world: &World) -> impl Iterator<Item = &'static str> {
    let agents = world.roster.agents();
    agents.flat_map(|agent| agent.programs.iter().copied())
}

fn nothing_named(world: &World, shell: Shell) -> Error {
    let here: Vec<&str> = known(world)
        .filter(|program| is_here(world, program))
        .collect();
    let shell = shell.to_possible_value();
    let shell = shell
        .as_ref()
        .map_or("SHELL", clap::builder::PossibleValue::get_name);
    let remedy = match here.as_slice() {
        [] => format!("Name them: `rejoin init {shell} PROGRAM ...`; `rejoin agents` lists them."),
        here => format!(
            "Of those on PATH: `rejoin init {shell} {}`.",
            here.join(" ")
        ),
    };
    Error::new(
        Kind::Usage,
        "no program is named that is to start through rejoin",
    )
    .remedy(remedy)
}

fn is_here(world: &World, program: &str) -> bool {
    program::find(OsStr::new(program), world.variable("PATH"), &world.cwd).is_ok()
}

fn checked(world: &World, program: &str) -> Result<&'static str, Error> {
    known(world).find(|known| *known == program).ok_or_else(|| {
        let cause = format!("{} is no agent's program", plain(program));
        Error::new(Kind::Usage, cause)
            .code("unknown-program")
            .remedy("See `rejoin agents`; any program can be started with `rejoin run`.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_has_one_place_for_the_names() {
        for shell in Shell::value_variants() {
            assert_eq!(shell.text().matches(PROGRAMS).count(), 1, "{shell:?}");
        }
    }

    #[test]
    fn every_program_is_one_plain_word_in_any_shell() {
        for program in known(&World::of(&[])) {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
            assert!(program.bytes().all(plain), "{program}");
            assert!(program.starts_with(|first: char| first.is_ascii_alphabetic()));
        }
    }

    #[test]
    fn a_program_that_is_no_agents_is_refused() {
        for program in ["ls", "if", "$(id)", ""] {
            assert_eq!(
                checked(&World::of(&[]), program).expect_err("refused").code,
                "unknown-program"
            );
        }
    }
}
