//! A person's desk: a tmux server with agents in its panes, which can crash.

use crate::{Finished, Home, Tmux, process, programs};
use serde_json::Value;
use std::collections::BTreeSet;

/// An agent that keeps a transcript and publishes what it is given, then waits for its
/// terminal. With `SILENT` it was never spoken to.
const AGENT: &str = r#"#!/bin/sh
id=
while [ $# -gt 0 ]; do
    case $1 in --session-id | --resume) id=$2; shift ;; esac
    shift
done
store=$HOME/.claude/projects/$(printf %s "$PWD" | tr -c 'A-Za-z0-9' -)
say() { printf '{"session_id":"%s","cwd":"%s","hook_event_name":"%s"}' "$id" "$PWD" "$1" | rejoin-hook claude; }
if [ -z "$SILENT" ]; then
    mkdir -p "$store"
    printf '{"sessionId":"%s"}\n' "$id" >> "$store/$id.jsonl"
    say UserPromptSubmit
fi
echo "$id $PWD" >> "$HOME/starts"
while read -r line; do [ "$line" = quit ] && break; done
"#;

/// What tmux tells about every pane.
const STOOD: &str = "#{session_name}:#{window_index}.#{pane_index} #{?automatic-rename,-,#{window_name}} #{pane_current_command}";

/// A home with a tmux server, in whose panes agents are started.
pub struct Desk<'h> {
    home: &'h Home,
    tmux: &'h Tmux<'h>,
}

impl<'h> Desk<'h> {
    /// Returns the desk of a home. Nothing runs yet.
    #[must_use]
    pub fn new(home: &'h Home, tmux: &'h Tmux<'h>) -> Self {
        Self { home, tmux }
    }

    /// Returns its home.
    #[must_use]
    pub fn home(&self) -> &Home {
        self.home
    }

    /// Runs one tmux command and returns what it prints. New panes have the search path of
    /// whoever asks for them, so it is that of everything here.
    ///
    /// # Panics
    /// It fails.
    pub fn ask(&self, words: &[&str]) -> String {
        let finished = self
            .tmux
            .command(words)
            .variable("PATH", self.path())
            .finish();
        assert_eq!(finished.exit, 0, "{words:?}: {finished:?}");
        finished.text().to_owned()
    }

    /// Puts the programs in place and starts a server with one session, whose panes have
    /// plain shells.
    ///
    /// # Panics
    /// It does not start.
    pub fn open(&self) {
        let bin = self.home.root().join("bin");
        for program in [programs::rejoin(), programs::hook()] {
            let link = bin.join(program.file_name().expect("a name"));
            std::os::unix::fs::symlink(program, link).expect("linked");
        }
        self.home
            .put_program(&bin.join("claude"), AGENT.as_bytes(), 0o755);
        let settings = "set -g default-command 'exec /bin/sh'\n";
        self.home.write("home/.tmux.conf", settings);
        self.start();
        self.ask(&["rename-window", "-t", "work:0", "edit"]);
    }

    /// Starts a server with one session, `work`.
    ///
    /// # Panics
    /// It does not start.
    pub fn start(&self) {
        let words = "new-session -d -s work -x 200 -y 50".split(' ');
        let start = self.tmux.command(&["start-server", ";", "source-file"]);
        let start = start
            .argument(self.home.path().join(".tmux.conf"))
            .argument(";");
        let started = start
            .arguments(words)
            .variable("PATH", self.path())
            .finish();
        assert_eq!(started.exit, 0, "{started:?}");
    }

    /// Returns the search path of everything that runs here.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}/bin:/usr/bin:/bin", self.home.root().display())
    }

    /// Runs rejoin outside of every pane.
    pub fn rejoin(&self, words: &[&str]) -> Finished {
        let run = self.home.run(programs::rejoin()).arguments(words);
        let run = run
            .variable("PATH", self.path())
            .variable("SHELL", "/bin/sh");
        run.variable("TERM", "xterm")
            .folder(self.home.path())
            .finish()
    }

    /// Types a line into a pane.
    pub fn types(&self, pane: &str, line: &str) {
        self.ask(&["send-keys", "-t", pane, "-l", line]);
        self.ask(&["send-keys", "-t", pane, "Enter"]);
    }

    /// Returns what agents were started: conversation and directory of each.
    #[must_use]
    pub fn starts(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.home.path().join("starts")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Waits until so many agents were started.
    pub fn wait_for_starts(&self, count: usize) {
        process::wait_until("the agents run", || self.starts().len() >= count);
    }

    /// Returns what stands where.
    #[must_use]
    pub fn stood(&self) -> BTreeSet<String> {
        let told = self.ask(&["list-panes", "-a", "-F", STOOD]);
        told.lines().map(str::to_owned).collect()
    }

    /// Kills the server, and waits until everything in it is gone.
    ///
    /// # Panics
    /// There is none.
    pub fn crash(&self) {
        let told = self.ask(&["list-panes", "-a", "-F", "#{pid} #{pane_pid}"]);
        let pids: BTreeSet<u32> = told
            .split_whitespace()
            .map(|pid| pid.parse().expect("a number"))
            .collect();
        let server = told.split_whitespace().next().expect("a server");
        let server = server.parse().ok().and_then(rustix::process::Pid::from_raw);
        let killed =
            rustix::process::kill_process(server.expect("a number"), rustix::process::Signal::KILL);
        killed.expect("it lived");
        process::wait_until("all are gone", || {
            pids.iter().all(|&pid| process::start_of(pid).is_none()) && self.alive().is_empty()
        });
    }

    /// Kills every agent that rejoin knows to run, and waits until they are gone.
    ///
    /// # Panics
    /// One of them did not live.
    pub fn kill_agents(&self) {
        let told = self.rejoin(&["resolve", "--all", "--json"]);
        let whole: Value = serde_json::from_str(told.text()).expect("JSON");
        for pane in whole["panes"].as_array().expect("panes") {
            let pid = pane["owner"]["pid"]
                .as_i64()
                .and_then(|pid| pid.try_into().ok());
            let pid = pid
                .and_then(rustix::process::Pid::from_raw)
                .expect("a process");
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it lived");
        }
        process::wait_until("all are gone", || self.alive().is_empty());
    }

    /// Returns the panes whose agents run, as rejoin has them.
    ///
    /// # Panics
    /// It does not answer.
    #[must_use]
    pub fn alive(&self) -> Vec<String> {
        let told = self.rejoin(&["resolve", "--all", "--json"]);
        let whole: Value = serde_json::from_str(told.text()).expect("JSON");
        let panes = whole["panes"].as_array().expect("panes").iter();
        let alive = panes.filter(|pane| pane["owner"]["alive"] == true);
        alive
            .map(|pane| pane["pane"].as_str().expect("a name").to_owned())
            .collect()
    }
}
