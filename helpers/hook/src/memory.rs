//! All memory of the hook beyond a few hundred bytes of stack: zeroed, in no file, and
//! paid for only where it is touched.

use rejoin_entry::Lend;
use rejoin_payload::Memory as Payload;
use rejoin_store::append::Draft;
use rejoin_store::folder::PATH_BYTES_MAX;
use rejoin_store::frame::FRAME_BYTES_MAX;

/// One read of standard input in bytes: what a pipe holds.
pub(crate) const CHUNK_BYTES: usize = 65_536;

/// The hook's memory.
pub(crate) struct Memory {
    pub(crate) chunk: [u8; CHUNK_BYTES],
    pub(crate) payload: Payload,
    pub(crate) store: PathBuffer,
    pub(crate) records: Records,
}

/// Room for one path with its NUL.
pub(crate) type PathBuffer = [u8; PATH_BYTES_MAX];

/// Memory for records: the one being made, and the last one of the same pane.
pub(crate) struct Records {
    pub(crate) draft: Draft,
    pub(crate) last: [u8; FRAME_BYTES_MAX],
    pub(crate) scratch: [u8; FRAME_BYTES_MAX],
}

static MEMORY: Lend<Memory> = Lend::new(Memory {
    chunk: [0; CHUNK_BYTES],
    payload: Payload::new(),
    store: [0; PATH_BYTES_MAX],
    records: Records {
        draft: Draft::new(),
        last: [0; FRAME_BYTES_MAX],
        scratch: [0; FRAME_BYTES_MAX],
    },
});

/// Returns the memory to its first taker.
pub(crate) fn take() -> Option<&'static mut Memory> {
    MEMORY.take()
}
