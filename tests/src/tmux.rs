//! A tmux server of the test's own.

use crate::{Home, Run, tool};
use std::path::PathBuf;

/// A server that ends with this value.
pub struct Tmux<'h> {
    home: &'h Home,
    program: PathBuf,
}

impl<'h> Tmux<'h> {
    /// Returns the server of this home, which the first command starts; nothing if there
    /// is no tmux here.
    #[must_use]
    pub fn find(home: &'h Home) -> Option<Self> {
        tool("tmux").map(|program| Self { home, program })
    }

    /// Returns the path of its socket.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.home.root().join("tmux.sock")
    }

    /// Runs one tmux command and returns what it prints.
    ///
    /// # Panics
    /// It fails.
    pub fn ask(&self, words: &[&str]) -> String {
        let finished = self.command(words).finish();
        assert_eq!(finished.exit, 0, "{finished:?}");
        finished.text().to_owned()
    }

    /// Prepares one tmux command.
    pub fn command(&self, words: &[&str]) -> Run {
        let run = self
            .home
            .run(&self.program)
            .argument("-S")
            .argument(self.socket());
        run.variable("TERM", "xterm")
            .variable("SHELL", "/bin/sh") // the account that runs this may have none
            .arguments(["-f", "/dev/null"])
            .arguments(words)
    }
}

impl Drop for Tmux<'_> {
    fn drop(&mut self) {
        let _ended = self.command(&["kill-server"]).finish();
    }
}
