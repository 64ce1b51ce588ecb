//! All memory of the hook beyond a few hundred bytes of stack: zeroed, in no file, and
//! paid for only where it is touched.

use rejoin_agents::table::{Room, TABLE_BYTES_MAX};
use rejoin_entry::Lend;
use rejoin_payload::Memory as Payload;
use rejoin_store::append::Draft;
use rejoin_store::folder::{FolderPath, PATH_BYTES_MAX};
use rejoin_store::frame::FRAME_BYTES_MAX;

/// One read of standard input in bytes: what a pipe holds.
pub(crate) const CHUNK_BYTES: usize = 65_536;

/// The hook's memory.
pub(crate) struct Memory {
    pub(crate) input: Input,
    pub(crate) payload: Payload,
    pub(crate) folder: FolderPath,
    pub(crate) records: Records,
}

/// What one read gave. Once the identity is out of it, its first page is used again for
/// the store's path: a page that was touched already costs nothing.
pub(crate) struct Input {
    pub(crate) chunk: [u8; CHUNK_BYTES],
}

/// Room for one path with its NUL.
pub(crate) type PathBuffer = [u8; PATH_BYTES_MAX];

impl Input {
    pub(crate) fn as_path(&mut self) -> Option<&mut PathBuffer> {
        self.chunk.first_chunk_mut()
    }
}

/// Memory for records: the one being made, and the last one of the same pane.
pub(crate) struct Records {
    pub(crate) draft: Draft,
    pub(crate) last: [u8; FRAME_BYTES_MAX],
    pub(crate) scratch: [u8; FRAME_BYTES_MAX],
}

static MEMORY: Lend<Memory> = Lend::new(Memory {
    input: Input {
        chunk: [0; CHUNK_BYTES],
    },
    payload: Payload::new(),
    folder: FolderPath::new(),
    records: Records {
        draft: Draft::new(),
        last: [0; FRAME_BYTES_MAX],
        scratch: [0; FRAME_BYTES_MAX],
    },
});

/// The table of a person's own agents.
static TABLE: Lend<[u8; TABLE_BYTES_MAX]> = Lend::new([0; TABLE_BYTES_MAX]);

/// One of them. Empty room is not all zeros, and would put what stands beside it in one
/// static into the file of the program.
static ROOM: Lend<Room> = Lend::new(Room::new());

/// Returns the memory for an agent of a person's own to its first taker.
pub(crate) fn take_own() -> Option<(&'static mut [u8], &'static mut Room)> {
    Some((TABLE.take()?, ROOM.take()?))
}

/// Returns the memory to its first taker.
pub(crate) fn take() -> Option<&'static mut Memory> {
    MEMORY.take()
}
