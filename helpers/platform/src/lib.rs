//! What differs by operating system: processes and their ancestors, the boot, the clock.
//!
//! Everything else asks here and never reads `/proc` itself. No heap, and no
//! answer that is a guess: what the system does not tell is `None`.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

mod clock;
mod host;
#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "other.rs")]
mod system;

pub use clock::{TIMESTAMP_BYTES, Timestamp, boot_second};
pub use host::{HOST_ID_BYTES, host_id};
pub use system::{boot_id, has_argument, process};

/// Longest program name that the kernel keeps, in bytes.
pub const NAME_BYTES_MAX: usize = 15;

/// Length of a boot id in bytes: a UUID with dashes.
pub const BOOT_ID_BYTES: usize = 36;

/// A living process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Process {
    /// Process id.
    pub pid: u32,
    /// Start time in clock ticks since boot; with the id it is never used again in one boot.
    pub start: u64,
    /// Process id of the parent.
    pub parent: u32,
    /// Process group.
    pub group: u32,
    /// Session, named by the process id of its leader.
    pub session: u32,
    /// Device number of the controlling terminal; 0 is none.
    pub tty: u64,
    /// Whether its group is the foreground group of that terminal.
    pub foreground: bool,
    name: [u8; NAME_BYTES_MAX],
    name_bytes: u8,
}

impl Process {
    /// Returns the name of its program as the kernel has it, cut at [`NAME_BYTES_MAX`].
    #[must_use]
    pub fn name(&self) -> &[u8] {
        self.name
            .get(..usize::from(self.name_bytes))
            .unwrap_or_default()
    }

    /// Tells whether this process leads the session of a terminal.
    #[must_use]
    pub fn leads_terminal(&self) -> bool {
        self.tty != 0 && self.session == self.pid
    }
}
