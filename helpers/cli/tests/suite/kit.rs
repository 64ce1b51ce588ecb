//! A throw-away home, records to fill its log, and the program to run there.

use rejoin_store::append::{Draft, Log, Sync};
use rejoin_store::folder::FolderPath;
use rejoin_store::frame::FRAME_BYTES_MAX;
use rejoin_store::json::Writer;
use rejoin_store::record::{Address, Ancestor, Claim, Class, Facts, Process, Publication};
use rejoin_store::storage::Files;
use serde_json::Value;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program.
pub const REJOIN: &str = env!("CARGO_BIN_EXE_rejoin");

/// Conversations.
pub const A: &str = "aaaaaaaa-0000-4000-8000-00000000000a";
pub const B: &str = "bbbbbbbb-0000-4000-8000-00000000000b";

/// A throw-away home.
pub struct Home {
    folder: tempfile::TempDir,
}

/// What the program did.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("{}\n{}", self.out, self.err))
    }
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("it was not killed"),
            out: String::from_utf8(output.stdout).expect("utf-8"),
            err: String::from_utf8(output.stderr).expect("utf-8"),
        }
    }
}

impl Home {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The folder of this host's log.
    pub fn state(&self) -> PathBuf {
        let host = rejoin_platform::host_id().expect("it has a name");
        self.state_folder().join(OsStr::from_bytes(&host))
    }

    pub fn state_folder(&self) -> PathBuf {
        self.path().join(".local/state/rejoin")
    }

    /// A program of this name in this home's `bin`.
    pub fn program(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.write(&format!("bin/{name}"), text);
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("set");
        path
    }

    #[expect(clippy::disallowed_methods, reason = "a fixture")]
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("below home")).expect("made");
        std::fs::write(&path, text).expect("written");
        path
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(REJOIN);
        command
            .args(arguments)
            .env_clear()
            .env("HOME", self.path())
            .env(
                "PATH",
                format!("{}/bin:/usr/bin:/bin", self.path().display()),
            )
            .current_dir(self.path());
        command
    }

    pub fn rejoin(&self, arguments: &[&str]) -> Said {
        self.command(arguments).output().expect("it runs").into()
    }

    /// Appends what the hook of a conversation would say.
    pub fn publish(&self, pane: &str, agent: &str, id: &str, cwd: &str) {
        let store = self.path().join(format!(".{agent}"));
        self.publish_in(pane, agent, id, cwd, store.as_os_str());
    }

    pub fn publish_in(&self, pane: &str, agent: &str, id: &str, cwd: &str, store: &OsStr) {
        let claim = Claim {
            token: Some(pane),
            ..Claim::default()
        };
        let publication = Publication {
            agent,
            id,
            child: None,
            claim,
            publisher: Process {
                pid: 4_190_000,
                start: 7,
            },
            store: Some(store.as_bytes()),
            cwd: Some(cwd),
            transcript: None,
            class: Class::Prompt,
            event: "Prompted",
            source: None,
        };
        self.say(&publication, &[], &[]);
    }

    /// Appends a publication with these marks, whose publisher has these ancestors.
    pub fn say(&self, publication: &Publication<'_>, marks: &[&str], above: &[Ancestor<'_>]) {
        let facts = Facts {
            boot: "an earlier boot",
            at: "2026-11-30T12:00:00.000Z",
            marks,
            name: publication.agent.as_bytes(),
            group: 4_190_000,
            foreground: false,
            above,
            alive: None,
            alive_of: &[],
            store: None,
        };
        let mut draft = Box::new(Draft::new());
        let mut json = draft.writer();
        publication.write_identity(&mut json);
        publication.write_facts(&mut json, &facts);
        let bytes = json.used();
        self.append(&mut draft, bytes);
    }

    /// Appends where a tmux server that is gone showed a pane.
    pub fn stands(&self, pane: &str, session: &str, window: u64) {
        let socket = self.path().join("tmux.sock");
        let place = format!("tmux:tmux.sock:%{window}@gone");
        let address = Address {
            pane,
            multiplexer: "tmux",
            server: socket.as_os_str().as_bytes(),
            place: &place,
            session: Some(session),
            window: Some(window),
            index: Some(0),
            at: "2026-11-30T12:00:00.000Z",
            ..Address::default()
        };
        self.record(|json| address.write(json));
    }

    /// Appends a record that some other part of rejoin would write.
    pub fn record(&self, write: impl FnOnce(&mut Writer<'_>)) {
        let mut draft = Box::new(Draft::new());
        let mut json = draft.writer();
        write(&mut json);
        let bytes = json.used();
        self.append(&mut draft, bytes);
    }

    fn append(&self, draft: &mut Draft, bytes: usize) {
        let state = self.state_folder();
        let state =
            |name: &[u8]| (name == b"REJOIN_STATE_DIR").then_some(state.as_os_str().as_bytes());
        let mut path = Box::new(FolderPath::new());
        path.find(&rejoin_platform::host_id().expect("it has a name"), state)
            .expect("a place");
        let files = Files::open(path.open().expect("a folder")).expect("a log");
        let mut scratch = Box::new([0; FRAME_BYTES_MAX]);
        Log::new(files, 0)
            .append(draft, bytes, None, Sync::Later, &mut scratch, |_, _| false)
            .expect("appended");
    }
}
