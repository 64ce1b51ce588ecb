//! `rejoin init`: functions for a shell, so that an agent which is typed by its name is
//! started through `rejoin run`.
//!
//! What each shell reads is a file beside this one. Only names of programs that a
//! definition has are put into it: nothing else may become shell text.

use crate::error::{Error, Kind};
use crate::print::{Printer, note, plain};
use crate::program;
use crate::world::World;
use std::ffi::OsStr;
use std::io::Write;

/// Print functions that start agents through rejoin when they are typed by name.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell that is to read them
    #[arg(value_enum)]
    shell: Shell,
    /// Programs to do so for; without one, every agent that is on PATH
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
/// A program is named that is no agent's.
pub fn run(world: &World, args: &Args, out: &mut Printer) -> Result<(), Error> {
    let programs = if args.programs.is_empty() {
        let programs: Vec<&str> = known().filter(|program| is_here(world, program)).collect();
        if programs.is_empty() {
            note("no agent is on PATH, so none is started through rejoin");
        }
        programs
    } else {
        let named = args.programs.iter().map(|program| checked(program));
        named.collect::<Result<_, _>>()?
    };
    let text = args.shell.text().replace(PROGRAMS, &programs.join(" "));
    let _ = out.write_all(text.as_bytes()); // standard output keeps its own errors
    Ok(())
}

/// Every program that a definition has.
fn known() -> impl Iterator<Item = &'static str> {
    let agents = rejoin_agents::AGENTS.iter();
    agents.flat_map(|agent| agent.programs.iter().copied())
}

fn is_here(world: &World, program: &str) -> bool {
    program::find(OsStr::new(program), world.variable("PATH"), &world.cwd).is_ok()
}

fn checked(program: &str) -> Result<&'static str, Error> {
    known().find(|known| *known == program).ok_or_else(|| {
        let cause = format!("{} is no agent's program", plain(program));
        Error::new(Kind::Usage, cause)
            .code("unknown-program")
            .remedy("See `rejoin agents`; any program can be started with `rejoin run`.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn each_text_has_one_place_for_the_names() {
        for shell in Shell::value_variants() {
            assert_eq!(shell.text().matches(PROGRAMS).count(), 1, "{shell:?}");
        }
    }

    #[test]
    fn every_program_is_one_plain_word_in_any_shell() {
        for program in known() {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
            assert!(program.bytes().all(plain), "{program}");
            assert!(program.starts_with(|first: char| first.is_ascii_alphabetic()));
        }
    }

    #[test]
    fn a_program_that_is_no_agents_is_refused() {
        for program in ["ls", "if", "$(id)", ""] {
            assert_eq!(
                checked(program).expect_err("refused").code,
                "unknown-program"
            );
        }
    }
}
