//! One file in the row that makes a log.

use std::fs::File;
use std::io;
use std::path::Path;

use super::files::{open_if_there, path_of};
use crate::segment::SegmentName;

/// One file of the log, or the gap where one should be.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) number: u64,
    pub(super) file: Held,
    pub(super) closed: bool,
}

/// How its bytes are come by.
#[derive(Debug)]
pub(super) enum Held {
    Open(File),
    /// Opened when it is read; only where nothing can remove it before.
    Later,
    Missing,
}

impl Link {
    pub(super) fn closed(number: u64, file: Held) -> Self {
        Self {
            number,
            file,
            closed: true,
        }
    }

    pub(super) fn open(&self, folder: &Path) -> io::Result<Option<File>> {
        match &self.file {
            Held::Open(file) => file.try_clone().map(Some),
            Held::Missing => Ok(None),
            Held::Later => {
                let name = SegmentName::of(self.number);
                open_if_there(&path_of(folder, name.as_c_str()))
            }
        }
    }
}
