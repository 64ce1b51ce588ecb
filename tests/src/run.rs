//! One run of a program: what it gets, and what it left.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::ffi::OsStr;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;

/// How long any run may take in seconds before the test gives up; far above every bound
/// that a program promises, so that a busy machine fails nothing.
pub const DEADLINE: i64 = 60;

/// A program about to run, with nothing in its environment but what is given.
#[must_use]
pub struct Run {
    command: Command,
    input: Input,
}

enum Input {
    Bytes(Vec<u8>),
    Descriptor(OwnedFd),
}

/// A program that runs.
#[must_use]
pub struct Running {
    child: Child,
    input: Option<ChildStdin>,
    writer: Option<JoinHandle<Option<ErrorKind>>>,
    outputs: [JoinHandle<Vec<u8>>; 2],
}

/// What a program left.
#[must_use]
#[derive(Debug)]
pub struct Finished {
    /// Exit code, or the negative number of the signal that ended it.
    pub exit: i32,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
    /// What stopped the writer at the other end of its standard input.
    pub write_error: Option<ErrorKind>,
}

impl Run {
    /// Prepares a run with an empty environment and an empty standard input.
    pub fn new(program: &Path) -> Self {
        let mut command = Command::new(program);
        command.env_clear();
        Self {
            command,
            input: Input::Bytes(Vec::new()),
        }
    }

    /// Adds an argument.
    pub fn argument(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    /// Adds arguments.
    pub fn arguments<S: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = S>) -> Self {
        self.command.args(arguments);
        self
    }

    /// Sets a variable.
    pub fn variable(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Takes a variable away.
    pub fn without(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Takes every variable away.
    pub fn without_environment(mut self) -> Self {
        self.command.env_clear();
        self
    }

    /// Names the pane by its token.
    pub fn pane(self, token: impl AsRef<OsStr>) -> Self {
        self.variable("REJOIN_PANE", token)
    }

    /// Sets the working directory.
    pub fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Gives bytes on a pipe as standard input.
    pub fn input(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.input = Input::Bytes(bytes.as_ref().to_vec());
        self
    }

    /// Gives a descriptor as standard input.
    pub fn input_from(mut self, descriptor: impl Into<OwnedFd>) -> Self {
        self.input = Input::Descriptor(descriptor.into());
        self
    }

    /// Starts it; its standard input stays open behind the given bytes.
    ///
    /// # Panics
    /// It does not start.
    pub fn start(mut self) -> Running {
        let (stdin, bytes) = match self.input {
            Input::Bytes(bytes) => (Stdio::piped(), bytes),
            Input::Descriptor(descriptor) => (descriptor.into(), Vec::new()),
        };
        self.command
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = self.command.spawn().unwrap_or_else(|error| {
            panic!("{:?} does not start: {error}", self.command.get_program());
        });
        let outputs = [
            reader(child.stdout.take().expect("piped")),
            reader(child.stderr.take().expect("piped")),
        ];
        let input = child.stdin.take();
        let mut running = Running {
            child,
            input,
            writer: None,
            outputs,
        };
        running.write(bytes);
        running
    }

    /// Runs it to its end.
    pub fn finish(self) -> Finished {
        let mut running = self.start();
        running.close_input();
        running.wait()
    }
}

impl Running {
    /// Returns its process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Writes to its standard input in the background, if that is still open here.
    fn write(&mut self, bytes: Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        // The writer has its own descriptor, so that this one can stay open.
        let Some(input) = self.input.as_ref() else {
            return;
        };
        let copy = rustix::io::fcntl_dupfd_cloexec(input, 0).expect("a descriptor");
        let mut file = std::fs::File::from(copy);
        let writer = move || file.write_all(&bytes).err().map(|error| error.kind());
        self.writer = Some(std::thread::spawn(writer));
    }

    /// Ends its standard input as soon as everything is written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for its end, with its standard input as open as it is.
    ///
    /// # Panics
    /// It does not end within [`DEADLINE`].
    pub fn wait(mut self) -> Finished {
        let status = wait(&mut self.child);
        let write_error = self
            .writer
            .take()
            .and_then(|writer| writer.join().expect("joins"));
        let [stdout, stderr] = self.outputs.map(|output| output.join().expect("joins"));
        let exit = status
            .code()
            .unwrap_or_else(|| -status.signal().unwrap_or(0));
        Finished {
            exit,
            stdout,
            stderr,
            write_error,
        }
    }
}

impl Finished {
    /// Asserts what every run of a hook promises: exit 0, not a byte on either output, and
    /// a writer that could hand everything over.
    pub fn quiet(self) {
        assert_eq!(self.exit, 0, "{self:?}");
        assert!(self.stdout.is_empty() && self.stderr.is_empty(), "{self:?}");
        assert_eq!(self.write_error, None, "the writer was stopped");
    }

    /// Asserts a refusal of `rejoin-exec`: its code, one line on standard error that holds
    /// `why` and nothing that commands a terminal, and no byte on standard output.
    pub fn refused(self, code: i32, why: &str) {
        assert_eq!(self.exit, code, "{self:?}");
        assert!(self.stdout.is_empty(), "{self:?}");
        let plain = |byte: &u8| *byte == b'\n' || (b' '..=b'~').contains(byte);
        assert!(self.stderr.iter().all(plain), "{self:?}");
        let told = String::from_utf8_lossy(&self.stderr);
        assert!(
            told.starts_with("rejoin-exec: ") && told.contains(why),
            "{told}"
        );
    }

    /// Returns standard output as text.
    ///
    /// # Panics
    /// It is not UTF-8.
    #[must_use]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("UTF-8")
    }
}

fn reader(mut from: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        bytes
    })
}

fn wait(child: &mut Child) -> ExitStatus {
    let pid = Pid::from_child(child);
    let handle = pidfd_open(pid, PidfdFlags::empty()).expect("the child is not reaped yet");
    let mut ended = [PollFd::new(&handle, PollFlags::IN)];
    let limit = Timespec {
        tv_sec: DEADLINE,
        tv_nsec: 0,
    };
    let ready = rustix::io::retry_on_intr(|| poll(&mut ended, Some(&limit)));
    if ready == Ok(0) {
        child.kill().expect("it is ours");
        child.wait().expect("reaped");
        panic!("it did not end within {DEADLINE} s");
    }
    child.wait().expect("reaped")
}
