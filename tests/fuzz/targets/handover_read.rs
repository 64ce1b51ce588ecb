//! A handover: no bytes panic, and what is read and written again is the same bytes.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use rejoin_handover::{Draft, Handover, Header, Pinned, is_terminals};

fuzz_target!(|data: &[u8]| {
    let header = Header::read(data);
    let Ok(read) = Handover::decode(data) else {
        return;
    };
    assert_eq!(header.map(|header| header.bytes as usize), Ok(data.len()));
    let bytes = |string: &'_ core::ffi::CStr| string.to_bytes().to_vec();
    let arguments: Vec<_> = read.arguments().map(bytes).collect();
    let variables: Vec<_> = read.variables().map(bytes).collect();
    for entry in &variables {
        assert!(!is_terminals(entry) || entry.contains(&b'='));
    }
    let draft = Draft {
        program: Pinned {
            path: read.program.path.to_bytes(),
            device: read.program.device,
            inode: read.program.inode,
        },
        directory: read.directory.map(core::ffi::CStr::to_bytes),
        deadline: read.deadline,
        arguments: &arguments,
        variables: &variables,
    };
    assert_eq!(draft.encode().as_deref(), Ok(data));
});
