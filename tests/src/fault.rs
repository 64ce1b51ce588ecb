//! Faults of single system calls: a program is traced once, and then run again and again,
//! each time with one call killed, refused or answered with another number.
//!
//! The tracer is never the program's parent, so that the program sees the same publisher
//! in every run.

use crate::{Home, Run, tool};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A tracer that may trace here.
pub struct Tracer {
    strace: PathBuf,
}

/// One system call of a traced run.
#[derive(Debug, Clone)]
pub struct Call {
    /// Name of the call.
    pub name: String,
    /// How many calls of this name there were up to and with it, without the one by which
    /// the first program was started.
    pub nth: usize,
    /// Arguments as the tracer shows them, with the paths of descriptors.
    pub told: String,
    /// Result as the tracer shows it.
    pub result: String,
}

/// What becomes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blow {
    /// The program is killed instead of making it.
    Kill,
    /// The program makes it and is stopped before the next one.
    Stop,
    /// It fails with this error.
    Error(&'static str),
    /// It and every later one of its name fails with this error.
    Errors(&'static str),
    /// It does nothing and returns this number.
    Returns(usize),
}

/// A call and what becomes of it.
#[derive(Debug, Clone)]
pub struct Fault {
    /// The call, as it was in the undisturbed run.
    pub call: Call,
    /// What becomes of it.
    pub blow: Blow,
}

impl Tracer {
    /// Returns a tracer; nothing if there is none or it may not trace.
    #[must_use]
    pub fn find() -> Option<Self> {
        let strace = tool("strace")?;
        let mut trial = Command::new(&strace);
        trial.args(["-D", "-qq", "-y", "-o", "/dev/null", "/bin/true"]);
        trial.stdout(Stdio::null()).stderr(Stdio::null());
        let status = trial.status();
        status
            .is_ok_and(|status| status.success())
            .then_some(Self { strace })
    }

    /// Prepares a run of what `program` and further arguments name, traced and perhaps
    /// with a fault. The trace is in [`Self::trace_of`] when the run has ended.
    pub fn run(&self, home: &Home, fault: Option<&Fault>, program: &Path) -> Run {
        let run = home
            .run(&self.strace)
            .arguments(["-D", "-qq", "-y", "-s", "16", "-e", "signal=none", "-o"])
            .argument(home.root().join("trace"));
        let run = match fault {
            Some(fault) => run.arguments(["-e", &fault.to_string()]),
            None => run,
        };
        run.argument("--").argument(program)
    }

    /// Returns the calls of the last traced run in this home, from the last program on
    /// that it became.
    ///
    /// # Panics
    /// There was none.
    #[must_use]
    pub fn trace_of(&self, home: &Home) -> Vec<Call> {
        let mut all = all_of(home);
        let last = all.iter().rposition(Call::became);
        all.split_off(last.map_or(0, |at| at + 1))
    }

    /// Tells whether the run that goes on in this home has made a call of this name.
    #[must_use]
    pub fn has_made(&self, home: &Home, name: &str) -> bool {
        let text = std::fs::read(home.root().join("trace")).unwrap_or_default();
        calls(&String::from_utf8_lossy(&text))
            .iter()
            .any(|call| call.name == name)
    }

    /// Returns the calls that the program of this file name made in the last traced run,
    /// with the one by which it became another.
    ///
    /// # Panics
    /// There was none.
    #[must_use]
    pub fn calls_of(&self, home: &Home, program: &str) -> Vec<Call> {
        let all = all_of(home);
        let path = format!("/{program}\"");
        let begun = |call: &Call| call.became() && call.told.contains(&path);
        let begin = all.iter().position(begun).expect("it was started") + 1;
        let after = all[begin..].iter().position(Call::became);
        let end = after.map_or(all.len(), |at| begin + at + 1);
        all[begin..end].to_vec()
    }
}

impl Call {
    /// Tells whether by this call the process became another program.
    fn became(&self) -> bool {
        self.name == "execve" && self.result == "0"
    }
}

fn all_of(home: &Home) -> Vec<Call> {
    let text = std::fs::read(home.root().join("trace")).expect("a trace");
    calls(&String::from_utf8_lossy(&text))
}

fn calls(text: &str) -> Vec<Call> {
    let mut found: Vec<Call> = Vec::new();
    for line in text.lines() {
        let (Some((name, rest)), Some((_, result))) =
            (line.split_once('('), line.rsplit_once(" = "))
        else {
            continue;
        };
        let earlier = found.iter().filter(|call| call.name == name).count();
        found.push(Call {
            name: name.to_owned(),
            // The tracer counts from the first call of the program that it starts.
            nth: earlier + usize::from(name != "execve"),
            told: rest.to_owned(),
            result: result.to_owned(),
        });
    }
    found
}

/// Returns every fault that is tried on these calls: each call killed; and for those on
/// files the errors that a system may answer, once and for ever, and short counts.
#[must_use]
pub fn faults(calls: &[Call]) -> Vec<Fault> {
    let blows = |call: &Call| -> Vec<Blow> {
        let once = errors(&call.name).iter().map(|&error| Blow::Error(error));
        let ever = lasting(&call.name).iter().map(|&error| Blow::Errors(error));
        let short = short_counts(call).into_iter().map(Blow::Returns);
        let mut blows = vec![Blow::Kill];
        blows.extend(once.chain(ever).chain(short));
        blows
    };
    let of = |call: &Call| {
        let faults = blows(call).into_iter().map(|blow| Fault {
            call: call.clone(),
            blow,
        });
        faults.collect::<Vec<_>>()
    };
    calls.iter().flat_map(of).collect()
}

fn errors(name: &str) -> &'static [&'static str] {
    match name {
        "open" | "openat" => &[
            "EACCES", "EDQUOT", "EINTR", "EIO", "EMFILE", "ENOSPC", "EROFS",
        ],
        "mkdir" | "mkdirat" => &["EACCES", "EDQUOT", "EIO", "ENOSPC", "EROFS"],
        "write" | "writev" | "pwrite64" => &["EDQUOT", "EFBIG", "EINTR", "EIO", "ENOSPC"],
        "read" | "pread64" | "getdents64" => &["EINTR", "EIO"],
        "fsync" | "fdatasync" => &["EDQUOT", "EINTR", "EINVAL", "EIO", "ENOSPC"],
        "flock" => &["EAGAIN", "EINTR", "EIO", "ENOLCK"],
        "ftruncate" => &["EINTR", "EIO", "EROFS"],
        "rename" | "renameat" | "renameat2" | "link" | "linkat" | "unlink" | "unlinkat" => {
            &["EACCES", "EDQUOT", "EIO", "ENOSPC", "EROFS"]
        }
        "stat" | "fstat" | "newfstatat" | "statx" | "lseek" | "close" => &["EIO"],
        _ => &[],
    }
}

/// Errors that do not pass by themselves.
fn lasting(name: &str) -> &'static [&'static str] {
    match name {
        "open" | "openat" => &["EMFILE"],
        "write" | "pwrite64" => &["ENOSPC"],
        // Some file systems sync no folders.
        "fsync" => &["EINVAL", "EIO"],
        "fdatasync" => &["EIO"],
        "flock" => &["ENOLCK"],
        _ => &[],
    }
}

fn short_counts(call: &Call) -> Vec<usize> {
    let whole: usize = call.result.parse().unwrap_or(0);
    let counts = match call.name.as_str() {
        "write" | "pwrite64" => vec![0, 1, whole / 2, whole.saturating_sub(1)],
        "pread64" => vec![0, 1],
        _ => Vec::new(),
    };
    // A whole count without the deed is no fault that a system has.
    counts.into_iter().filter(|&count| count < whole).collect()
}

/// As the tracer's option `-e` takes it.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Call { name, nth, .. } = &self.call;
        match self.blow {
            Blow::Kill => write!(f, "inject={name}:signal=KILL:when={nth}"),
            Blow::Stop => write!(f, "inject={name}:signal=STOP:when={nth}"),
            Blow::Error(error) => write!(f, "inject={name}:error={error}:when={nth}"),
            Blow::Errors(error) => write!(f, "inject={name}:error={error}:when={nth}+"),
            Blow::Returns(count) => write!(f, "inject={name}:retval={count}:when={nth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_read_from_the_last_program_on_or_from_a_named_one() {
        let text = "execve(\"/a\", [\"a\"], 0x1) = 0\nopen(\"/x\", O_RDONLY) = 3\n\
            execve(\"/b\", [\"b\"], 0x1) = 0\nopen(\"/y\", O_RDONLY) = 4\n\
            write(4</y>, \"a = b\"..., 9) = 9\nexit_group(0) = ?\n";
        let home = Home::new();
        let tracer = Tracer {
            strace: PathBuf::new(),
        };
        let mut file = std::fs::File::create(home.root().join("trace")).expect("is made");
        std::io::Write::write_all(&mut file, text.as_bytes()).expect("is written");
        let names = |calls: Vec<Call>| -> Vec<(String, usize)> {
            calls
                .into_iter()
                .map(|call| (call.name, call.nth))
                .collect()
        };
        let last = [("open", 2), ("write", 1), ("exit_group", 1)];
        let last = last.map(|(name, nth)| (name.to_owned(), nth));
        assert_eq!(names(tracer.trace_of(&home)), last);
        assert_eq!(names(tracer.calls_of(&home, "b")), last);
        let first = [("open", 1), ("execve", 1)].map(|(name, nth)| (name.to_owned(), nth));
        assert_eq!(names(tracer.calls_of(&home, "a")), first);
    }
}
