//! Appends the records that this program itself makes: a launch and its failure, and what a
//! person says of a pane.
//! It must never stand between a person and the program they start.

use crate::error::{Error as Refused, Kind};
use crate::world::World;
use rejoin_store::append::{Draft, Error, Log, Sync};
use rejoin_store::folder::{FolderPath, Unusable};
use rejoin_store::frame::FRAME_BYTES_MAX;
use rejoin_store::json::Writer;
use rejoin_store::storage::Files;
use std::os::unix::ffi::OsStrExt;

/// The log, open for appending.
pub struct Appender {
    log: Log<Files>,
    draft: Box<Draft>,
    scratch: Box<[u8; FRAME_BYTES_MAX]>,
}

impl Appender {
    /// Opens the log, making its folder if it is missing.
    ///
    /// # Errors
    /// Says in one sentence why records cannot be kept.
    pub fn open(world: &World) -> Result<Self, String> {
        let variable = |name: &[u8]| {
            let name = std::str::from_utf8(name).ok()?;
            world.variable(name).map(OsStrExt::as_bytes)
        };
        let mut path = Box::new(FolderPath::new());
        let host = rejoin_platform::host_id().ok_or("the machine id cannot be read")?;
        let folder = path.find(&host, variable).and_then(|()| path.open());
        let folder = folder.map_err(|unusable| reason(world, unusable))?;
        let files = Files::open(folder).map_err(|errno| {
            format!("the log cannot be opened: {}", std::io::Error::from(errno))
        })?;
        Ok(Self {
            log: Log::new(files, rejoin_platform::boot_second()),
            draft: Box::new(Draft::new()),
            scratch: Box::new([0; FRAME_BYTES_MAX]),
        })
    }

    /// Appends one record and makes it durable.
    ///
    /// # Errors
    /// Says in one sentence why it is not in the log.
    pub fn append(&mut self, write: impl FnOnce(&mut Writer<'_>)) -> Result<(), String> {
        let mut json = self.draft.writer();
        write(&mut json);
        let bytes = json
            .text()
            .map(<[u8]>::len)
            .ok_or("the record is too large")?;
        let never = |_: &[u8], _: &[u8]| false;
        match self.log.append(
            &mut self.draft,
            bytes,
            None,
            Sync::Now,
            &mut self.scratch,
            never,
        ) {
            Ok(_) => Ok(()),
            Err(Error::TooLarge) => Err("the record is too large".to_owned()),
            Err(Error::Short) => Err("the disk is full".to_owned()),
            Err(Error::System(errno)) => Err(format!(
                "the log cannot be written: {}",
                std::io::Error::from(errno)
            )),
        }
    }
}

/// Notes one record that a person asked for.
///
/// # Errors
/// It is not in the log, and why.
pub fn note(world: &World, write: impl FnOnce(&mut Writer<'_>)) -> Result<(), Refused> {
    Appender::open(world)
        .and_then(|mut appender| appender.append(write))
        .map_err(|reason| {
            Refused::new(Kind::Damaged, format!("this is not noted: {reason}"))
                .remedy("See `rejoin doctor`, then run it again.")
        })
}

fn reason(world: &World, unusable: Unusable) -> String {
    let folder = world
        .state_folder()
        .map(|folder| crate::print::plain(&folder).to_string());
    let folder = folder.unwrap_or_else(|error| error.cause);
    match unusable {
        Unusable::NoPlace => folder,
        Unusable::NotOurs => format!("{folder} belongs to another user"),
        Unusable::OpenToOthers => format!("{folder} is open to other users; run chmod 700 on it"),
        Unusable::System(errno) => format!("{folder}: {}", std::io::Error::from(errno)),
    }
}
