//! The README's tour, typed as it stands, and its picture, made anew.

use rejoin_tests::{Home, Tmux, hook, need, process, rejoin, tool, workspace};
use std::fs;

/// Stands in front of the tour's lines.
const MARK: &str = "<!-- a test types these lines as they stand";

/// What each kind of line shows.
const SHOWN: [(&str, &[&str]); 8] = [
    ("mkdir", &[]),
    ("rejoin run", &["claude: hello. This was conversation "]),
    (
        "rejoin resolve",
        &["proven: the agent's hook said it", "resume ", "fork "],
    ),
    ("rejoin why", &["=> opened", "prompt"]),
    ("rejoin resume", &["claude: hello. This was conversation "]),
    ("rejoin fork", &["claude --resume ", "--fork-session"]),
    ("rejoin pick", &["1/1", "~/try", "Esc leave"]),
    ("rejoin", &["LAST SEEN", "~/try"]),
];

/// A home in whose `bin` the programs and a stand-in for the agent are.
fn home() -> Home {
    let home = Home::new();
    let bin = home.root().join("bin");
    for (name, program) in [("rejoin", rejoin()), ("rejoin-hook", hook())] {
        std::os::unix::fs::symlink(program, bin.join(name)).expect("is linked");
    }
    let agent = fs::read(workspace().join("docs/picture/agent")).expect("is there");
    home.put_program(&bin.join("claude"), &agent, 0o755);
    home
}

fn path(home: &Home) -> String {
    format!("{}:/usr/bin:/bin", home.root().join("bin").display())
}

/// The lines of the tour.
fn lines() -> Vec<String> {
    let readme = fs::read_to_string(workspace().join("README.md")).expect("UTF-8");
    let (_, rest) = readme.split_once(MARK).expect("the tour is marked");
    let (_, rest) = rest.split_once("```\n").expect("it begins");
    let (block, _) = rest.split_once("```").expect("it ends");
    block.lines().map(str::to_owned).collect()
}

#[test]
fn the_tour_of_the_readme_shows_what_it_says() {
    let home = home();
    need!(let server = Tmux::find(&home), "tmux");
    let path = format!("PATH={}", path(&home));
    let shell = [
        "env",
        &path,
        "PS1=ready> ",
        "bash",
        "--norc",
        "--noprofile",
        "-i",
    ];
    let start = ["new-session", "-d", "-x", "120", "-y", "50"];
    server.ask(&[&start[..], &shell].concat());
    let shown = || server.ask(&["capture-pane", "-p"]);
    let ready = || shown().trim_end().ends_with("ready>");
    process::wait_until("a prompt is shown", ready);
    let lines = lines();
    assert_eq!(lines.len(), SHOWN.len());
    for line in lines {
        let (_, texts) = SHOWN
            .iter()
            .find(|(begin, _)| line.starts_with(begin))
            .expect("known");
        server.ask(&["send-keys", "-l", &line]);
        server.ask(&["send-keys", "Enter"]);
        if line == "rejoin pick" {
            process::wait_until("the picker is shown", || shown().contains("Esc leave"));
        } else {
            process::wait_until(&line, || shown().contains(&line) && ready());
        }
        let seen = shown();
        for text in *texts {
            assert!(seen.contains(text), "{line}: {text}\n{seen}");
        }
        if line == "rejoin pick" {
            server.ask(&["send-keys", "Escape"]);
            process::wait_until("the prompt again", ready);
        } else {
            server.ask(&["send-keys", "C-l"]);
            let cleared = || ready() && !shown().contains(&line);
            process::wait_until("a clear prompt", cleared);
        }
    }
}

#[test]
fn the_picture_of_the_readme_is_of_this_version() {
    let home = home();
    need!(tool("tmux").is_some(), "tmux");
    let made = home
        .run("/bin/sh")
        .variable("PATH", path(&home))
        .argument(workspace().join("docs/picture.sh"))
        .finish();
    let kept = fs::read_to_string(workspace().join("docs/rejoin.svg")).expect("is there");
    assert_eq!(made.exit, 0, "{made:?}");
    assert!(
        made.text() == kept,
        "make it anew: docs/picture.sh >docs/rejoin.svg"
    );
}
