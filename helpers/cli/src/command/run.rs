//! `rejoin run`: notes which program starts in which pane, then becomes that program:
//! same process, same terminal, standard input untouched.
//!
//! Keeping the note may fail, and the program starts nevertheless.

use crate::append::Appender;
use crate::argv::{hex, random};
use crate::asks::{Asked, asked};
use crate::error::{Error, Kind};
use crate::here;
use crate::print::{note, plain};
use crate::program::{self, Missing};
use crate::world::World;
use rejoin_agents::Agent;
use rejoin_platform::Timestamp;
use rejoin_store::record::{self, Launch, NotStarted};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Start a program in this pane, so that its conversations belong to it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of the pane, if not this one
    #[arg(long, value_name = "PANE")]
    pane: Option<String>,
    /// Agent that the program is, if its file name does not say it
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<OsString>,
}

/// What is about to start, and where.
struct Start<'s> {
    launch: String,
    pane: String,
    program: PathBuf,
    agent: Option<&'static Agent>,
    words: &'s [OsString],
}

/// Becomes the program.
///
/// # Errors
/// There is no such program, or the system refused to start it.
pub fn run(world: &World, args: &Args) -> Result<(), Error> {
    let Some((word, words)) = args.command.split_first() else {
        return Err(Error::new(Kind::Usage, "no program is named"));
    };
    let program = program::find(word, world.variable("PATH"), &world.cwd)
        .map_err(|missing| explain(word, &missing))?;
    let agent = agent_of(args.agent.as_deref(), word)?;
    let launch = hex(&random::<16>()
        .ok_or_else(|| Error::new(Kind::System, "the system gives no random bytes"))?);
    let pane = match &args.pane {
        Some(pane) => here::meant(world, Some(pane))?,
        None => here::this_pane(world).unwrap_or_else(|| format!("run:{}", &launch[..12])),
    };
    let start = Start {
        launch,
        pane,
        program,
        agent,
        words,
    };
    // Neither the log nor the note about it may keep the program from starting.
    let limit = rejoin_entry::ignore_file_size_limit();
    // Recorded, it would open a new generation of the pane that shows the outer agent.
    let inside = here::inside_agent().filter(|_| args.pane.is_none());
    let appender = match inside {
        Some(title) => Err(format!(
            "it runs inside {title}; --pane gives it a pane of its own"
        )),
        None => Appender::open(world),
    };
    let mut appender = appender.and_then(|mut appender| {
        append_launch(world, &start, &mut appender)?;
        Ok(appender)
    });
    if let Err(reason) = &appender {
        note(format_args!("this start is not recorded: {reason}"));
    }
    limit.restore();
    let failure = become_program(&start, word, inside.is_none());
    rejoin_entry::ignore_file_size_limit();
    let error = refused(&start.program, &failure);
    if let Ok(appender) = &mut appender {
        let now = Timestamp::now();
        let record = NotStarted {
            launch: &start.launch,
            pane: &start.pane,
            exit_code: error.kind.exit_code(),
            at: now.as_str(),
        };
        // The launch alone would look like a program that never said anything.
        let _ = appender.append(|json| record.write(json));
    }
    Err(error)
}

fn append_launch(world: &World, start: &Start<'_>, to: &mut Appender) -> Result<(), String> {
    let me = rejoin_platform::process(std::process::id())
        .ok_or("the system does not tell when this process started")?;
    let boot = rejoin_platform::boot_id().ok_or("the system has no boot id")?;
    let asked = start.agent.and_then(|agent| asked(agent, start.words));
    let store = start.agent.and_then(|agent| world.store_of(agent).ok());
    let identity = store.as_deref().and_then(identity_of);
    let now = Timestamp::now();
    let launch = Launch {
        launch: &start.launch,
        pane: &start.pane,
        process: record::Process {
            pid: me.pid,
            start: me.start,
        },
        tty: me.tty,
        agent: start.agent.map(|agent| agent.name),
        program: start.program.as_os_str().as_bytes(),
        program_identity: None,
        wrapper: None,
        argv: &[],
        left_out: 0,
        cwd: world.cwd.as_os_str().as_bytes(),
        store: store.as_deref().map(|path| path.as_os_str().as_bytes()),
        store_identity: identity,
        store_by: None,
        filesystem: None,
        asked: asked.as_ref().map(Asked::as_record),
        boot: std::str::from_utf8(&boot).map_err(|_| "the system has no boot id")?,
        at: now.as_str(),
    };
    to.append(|json| launch.write(json))
}

impl Asked {
    fn as_record(&self) -> record::Asked<'_> {
        record::Asked {
            how: self.how,
            id: self.id.as_deref(),
            new: self.new.as_deref(),
        }
    }
}

fn identity_of(path: &Path) -> Option<(u64, u64)> {
    path.metadata().ok().map(|facts| (facts.dev(), facts.ino()))
}

/// Replaces this process; returns only if that failed.
fn become_program(start: &Start<'_>, word: &OsStr, named: bool) -> std::io::Error {
    let added = start
        .agent
        .map_or(&[][..], |agent| added(agent, start.words));
    let mut command = Command::new(&start.program);
    command.arg0(word).args(added).args(start.words);
    if named {
        command.env("REJOIN_PANE", &start.pane);
        command.env("REJOIN_LAUNCH", &start.launch);
    }
    command.exec()
}

/// Returns what the agent's definition adds to a line that does not say it already.
fn added(agent: &Agent, words: &[OsString]) -> &'static [&'static str] {
    let options = || words.iter().take_while(|word| *word != "--");
    if options().any(|word| agent.launch.args.iter().any(|arg| word == arg)) {
        return &[];
    }
    agent.launch.args
}

/// Tells which agent a program is: by its file name, unless a person names it.
fn agent_of(named: Option<&str>, word: &OsStr) -> Result<Option<&'static Agent>, Error> {
    let file = Path::new(word).file_name().unwrap_or_default();
    let by_file = rejoin_agents::AGENTS
        .iter()
        .find(|agent| agent.programs.iter().any(|program| file == *program));
    let Some(named) = named else {
        return Ok(by_file);
    };
    let agent = rejoin_agents::find(named.as_bytes()).ok_or_else(|| {
        Error::new(Kind::Usage, format!("there is no agent called {named}"))
            .code("unknown-agent")
            .remedy("See `rejoin agents`.")
    })?;
    match by_file {
        Some(other) if other.name != agent.name => Err(Error::new(
            Kind::Usage,
            format!("{} is {}, not {}", plain(file), other.title, agent.title),
        )
        .code("other-agent")
        .remedy("Leave --agent out, or name the program of that agent.")),
        _ => Ok(Some(agent)),
    }
}

fn explain(word: &OsStr, missing: &Missing) -> Error {
    let word = plain(word);
    match missing {
        Missing::NotFound => Error::new(Kind::ProgramMissing, format!("{word}: command not found"))
            .remedy("Install it, or put its folder on PATH."),
        Missing::NotExecutable(file) => Error::new(
            Kind::ProgramUnfit,
            format!("{}: cannot be executed", plain(file)),
        )
        .remedy("It must be a file with permission to execute."),
    }
}

fn refused(program: &Path, failure: &std::io::Error) -> Error {
    use rustix::io::Errno;
    let kind = match Errno::from_io_error(failure) {
        Some(Errno::NOENT | Errno::ACCESS | Errno::NOEXEC | Errno::NOTDIR | Errno::ISDIR) => {
            Kind::ProgramUnfit
        }
        _ => Kind::System,
    };
    let cause = match Errno::from_io_error(failure) {
        // The file was found a moment ago.
        Some(Errno::NOENT) => "its interpreter is missing".to_owned(),
        _ => failure.to_string(),
    };
    Error::new(kind, format!("{}: {cause}", plain(program)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn arguments_of_a_definition_are_added_once() {
        let codex = rejoin_agents::find(b"codex").expect("known");
        assert_eq!(added(codex, &words("resume x")), codex.launch.args);
        assert!(added(codex, &words("resume x --no-daemon")).is_empty());
        assert_eq!(added(codex, &words("-- --no-daemon")), codex.launch.args);
    }

    #[test]
    fn an_agent_is_known_by_its_file_name_wherever_it_lies() {
        let found =
            |named, word: &str| agent_of(named, OsStr::new(word)).map(|a| a.map(|a| a.name));
        assert_eq!(found(None, "claude").expect("fine"), Some("claude"));
        assert_eq!(found(None, "/opt/x/codex").expect("fine"), Some("codex"));
        assert_eq!(found(None, "vim").expect("fine"), None);
        assert_eq!(
            found(Some("codex"), "my-wrapper").expect("fine"),
            Some("codex")
        );
        assert_eq!(
            found(Some("codex"), "claude")
                .expect_err("contradiction")
                .code,
            "other-agent"
        );
        assert_eq!(
            found(Some("x"), "claude").expect_err("unknown").code,
            "unknown-agent"
        );
    }

    #[test]
    fn failures_have_the_exit_codes_of_a_shell() {
        let not_found = explain(OsStr::new("x"), &Missing::NotFound);
        assert_eq!(not_found.kind.exit_code(), 127);
        let unfit = explain(OsStr::new("x"), &Missing::NotExecutable("/x".into()));
        assert_eq!(unfit.kind.exit_code(), 126);
        let of =
            |errno: rustix::io::Errno| refused(Path::new("/x"), &errno.into()).kind.exit_code();
        assert_eq!(of(rustix::io::Errno::NOEXEC), 126);
        assert_eq!(of(rustix::io::Errno::TOOBIG), 111);
    }
}
