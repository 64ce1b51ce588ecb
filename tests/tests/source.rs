//! What no source file of the product may hold, and how each begins.

use rejoin_tests::workspace;
use std::fs;
use std::path::{Path, PathBuf};

const LINES_MAX: usize = 400;

/// The only crate with code whose soundness the compiler cannot show.
const UNSAFE_CODE: &str = "helpers/entry/";

/// Where the surroundings may be asked: once a program, and at build time.
const SURROUNDINGS: [&str; 3] = ["helpers/cli/src/world.rs", "build.rs", "build/main.rs"];

/// One source file of the product, its path below the workspace, and its code without
/// the test module at its end.
struct Source {
    path: String,
    text: String,
}

impl Source {
    fn code(&self) -> &str {
        self.text
            .split("\n#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default()
    }

    fn is_test(&self) -> bool {
        self.path.starts_with("tests/")
            || self.path.contains("/tests/")
            || self.path.ends_with("/tests.rs")
    }
}

/// Every `.rs` file of the workspace.
fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    for top in ["store", "helpers", "tests"] {
        collect(&workspace().join(top), &mut found);
    }
    assert!(found.len() > 40, "the sources are found");
    found
}

fn collect(folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder of the workspace") {
        let path: PathBuf = entry.expect("an entry").path();
        if path.is_dir() {
            if !path.ends_with("target") {
                collect(&path, found);
            }
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let path = path
                .strip_prefix(workspace())
                .expect("below it")
                .to_str()
                .expect("UTF-8");
            found.push(Source {
                path: path.to_owned(),
                text,
            });
        }
    }
}

/// Fails with every place at once.
fn none(found: &[String], what: &str) {
    assert!(found.is_empty(), "{what}:\n  {}", found.join("\n  "));
}

#[test]
fn every_file_says_what_it_is_for_and_is_short() {
    let mut wrong = Vec::new();
    for source in sources() {
        if !source.text.starts_with("//! ") {
            wrong.push(format!("{}: does not open with `//!`", source.path));
        }
        let lines = source.text.lines().count();
        if lines >= LINES_MAX {
            wrong.push(format!("{}: {lines} lines", source.path));
        }
        if !source.text.is_ascii() {
            wrong.push(format!("{}: is not ASCII", source.path));
        }
    }
    none(&wrong, "files that nobody could find their way in");
}

#[test]
fn no_agent_is_known_by_name_outside_its_definition() {
    let folder = workspace().join("schemas/agents");
    let agents: Vec<String> = fs::read_dir(folder)
        .expect("definitions")
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_lowercase()))
        .collect();
    assert!(agents.len() >= 2);
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| !source.is_test()) {
        for (number, line) in source.code().lines().enumerate() {
            let line = line.to_lowercase();
            let words = line.split(|letter: char| !letter.is_ascii_alphanumeric());
            for word in words.filter(|word| agents.iter().any(|agent| agent == word)) {
                wrong.push(format!("{}:{}: {word}", source.path, number + 1));
            }
        }
    }
    none(&wrong, "an agent is data");
}

#[test]
fn unsafe_code_stands_in_one_crate() {
    let mut wrong = Vec::new();
    for source in sources()
        .iter()
        .filter(|source| !source.path.starts_with(UNSAFE_CODE))
    {
        for (number, line) in source.text.lines().enumerate() {
            let code = line
                .split("//")
                .next()
                .unwrap_or_default()
                .replace("unsafe_code", "");
            let keywords = [
                "unsafe {",
                "unsafe fn",
                "unsafe impl",
                "unsafe extern",
                "unsafe(",
            ];
            let quoted = source.path == "tests/tests/source.rs";
            if !quoted && keywords.iter().any(|keyword| code.contains(keyword)) {
                wrong.push(format!("{}:{}", source.path, number + 1));
            }
        }
    }
    none(&wrong, "unsafe code belongs to the entry crate");
    for source in sources()
        .iter()
        .filter(|source| source.path.ends_with("src/lib.rs"))
    {
        let entry = source.path.starts_with(UNSAFE_CODE);
        let forbidden = source.text.contains("#![forbid(unsafe_code)]");
        assert!(entry || forbidden, "{} does not forbid it", source.path);
    }
}

#[test]
fn the_surroundings_are_asked_in_one_place_and_no_file_is_written_in_place() {
    const ASKS: [&str; 6] = [
        "env::var",
        "env::current_dir",
        "env::home_dir",
        "env::temp_dir",
        "env::set_",
        "env::args()",
    ];
    const NOWHERE: [&str; 5] = [
        "fs::write(",
        "File::create(",
        "process::exit(",
        "println!(",
        "dbg!(",
    ];
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| !source.is_test()) {
        let builds = ["build.rs", "build/main.rs"]
            .iter()
            .any(|file| source.path.ends_with(file));
        let may_ask = SURROUNDINGS
            .iter()
            .any(|allowed| source.path.ends_with(allowed));
        for (number, line) in source.code().lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let asks = ASKS.iter().filter(|call| !may_ask && code.contains(*call));
            let nowhere = NOWHERE
                .iter()
                .filter(|call| !builds && code.contains(*call));
            for call in asks.chain(nowhere) {
                wrong.push(format!("{}:{}: {call}", source.path, number + 1));
            }
        }
    }
    none(&wrong, "calls that stand elsewhere or nowhere");
}

#[test]
fn every_case_of_the_contract_has_a_test() {
    let contract = fs::read_to_string(workspace().join("store/ARCHITECTURE.md")).expect("UTF-8");
    let (_, rest) = contract
        .split_once("## What each failure leaves")
        .expect("it is there");
    let (cases, rest) = rest.split_once("### What tries them").expect("it is there");
    let (table, _) = rest.split_once("### What was tried").expect("it is there");
    let number = |line: &str| line.split_once(". *")?.0.parse::<usize>().ok();
    let cases: Vec<usize> = cases.lines().filter_map(number).collect();

    let code: String = sources()
        .iter()
        .map(|source| source.text.as_str())
        .collect();
    let mut tried = Vec::new();
    for row in table.lines().filter_map(|line| line.strip_prefix("| ")) {
        let Some((numbers, names)) = row.split_once(" | ") else {
            continue;
        };
        tried.extend(
            numbers
                .split(", ")
                .filter_map(|number| number.parse::<usize>().ok()),
        );
        for name in names.split('`').skip(1).step_by(2) {
            let test = [format!("fn {name}("), format!("    {name}:")];
            assert!(
                test.iter().any(|test| code.contains(test)),
                "no test {name}"
            );
        }
    }
    assert!(
        !cases.is_empty() && cases == tried,
        "{cases:?} and {tried:?}"
    );
}

#[test]
fn every_rule_of_the_fold_has_its_words_and_tests() {
    let contract = fs::read_to_string(workspace().join("store/ARCHITECTURE.md")).expect("UTF-8");
    let (_, table) = contract.split_once("### The rules").expect("it is there");
    let quoted = |text: &str| -> Vec<String> {
        let names = text.split('`').skip(1).step_by(2);
        names.map(str::to_owned).collect()
    };
    let code: String = sources()
        .iter()
        .map(|source| source.text.as_str())
        .collect();
    let rules = workspace().join("store/src/verdict/rules.rs");
    let rules = fs::read_to_string(rules).expect("UTF-8");
    let word = |line: &str| Some(line.split_once(" = \"")?.1.split_once('"')?.0.to_owned());
    let mut known: Vec<String> = rules.lines().filter_map(word).collect();

    let mut numbers = Vec::new();
    let mut told = Vec::new();
    for row in table.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [number, _, words, tests] = cells.as_slice() else {
            panic!("{row}");
        };
        let Ok(number) = number.parse::<usize>() else {
            continue;
        };
        numbers.push(number);
        told.extend(quoted(words));
        let tests = quoted(tests);
        assert!(!tests.is_empty(), "rule {number} has no test");
        for name in tests {
            assert!(code.contains(&format!("fn {name}(")), "no test {name}");
        }
    }
    assert_eq!(numbers, (1..=15).collect::<Vec<_>>());
    known.sort();
    told.sort();
    told.dedup();
    assert_eq!(known, told, "the words of the rules and those of the table");
}
