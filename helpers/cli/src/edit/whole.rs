//! A file that is ours as a whole: a plugin of an agent, or a hooks file of its own.
//!
//! It is known by its content, with whatever path of the program in it. A file that says
//! anything else is a person's by now, or always was, and is neither replaced nor removed.

use super::entry::{HELPER, carried, line, runs_us};
use super::plugins::source;
use crate::error::{Error, Kind};
use rejoin_agents::{Agent, Exec, Install, Shape};
use std::path::Path;

/// Stands for the path of the program.
const HOOK: &str = "{hook}";

/// Stands for the agent's word.
const AGENT: &str = "{agent}";

/// A file of ours, with holes.
#[derive(Debug, Clone)]
pub(crate) struct Whole {
    /// The text around the path of the program.
    pieces: Vec<String>,
    exec: Exec,
}

impl Whole {
    /// Returns the file that is installed for an agent, if that is one of ours as a whole.
    pub(crate) fn of(agent: &Agent, install: &Install) -> Option<Self> {
        match install.shape {
            Shape::DropIn => Some(Self::new(install.text?, agent.name, install.exec)),
            Shape::Plugin => Some(Self::new(source(install.source?)?, agent.name, Exec::Args)),
            _ => None,
        }
    }

    fn new(template: &str, agent: &str, exec: Exec) -> Self {
        let template = template.replace(AGENT, agent);
        Self {
            pieces: template.split(HOOK).map(str::to_owned).collect(),
            exec,
        }
    }

    /// Returns the text with the path of the program in it.
    ///
    /// # Errors
    /// The path has a character that the languages of such files would not take as it is.
    pub(crate) fn text(&self, helper: &Path) -> Result<String, Error> {
        let path = carried(helper)?;
        if path.contains(['"', '\\', '\'', '`', '$']) {
            let cause = format!("the path of {HELPER} has a quote or an escape: {helper:?}");
            return Err(Error::new(Kind::Refused, cause).code("path-unusable").remedy(
                "Put the programs into a folder with a plainer name, or name one with --helper.",
            ));
        }
        let path = match self.exec {
            Exec::Args => path.to_owned(),
            Exec::Line => line(path)?,
        };
        Ok(self.pieces.join(&path))
    }

    /// Tells whether a text is this file, wherever the program was when it was written.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.program(text).is_some()
    }

    /// Returns the path of the program in a text that is this file; an empty one if the file
    /// names none.
    pub(crate) fn program<'t>(&self, text: &'t str) -> Option<&'t str> {
        let (first, rest) = self.pieces.split_first()?;
        let mut text = text.strip_prefix(first.as_str())?;
        let mut path: Option<&str> = None;
        for piece in rest {
            let (found, behind) = split_behind_program(text, piece)?;
            if path.is_some_and(|path| path != found) {
                return None;
            }
            path = Some(found);
            text = behind.strip_prefix(piece.as_str()).unwrap_or_default();
        }
        text.is_empty()
            .then(|| path.unwrap_or_default().trim_matches('\''))
    }
}

/// Splits a text behind the path of a program of ours, where `piece` follows.
fn split_behind_program<'t>(text: &'t str, piece: &str) -> Option<(&'t str, &'t str)> {
    let ends = text.match_indices(piece).map(|(end, _)| end);
    // An empty piece is the end of the text.
    let end = ends.filter(|end| !piece.is_empty() || *end == text.len());
    end.filter_map(|end| text.split_at_checked(end))
        .find(|(found, _)| runs_us(found.trim_matches('\'')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole() -> Whole {
        Whole::new(
            "// mine\nRUN = [\"{hook}\", \"{agent}\"]\n",
            "one",
            Exec::Args,
        )
    }

    #[test]
    fn a_file_is_known_by_what_it_says_wherever_the_program_was() {
        let text = whole().text(Path::new("/a b/rejoin-hook")).expect("plain");
        assert_eq!(text, "// mine\nRUN = [\"/a b/rejoin-hook\", \"one\"]\n");
        assert!(whole().is(&text));
        assert!(whole().is(&text.replace("/a b/", "/other/")));
        for (old, new) in [
            ("one", "two"),
            ("// mine", "// yours"),
            ("rejoin-hook", "another-hook"),
            ("]\n", "]\nmore()\n"),
            ("]\n", "]"),
        ] {
            assert!(!whole().is(&text.replace(old, new)), "{new}");
        }
        assert!(!whole().is(""));
    }

    #[test]
    fn every_place_of_a_file_names_the_same_program() {
        let whole = Whole::new("{hook} {hook}", "one", Exec::Line);
        assert!(whole.is("/a/rejoin-hook /a/rejoin-hook"));
        assert!(!whole.is("/a/rejoin-hook /b/rejoin-hook"));
        let text = whole.text(Path::new("/a b/rejoin-hook")).expect("plain");
        assert_eq!(text, "'/a b/rejoin-hook' '/a b/rejoin-hook'");
        assert!(whole.is(&text));
    }

    #[test]
    fn a_file_without_a_program_is_known_word_for_word() {
        let whole = Whole::new("name: {agent}\n", "one", Exec::Args);
        assert!(whole.is("name: one\n") && !whole.is("name: two\n") && !whole.is("name: one\n\n"));
    }

    #[test]
    fn a_path_that_could_end_a_string_is_refused() {
        for path in [
            "/a\"b/rejoin-hook",
            "/a\\b/rejoin-hook",
            "/it's/rejoin-hook",
            "/$x/rejoin-hook",
        ] {
            assert_eq!(
                whole().text(Path::new(path)).expect_err(path).code,
                "path-unusable"
            );
        }
    }
}
