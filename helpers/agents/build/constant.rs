//! Writes a definition as a constant of `rejoin-agents`.
//!
//! Every text goes through `{:?}`: the escapes of Rust's Debug are those of its literals,
//! and so are its words for options, numbers, truth values and plain enums.

use rejoin_definition::{
    Ask, Condition, Cwd, Definition, Form, How, Install, Mark, Payload, Piece, Roots, Sign, Store,
    Way,
};
use std::collections::BTreeMap;

/// Returns the constant and a comma.
pub(crate) fn agent(definition: &Definition) -> String {
    let Definition {
        name,
        title,
        programs,
        processes,
        runtimes,
        seen,
        read,
        quirks,
        reply,
        ..
    } = definition;
    let known = |read| known(definition, read);
    let events = list(&definition.events, |(event, class)| {
        format!("Event {{ name: {event:?}, class: Class::{class:?} }}")
    });
    let payload = option(definition.payload.as_ref(), |p| payload(p, known(p.read)));
    let conversations = &definition.conversations;
    let publisher = &definition.publisher;
    let config = option(definition.config.as_ref(), |config| root(&config.roots));
    let argv = &definition.argv;
    format!(
        "Agent {{ name: {name:?}, #[cfg(feature = \"whole\")] title: {title:?}, #[cfg(feature = \"whole\")] programs: &{programs:?}, \
         processes: &{processes:?}, #[cfg(feature = \"whole\")] runtimes: &{runtimes:?}, #[cfg(feature = \"whole\")] seen: &{seen:?}, #[cfg(feature = \"whole\")] read: &{read:?}, \
         #[cfg(feature = \"whole\")] quirks: &{quirks:?}, reply: {reply:?}, #[cfg(feature = \"whole\")] install: {}, events: {events}, \
         payload: {payload}, #[cfg(feature = \"whole\")] conversations: Conversations {{ heard: Heard::{:?}, several: {} }}, \
         publisher: Publisher {{ background: {}, headless: {}, nested: {}, foreign: {} }}, \
         id: {}, #[cfg(feature = \"whole\")] id_example: {:?}, #[cfg(feature = \"whole\")] config: {config}, store: {}, \
         #[cfg(feature = \"whole\")] argv: Argv {{ fresh: {}, resume: {}, fork: {}, asks: {} }}, \
         #[cfg(feature = \"whole\")] launch: Launch {{ args: &{:?}, env: {}, keep: {} }} }},",
        install(definition, &definition.install),
        conversations.heard,
        conversations.several,
        marks(&publisher.background),
        marks(&publisher.headless),
        marks(&publisher.nested),
        marks(&publisher.foreign),
        definition
            .id
            .as_ref()
            .map_or("IdForm(&[])".to_owned(), |id| form(&id.form)),
        definition.id.as_ref().map_or("", |id| &id.example),
        store(&definition.store, known(definition.store.read)),
        way(&argv.fresh, known(argv.fresh.read)),
        way(&argv.resume, known(argv.resume.read)),
        way(&argv.fork, known(argv.fork.read)),
        list(&argv.asks, ask),
        definition.launch.args,
        variables(&definition.launch.env),
        list(&definition.launch.keep, |kept| keep(kept)),
    )
}

fn known(definition: &Definition, part_is_read: bool) -> &'static str {
    if definition.is_seen(part_is_read) {
        "Known::Seen"
    } else {
        "Known::Read"
    }
}

fn install(definition: &Definition, install: &Install) -> String {
    let list_entry = option(install.list.as_ref(), |list| {
        let (file, at, entry) = (&list.file, &list.at, &list.entry);
        format!("ListEntry {{ file: {file:?}, at: {at:?}, entry: {entry:?} }}")
    });
    let consent = option(install.consent.as_ref(), |consent| {
        let (file, table, ask) = (&consent.file, &consent.table, &consent.ask);
        format!("Consent {{ file: {file:?}, table: {table:?}, ask: {ask:?} }}")
    });
    format!(
        "Install {{ shape: Shape::{:?}, file: {:?}, exec: Exec::{:?}, timeout_s: {:?}, \
         unit: Unit::{:?}, events: &{:?}, under: {:?}, version: {:?}, matcher: {:?}, \
         event_key: {:?}, name_key: {:?}, text: {:?}, source: {:?}, list: {list_entry}, \
         consent: {consent}, reason: {:?}, known: {}, also: {} }}",
        install.shape,
        install.file,
        install.exec,
        install.timeout_s,
        install.unit,
        install.events,
        install.under,
        install.version,
        install.matcher,
        install.event_key,
        install.name_key,
        install.text,
        install.source,
        install.reason,
        known(definition, install.read),
        list(&install.also, |also| self::install(definition, also)),
    )
}

fn payload(payload: &Payload, known: &str) -> String {
    let sign = |sign: &Sign| format!("Sign {{ field: {:?}, is: {:?} }}", sign.field, sign.is);
    let cwd = option(payload.cwd.as_ref(), |cwd| match cwd {
        Cwd::Field(pointer) => format!("Cwd::Field({pointer:?})"),
        Cwd::Variable(name) => format!("Cwd::Variable({name:?})"),
    });
    format!(
        "Payload {{ event: {:?}, id: {:?}, parent: {:?}, child: {:?}, child_if: {}, \
         foreign_if: {}, headless_if: {}, cwd: {cwd}, transcript: {:?}, source: {:?}, rivals: &{:?}, \
         #[cfg(feature = \"whole\")] known: {known} }}",
        payload.event,
        payload.id,
        payload.parent,
        payload.child,
        list(&payload.child_if, sign),
        list(&payload.foreign_if, sign),
        list(&payload.headless_if, sign),
        payload.transcript,
        payload.source,
        payload.rivals,
    )
}

fn marks(marks: &[Mark]) -> String {
    list(marks, |mark| {
        list(
            mark.conditions(),
            |Condition { env, is, argument }| match (env, is, argument) {
                (Some(env), Some(value), _) => format!("Condition::Is({env:?}, {value:?})"),
                (Some(env), None, _) => format!("Condition::Set({env:?})"),
                (None, _, argument) => {
                    let argument = argument.as_deref().unwrap_or_default();
                    format!("Condition::Argument({argument:?})")
                }
            },
        )
    })
}

fn form(form: &Form) -> String {
    let pieces = list(&form.0, |piece| match piece {
        Piece::Text(text) => format!("Piece::Text({text:?})"),
        Piece::Uuid | Piece::UuidV7 | Piece::Ulid => format!("Piece::{piece:?}"),
        Piece::Run { of, least, most } => {
            format!("Piece::Run {{ of: Characters::{of:?}, least: {least}, most: {most} }}")
        }
    });
    format!("IdForm({pieces})")
}

fn root(roots: &Roots) -> String {
    let routes = list(&roots.routes, |route| {
        format!("Route {{ env: {:?}, below: {:?} }}", route.env, route.below)
    });
    format!("Root {{ routes: {routes}, home: {:?} }}", roots.home)
}

fn store(store: &Store, known: &str) -> String {
    format!(
        "Store {{ root: {}, #[cfg(feature = \"whole\")] transcript: {:?}, #[cfg(feature = \"whole\")] per_cwd: {}, #[cfg(feature = \"whole\")] proof: Proof::{:?}, #[cfg(feature = \"whole\")] known: {known} }}",
        root(&store.roots),
        store.transcript,
        store.per_cwd,
        store.proof,
    )
}

fn way(way: &Way, known: &str) -> String {
    let Some(argv) = &way.argv else {
        let refused = way.refused.as_ref().expect("a checked way has one of both");
        return format!(
            "Way::Refused {{ code: {:?}, cause: {:?}, remedy: {:?} }}",
            refused.code, refused.cause, refused.remedy
        );
    };
    format!(
        "Way::Argv {{ argv: &{argv:?}, env: {}, own_cwd: {}, child: Child::{:?}, \
         missing: Missing::{:?}, known: {known} }}",
        variables(&way.env),
        way.own_cwd,
        way.child,
        way.missing,
    )
}

fn ask(ask: &Ask) -> String {
    let how = match ask.how {
        How::Fresh => "fresh",
        How::Resume => "resume",
        How::Fork => "fork",
    };
    let (argv, with) = (&ask.argv, &ask.with);
    format!("Ask {{ how: {how:?}, argv: &{argv:?}, with: &{with:?} }}")
}

fn keep(kept: &str) -> String {
    let (option, takes) = match kept.split_once(' ') {
        None => (kept, "Nothing"),
        Some((option, "{values}")) => (option, "Many"),
        Some((option, _)) => (option, "One"),
    };
    format!("Keep {{ option: {option:?}, takes: Takes::{takes} }}")
}

fn variables(variables: &BTreeMap<String, String>) -> String {
    list(variables, |(name, value)| format!("({name:?}, {value:?})"))
}

fn option<T>(value: Option<T>, write: impl FnOnce(T) -> String) -> String {
    value.map_or("None".to_owned(), |value| format!("Some({})", write(value)))
}

fn list<T>(items: impl IntoIterator<Item = T>, mut write: impl FnMut(T) -> String) -> String {
    let items: Vec<String> = items.into_iter().map(&mut write).collect();
    format!("&[{}]", items.join(","))
}
