//! Which variables describe the terminal that a program runs in. They are the pane's: what
//! the preparing program had says something about another terminal.

/// The terminal's own variables. A name that ends with `*` stands for all that begin so.
pub const TERMINAL_VARIABLES: &[&str] = &[
    // What the terminal can do, and how large it was.
    "TERM",
    "TERMCAP",
    "TERMINFO",
    "TERMINFO_DIRS",
    "COLORTERM",
    "COLORFGBG",
    "COLUMNS",
    "LINES",
    // Which program shows it, and which of its windows.
    "TERM_PROGRAM",
    "TERM_PROGRAM_VERSION",
    "TERM_SESSION_ID",
    "LC_TERMINAL",
    "LC_TERMINAL_VERSION",
    "WINDOWID",
    "VTE_VERSION",
    "ALACRITTY_*",
    "GHOSTTY_*",
    "GNOME_TERMINAL_*",
    "ITERM_*",
    "KITTY_*",
    "KONSOLE_*",
    "TILIX_ID",
    "WEZTERM_*",
    "WT_PROFILE_ID",
    "WT_SESSION",
    // Which multiplexer it is a part of.
    "TMUX",
    "TMUX_PANE",
    "STY",
    "WINDOW",
    "ZELLIJ",
    "ZELLIJ_*",
    // Which device it is.
    "SSH_TTY",
    "GPG_TTY",
];

/// Tells whether the variable of an entry `NAME=value` is the terminal's own.
#[must_use]
pub fn is_terminals(entry: &[u8]) -> bool {
    // No entry without a name or a value is one of them.
    let Some(end) = entry.iter().position(|&byte| byte == b'=') else {
        return false;
    };
    let name = &entry[..end];
    TERMINAL_VARIABLES.iter().any(|own| {
        let own = own.as_bytes();
        match own.strip_suffix(b"*") {
            Some(begin) => name.starts_with(begin),
            None => name == own,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_whole_or_by_its_beginning() {
        for own in ["TERM=x", "TMUX=", "KITTY_PID=1", "ZELLIJ=0", "LINES=a=b"] {
            assert!(is_terminals(own.as_bytes()), "{own}");
        }
        for other in [
            "TERMS=x",
            "TERM",
            "=TERM",
            "",
            "KITTY=1",
            "TMUX_TMPDIR=/t",
            "term=x",
        ] {
            assert!(!is_terminals(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn the_contract_lists_the_same_names() {
        let contract = include_str!("../../../schemas/handover.md");
        let (_, list) = contract
            .split_once("## The terminal's own")
            .expect("a chapter");
        let list = list.split("\n## ").next().expect("its text");
        let rows = list.lines().filter(|line| line.starts_with("| `"));
        let told: Vec<&str> = rows
            .flat_map(|row| row.split('|').nth(1).expect("a first column").split('`'))
            .filter(|name| !name.trim_matches([' ', ',']).is_empty())
            .collect();
        assert_eq!(told, TERMINAL_VARIABLES);
    }
}
