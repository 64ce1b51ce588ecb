//! The copyable form of a way to a conversation: one line for any POSIX shell.

use super::Way;
use crate::print::quoted;
use std::ffi::OsString;

/// Returns `cd DIRECTORY && env NAME=VALUE PROGRAM ARGUMENT...`.
pub fn shell_line(way: &Way) -> String {
    let mut words = Vec::new();
    if !way.env.is_empty() || !way.unset.is_empty() {
        words.push("env".to_owned());
        words.extend(way.unset.iter().map(|name| format!("-u {name}")));
        words.extend(way.env.iter().map(|(name, value)| {
            let mut assignment = OsString::from(format!("{name}="));
            assignment.push(value.as_os_str());
            quoted(&assignment)
        }));
    }
    words.extend(way.argv.iter().map(|word| quoted(word.as_os_str())));
    let command = words.join(" ");
    match &way.cwd {
        Some(cwd) => format!("cd {} && {command}", quoted(cwd.as_os_str())),
        None => command,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rejoin_store::text::Text;
    use std::collections::BTreeMap;

    #[test]
    fn the_line_is_what_a_shell_needs() {
        let way = Way {
            how: "resume",
            argv: vec!["claude".into(), "--resume".into(), "x y".into()],
            cwd: Some(Text::from(b"/w/it's".to_vec())),
            env: BTreeMap::from([("A", Text::from("/s t"))]),
            unset: Vec::new(),
            child: None,
            agent: &rejoin_agents::AGENTS[0],
            id: String::new(),
            flags: Vec::new(),
        };
        let line = shell_line(&way);
        assert_eq!(
            line,
            "cd '/w/it'\\''s' && env 'A=/s t' claude --resume 'x y'"
        );
    }

    #[test]
    fn a_variable_that_would_route_elsewhere_is_taken_away() {
        let way = Way {
            how: "resume",
            argv: vec!["claude".into()],
            cwd: None,
            env: BTreeMap::new(),
            unset: vec!["A"],
            child: None,
            agent: &rejoin_agents::AGENTS[0],
            id: String::new(),
            flags: Vec::new(),
        };
        assert_eq!(shell_line(&way), "env -u A claude");
    }
}
