//! No argv may reach another conversation than the one that was asked for.

use super::{Fault, holes, require};
use crate::model::{Argv, Child, How, Way};

/// Selectors that mean "the latest one". No argv of ours may ever hold one.
const RECENCY: [&str; 8] = [
    "--continue",
    "-c",
    "--last",
    "--latest",
    "--recent",
    "latest",
    "last",
    "continue-last",
];

/// Holes that name the conversation.
const NAMES: [&str; 2] = ["{id}", "{transcript}"];

pub(super) fn check(argv: &Argv) -> Result<(), Fault> {
    let fresh_needs: &[&str] = if argv.fresh.env.is_empty() {
        &["{new}"]
    } else {
        &[]
    };
    way("argv.fresh", &argv.fresh, false, fresh_needs)?;
    way("argv.resume", &argv.resume, true, &[])?;
    let child = argv.fork.child;
    let new: &[&str] = if child == Child::Preassigned {
        &["{new}"]
    } else {
        &[]
    };
    way("argv.fork", &argv.fork, true, new)?;
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

fn way(key: &str, way: &Way, of_one: bool, needed: &[&str]) -> Result<(), Fault> {
    let Some(argv) = &way.argv else {
        return require(way.refused.is_some(), key, "needs either argv or refused");
    };
    require(way.refused.is_none(), key, "needs either argv or refused")?;
    let count = |hole: &str| argv.iter().filter(|word| ends_in(word, hole)).count();
    for hole in needed {
        require(
            count(hole) == 1,
            key,
            &format!("{hole} must end one argument, once"),
        )?;
    }
    let named: usize = NAMES.iter().map(|hole| count(hole)).sum();
    require(
        named == usize::from(of_one),
        key,
        "{id} or {transcript} must end one argument, once, if there is one to name",
    )?;
    for word in argv {
        let latest = RECENCY.contains(&word.as_str());
        require(!latest, key, &format!("{word} selects by recency"))?;
        holes(key, word, &[needed, &NAMES, &["{cwd}"]].concat())?;
    }
    for value in way.env.values() {
        holes(&format!("{key}.env"), value, &["{new}", "{id}"])?;
    }
    Ok(())
}

/// Checks the options that a later start may repeat.
pub(super) fn keep(list: &[String]) -> Result<(), Fault> {
    for kept in list {
        let (option, value) = kept.split_once(' ').unwrap_or((kept, "{value}"));
        require(
            option.len() > 1 && option.starts_with('-') && option != "--",
            "launch.keep",
            &format!("{kept:?} is no option"),
        )?;
        require(
            ["{value}", "{values}"].contains(&value),
            "launch.keep",
            &format!("{kept:?} takes {{value}}, {{values}}, or nothing"),
        )?;
        let latest = RECENCY.contains(&option);
        require(
            !latest,
            "launch.keep",
            &format!("{option} selects by recency"),
        )?;
    }
    Ok(())
}

/// Tells whether a word is a hole, or `--option=` and a hole.
fn ends_in(word: &str, hole: &str) -> bool {
    word.strip_suffix(hole).is_some_and(|option| {
        option.is_empty() || (option.starts_with("--") && option.ends_with('='))
    })
}
