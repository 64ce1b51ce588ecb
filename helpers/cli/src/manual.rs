//! The command line as one definition, and everything that is made from it: grouped help,
//! completions and man pages. Nothing about a command may be written down twice.

use crate::Cli;
use clap::{Command, CommandFactory};
use clap_complete::Shell;

/// What people want, and the commands for it, in the order of a day's use.
const GROUPS: [(&str, &[&str]); 6] = [
    (
        "Which conversation is where",
        &["list", "resolve", "pane", "status", "why", "tree", "log"],
    ),
    ("Say it yourself", &["pin", "clear", "dismiss", "carry"]),
    (
        "Start an agent, or go on with one",
        &["run", "resume", "fork", "pick", "prepare", "init"],
    ),
    ("Come back after a crash", &["restore", "save"]),
    (
        "Set up and look after",
        &["install", "uninstall", "doctor", "agents", "verify", "gc"],
    ),
    ("For shells and packages", &["completions", "man", "help"]),
];

/// Returns the command line, with its commands grouped in its help.
pub fn command_line() -> Command {
    let command = Cli::command();
    let width = names().map(str::len).max().unwrap_or(0);
    let groups: String = GROUPS
        .iter()
        .map(|(title, names)| {
            let lines: String = names
                .iter()
                .map(|name| format!("  {name:width$}  {}\n", about(&command, name)))
                .collect();
            format!("{title}:\n{lines}\n")
        })
        .collect();
    command
        .help_template(
            "{about-with-newline}\n{usage-heading} {usage}{after-help}\n\nOptions:\n{options}",
        )
        .after_help(groups.trim_end().to_owned())
}

/// Returns the completions for a shell.
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "rejoin", &mut text);
    text
}

/// Returns the man pages: their file names, and their text.
pub fn pages() -> Vec<(String, Vec<u8>)> {
    let mut top = Cli::command().disable_help_subcommand(true);
    top.build();
    let shown = top
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    std::iter::once(&top).chain(shown).map(page).collect()
}

fn page(command: &Command) -> (String, Vec<u8>) {
    let name = command.get_display_name().unwrap_or("rejoin");
    let mut text = Vec::new();
    let page = clap_mangen::Man::new(command.clone())
        .source(concat!("rejoin ", env!("CARGO_PKG_VERSION")))
        .manual("rejoin");
    let _ = page.render(&mut text); // into memory, which takes everything
    (format!("{name}.1"), text)
}

fn names() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|(_, names)| names.iter().copied())
}

fn about(command: &Command, name: &str) -> String {
    let about = command.find_subcommand(name).and_then(Command::get_about);
    about.map_or_else(|| "Explain a command".to_owned(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let command = Cli::command();
        let mut defined: Vec<&str> = command
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(Command::get_name)
            .chain(["help"])
            .collect();
        let mut grouped: Vec<&str> = names().collect();
        defined.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(defined, grouped);
    }

    #[test]
    fn the_command_line_is_sound() {
        command_line().debug_assert();
    }

    #[test]
    fn every_command_has_a_page_that_names_it() {
        let pages = pages();
        assert_eq!(
            pages.len(),
            names().count(),
            "`help` has none, rejoin itself has one"
        );
        for (file, text) in pages {
            let text = String::from_utf8(text).expect("UTF-8");
            let name = file.trim_end_matches(".1").replace('-', "\\-");
            assert!(text.contains(&format!("{name} \\- ")), "{file}");
        }
    }
}
