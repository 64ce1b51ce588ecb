//! The stand-in for an agent: `puppet [--words N WORD...] [--terminal PATH] (-- PROGRAM ARG... | --serve)`.
//!
//! With `--` it runs a program as its child and ends when that ends. With `--serve` it says
//! its process id and then runs what each line of its standard input orders. The words do
//! nothing: they are there to be seen on its command line.
#![forbid(unsafe_code)]

use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::process::{Command, ExitCode, Stdio};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--words") => {
                let count = arguments
                    .next()
                    .and_then(|count| count.to_str()?.parse().ok());
                for _ in 0..count.unwrap_or(0) {
                    arguments.next();
                }
            }
            Some("--terminal") => lead(&arguments.next().expect("a path")),
            Some("--serve") => return serve(),
            _ => {
                let program = arguments.next().expect("a program");
                let status = Command::new(program)
                    .args(arguments)
                    .status()
                    .expect("it runs");
                return ExitCode::from(u8::from(!status.success()));
            }
        }
    }
    ExitCode::from(2)
}

/// Becomes the leader of a session on this terminal.
fn lead(terminal: &std::ffi::OsStr) {
    rustix::process::setsid().expect("no group leader yet");
    let file = std::fs::File::options()
        .read(true)
        .write(true)
        .open(terminal)
        .expect("opens");
    rustix::process::ioctl_tiocsctty(&file).expect("becomes the controlling terminal");
}

fn serve() -> ExitCode {
    say(&json!({ "pid": std::process::id() }));
    for order in std::io::stdin().lock().lines() {
        let order = order.expect("a line");
        say(&obey(&serde_json::from_str(&order).expect("JSON")));
    }
    ExitCode::SUCCESS
}

fn obey(order: &Value) -> Value {
    let words: Vec<&str> = texts(&order["words"]);
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    for pair in order["variables"].as_array().expect("a list") {
        let pair = texts(pair);
        command.env(pair[0], pair[1]);
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let input = order["input"].as_str().expect("a text");
    let _ = child
        .stdin
        .take()
        .expect("piped")
        .write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    json!({
        "exit": output.status.code().unwrap_or(-1),
        "stdout": String::from_utf8_lossy(&output.stdout),
        "stderr": String::from_utf8_lossy(&output.stderr),
    })
}

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter()
        .map(|value| value.as_str().expect("a text"))
        .collect()
}

fn say(value: &Value) {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{value}")
        .and_then(|()| output.flush())
        .expect("someone listens");
}
