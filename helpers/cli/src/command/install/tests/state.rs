//! A state folder that cannot be used: installing says so, uninstalling goes on without it.

use super::*;

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn compact(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn hooks_that_would_record_nothing_are_installed_with_a_warning() {
    let home = Home::new();
    let state = home.path(".local/state/rejoin");
    fs::create_dir_all(&state).unwrap();
    set_mode(&state, 0o755);
    let said = home.install(&[plain().name]);
    assert!(said.starts_with("warning: "), "{said}");
    assert!(said.contains("chmod 700 "), "{said}");
    set_mode(&state, 0o700);
    assert!(!home.install(&[plain().name]).contains("warning"));
}

#[test]
fn entries_go_though_the_ledger_is_lost() {
    for loss in ["damaged", "version", "folder", "link", "open", "pipe"] {
        let home = Home::new();
        let agent = plain();
        let file = file_of(agent, agent.install.file);
        home.put(&file, "{ \"a\": 1 }");
        home.install(&[agent.name]);
        let state = home.path(".local/state/rejoin");
        let ledger = state.join("ledger.json");
        match loss {
            "damaged" => home.put(".local/state/rejoin/ledger.json", "{"),
            "version" => home.put(
                ".local/state/rejoin/ledger.json",
                "{\"version\":99,\"files\":[]}",
            ),
            "folder" => {
                fs::remove_dir_all(&state).unwrap();
                home.put(".local/state/rejoin", "a file");
            }
            "link" => {
                fs::rename(&state, home.path("elsewhere")).unwrap();
                symlink(home.path("elsewhere"), &state).unwrap();
            }
            "open" => set_mode(&state, 0o777),
            _ => {
                fs::remove_file(&ledger).unwrap();
                let pipe = rustix::fs::FileType::Fifo;
                rustix::fs::mknodat(rustix::fs::CWD, &ledger, pipe, 0o600.into(), 0).unwrap();
            }
        }
        let said = home
            .uninstall()
            .unwrap_or_else(|error| panic!("{loss}: {error}"));
        assert!(said.starts_with("warning: the way back"), "{loss}: {said}");
        let text = compact(&home.text(&file).unwrap());
        assert!(text.starts_with("{\"a\":1,\"hooks\":"), "{loss}: {text}");
        assert!(!text.contains("rejoin-hook"), "{loss}: {text}");
    }
}

#[test]
fn a_matcher_that_a_person_put_on_our_entry_stays_and_is_named() {
    let home = Home::new();
    let agent = plain();
    let file = file_of(agent, agent.install.file);
    home.install(&[agent.name]);
    let text = home.text(&file).unwrap();
    let narrowed = text.replacen("\"hooks\": [", "\"matcher\": \"startup\", \"hooks\": [", 1);
    assert_ne!(narrowed, text);
    home.put(&file, &narrowed);
    let said = home.install(&[agent.name]);
    assert_eq!(home.text(&file).unwrap(), narrowed);
    let mut lines = said.lines();
    assert!(lines.next().unwrap().contains("already installed"));
    let line = lines.next().unwrap();
    assert!(line.contains("\"startup\" on SessionStart"), "{line}");
    assert_eq!(lines.next(), None);
    let state = state_for(agent, &home.world(), Some(&home.path("bin/rejoin-hook"))).unwrap();
    assert_eq!(state.installed, Installed::Yes);
    assert_eq!(format!("{}: {}", agent.name, state.narrowed[0]), line);
    for every in ["", "*"] {
        home.put(&file, &narrowed.replace("startup", every));
        assert_eq!(home.install(&[agent.name]).lines().count(), 1);
    }
}
