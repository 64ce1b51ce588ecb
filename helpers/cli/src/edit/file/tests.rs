//! Promises of the shell: whole files, links that stay links, modes that stay modes.

mod trouble;

use super::*;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

/// Longer than one piece, so that a disk can fill up in the middle.
fn long(letter: u8) -> Vec<u8> {
    vec![letter; 10_000]
}

fn put(path: &Path, bytes: &[u8], mode: u32) {
    let mut file = File::create(path).expect("a file");
    file.write_all(bytes).expect("room");
    file.set_permissions(fs::Permissions::from_mode(mode))
        .expect("our own file");
}

fn names(folder: &Path) -> Vec<OsString> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|item| item.unwrap().file_name())
        .collect();
    names.sort();
    names
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o7777
}

fn write(path: &Path, bytes: &[u8]) -> Result<bool, Error> {
    change(path, &mut Open, &mut |_| Ok(Plan::Write(bytes.to_vec())))
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn links_stay_and_the_file_behind_them_changes_in_its_own_folder() {
    let home = folder();
    let real = home.path().join("dotfiles");
    fs::create_dir(&real).unwrap();
    put(&real.join("settings"), b"old", 0o640);
    symlink("dotfiles/settings", home.path().join("near")).unwrap();
    symlink(home.path().join("near"), home.path().join("far")).unwrap();
    symlink("dotfiles", home.path().join("folder")).unwrap();
    for path in ["near", "far", "folder/settings", "dotfiles/settings"] {
        let path = home.path().join(path);
        let new = path.to_string_lossy().into_owned();
        assert!(write(&path, new.as_bytes()).unwrap());
        assert_eq!(fs::read_to_string(real.join("settings")).unwrap(), new);
        assert_eq!(mode(&real.join("settings")), 0o640);
    }
    assert_eq!(
        fs::read_link(home.path().join("near")).unwrap(),
        Path::new("dotfiles/settings")
    );
    assert!(home.path().join("far").is_symlink() && home.path().join("folder").is_symlink());
    assert_eq!(names(&real), ["settings"]);
    assert_eq!(names(home.path()), ["dotfiles", "far", "folder", "near"]);
}

#[test]
fn a_link_to_nothing_yet_gets_its_file() {
    let home = folder();
    symlink("real/settings", home.path().join("link")).unwrap();
    assert!(write(&home.path().join("link"), b"new").unwrap());
    assert!(home.path().join("link").is_symlink());
    assert_eq!(fs::read(home.path().join("real/settings")).unwrap(), b"new");
    assert_eq!(mode(&home.path().join("real")), 0o700);
}

#[test]
fn what_is_no_file_of_ours_to_replace_is_refused() {
    let home = folder();
    let path = |name: &str| home.path().join(name);
    fs::create_dir(path("folder")).unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        path("pipe"),
        rustix::fs::FileType::Fifo,
        0o600.into(),
        0,
    )
    .unwrap();
    symlink("ring", path("ring")).unwrap();
    symlink("nowhere", path("lost")).unwrap();
    put(&path("locked"), b"x", 0o444);
    put(&path("dark"), b"x", 0o000);
    put(&path("twice"), b"x", 0o600);
    fs::hard_link(path("twice"), path("thrice")).unwrap();
    put(&path("large"), &vec![b' '; (4 << 20) + 1], 0o600);
    for name in [
        "folder",
        "pipe",
        "ring",
        "lost/settings",
        "locked",
        "dark",
        "twice",
        "large",
        "twice/x",
    ] {
        let before = names(home.path());
        let error = write(&path(name), b"new").expect_err(name);
        assert_eq!(
            (error.kind, error.code),
            (Kind::Refused, "file-refused"),
            "{error}"
        );
        assert_eq!(names(home.path()), before);
    }
    assert_eq!(fs::read(path("locked")).unwrap(), b"x");
}

#[test]
fn a_mode_is_kept_whatever_the_umask_and_a_new_file_is_private() {
    // Other tests of this process meet these umasks too; none of them relies on one.
    let home = folder();
    let before = rustix::process::umask(0o022.into());
    for umask in [0o022, 0o000] {
        rustix::process::umask(umask.into());
        for kept in [0o600, 0o640, 0o644, 0o664, 0o200 | 0o400] {
            let path = home.path().join(format!("{umask:o}-{kept:o}"));
            put(&path, b"old", kept);
            write(&path, b"new").unwrap();
            assert_eq!(mode(&path), kept);
        }
        let path = home.path().join(format!("{umask:o}-new"));
        write(&path, b"new").unwrap();
        assert_eq!(mode(&path), 0o600);
    }
    rustix::process::umask(before);
}

#[test]
fn an_owner_is_kept_where_that_is_allowed() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let home = folder();
    let path = home.path().join("settings");
    put(&path, b"old", 0o640);
    std::os::unix::fs::chown(&path, Some(12), Some(34)).unwrap();
    write(&path, b"new").unwrap();
    let metadata = fs::metadata(&path).unwrap();
    assert_eq!(
        (metadata.uid(), metadata.gid(), mode(&path)),
        (12, 34, 0o640)
    );
}

#[test]
fn extended_attributes_are_kept() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    // Version 2: our owner and user 12 may write, the group may read, others nothing.
    let (list, user) = ("system.posix_acl_access", "user.note");
    let entries = [
        (1u16, 6u16, u32::MAX),
        (2, 6, 12),
        (4, 4, u32::MAX),
        (16, 6, u32::MAX),
        (32, 0, u32::MAX),
    ];
    let mut access = 2u32.to_le_bytes().to_vec();
    for (tag, permissions, id) in entries {
        access.extend(tag.to_le_bytes());
        access.extend(permissions.to_le_bytes());
        access.extend(id.to_le_bytes());
    }
    let home = folder();
    let path = home.path().join("settings");
    put(&path, b"old", 0o640);
    let given = [(user, &b"a\0b"[..]), (list, &access)];
    let kept: Vec<_> = given
        .into_iter()
        .filter(|(name, value)| setxattr(&path, *name, value, XattrFlags::empty()).is_ok())
        .collect();
    let before = mode(&path);
    assert!(write(&path, b"new").unwrap());
    for (name, value) in kept {
        let mut room = vec![0; 256];
        let length = getxattr(&path, name, &mut room[..]).expect(name);
        assert_eq!(&room[..length], value, "{name}");
    }
    assert_eq!(mode(&path), before);
}

#[test]
fn nothing_to_do_touches_nothing() {
    let home = folder();
    let path = home.path().join("settings");
    put(&path, b"old", 0o600);
    let stamp = |path: &Path| {
        let m = fs::metadata(path).unwrap();
        (
            m.ino(),
            m.mtime(),
            m.mtime_nsec(),
            m.ctime(),
            m.ctime_nsec(),
        )
    };
    let (file, around) = (stamp(&path), stamp(home.path()));
    assert!(!change(&path, &mut Open, &mut |_| Ok(Plan::Keep)).unwrap());
    assert_eq!((stamp(&path), stamp(home.path())), (file, around));
}

#[test]
fn what_a_killed_run_left_goes_and_nothing_else_does() {
    let home = folder();
    let path = home.path().join("settings");
    put(&path, b"old", 0o600);
    for name in [
        ".settings.rejoin-77-0",
        ".settings.rejoin-77",
        ".settings.rejoin-a-0",
        ".other.rejoin-77-0",
    ] {
        put(&home.path().join(name), b"", 0o600);
    }
    assert!(!change(&path, &mut Open, &mut |_| Ok(Plan::Keep)).unwrap());
    assert_eq!(
        names(home.path()),
        [
            ".other.rejoin-77-0",
            ".settings.rejoin-77",
            ".settings.rejoin-a-0",
            "settings"
        ]
    );
}

#[test]
fn a_path_meets_the_terminal_without_what_could_steer_it() {
    assert_eq!(shown(Path::new("/a/\u{1b}[2J\n")), "/a/\\u{1b}[2J\\u{a}");
}
