//! What the types of a definition cannot say: bounds, holes, and that its parts agree.

use crate::model::{Argv, Child, Condition, Definition, How, Mark, Way};

/// Longest program name that the kernel keeps; a longer one would never match.
const PROCESS_NAME_BYTES_MAX: usize = 15;

/// Selectors that mean "the latest one". No argv of ours may ever hold one.
const RECENCY: [&str; 5] = ["--continue", "-c", "--last", "--latest", "--recent"];

/// Checks a definition against itself.
///
/// # Errors
/// Names the key that is wrong, and what is wrong with it.
pub fn check(definition: &Definition) -> Result<(), String> {
    word("name", &definition.name)?;
    for (key, list) in [
        ("programs", &definition.programs),
        ("processes", &definition.processes),
        ("seen", &definition.seen),
        ("install.events", &definition.install.events),
    ] {
        require(!list.is_empty(), key, "must name at least one")?;
    }
    for name in &definition.processes {
        require(
            name.len() <= PROCESS_NAME_BYTES_MAX,
            "processes",
            "names have at most 15 bytes",
        )?;
    }
    for event in &definition.install.events {
        let known = definition.events.contains_key(event);
        require(
            known,
            "install.events",
            &format!("{event} is not in [events]"),
        )?;
    }
    let in_store = definition.install.file.starts_with("{store}/");
    require(in_store, "install.file", "must start with {store}/")?;
    pointers(definition)?;
    marks(definition)?;
    store(definition)?;
    argv(&definition.argv)
}

fn pointers(definition: &Definition) -> Result<(), String> {
    let payload = &definition.payload;
    let optional = [
        ("payload.event", &payload.event),
        ("payload.cwd", &payload.cwd),
        ("payload.transcript", &payload.transcript),
        ("payload.source", &payload.source),
        ("payload.child", &payload.child),
    ];
    let named = optional
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.as_ref()?)));
    let rivals = payload.rivals.iter().map(|rival| ("payload.rivals", rival));
    let mut seen = Vec::new();
    for (key, pointer) in named.chain(rivals).chain([
        ("payload.id", &payload.id),
        ("store.proof.id", &definition.store.proof.id),
    ]) {
        require(
            pointer.starts_with('/') && pointer.len() > 1,
            key,
            "must be a JSON pointer",
        )?;
        let twice = key != "store.proof.id" && seen.contains(&pointer);
        require(!twice, key, "points at a field that another key points at")?;
        seen.push(pointer);
    }
    Ok(())
}

fn marks(definition: &Definition) -> Result<(), String> {
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
    Ok(())
}

fn store(definition: &Definition) -> Result<(), String> {
    let store = &definition.store;
    let relative = !store.home.starts_with('/') && !store.home.contains("..");
    require(relative, "store.home", "is a path below the home directory")?;
    let file = store.transcript.rsplit('/').next().unwrap_or_default();
    require(
        file.contains("{id}"),
        "store.transcript",
        "its file name must hold {id}",
    )?;
    holes(
        "store.transcript",
        &store.transcript,
        &["{id}", "{*}", "{cwd|dashes}"],
    )
}

fn argv(argv: &Argv) -> Result<(), String> {
    way("argv.fresh", &argv.fresh, &["{new}"], &[])?;
    way("argv.resume", &argv.resume, &["{id}"], &["{cwd}"])?;
    let child = argv.fork.child;
    let needed: &[&str] = if child == Child::Preassigned {
        &["{id}", "{new}"]
    } else {
        &["{id}"]
    };
    way("argv.fork", &argv.fork, needed, &["{cwd}"])?;
    let announced = argv.fork.argv.is_none() || child != Child::None;
    require(
        announced,
        "argv.fork.child",
        "must say how the child's id becomes known",
    )?;
    for ask in &argv.asks {
        let hole = if ask.how == How::Fresh {
            "{new}"
        } else {
            "{id}"
        };
        let once = ask.argv.iter().filter(|word| word.contains(hole)).count() == 1;
        require(once, "argv.asks", &format!("argv must hold {hole} once"))?;
    }
    Ok(())
}

fn way(key: &str, way: &Way, needed: &[&str], allowed: &[&str]) -> Result<(), String> {
    match (&way.argv, &way.refused) {
        (Some(argv), None) => {
            for hole in needed {
                let count = argv.iter().filter(|word| word == hole).count();
                require(
                    count == 1,
                    key,
                    &format!("{hole} must be one argument, once"),
                )?;
            }
            for word in argv {
                let latest = RECENCY.contains(&word.as_str());
                require(!latest, key, &format!("{word} selects by recency"))?;
                holes(key, word, &[needed, allowed].concat())?;
            }
            Ok(())
        }
        (None, Some(_)) => Ok(()),
        _ => Err(format!("{key}: needs either argv or refused")),
    }
}

/// Checks that every `{...}` in a text is one of `allowed`.
fn holes(key: &str, text: &str, allowed: &[&str]) -> Result<(), String> {
    let rest = allowed
        .iter()
        .fold(text.to_owned(), |rest, hole| rest.replace(hole, ""));
    require(
        !rest.contains(['{', '}']),
        key,
        &format!("{text:?} has a hole that is not known"),
    )
}

fn word(key: &str, text: &str) -> Result<(), String> {
    let plain = !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    require(plain, key, "is lower-case letters and digits")
}

fn require(holds: bool, key: &str, why: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(format!("{key}: {why}"))
    }
}
