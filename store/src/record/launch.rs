//! The start of a program in a pane, and its failure.

use super::{Process, optional, write_identity_of_store, write_process};
use crate::json::Writer;

/// A start of a program in a pane.
#[derive(Debug, Clone, Copy)]
pub struct Launch<'a> {
    /// Random id of this launch.
    pub launch: &'a str,
    /// Key of the pane whose new generation this opens.
    pub pane: &'a str,
    /// The process that becomes the program.
    pub process: Process,
    /// Device number of its controlling terminal; 0 is none.
    pub tty: u64,
    /// Agent definition of the program.
    pub agent: Option<&'a str>,
    /// Absolute path of the program.
    pub program: &'a [u8],
    /// Device and inode of that file.
    pub program_identity: Option<(u64, u64)>,
    /// Name under which a person's configuration declares the program as a wrapper.
    pub wrapper: Option<&'a str>,
    /// The command line without what may be private: the program as it was typed, and
    /// those of its words that a later start may repeat.
    pub argv: &'a [&'a [u8]],
    /// Words of the command line that stand neither in `argv` nor in `asked`.
    pub left_out: u64,
    /// Working directory.
    pub cwd: &'a [u8],
    /// Root under which the agent will keep conversations.
    pub store: Option<&'a [u8]>,
    /// Device and inode of that root, if it exists.
    pub store_identity: Option<(u64, u64)>,
    /// Name of the variable that says where the store is; nothing if it is where the
    /// agent has it by itself.
    pub store_by: Option<&'a str>,
    /// Where the paths of this record are: `host`, or nothing if that is not known.
    pub filesystem: Option<&'a str>,
    /// Conversation that the command line asks for.
    pub asked: Option<Asked<'a>>,
    /// Boot id of this host.
    pub boot: &'a str,
    /// Wall clock, for people only.
    pub at: &'a str,
}

/// What a command line asks of its agent.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// `fresh`, `resume` or `fork`.
    pub how: &'a str,
    /// The conversation that is resumed or forked.
    pub id: Option<&'a str>,
    /// The id that a new conversation or child is to have.
    pub new: Option<&'a str>,
}

impl Launch<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        json.open(b'{');
        json.field("kind", "launch");
        json.field("launch", self.launch);
        json.field("pane", self.pane);
        json.key("process");
        write_process(json, self.process);
        json.field_number("tty", self.tty);
        optional(json, "agent", self.agent);
        json.key("program");
        json.bytes_value(self.program);
        if let Some((dev, ino)) = self.program_identity {
            json.field_number("program_dev", dev);
            json.field_number("program_ino", ino);
        }
        optional(json, "wrapper", self.wrapper);
        if !self.argv.is_empty() {
            json.key("argv");
            json.open(b'[');
            for word in self.argv {
                json.bytes_value(word);
            }
            json.close(b']');
        }
        if self.left_out > 0 {
            json.field_number("left_out", self.left_out);
        }
        json.key("cwd");
        json.bytes_value(self.cwd);
        if let Some(path) = self.store {
            json.key("store");
            json.bytes_value(path);
        }
        write_identity_of_store(json, self.store_identity);
        optional(json, "store_by", self.store_by);
        optional(json, "filesystem", self.filesystem);
        if let Some(asked) = self.asked {
            json.key("asked");
            json.open(b'{');
            json.field("how", asked.how);
            optional(json, "id", asked.id);
            optional(json, "new", asked.new);
            json.close(b'}');
        }
        json.field("at", self.at);
        json.field("boot", self.boot);
        json.close(b'}');
    }
}

/// A launch whose program did not start.
#[derive(Debug, Clone, Copy)]
pub struct NotStarted<'a> {
    /// Id of the launch.
    pub launch: &'a str,
    /// Key of its pane.
    pub pane: &'a str,
    /// Exit code that says why, as a shell would give it.
    pub exit_code: u8,
    /// Wall clock, for people only.
    pub at: &'a str,
}

impl NotStarted<'_> {
    /// Writes the record.
    pub fn write(&self, json: &mut Writer<'_>) {
        json.open(b'{');
        json.field("kind", "not_started");
        json.field("launch", self.launch);
        json.field("pane", self.pane);
        json.field_number("exit_code", u64::from(self.exit_code));
        json.field("at", self.at);
        json.close(b'}');
    }
}
