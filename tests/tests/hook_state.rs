//! State folders that cannot be used, and names of odd bytes: the hook stays quiet and
//! never goes elsewhere.

use rejoin_tests::{A, Home, Run, is_root, need, payload, tool};
use serde_json::json;
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

fn prompt(id: &str) -> String {
    payload("UserPromptSubmit", id)
}

fn hook(home: &Home) -> Run {
    home.hook("claude").pane("P1")
}

#[test]
fn folder_and_files_are_the_owners_alone_whatever_the_umask() {
    for umask in ["000", "022", "077"] {
        let home = Home::new();
        let script = format!("umask {umask}; exec \"$@\"");
        let run = home.run("/bin/sh").arguments(["-c", &script, "sh"]);
        run.argument(rejoin_tests::hook())
            .argument("claude")
            .input(prompt(A))
            .finish()
            .quiet();
        assert_eq!(mode(&home.state()), 0o700);
        assert_eq!(mode(&home.log_folder()), 0o700);
        assert_eq!(mode(&home.log_folder().join("log")), 0o600);
        assert_eq!(mode(&home.log_folder().join("heads")), 0o600);
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("is there").mode() & 0o7777
}

#[test]
fn a_state_folder_that_is_open_to_others_or_a_link_is_not_used() {
    let home = Home::new();
    fs::create_dir_all(home.state()).expect("is made");
    fs::set_permissions(home.state(), Permissions::from_mode(0o755)).expect("is set");
    hook(&home).input(prompt(A)).finish().quiet();
    assert!(home.files().is_empty());

    let home = Home::new();
    let elsewhere = home.root().join("elsewhere");
    fs::create_dir(&elsewhere).expect("is made");
    fs::set_permissions(&elsewhere, Permissions::from_mode(0o700)).expect("is set");
    fs::create_dir_all(home.state().parent().expect("a parent")).expect("is made");
    std::os::unix::fs::symlink(&elsewhere, home.state()).expect("links");
    hook(&home).input(prompt(A)).finish().quiet();
    assert_eq!(fs::read_dir(&elsewhere).expect("a folder").count(), 0);
}

#[test]
fn a_log_that_is_a_link_is_not_followed() {
    let home = Home::new();
    let elsewhere = home.root().join("elsewhere");
    fs::File::create(&elsewhere).expect("is made");
    fs::create_dir_all(home.log_folder()).expect("is made");
    for folder in [home.state(), home.log_folder()] {
        fs::set_permissions(folder, Permissions::from_mode(0o700)).expect("is set");
    }
    std::os::unix::fs::symlink(&elsewhere, home.log_folder().join("log")).expect("links");
    hook(&home).input(prompt(A)).finish().quiet();
    assert_eq!(fs::metadata(&elsewhere).expect("is there").len(), 0);
}

#[test]
fn a_state_folder_of_another_user_is_not_used() {
    need!(is_root(), "root");
    let home = Home::new();
    fs::create_dir_all(home.state()).expect("is made");
    fs::set_permissions(home.state(), Permissions::from_mode(0o700)).expect("is set");
    std::os::unix::fs::chown(home.state(), Some(65_534), None).expect("is given away");
    hook(&home).input(prompt(A)).finish().quiet();
    assert!(home.files().is_empty());
}

#[test]
fn a_state_folder_that_cannot_be_had_is_quietly_done_without() {
    let home = Home::new();
    let file = home.root().join("file");
    fs::File::create(&file).expect("is made");
    for place in ["/proc/none", "/dev/null", "relative/state", "/proc/self/fd"] {
        hook(&home)
            .variable("REJOIN_STATE_DIR", place)
            .input(prompt(A))
            .finish()
            .quiet();
    }
    hook(&home)
        .variable("REJOIN_STATE_DIR", file.join("x"))
        .input(prompt(A))
        .finish()
        .quiet();
    let endless = format!("/{}", "x".repeat(5_000));
    hook(&home)
        .variable("REJOIN_STATE_DIR", &endless)
        .input(prompt(A))
        .finish()
        .quiet();
    hook(&home)
        .variable("REJOIN_STATE_DIR", "/")
        .input(prompt(A))
        .finish()
        .quiet();
    assert!(home.files().is_empty());
    assert!(
        !Path::new("/log").exists(),
        "the root folder is open to others"
    );
}

#[test]
fn a_folder_or_log_without_permission_is_quietly_done_without() {
    need!(is_root(), "root, to become somebody else");
    need!(let setpriv = tool("setpriv"), "setpriv, to become somebody else");
    let home = Home::new();
    fs::set_permissions(home.root(), Permissions::from_mode(0o711)).expect("is set");
    let program = home.root().join("hook"); // where somebody else may run it
    fs::copy(rejoin_tests::hook(), &program).expect("is copied");
    let somebody = |state: &Path| {
        let run = home.run(&setpriv);
        let run = run.arguments(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]);
        let run = run
            .argument(&program)
            .argument("claude")
            .variable("REJOIN_STATE_DIR", state);
        run.input(prompt(A)).finish().quiet();
    };
    somebody(&home.path().join("forbidden"));
    assert!(home.files().is_empty());

    let theirs = home.path().join("theirs");
    fs::create_dir(&theirs).expect("is made");
    fs::set_permissions(&theirs, Permissions::from_mode(0o700)).expect("is set");
    let host = rejoin_tests::this_host_in(&theirs);
    fs::create_dir(&host).expect("is made");
    fs::set_permissions(&host, Permissions::from_mode(0o700)).expect("is set");
    let log = host.join("log");
    fs::File::create(&log).expect("is made, by root");
    fs::set_permissions(&log, Permissions::from_mode(0o600)).expect("is set");
    for folder in [&theirs, &host] {
        std::os::unix::fs::chown(folder, Some(65_534), Some(65_534)).expect("is given away");
    }
    somebody(&theirs);
    assert_eq!(home.files(), std::slice::from_ref(&log));
    assert_eq!(fs::metadata(&log).expect("is there").len(), 0);
}

#[test]
fn bytes_that_are_not_utf8_are_kept_or_left_out_but_never_replaced() {
    let home = Home::new();
    let odd = OsStr::from_bytes(b"w\xff\xe9");
    let folder = home.root().join(odd);
    fs::create_dir(&folder).expect("is made");
    let run = hook(&home).folder(&folder).variable("HOME", &folder);
    run.variable(OsStr::from_bytes(b"\xe9"), odd)
        .input(prompt(A))
        .finish()
        .quiet();
    let log = rejoin_tests::Log::at(
        rejoin_tests::this_host_in(&folder.join(".local/state/rejoin")).join("log"),
    );
    let record = log.only();
    assert!(record["store"]["bytes"].is_string(), "{record:#}");
    assert!(!record.to_string().contains('\u{fffd}'));

    let home = Home::new();
    let run = home.hook("claude").pane(odd).input(prompt(A));
    run.finish().quiet();
    let record = home.log().only();
    assert!(
        record["claim"].get("token").is_none(),
        "a pane is named by text: {record:#}"
    );
}

#[test]
fn a_pane_is_named_by_one_line_of_bounded_text() {
    let long = "p".repeat(257);
    for (name, kept) in [
        ("work:2", true),
        ("\u{e4} \u{1f642}", true),
        (&long[..256], true),
        (&long, false),
        ("a\nb", false),
        ("a\u{1b}b", false),
        ("", false),
    ] {
        let home = Home::new();
        home.hook("claude")
            .pane(name)
            .input(prompt(A))
            .finish()
            .quiet();
        let token = home.log().only()["claim"].get("token").cloned();
        assert_eq!(token, kept.then(|| json!(name)), "{name:?}");
    }
}

#[test]
fn only_the_first_place_that_a_variable_names_is_used() {
    let home = Home::new();
    let (state, xdg) = (home.root().join("s"), home.root().join("x"));
    let all = || hook(&home).variable("XDG_STATE_HOME", &xdg);
    all()
        .variable("REJOIN_STATE_DIR", &state)
        .input(prompt(A))
        .finish()
        .quiet();
    assert!(rejoin_tests::this_host_in(&state).exists() && !xdg.exists());
    all()
        .variable("REJOIN_STATE_DIR", "")
        .input(prompt(A))
        .finish()
        .quiet();
    assert!(rejoin_tests::this_host_in(&xdg.join("rejoin")).exists() && home.files().is_empty());
    let relative = hook(&home)
        .variable("XDG_STATE_HOME", "x")
        .folder(home.path());
    relative.input(prompt(A)).finish().quiet();
    assert!(
        home.files().is_empty(),
        "a relative place would be another one in each folder"
    );
}
