//! Where the folders are, and which are refused.

use super::*;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const HOST: &[u8] = b"0123456789ab";

fn found(variables: &[(&str, &[u8])]) -> Result<Vec<u8>, Unusable> {
    let find = |name: &[u8]| {
        let mut known = variables.iter();
        known
            .find(|(known, _)| known.as_bytes() == name)
            .map(|(_, value)| *value)
    };
    let mut path = FolderPath::new();
    path.find(HOST, find)?;
    let found = path.as_c_str().to_bytes();
    let state = found.strip_suffix(b"/0123456789ab");
    Ok(state.expect("the host stands last").to_vec())
}

fn open(path: &Path) -> Result<OwnedFd, Unusable> {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut path = FolderPath::new();
    path.find(HOST, |name| (name == b"REJOIN_STATE_DIR").then_some(bytes))?;
    path.open()
}

#[test]
fn the_first_variable_that_is_set_and_not_empty_names_the_place() {
    let all: [(&str, &[u8]); 3] = [
        ("REJOIN_STATE_DIR", b"/s//"),
        ("XDG_STATE_HOME", b"/x"),
        ("HOME", b"/h"),
    ];
    assert_eq!(found(&all).as_deref(), Ok(&b"/s"[..]));
    assert_eq!(found(&all[1..]).as_deref(), Ok(&b"/x/rejoin"[..]));
    assert_eq!(
        found(&all[2..]).as_deref(),
        Ok(&b"/h/.local/state/rejoin"[..])
    );
    let empty: [(&str, &[u8]); 2] = [("REJOIN_STATE_DIR", b""), ("HOME", b"/h")];
    assert_eq!(found(&empty).as_deref(), Ok(&b"/h/.local/state/rejoin"[..]));
}

#[test]
fn no_place_a_relative_one_and_an_endless_one_are_refused() {
    let long = vec![b'a'; PATH_BYTES_MAX];
    let rooted = [b"/", &long[..]].concat();
    let relative: &[u8] = b"state";
    assert_eq!(found(&[]), Err(Unusable::NoPlace));
    assert_eq!(
        found(&[("REJOIN_STATE_DIR", relative)]),
        Err(Unusable::NoPlace)
    );
    assert_eq!(found(&[("HOME", &rooted)]), Err(Unusable::NoPlace));
}

#[test]
fn missing_folders_are_made_for_their_owner_alone() {
    let temp = tempfile::tempdir().expect("a temporary folder");
    let path = temp.path().join("a/b/c");
    open(&path).expect("is made");
    for path in [path.join("0123456789ab"), path] {
        let facts = std::fs::metadata(&path).expect("is there");
        assert_eq!(facts.permissions().mode() & 0o777, 0o700);
    }
}

#[test]
fn a_host_is_one_plain_word() {
    for host in [&b""[..], b"..", b"a/b", b"a\0"] {
        let mut path = FolderPath::new();
        let found = path.find(host, |_| Some(b"/s"));
        assert_eq!(found, Err(Unusable::NoPlace));
    }
}

#[test]
fn a_link_a_file_and_a_folder_open_to_others_are_refused() {
    let temp = tempfile::tempdir().expect("a temporary folder");
    let folder = temp.path().join("folder");
    open(&folder).expect("is made");
    let link = temp.path().join("link");
    std::os::unix::fs::symlink(&folder, &link).expect("links");
    assert!(matches!(open(&link), Err(Unusable::System(_))));
    let file = temp.path().join("file");
    std::fs::File::create(&file).expect("is made");
    assert!(matches!(open(&file), Err(Unusable::System(_))));
    let open_to_group = std::fs::Permissions::from_mode(0o750);
    std::fs::set_permissions(&folder, open_to_group).expect("is set");
    assert_eq!(open(&folder).err(), Some(Unusable::OpenToOthers));
}

#[test]
fn the_folder_of_a_host_is_checked_as_the_state_folder_is() {
    let temp = tempfile::tempdir().expect("a temporary folder");
    let state = temp.path().join("state");
    open(&state).expect("is made");
    let host = state.join("0123456789ab");
    let open_to_others = std::fs::Permissions::from_mode(0o701);
    std::fs::set_permissions(&host, open_to_others).expect("is set");
    assert_eq!(open(&state).err(), Some(Unusable::OpenToOthers));
    std::fs::remove_dir(&host).expect("is empty");
    std::os::unix::fs::symlink(temp.path(), &host).expect("links");
    assert!(matches!(open(&state), Err(Unusable::System(_))));
}
