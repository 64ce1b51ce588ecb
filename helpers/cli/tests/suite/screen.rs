//! A terminal of 80 columns and 24 rows whose keys a test types and whose picture it reads:
//! a tmux server of its own.

use crate::kit::{Home, REJOIN};
use std::process::Command;
use std::time::{Duration, Instant};

/// How long something may take to be shown before the test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait before looking again.
const AGAIN: Duration = Duration::from_millis(20);

/// The terminal, with a shell in it whose prompt is `$ ` and which knows `$REJOIN`.
pub struct Screen<'h> {
    home: &'h Home,
}

impl<'h> Screen<'h> {
    /// Opens it, with more variables for the shell.
    pub fn open(home: &'h Home, variables: &[(&str, &str)]) -> Self {
        let screen = Self { home };
        let mut shell = vec!["env".to_owned()];
        shell.extend(
            variables
                .iter()
                .map(|(name, value)| format!("{name}={value}")),
        );
        shell.extend([
            "PS1=$ ".to_owned(),
            format!("REJOIN={REJOIN}"),
            "sh".to_owned(),
        ]);
        let size = ["new-session", "-d", "-x", "80", "-y", "24"].map(str::to_owned);
        let words = [&size[..], &shell].concat();
        screen.tmux(&words.iter().map(String::as_str).collect::<Vec<_>>());
        screen.wait("a prompt", |shown| shown.trim_end().ends_with('$'));
        screen
    }

    /// Types keys by tmux's names for them, or text.
    pub fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Types a line for the shell.
    pub fn line(&self, line: &str) {
        self.keys(&[line, "Enter"]);
    }

    /// What is shown.
    pub fn shown(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// What is shown, with its colours.
    pub fn coloured(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-e"])
    }

    /// What tmux knows about the terminal.
    pub fn fact(&self, format: &str) -> String {
        self.tmux(&["display-message", "-p", format])
            .trim()
            .to_owned()
    }

    /// Waits until the picture is as it should be, and returns it.
    pub fn wait(&self, what: &str, is: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let shown = self.shown();
            if is(&shown) {
                return shown;
            }
            assert!(begun.elapsed() < PATIENCE, "{what} is not shown:\n{shown}");
            std::thread::sleep(AGAIN);
        }
    }

    /// Waits until a text is shown.
    pub fn wait_for(&self, text: &str) -> String {
        self.wait(text, |shown| shown.contains(text))
    }

    pub fn tmux(&self, words: &[&str]) -> String {
        let output = self.command(words).output().expect("tmux runs");
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn command(&self, words: &[&str]) -> Command {
        let home = self.home.path();
        let mut command = Command::new("tmux");
        command
            .env_clear()
            .env("HOME", home)
            .env("PATH", format!("{}/bin:/usr/bin:/bin", home.display()))
            .env("TERM", "xterm-256color")
            .env("SHELL", "/bin/sh")
            .env("LC_ALL", "C.UTF-8")
            .current_dir(home)
            .arg("-S")
            .arg(home.join("tmux.sock"))
            .args(["-f", "/dev/null"])
            .args(words);
        command
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        let _ended = self.command(&["kill-server"]).output();
    }
}
