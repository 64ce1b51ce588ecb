//! What `rejoin init` prints, in the real shells: an agent typed by its name starts through
//! rejoin where a person sees it, and as it is everywhere else.

use rejoin_tests::{Home, need, rejoin, tool};
use std::os::unix::fs::PermissionsExt;

/// A shell, how it is told to be interactive and to read no settings, and how it takes the
/// functions in.
struct Shell {
    name: &'static str,
    bare: &'static str,
    interactive: &'static str,
    takes: &'static str,
}

const SHELLS: [Shell; 3] = [
    Shell {
        name: "bash",
        bare: "bash --norc --noprofile",
        interactive: "-i",
        takes: "eval \"$(rejoin init bash claude codex)\"\n",
    },
    Shell {
        name: "zsh",
        bare: "zsh -f",
        interactive: "-i",
        takes: "eval \"$(rejoin init zsh claude codex)\"\n",
    },
    Shell {
        name: "fish",
        bare: "fish --no-config",
        interactive: "-i",
        takes: "rejoin init fish claude codex | source\n",
    },
];

/// Says whether a launch started it, its arguments, and ends with 7.
const AGENT: &str = "#!/bin/sh
printf 'agent%s' \"${REJOIN_LAUNCH:+ launched}\"
for word; do printf ' <%s>' \"$word\"; done
echo
exit 7
";

/// A home in whose `bin` rejoin and two agents are.
fn home() -> Home {
    let home = Home::new();
    for name in ["claude", "codex"] {
        let path = home.write(&format!("bin/{name}"), AGENT);
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).expect("is set");
    }
    std::os::unix::fs::symlink(rejoin(), home.root().join("bin/rejoin")).expect("is linked");
    home
}

/// Lets a shell in a terminal of its own read `lines`; returns what it showed.
fn typed(home: &Home, shell: &Shell, interactive: bool, lines: &str) -> Vec<String> {
    let script = tool("script").expect("script");
    let file = home.write("lines", lines);
    let how = if interactive { shell.interactive } else { "" };
    let command = format!("{} {how} -c '. {}'", shell.bare, file.display());
    let bin = home.root().join("bin");
    let run = home
        .run(script)
        .variable("PATH", format!("{}:/usr/bin:/bin", bin.display()))
        .variable("SHELL", "/bin/sh")
        .variable("TERM", "dumb")
        .arguments(["-qec", &command, "/dev/null"]);
    let finished = run.finish();
    let shown = finished.text().lines().map(str::trim_end);
    shown.map(str::to_owned).collect()
}

fn have(program: &str) -> bool {
    tool(program).is_some()
}

fn installed() -> bool {
    have("script") && SHELLS.iter().all(|shell| have(shell.name))
}

#[test]
fn a_typed_agent_is_launched_with_the_words_and_the_exit_code_of_its_own() {
    need!(installed(), "bash, zsh, fish and script");
    for shell in &SHELLS {
        let lines = format!("{}claude 'a b' '$x' '' || echo failed", shell.takes);
        let shown = typed(&home(), shell, true, &lines);
        let name = shell.name;
        assert_eq!(shown, ["agent launched <a b> <$x> <>", "failed"], "{name}");
    }
}

#[test]
fn what_nobody_sees_and_what_is_asked_for_as_it_is_starts_without_rejoin() {
    need!(installed(), "bash, zsh, fish and script");
    for shell in &SHELLS {
        let lines = format!(
            "{}command claude || echo failed\necho x | claude -p\nclaude | cat",
            shell.takes
        );
        let shown = typed(&home(), shell, true, &lines);
        assert_eq!(
            shown,
            ["agent", "failed", "agent <-p>", "agent"],
            "{}",
            shell.name
        );
    }
}

#[test]
fn in_a_script_nothing_is_defined() {
    need!(installed(), "bash, zsh, fish and script");
    for shell in &SHELLS {
        let lines = format!(
            "{}claude\ntype rj >/dev/null 2>&1 || echo none",
            shell.takes
        );
        let shown = typed(&home(), shell, false, &lines);
        assert_eq!(shown[0], "agent", "{}", shell.name);
        assert!(shown.contains(&"none".to_owned()), "{shown:?}");
    }
}

#[test]
fn an_agent_starts_though_rejoin_is_gone() {
    need!(installed(), "bash, zsh, fish and script");
    for shell in &SHELLS {
        let home = home();
        let rejoin = home.root().join("bin/rejoin");
        let lines = format!("{}rm {}\nclaude x", shell.takes, rejoin.display());
        let shown = typed(&home, shell, true, &lines);
        assert_eq!(shown, ["agent <x>"], "{}", shell.name);
    }
}

#[test]
fn a_function_of_the_persons_own_stays_and_taking_ours_in_twice_is_fine() {
    need!(installed(), "bash, zsh, fish and script");
    for shell in &SHELLS {
        let own = if shell.name == "fish" {
            "function codex; echo own; end\nfunction rj; echo mine; end\n"
        } else {
            "codex() { echo own; }\nrj() { echo mine; }\n"
        };
        let lines = format!("{own}{0}{0}codex\nrj\nclaude x", shell.takes);
        let shown = typed(&home(), shell, true, &lines);
        assert_eq!(
            shown,
            ["own", "mine", "agent launched <x>"],
            "{}",
            shell.name
        );
    }
}

#[test]
fn strict_options_and_aliases_of_the_same_name_do_no_harm() {
    need!(installed(), "bash, zsh, fish and script");
    for (shell, before) in [
        (
            &SHELLS[0],
            "set -euo pipefail\nset -o noclobber\nshopt -s expand_aliases\n",
        ),
        (
            &SHELLS[1],
            "setopt err_exit no_unset no_clobber ksh_arrays sh_word_split\n",
        ),
    ] {
        let lines = format!(
            "{before}alias claude='claude --more'\nalias rj=ls\n{}\nclaude x || echo failed",
            shell.takes
        );
        let shown = typed(&home(), shell, true, &lines);
        assert_eq!(
            shown,
            ["agent launched <--more> <x>", "failed"],
            "{}",
            shell.name
        );
    }
}

#[test]
fn the_short_words_are_commands_of_rejoin() {
    need!(installed(), "bash, zsh, fish and script");
    for shell in &SHELLS {
        let lines = format!("{}claude\nrj --json\nrjp\nrjw\nrjr --json", shell.takes);
        let shown = typed(&home(), shell, true, &lines).join("\n");
        for expected in [
            "\"schema\":\"rejoin.list.v1\"",
            "=> terminal: pts/",
            "=> opened:",
            "\"schema\":\"rejoin.reopen.v1\"",
        ] {
            assert!(shown.contains(expected), "{}: {shown}", shell.name);
        }
    }
}

#[test]
fn without_names_nothing_is_defined_and_the_agents_on_the_path_are_told() {
    let home = home();
    std::fs::remove_file(home.root().join("bin/codex")).expect("is removed");
    let run = home.run(rejoin()).arguments(["init", "bash"]);
    let run = run.variable("PATH", home.root().join("bin"));
    let told = run.finish();
    assert_eq!((told.exit, told.text()), (2, ""));
    let complaint = String::from_utf8_lossy(&told.stderr);
    assert!(
        complaint.contains("`rejoin init bash claude`"),
        "{complaint}"
    );
}

#[test]
fn shellcheck_finds_nothing_to_say_about_bash() {
    need!(let shellcheck = tool("shellcheck"), "shellcheck");
    let home = home();
    let text = home.run(rejoin()).arguments(["init", "bash"]).finish();
    let file = home.write("text", text.text());
    let checked = home
        .run(shellcheck)
        .argument("--shell=bash")
        .argument(file)
        .finish();
    assert_eq!((checked.exit, checked.text()), (0, ""));
}
