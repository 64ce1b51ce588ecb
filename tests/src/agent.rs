//! A stand-in for an agent: a living process of a chosen name that runs hooks when told.
//!
//! What a publisher is shows only from below: the hook looks at its real parent, so the
//! parent must really have the agent's name, its terminal, and its processes above it.

use crate::surroundings::profile_folder;
use crate::{Finished, Home, Terminal, programs};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A stand-in about to start.
#[must_use]
pub struct Staged<'h> {
    home: &'h Home,
    names: Vec<String>,
    command_line: Vec<(String, Vec<String>)>,
    variables: Vec<(String, String)>,
    terminal: Option<PathBuf>,
}

/// A stand-in that runs. It ends with this value.
pub struct Agent {
    outermost: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    pid: u32,
    home: PathBuf,
}

impl Agent {
    /// Stages a chain of processes of these names, outermost first; the last is the one
    /// that runs hooks.
    pub fn stage<'h>(home: &'h Home, names: &[&str]) -> Staged<'h> {
        Staged {
            home,
            names: names.iter().map(|&name| name.to_owned()).collect(),
            command_line: Vec::new(),
            variables: Vec::new(),
            terminal: None,
        }
    }

    /// Starts one process of this name.
    #[must_use]
    pub fn start(home: &Home, name: &str) -> Self {
        Self::stage(home, &[name]).start()
    }

    /// Links the stand-in under a name, and returns the link's path: the kernel names a
    /// process after the file name by which it was started.
    ///
    /// # Panics
    /// Cargo has not built the stand-in.
    #[must_use]
    pub fn link(home: &Home, name: &str) -> String {
        let link = home.root().join("bin").join(name);
        if !link.exists() {
            let puppet = profile_folder().join("puppet");
            assert!(
                puppet.is_file(),
                "Cargo builds the stand-in beside the tests"
            );
            std::os::unix::fs::symlink(puppet, &link).expect("links");
        }
        link.to_str().expect("UTF-8").to_owned()
    }

    /// Returns its process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Makes it run the hook as `agent`'s entry in pane `pane`.
    pub fn hook(&mut self, agent: &str, pane: &str, payload: &str) -> Finished {
        self.hook_with(agent, &[("REJOIN_PANE", pane)], payload)
    }

    /// Makes it run the hook with these variables more than it has itself.
    pub fn hook_with(&mut self, agent: &str, more: &[(&str, &str)], payload: &str) -> Finished {
        let hook = programs::hook().to_str().expect("UTF-8").to_owned();
        self.run(&[&hook, agent], more, payload)
    }

    /// Makes it run any program.
    ///
    /// # Panics
    /// The stand-in is gone.
    pub fn run(&mut self, words: &[&str], more: &[(&str, &str)], input: &str) -> Finished {
        let variables: Vec<_> = more
            .iter()
            .map(|(name, value)| json!([name, value]))
            .collect();
        let order = json!({ "words": words, "variables": variables, "input": input });
        let orders = self.orders.as_mut().expect("it has not ended");
        writeln!(orders, "{order}").expect("the stand-in listens");
        let answer = answer(&mut self.answers);
        let bytes = |key: &str| answer[key].as_str().unwrap_or_default().as_bytes().to_vec();
        Finished {
            exit: answer["exit"]
                .as_i64()
                .and_then(|exit| exit.try_into().ok())
                .unwrap_or(-1),
            stdout: bytes("stdout"),
            stderr: bytes("stderr"),
            write_error: None,
        }
    }

    /// Returns the home in which it runs.
    #[must_use]
    pub fn home(&self) -> &std::path::Path {
        &self.home
    }

    /// Ends it and waits until it is gone.
    pub fn end(self) {}
}

impl Drop for Agent {
    fn drop(&mut self) {
        self.orders = None; // it ends when nobody can order anything any more
        let _ = self.outermost.wait();
    }
}

impl Staged<'_> {
    /// Sets a variable of the whole chain.
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Adds words to the command line of the process of this name.
    pub fn words(mut self, name: &str, words: &[&str]) -> Self {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        self.command_line.push((name.to_owned(), words));
        self
    }

    /// Gives the chain a session of its own on this terminal.
    pub fn terminal(mut self, terminal: &Terminal) -> Self {
        self.terminal = Some(terminal.path().to_owned());
        self
    }

    /// Starts the chain.
    ///
    /// # Panics
    /// It does not start.
    #[must_use]
    pub fn start(self) -> Agent {
        let mut line: Vec<String> = Vec::new();
        let last = self.names.len() - 1;
        for (at, name) in self.names.iter().enumerate() {
            line.push(Agent::link(self.home, name));
            for (named, words) in &self.command_line {
                if named == name {
                    line.push("--words".into());
                    line.push(words.len().to_string());
                    line.extend(words.iter().cloned());
                }
            }
            if let (0, Some(terminal)) = (at, &self.terminal) {
                line.extend([
                    "--terminal".into(),
                    terminal.to_str().expect("UTF-8").into(),
                ]);
            }
            line.push(if at == last { "--serve" } else { "--" }.into());
        }
        let mut outermost = Command::new(&line[0])
            .args(&line[1..])
            .env_clear()
            .envs([("HOME", self.home.path()), ("PATH", "/usr/bin:/bin".into())])
            .envs(self.variables)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the stand-in starts");
        let orders = outermost.stdin.take();
        let mut answers = BufReader::new(outermost.stdout.take().expect("piped"));
        let greeting = answer(&mut answers);
        let pid = greeting["pid"].as_u64().and_then(|pid| pid.try_into().ok());
        Agent {
            outermost,
            orders,
            answers,
            pid: pid.expect("it says its process id"),
            home: self.home.path(),
        }
    }
}

fn answer(answers: &mut BufReader<ChildStdout>) -> Value {
    let mut line = String::new();
    answers.read_line(&mut line).expect("the stand-in answers");
    serde_json::from_str(&line).expect("in JSON")
}
