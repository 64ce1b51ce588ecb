//! Small readable records.

pub(crate) mod word;

pub(crate) use word::named;

use rejoin_store::event::{Ancestor, Asked, Claim, Class, Launch, Place, Publish, Tmux};
use rejoin_store::pane;
use rejoin_store::record::CLAIMS;
use rejoin_store::record::Process;
use rejoin_store::text::Text;

/// Histories that are tried where a property is about all of them.
pub(crate) const CASES: u32 = 2_000;

/// The terminal `pts/7`.
pub(crate) const TTY: u64 = 136 << 8 | 7;
/// The shell that leads its session.
pub(crate) const SHELL: u32 = 3;
/// The tmux server above it.
pub(crate) const SERVER: u32 = 2;

/// A process whose start time is its id, so that tests need one number.
pub(crate) fn process(pid: u32) -> Process {
    Process {
        pid,
        start: u64::from(pid),
    }
}

/// An ancestor that is no agent.
pub(crate) fn plain(pid: u32) -> Ancestor {
    Ancestor {
        pid,
        start: u64::from(pid),
        name: Text::from("plain"),
        agent: None,
    }
}

/// An ancestor of this name.
pub(crate) fn called(name: &str, pid: u32) -> Ancestor {
    Ancestor {
        name: Text::from(name),
        ..plain(pid)
    }
}

/// An ancestor that is one.
pub(crate) fn agent(pid: u32) -> Ancestor {
    Ancestor {
        agent: Some("alpha".to_owned()),
        ..plain(pid)
    }
}

/// A publication that is being described.
#[derive(Debug, Clone)]
pub(crate) struct Say(pub(crate) Publish);

pub(crate) fn begin(id: &str) -> Say {
    Say::of(Class::Begin, id)
}

pub(crate) fn prompt(id: &str) -> Say {
    Say::of(Class::Prompt, id)
}

pub(crate) fn go_on(id: &str) -> Say {
    Say::of(Class::Continue, id)
}

pub(crate) fn end(id: &str) -> Say {
    Say::of(Class::End, id)
}

impl Say {
    fn of(class: Class, id: &str) -> Self {
        Self(Publish {
            agent: "alpha".to_owned(),
            id: id.to_owned(),
            child: None,
            claim: Claim::default(),
            publisher: process(10),
            store: None,
            cwd: None,
            transcript: None,
            class,
            event: "any".to_owned(),
            source: None,
            at: "then".to_owned(),
            boot: "boot-1".to_owned(),
            marks: Vec::new(),
            name: Text::from("alpha"),
            group: 10,
            foreground: false,
            store_dev: None,
            store_ino: None,
            above: Vec::new(),
            alive: None,
            alive_of: Vec::new(),
        })
    }

    /// Sets the publisher, in a process group of its own.
    pub(crate) fn by(mut self, pid: u32) -> Self {
        self.0.publisher = process(pid);
        self.0.group = pid;
        self
    }

    pub(crate) fn named(mut self, token: &str) -> Self {
        self.0.claim.token = Some(token.to_owned());
        self
    }

    pub(crate) fn under(mut self, above: &[Ancestor]) -> Self {
        self.0.above = above.to_vec();
        self
    }

    /// Puts the publisher into the foreground of a terminal, below its shell.
    pub(crate) fn shown_on(mut self, tty: u64) -> Self {
        self.0.claim.tty = tty;
        self.0.claim.session = SHELL;
        self.0.foreground = true;
        if self.0.above.is_empty() {
            self.0.above = vec![plain(SHELL), plain(SERVER)];
        }
        self
    }

    pub(crate) fn hidden(mut self) -> Self {
        self.0.foreground = false;
        self
    }

    pub(crate) fn tmux(mut self, pane: &str) -> Self {
        self.0.claim.tmux = Some(Tmux {
            socket: Text::from("/tmp/tmux-0/default"),
            server: SERVER,
            pane: pane.to_owned(),
        });
        self
    }

    /// Names a pane of another multiplexer.
    pub(crate) fn within(mut self, multiplexer: &str, session: &str, pane: &str) -> Self {
        self.0.claim.within.push(Place {
            multiplexer: multiplexer.to_owned(),
            session: Text::from(session),
            pane: pane.to_owned(),
        });
        self
    }

    pub(crate) fn alive(mut self, pids: &[u32]) -> Self {
        self.0.alive = Some(pids.iter().copied().map(process).collect());
        self.0.alive_of = CLAIMS.map(str::to_owned).to_vec();
        self
    }

    pub(crate) fn marked(mut self, mark: &str) -> Self {
        self.0.marks.push(mark.to_owned());
        self
    }

    pub(crate) fn boot(mut self, boot: &str) -> Self {
        self.0.boot = boot.to_owned();
        self
    }

    pub(crate) fn child(mut self, child: &str) -> Self {
        self.0.child = Some(child.to_owned());
        self
    }

    pub(crate) fn cwd(mut self, cwd: &str) -> Self {
        self.0.cwd = Some(Text::from(cwd));
        self
    }

    pub(crate) fn transcript(mut self, transcript: &str) -> Self {
        self.0.transcript = Some(Text::from(transcript));
        self
    }

    pub(crate) fn store(mut self, path: &str, ino: u64) -> Self {
        self.0.store = Some(Text::from(path));
        self.0.store_dev = Some(1);
        self.0.store_ino = Some(ino);
        self
    }

    pub(crate) fn agent(mut self, agent: &str) -> Self {
        self.0.agent = agent.to_owned();
        self
    }
}

/// A launch that is being described.
#[derive(Debug, Clone)]
pub(crate) struct Start(pub(crate) Launch);

/// Launches process `pid` in a pane, without a terminal.
pub(crate) fn launch(pane: &str, pid: u32) -> Start {
    Start(Launch {
        launch: format!("launch-{pane}-{pid}"),
        pane: pane.to_owned(),
        process: process(pid),
        tty: 0,
        agent: Some("alpha".to_owned()),
        program: Text::from("/bin/alpha"),
        program_dev: None,
        program_ino: None,
        wrapper: None,
        argv: Vec::new(),
        left_out: 0,
        cwd: Text::from("/w"),
        store: None,
        store_dev: None,
        store_ino: None,
        store_by: None,
        filesystem: None,
        asked: None,
        at: "then".to_owned(),
        boot: "boot-1".to_owned(),
    })
}

impl Start {
    pub(crate) fn on(mut self, tty: u64) -> Self {
        self.0.tty = tty;
        self
    }

    pub(crate) fn resumes(self, id: &str) -> Self {
        self.asks("resume", Some(id), None)
    }

    pub(crate) fn asks(mut self, how: &str, id: Option<&str>, new: Option<&str>) -> Self {
        self.0.asked = Some(Asked {
            how: how.to_owned(),
            id: id.map(str::to_owned),
            new: new.map(str::to_owned),
        });
        self
    }

    pub(crate) fn store(mut self, path: &str, ino: u64) -> Self {
        self.0.store = Some(Text::from(path));
        self.0.store_dev = Some(1);
        self.0.store_ino = Some(ino);
        self
    }
}

/// Returns the key of a pane of the server that [`Say::tmux`] claims.
pub(crate) fn tmux_key(pane: &str) -> String {
    pane::key_of_tmux(b"/tmp/tmux-0/default", process(SERVER), "boot-1", pane)
}
