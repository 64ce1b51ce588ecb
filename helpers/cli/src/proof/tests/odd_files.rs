//! What stands where a transcript should, and is none.

use super::*;
use rustix::fs::{FileType, Mode};
use rustix::process::Uid;
use std::os::unix::fs::{PermissionsExt, chown, symlink};

/// Puts one thing after another where the transcript should be, and returns what is said.
fn in_place_of_it(make: impl FnOnce(&Lab, &Path)) -> (Lab, Found) {
    let (lab, store) = (Lab::new(), lines("s/{id}.jsonl"));
    fs::create_dir(lab.root().join("s")).expect("made");
    let path = lab.root().join(format!("s/{A}.jsonl"));
    make(&lab, &path);
    let found = lab.look(&store, None, &[]);
    (lab, found)
}

#[test]
fn fifos_sockets_and_folders_are_not_opened() {
    // To open a FIFO would let its writer go on.
    let (_lab, found) = in_place_of_it(|_, path| {
        rustix::fs::mknodat(rustix::fs::CWD, path, FileType::Fifo, Mode::RUSR, 0).expect("made");
    });
    assert!(unreadable(&found.proof, "not a file"), "{found:?}");
    let (_lab, found) = in_place_of_it(|_, path| {
        std::os::unix::net::UnixListener::bind(path).expect("bound");
    });
    assert!(unreadable(&found.proof, "not a file"), "{found:?}");
    let (_lab, found) = in_place_of_it(|_, path| fs::create_dir(path).expect("made"));
    assert!(unreadable(&found.proof, "not a file"), "{found:?}");
}

#[test]
fn a_link_is_followed_inside_the_store_and_never_out_of_it() {
    let (_lab, found) = in_place_of_it(|lab, path| {
        let file = lab.put("elsewhere/x", &header(A));
        symlink(file, path).expect("linked");
    });
    assert_eq!(found.proof, Proof::Proven);
    let outside = tempfile::NamedTempFile::new().expect("a file");
    let (_lab, found) = in_place_of_it(|_, path| symlink(outside.path(), path).expect("linked"));
    assert!(unreadable(&found.proof, "outside"), "{found:?}");
    let (_lab, found) = in_place_of_it(|_, path| symlink("/dev/zero", path).expect("linked"));
    assert!(unreadable(&found.proof, "outside"), "{found:?}");
    let (_lab, found) = in_place_of_it(|_, path| symlink(path, path).expect("linked"));
    assert!(matches!(found.proof, Proof::Unreadable(_)), "{found:?}");
    let (_lab, found) = in_place_of_it(|_, path| symlink("gone", path).expect("linked"));
    assert_eq!(found.proof, Proof::Absent);
}

#[test]
fn a_folder_outside_the_store_is_not_listed() {
    let (lab, store) = (Lab::new(), lines("s/{*}/{id}.jsonl"));
    let outside = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(outside.path().join("x")).expect("made");
    let file = lab.put("x", &header(A));
    fs::rename(file, outside.path().join(format!("x/{A}.jsonl"))).expect("moved");
    symlink(outside.path(), lab.root().join("s")).expect("linked");
    assert_eq!(lab.look(&store, None, &[]).proof, Proof::Absent);
    // A root that is a link is the person's own choice.
    let root = lab.path("link");
    symlink(outside.path(), &root).expect("linked");
    let store = lines("{*}/{id}.jsonl");
    let found = transcript::look(&store, IdForm::UUID, &root, A, None, &[]);
    assert_eq!(found.proof, Proof::Proven);
}

#[test]
fn a_published_path_outside_the_store_is_not_opened() {
    let (lab, store) = (Lab::new(), lines("s/{id}.jsonl"));
    let file = lab.put("x", &header(A));
    let outside = lab.path(&format!("work/{A}.jsonl"));
    fs::rename(file, &outside).expect("moved");
    let found = lab.look(&store, Some(&outside), &[]);
    assert!(unreadable(&found.proof, "outside"), "{found:?}");
}

/// Runs as somebody who has no right to everything; nothing if that cannot be.
fn as_nobody<T: Send>(run: impl FnOnce() -> T + Send) -> Option<T> {
    if !rustix::process::geteuid().is_root() {
        return Some(run());
    }
    let nobody = Uid::from_raw(65_534);
    std::thread::scope(|scope| {
        let thread = scope.spawn(move || {
            // Of this thread alone.
            rustix::thread::set_thread_res_uid(None, nobody, None)
                .ok()
                .map(|()| run())
        });
        thread.join().expect("it ends")
    })
}

#[test]
fn what_is_not_readable_is_told_apart_from_what_is_not_there() {
    let (lab, store) = (Lab::new(), lines("s/{*}/{id}.jsonl"));
    let path = lab.put(&format!("s/x/{A}.jsonl"), &header(A));
    let root = rustix::process::geteuid().is_root();
    let give = |path: &Path| {
        if root {
            chown(path, Some(65_534), None).expect("given");
        }
    };
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    };
    let folder = path.parent().expect("has one");
    for path in [
        lab.folder.path(),
        &lab.root(),
        &lab.root().join("s"),
        folder,
        &path,
    ] {
        give(path);
    }
    let looked = as_nobody(|| lab.look(&store, None, &[]).proof);
    let Some(looked) = looked else { return };
    assert_eq!(looked, Proof::Proven);
    mode(&path, 0);
    let looked = as_nobody(|| lab.look(&store, None, &[]).proof);
    assert!(unreadable(&looked.expect("as before"), "denied"));
    mode(folder, 0);
    let looked = as_nobody(|| lab.look(&store, None, &[]).proof);
    assert!(unreadable(&looked.expect("as before"), "denied"));
    mode(folder, 0o700);
}

#[test]
fn another_users_file_proves_nothing() {
    if !rustix::process::geteuid().is_root() {
        return; // nobody else's file can be made
    }
    let (_lab, found) = in_place_of_it(|lab, path| {
        let file = lab.put("s/x", &header(A));
        fs::rename(file, path).expect("moved");
        chown(path, Some(65_534), None).expect("given");
    });
    assert!(unreadable(&found.proof, "not yours"), "{found:?}");
}

#[test]
fn a_folder_proves_by_being_there() {
    let (lab, store) = (Lab::new(), store("c/{id|hex}", Proves::Directory));
    assert_eq!(lab.look(&store, None, &[]).proof, Proof::Absent);
    let path = lab.root().join("c").join(A.replace('-', ""));
    fs::create_dir_all(&path).expect("made");
    let found = lab.look(&store, None, &[]);
    assert_eq!(
        (found.proof, &found.path),
        (Proof::Proven, &Some(path.clone()))
    );
    fs::remove_dir(&path).expect("removed");
    rustix::fs::mknodat(rustix::fs::CWD, &path, FileType::Fifo, Mode::RUSR, 0).expect("made");
    assert!(unreadable(&lab.look(&store, None, &[]).proof, "not a file"));
}
