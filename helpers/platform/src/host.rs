//! Which host this is: a name that stays over boots and differs between machines which
//! share a home directory. It is a name for a folder and never proof of anything.

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{Errno, read, retry_on_intr};

/// Length of a host id in bytes.
pub const HOST_ID_BYTES: usize = 12;

/// Length of a machine id in bytes: 128 bits in hex digits.
const MACHINE_ID_BYTES: usize = 32;

/// Returns the first twelve hex digits of the FNV-1a hash of the machine id, or of the
/// node name where the system keeps none. An id which the system has not made up yet
/// (an empty file, or a word in it) is none.
#[must_use]
pub fn host_id() -> Option<[u8; HOST_ID_BYTES]> {
    for path in [c"/etc/machine-id", c"/var/lib/dbus/machine-id"] {
        match machine_id(path) {
            Ok(Some(id)) => return Some(named(&id)),
            Ok(None) | Err(Errno::NOENT) => {}
            Err(_) => return None, // it has a name, which cannot be read now
        }
    }
    Some(named(rustix::system::uname().nodename().to_bytes()))
}

fn machine_id(path: &core::ffi::CStr) -> Result<Option<[u8; MACHINE_ID_BYTES]>, Errno> {
    // Not to be taken for a terminal, nor waited for where somebody put a pipe.
    let how = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOCTTY | OFlags::NONBLOCK;
    let file = open(path, how, Mode::empty())?;
    let mut id = [0u8; MACHINE_ID_BYTES];
    let bytes = retry_on_intr(|| read(&file, &mut id))?;
    Ok((bytes == MACHINE_ID_BYTES && id.iter().all(u8::is_ascii_hexdigit)).then_some(id))
}

fn named(id: &[u8]) -> [u8; HOST_ID_BYTES] {
    let hash = id.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut name = [0u8; HOST_ID_BYTES];
    for (at, digit) in name.iter_mut().enumerate() {
        *digit = b"0123456789abcdef"[(hash >> (60 - 4 * at) & 15) as usize];
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_published_hash() {
        // FNV-1a-64 of the empty text and of "foobar".
        assert_eq!(&named(b""), b"cbf29ce48422");
        assert_eq!(&named(b"foobar"), b"85944171f739");
    }

    #[test]
    fn this_host_has_one_name() {
        assert_eq!(host_id(), host_id());
        let id = host_id().expect("it can be read");
        assert!(id.iter().all(u8::is_ascii_hexdigit));
    }

    #[test]
    fn a_missing_an_empty_and_a_made_up_file_are_no_machine_id() {
        assert_eq!(machine_id(c"/no/such/file"), Err(Errno::NOENT));
        assert_eq!(machine_id(c"/dev/null"), Ok(None));
        assert_eq!(machine_id(c"/proc/version"), Ok(None));
    }
}
