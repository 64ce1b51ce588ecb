//! Compiles `schemas/agents/*.toml` into the constants that the programs carry, so
//! that no program parses a definition while a person waits.

use rejoin_definition::{Child, Class, Condition, Definition, Exec, How, IdForm, Mark, Shape, Way};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[expect(
    clippy::disallowed_methods,
    reason = "cargo speaks to a build script this way"
)]
fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/agents");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut code = String::from("&[");
    for file in definitions(&folder) {
        println!("cargo::rerun-if-changed={}", file.display());
        let text = std::fs::read_to_string(&file).expect("a listed definition can be read");
        match rejoin_definition::parse(&text) {
            Ok(definition) => {
                let stem = file.file_stem().and_then(|stem| stem.to_str());
                assert_eq!(
                    stem,
                    Some(definition.name.as_str()),
                    "file and name must agree"
                );
                code.push_str(&agent(&definition));
            }
            Err(error) => panic!("{}: {error}", file.display()),
        }
    }
    code.push(']');
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::write(out.join("agents.rs"), code).expect("OUT_DIR can be written");
}

/// Lists the definitions in the order of their names, so that builds are reproducible.
fn definitions(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("schemas/agents can be listed")
        .map(|entry| entry.expect("schemas/agents can be listed").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect();
    files.sort();
    files
}

// Every text goes through `{:?}`: the escapes of Rust's Debug are those of its literals.
fn agent(definition: &Definition) -> String {
    let Definition {
        name,
        title,
        programs,
        processes,
        seen,
        quirks,
        reply,
        ..
    } = definition;
    let install = &definition.install;
    let consent = install
        .consent
        .as_ref()
        .map_or("None".to_owned(), |consent| {
            format!(
                "Some(Consent {{ file: {:?}, table: {:?}, ask: {:?} }})",
                consent.file, consent.table, consent.ask
            )
        });
    let mut events = String::new();
    for (event, class) in &definition.events {
        let _ = write!(
            events,
            "Event {{ name: {event:?}, class: Class::{} }},",
            class_word(*class)
        );
    }
    let payload = &definition.payload;
    let publisher = &definition.publisher;
    let store = &definition.store;
    let argv = &definition.argv;
    let mut asks = String::new();
    for ask in &argv.asks {
        let how = match ask.how {
            How::Fresh => "fresh",
            How::Resume => "resume",
            How::Fork => "fork",
        };
        let (argv, with) = (&ask.argv, &ask.with);
        let _ = write!(
            asks,
            "Ask {{ how: {how:?}, argv: &{argv:?}, with: &{with:?} }},"
        );
    }
    format!(
        "Agent {{ name: {name:?}, title: {title:?}, programs: &{programs:?}, \
         processes: &{processes:?}, seen: &{seen:?}, quirks: &{quirks:?}, reply: {reply:?}, \
         install: Install {{ file: {:?}, shape: Shape::{}, exec: Exec::{}, timeout_s: {}, \
         events: &{:?}, consent: {consent} }}, events: &[{events}], \
         payload: Payload {{ event: {:?}, id: {:?}, cwd: {:?}, transcript: {:?}, source: {:?}, \
         child: {:?}, rivals: &{:?} }}, \
         publisher: Publisher {{ background: {}, headless: {}, nested: {}, foreign: {} }}, \
         id: IdForm::{}, store: Store {{ env: {:?}, home: {:?}, transcript: {:?}, \
         proof: Proof {{ id: {:?} }} }}, \
         argv: Argv {{ fresh: {}, resume: {}, fork: {}, asks: &[{asks}] }}, \
         launch: Launch {{ args: &{:?} }} }},",
        install.file,
        match install.shape {
            Shape::JsonHooks => "JsonHooks",
        },
        match install.exec {
            Exec::Args => "Args",
            Exec::Line => "Line",
        },
        install.timeout_s,
        install.events,
        payload.event,
        payload.id,
        payload.cwd,
        payload.transcript,
        payload.source,
        payload.child,
        payload.rivals,
        marks(&publisher.background),
        marks(&publisher.headless),
        marks(&publisher.nested),
        marks(&publisher.foreign),
        match definition.id.form {
            IdForm::Uuid => "Uuid",
        },
        store.env,
        store.home,
        store.transcript,
        store.proof.id,
        way(&argv.fresh),
        way(&argv.resume),
        way(&argv.fork),
        definition.launch.args,
    )
}

fn class_word(class: Class) -> &'static str {
    match class {
        Class::Begin => "Begin",
        Class::Prompt => "Prompt",
        Class::Continue => "Continue",
        Class::End => "End",
    }
}

fn marks(marks: &[Mark]) -> String {
    let mut code = String::from("&[");
    for mark in marks {
        code.push_str("&[");
        for Condition { env, is, argument } in mark.conditions() {
            let _ = match (env, is, argument) {
                (Some(env), Some(value), _) => write!(code, "Condition::Is({env:?}, {value:?}),"),
                (Some(env), None, _) => write!(code, "Condition::Set({env:?}),"),
                (None, _, argument) => {
                    let argument = argument.as_deref().unwrap_or_default();
                    write!(code, "Condition::Argument({argument:?}),")
                }
            };
        }
        code.push_str("],");
    }
    code.push(']');
    code
}

fn way(way: &Way) -> String {
    match (&way.argv, &way.refused) {
        (Some(argv), _) => format!(
            "Way::Argv {{ argv: &{argv:?}, own_cwd: {}, child: Child::{} }}",
            way.own_cwd,
            match way.child {
                Child::None => "None",
                Child::Preassigned => "Preassigned",
                Child::Announced => "Announced",
            }
        ),
        (None, refused) => {
            let refused = refused.as_ref().expect("a checked way has argv or refused");
            format!(
                "Way::Refused {{ code: {:?}, cause: {:?}, remedy: {:?} }}",
                refused.code, refused.cause, refused.remedy
            )
        }
    }
}
