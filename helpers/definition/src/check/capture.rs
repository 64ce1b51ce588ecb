//! What is installed must be runnable, and what a payload says must be told apart.

use super::{Fault, holes, pointer, require};
use crate::model::{Child, Condition, Cwd, Definition, Install, Mark, Payload, Shape};

/// Most fields of one payload that are looked for: the hook has room for so many.
const FIELDS_MAX: usize = 20;

/// Checks an agent whose conversations cannot be captured.
pub(super) fn none(definition: &Definition) -> Result<(), Fault> {
    let install = &definition.install;
    let reason = install.reason.as_ref().is_some_and(|why| !why.is_empty());
    require(reason, "install.reason", "must say why nothing is captured")?;
    let bare = install.events.is_empty() && install.file.is_empty() && install.also.is_empty();
    require(bare, "install", "installs something, and its shape is none")?;
    require(
        definition.argv.fork.child != Child::Announced,
        "argv.fork.child",
        "cannot be announced where nothing is captured",
    )?;
    require(
        definition.payload.is_none() && definition.events.is_empty(),
        "payload",
        "is never seen where nothing is installed",
    )
}

/// Checks an agent whose hooks tell us of its conversations.
pub(super) fn some(definition: &Definition) -> Result<(), Fault> {
    let named = !definition.processes.is_empty() || !definition.runtimes.is_empty();
    require(
        named,
        "processes",
        "must name at least one, unless runtimes does",
    )?;
    let payload = definition.payload.as_ref().ok_or_else(|| Fault {
        key: "payload".to_owned(),
        why: "must say where the id stands".to_owned(),
    })?;
    require(
        definition.install.reason.is_none(),
        "install.reason",
        "is for an agent that is not captured",
    )?;
    let folders = [
        Some(&definition.store.roots),
        definition.config.as_ref().map(|config| &config.roots),
    ];
    require(
        folders
            .into_iter()
            .flatten()
            .all(|roots| !roots.home.is_empty()),
        "store.roots",
        "must name a folder below ~/",
    )?;
    require(
        definition.id.is_some(),
        "id",
        "must say what an id looks like",
    )?;
    install("install", definition, &definition.install)?;
    for also in &definition.install.also {
        install("install.also", definition, also)?;
    }
    pointers(payload)?;
    marks(definition)
}

fn install(key: &str, definition: &Definition, install: &Install) -> Result<(), Fault> {
    let sub = |name: &str| format!("{key}.{name}");
    let has_config = definition.config.is_some();
    let root =
        |file: &str| file.starts_with("{store}/") || (has_config && file.starts_with("{config}/"));
    let place = "must start with {store}/, or {config}/ if there is a [config]";
    require(root(&install.file), &sub("file"), place)?;
    for event in &install.events {
        let known = definition.events.contains_key(event);
        require(
            known,
            &sub("events"),
            &format!("{event} is not in [events]"),
        )?;
    }
    let whole = matches!(install.shape, Shape::DropIn | Shape::Plugin);
    require(
        whole || !install.events.is_empty(),
        &sub("events"),
        "must name at least one",
    )?;
    let only = |holds: bool, name: &str, shapes: &[Shape]| {
        let fits = !holds || shapes.contains(&install.shape);
        require(fits, &sub(name), "has no meaning in this shape")
    };
    only(install.text.is_some(), "text", &[Shape::DropIn])?;
    only(install.source.is_some(), "source", &[Shape::Plugin])?;
    only(install.list.is_some(), "list", &[Shape::Plugin])?;
    only(install.version.is_some(), "version", &[Shape::JsonFlat])?;
    only(install.under.is_some(), "under", &[Shape::JsonFlat])?;
    let json = [Shape::JsonHooks, Shape::JsonFlat];
    only(install.matcher.is_some(), "matcher", &json)?;
    only(
        install.event_key.is_some(),
        "event_key",
        &[Shape::TomlHooks],
    )?;
    only(install.name_key.is_some(), "name_key", &[Shape::TomlHooks])?;
    let has_text = install.text.is_some() == (install.shape == Shape::DropIn);
    require(has_text, &sub("text"), "is the whole of a drop-in")?;
    let has_source = install.source.is_some() == (install.shape == Shape::Plugin);
    require(has_source, &sub("source"), "names the file of a plugin")?;
    if let Some(list) = &install.list {
        require(root(&list.file), &sub("list.file"), place)?;
        pointer(&sub("list.at"), &list.at)?;
    }
    Ok(())
}

fn pointers(payload: &Payload) -> Result<(), Fault> {
    let cwd = match &payload.cwd {
        Some(Cwd::Field(pointer)) => Some(pointer),
        Some(Cwd::Variable(_)) | None => None,
    };
    let named = [
        ("payload.id", Some(&payload.id)),
        ("payload.event", payload.event.as_ref()),
        ("payload.parent", payload.parent.as_ref()),
        ("payload.child", payload.child.as_ref()),
        ("payload.cwd", cwd),
        ("payload.transcript", payload.transcript.as_ref()),
        ("payload.source", payload.source.as_ref()),
    ];
    let rivals = payload.rivals.iter().map(|rival| ("payload.rivals", rival));
    let mut seen = Vec::new();
    for (key, text) in named
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)))
        .chain(rivals)
    {
        pointer(key, text)?;
        let twice = seen.contains(&text);
        require(!twice, key, "points at a field that another key points at")?;
        seen.push(text);
    }
    let signs = |signs: &[crate::model::Sign], key| {
        signs.iter().try_for_each(|sign| pointer(key, &sign.field))
    };
    signs(&payload.child_if, "payload.child_if")?;
    signs(&payload.foreign_if, "payload.foreign_if")?;
    signs(&payload.headless_if, "payload.headless_if")?;
    let signs = [&payload.child_if, &payload.foreign_if, &payload.headless_if];
    let fields = seen.len() + signs.iter().map(|signs| signs.len()).sum::<usize>();
    require(fields <= FIELDS_MAX, "payload", "names more than 20 fields")?;
    let told = payload.child.is_some() || !payload.child_if.is_empty();
    require(
        payload.parent.is_none() || told,
        "payload.parent",
        "says nothing unless child or child_if marks a subagent",
    )
}

fn marks(definition: &Definition) -> Result<(), Fault> {
    let publisher = &definition.publisher;
    let groups = [
        ("publisher.background", &publisher.background),
        ("publisher.headless", &publisher.headless),
        ("publisher.nested", &publisher.nested),
        ("publisher.foreign", &publisher.foreign),
    ];
    for (key, group) in groups {
        for condition in group.iter().flat_map(Mark::conditions) {
            let Condition { env, is, argument } = condition;
            let sound = matches!(
                (env, is, argument),
                (Some(_), _, None) | (None, None, Some(_))
            );
            require(
                sound,
                key,
                "a condition is { env }, { env, is } or { argument }",
            )?;
        }
    }
    holes("reply", &definition.reply, &["{}"])
}
