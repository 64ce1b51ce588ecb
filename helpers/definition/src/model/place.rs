//! Places as a definition writes them: `$VARIABLE/below` and `~/below`.

use serde::Deserialize;

/// The places at which a root may be, in the order in which the agent looks: any number
/// of variables, and the one below the home directory last. None at all for an agent that
/// has no such folder.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct Roots {
    pub routes: Vec<Route>,
    pub home: String,
}

/// A variable that moves a root, and what the agent appends to its value.
#[derive(Debug, PartialEq, Eq)]
pub struct Route {
    pub env: String,
    pub below: String,
}

impl TryFrom<Vec<String>> for Roots {
    type Error = String;

    fn try_from(places: Vec<String>) -> Result<Self, String> {
        let Some((home, variables)) = places.split_last() else {
            return Ok(Self {
                routes: Vec::new(),
                home: String::new(),
            });
        };
        let below_home = home
            .strip_prefix("~/")
            .filter(|below| is_inside(below))
            .ok_or_else(|| format!("{home:?} comes last and must be a path below ~/"))?;
        Ok(Self {
            routes: variables
                .iter()
                .map(|place| route(place))
                .collect::<Result<_, _>>()?,
            home: below_home.to_owned(),
        })
    }
}

fn route(place: &str) -> Result<Route, String> {
    let wrong = || format!("{place:?} must be $VARIABLE or $VARIABLE/below");
    let rest = place.strip_prefix('$').ok_or_else(wrong)?;
    let (env, below) = rest.split_once('/').unwrap_or((rest, ""));
    let sound = is_variable(env) && (below.is_empty() || is_inside(below));
    sound
        .then(|| Route {
            env: env.to_owned(),
            below: below.to_owned(),
        })
        .ok_or_else(wrong)
}

/// Where the working directory of a conversation is said: a field of the payload, or a
/// variable which the agent gives to its hooks.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Cwd {
    Field(String),
    Variable(String),
}

impl TryFrom<String> for Cwd {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.strip_prefix('$') {
            Some(name) if is_variable(name) => Ok(Self::Variable(name.to_owned())),
            Some(_) => Err(format!("{text:?} names no variable")),
            None => Ok(Self::Field(text)),
        }
    }
}

fn is_variable(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    name.bytes().next().is_some_and(letter)
        && name
            .bytes()
            .all(|byte| letter(byte) || byte.is_ascii_digit())
}

/// Tells whether a relative path stays below the folder that it starts from.
fn is_inside(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roots(places: &[&str]) -> Result<Roots, String> {
        Roots::try_from(
            places
                .iter()
                .map(|&place| place.to_owned())
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn variables_come_in_their_order_and_the_home_directory_last() {
        let roots = roots(&["$A_HOME", "$XDG_DATA_HOME/a", "~/.local/share/a"]).expect("sound");
        assert_eq!(roots.home, ".local/share/a");
        let routes: Vec<_> = roots
            .routes
            .iter()
            .map(|route| (route.env.as_str(), route.below.as_str()))
            .collect();
        assert_eq!(routes, [("A_HOME", ""), ("XDG_DATA_HOME", "a")]);
    }

    #[test]
    fn a_place_that_could_leave_its_folder_is_no_place() {
        for places in [
            &["$A"][..],
            &["~/../x"],
            &["~/"],
            &["/etc/x"],
            &["~/a", "~/b"],
            &["$A/../b", "~/a"],
            &["$1", "~/a"],
            &["$", "~/a"],
            &["A", "~/a"],
        ] {
            assert!(roots(places).is_err(), "{places:?}");
        }
    }
}
