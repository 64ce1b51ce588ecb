//! Every shape of a definition against files as people, editors and dotfile managers leave
//! them: what is installed and taken out again leaves bytes, mode, links and folders as they
//! were, and what is refused is not touched.

use super::*;
use crate::edit::HELPER;
use rejoin_agents::{Install as Part, ListEntry, Unit};

const BARE: Part = Part {
    shape: Shape::JsonFlat,
    file: "{store}/settings",
    exec: Exec::Line,
    timeout_s: 5,
    unit: Unit::Seconds,
    events: &["Begin", "Prompt"],
    under: None,
    version: None,
    matcher: None,
    event_key: None,
    name_key: None,
    text: None,
    source: None,
    list: None,
    consent: None,
    reason: None,
    known: rejoin_agents::Known::Seen,
    also: &[],
};

const FLAT: Part = Part {
    version: Some(1),
    ..BARE
};
const TOML: Part = Part {
    shape: Shape::TomlHooks,
    name_key: Some("name"),
    ..BARE
};
const YAML: Part = Part {
    shape: Shape::YamlHooks,
    ..BARE
};
const WHOLE: Part = Part {
    shape: Shape::DropIn,
    text: Some("{\"run\": \"{hook} {agent}\"}\n"),
    ..BARE
};
const JSON_LIST: Part = Part {
    file: "{store}/plugin",
    list: Some(ListEntry {
        file: "{store}/settings",
        at: "/plugin",
        entry: "./ours",
    }),
    ..WHOLE
};
const YAML_LIST: Part = Part {
    list: Some(ListEntry {
        file: "{store}/settings.yaml",
        at: "/plugins/enabled",
        entry: "ours",
    }),
    ..JSON_LIST
};

/// Installs one part, as a definition with this part would.
fn put(home: &Home, part: &'static Part, helper: &Path) -> Result<String, Error> {
    let world = home.world();
    let mut out = Vec::new();
    let args = Args {
        agents: Vec::new(),
        dry_run: false,
        trust: false,
        helper: None,
    };
    let ledger = Ledger::open(&world)?;
    let mut install = Install {
        world: &world,
        args: &args,
        out: &mut out,
        ledger,
    };
    match Notation::of(part) {
        Some(notation) => install
            .entries(plain(), part, &notation, helper)
            .map(|_| ())?,
        None => install.whole(plain(), part, helper)?,
    }
    Ok(String::from_utf8(out).unwrap())
}

fn place_of(part: &Part) -> String {
    let file = part.list.as_ref().map_or(part.file, |list| list.file);
    file_of(plain(), file)
}

/// Texts of a shape, each good; with line ends, marks and endings of every kind.
fn texts(part: &Part) -> Vec<String> {
    let bases: &[&str] = match (part.shape, &part.list) {
        (Shape::JsonFlat, _) => &[
            "{}\n",
            "{\n\t\"a\": [1,], // mine\n}\n",
            "{\"version\": 1, \"hooks\": {\"Begin\": [{\"command\": \"mine\"}]}}\n",
            "{\"hooks\": { /* none */ }}\n",
        ],
        (Shape::TomlHooks, _) => &[
            "a = 1\n",
            "[[hooks]]\nname = \"mine\"\nevent = \"Begin\"\ncommand = \"mine\" # mine\n\n[b]\n",
            "hooks = [\n  {name = \"mine\"}, # one\n]\n",
            "\n# only a comment\n",
        ],
        (Shape::YamlHooks, _) => &[
            "a: 1\n",
            "a: &x [1]\nhooks:\n  Begin:\n    - command: mine # mine\nb: *x\n",
            "hooks: {}\n",
            "# only a comment\n\n",
        ],
        (_, Some(list)) if list.file.ends_with("yaml") => &[
            "plugins:\n  enabled: [mine] # mine\n",
            "plugins:\n  enabled:\n    - mine\n",
            "a: 1\n",
        ],
        (_, Some(_)) => &[
            "{}\n",
            "{\"plugin\": [\"mine\", /* x */]}\n",
            "{\n\t// mine\n}\n",
        ],
        _ => &[],
    };
    let mut texts = Vec::new();
    for base in bases {
        for ends in ["\n", "\r\n"] {
            let text = base.replace('\n', ends);
            texts.push(format!("\u{feff}{text}"));
            texts.push(text.trim_end().to_owned());
            texts.push(text);
        }
    }
    texts
}

const PARTS: [&Part; 6] = [&FLAT, &TOML, &YAML, &WHOLE, &JSON_LIST, &YAML_LIST];

fn helper(home: &Home) -> PathBuf {
    home.path("bin").join(HELPER)
}

#[test]
fn what_is_installed_and_taken_out_leaves_everything_as_it_was() {
    for part in PARTS {
        for text in texts(part).into_iter().map(Some).chain([None]) {
            let home = Home::new();
            if let Some(text) = &text {
                home.put(&place_of(part), text);
                let mode = fs::Permissions::from_mode(0o640);
                fs::set_permissions(home.path(&place_of(part)), mode).unwrap();
            }
            let before = home.snapshot();
            let said = put(&home, part, &helper(&home))
                .unwrap_or_else(|error| panic!("{error}: {text:?}"));
            assert!(!said.contains("already"), "{said}");
            let after = home.snapshot();
            assert_ne!(after, before);
            for _ in 0..2 {
                let said = put(&home, part, &helper(&home)).unwrap();
                assert!(said.lines().all(|line| line.contains("already")), "{said}");
            }
            assert_eq!(home.snapshot(), after);
            home.uninstall().unwrap();
            assert_eq!(home.snapshot(), before, "{text:?}");
        }
    }
}

#[test]
fn a_program_that_moved_is_followed_and_the_way_back_is_kept() {
    for part in PARTS {
        for text in texts(part).into_iter().map(Some).chain([None]) {
            let home = Home::new();
            if let Some(text) = &text {
                home.put(&place_of(part), text);
            }
            let before = home.snapshot();
            put(&home, part, Path::new("/old/rejoin-hook")).unwrap();
            put(&home, part, &helper(&home)).unwrap();
            let all: String = home
                .snapshot()
                .into_iter()
                .map(|(_, text, _)| text)
                .collect();
            assert!(
                !all.contains("/old/") && all.contains("/bin/rejoin-hook"),
                "{all}"
            );
            home.uninstall().unwrap();
            assert_eq!(home.snapshot(), before, "{text:?}");
        }
    }
}

#[test]
fn links_stay_links_and_their_file_is_edited_where_it_is() {
    for part in PARTS {
        let Some(text) = texts(part).pop() else {
            continue;
        };
        let home = Home::new();
        home.put("dotfiles/real", &text);
        home.put("dotfiles/deeper/keep", "");
        let settings = home.path(&place_of(part));
        fs::create_dir_all(settings.parent().unwrap()).unwrap();
        symlink("../real", home.path("dotfiles/deeper/link")).unwrap();
        symlink(home.path("dotfiles/deeper/link"), &settings).unwrap();
        let before = home.snapshot();
        put(&home, part, &helper(&home)).unwrap();
        assert!(settings.is_symlink() && home.path("dotfiles/deeper/link").is_symlink());
        assert_ne!(home.text("dotfiles/real").unwrap(), text);
        home.uninstall().unwrap();
        assert_eq!(home.snapshot(), before);
    }
}

#[test]
fn what_must_not_be_replaced_is_refused_and_untouched() {
    for part in PARTS.into_iter().filter(|part| !texts(part).is_empty()) {
        let text = texts(part).pop().unwrap();
        for trouble in [
            "read-only",
            "hard link",
            "folder",
            "half",
            "not UTF-8",
            "loop",
        ] {
            let home = Home::new();
            let file = home.path(&place_of(part));
            home.put(&place_of(part), &text);
            match trouble {
                "read-only" => {
                    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
                }
                "hard link" => fs::hard_link(&file, home.path("other")).unwrap(),
                "folder" => {
                    fs::remove_file(&file).unwrap();
                    fs::create_dir(&file).unwrap();
                }
                "half" => home.put(&place_of(part), "{\"a\": [\n"),
                "not UTF-8" => fs::File::create(&file)
                    .unwrap()
                    .write_all(b"a\xff\n")
                    .unwrap(),
                _ => {
                    fs::remove_file(&file).unwrap();
                    symlink(&file, &file).unwrap();
                }
            }
            let before = home.snapshot();
            let error = put(&home, part, &helper(&home)).expect_err(trouble);
            assert_eq!(error.kind, Kind::Refused, "{trouble}: {error}");
            let without_ours = |mut files: Vec<(PathBuf, String, u32)>| {
                files.retain(|(path, ..)| !path.ends_with("plugin"));
                files
            };
            assert_eq!(without_ours(home.snapshot()), before, "{trouble}");
        }
    }
}

#[test]
fn a_file_of_somebody_else_in_our_place_is_neither_replaced_nor_removed() {
    for theirs in [
        "",
        "mine",
        "{\"run\": \"/x/rejoin-hook other\"}\n",
        "{\"run\": \"/x/my-hook one\"}\n",
    ] {
        let home = Home::new();
        home.put(&place_of(&WHOLE), theirs);
        let before = home.snapshot();
        let error = put(&home, &WHOLE, &helper(&home)).expect_err("foreign");
        assert_eq!(error.code, "foreign-file");
        home.uninstall().unwrap();
        assert_eq!(home.snapshot(), before);
    }
}

#[test]
fn a_file_of_ours_that_a_person_changed_is_theirs() {
    let home = Home::new();
    put(&home, &WHOLE, &helper(&home)).unwrap();
    let text = home.text(&place_of(&WHOLE)).unwrap() + "// mine\n";
    home.put(&place_of(&WHOLE), &text);
    assert_eq!(
        put(&home, &WHOLE, &helper(&home)).expect_err("theirs").code,
        "foreign-file"
    );
    home.uninstall().unwrap();
    assert_eq!(home.text(&place_of(&WHOLE)).unwrap(), text);
}

#[test]
fn a_list_that_cannot_be_edited_is_named_with_the_word_to_put_there() {
    let home = Home::new();
    home.put(&place_of(&JSON_LIST), "{\"plugin\": \"x\"}");
    let error = put(&home, &JSON_LIST, &helper(&home)).expect_err("no list");
    let remedy = error.remedy.unwrap();
    assert!(
        remedy.contains("\"./ours\"") && remedy.contains("plugin"),
        "{remedy}"
    );
}
