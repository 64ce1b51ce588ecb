//! Renders the command line that reaches a conversation: a list of arguments from end
//! to end, never shell text. An id is checked again here, whatever checked it before.

use crate::refusal::{self, Refusal};
use rejoin_agents::{Agent, Way};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What stands in the holes of a command line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Holes<'h> {
    /// The conversation.
    pub id: &'h str,
    /// The id of a new conversation.
    pub new: &'h str,
    /// The directory of the conversation.
    pub cwd: Option<&'h Path>,
    /// The file of the conversation.
    pub transcript: Option<&'h Path>,
}

/// The holes that stand for an id.
const ID_HOLES: [&str; 2] = ["{id}", "{new}"];

/// Renders the command line of `way`, program first.
///
/// # Errors
/// The agent cannot do it, or an id or directory is not one that may stand in an argv.
pub fn render(agent: &Agent, way: &Way, holes: Holes<'_>) -> Result<Vec<OsString>, Refusal> {
    let (template, own_cwd) = match *way {
        Way::Argv { argv, own_cwd, .. } => (argv, own_cwd),
        Way::Refused {
            code,
            cause,
            remedy,
        } => return Err(Refusal::new(code, cause, remedy)),
    };
    let needs = |hole: &str| template.iter().any(|word| word.ends_with(hole));
    let ids = [holes.id, holes.new];
    for (hole, id) in ID_HOLES.into_iter().zip(ids) {
        if needs(hole) && !agent.id.accepts(id) {
            let cause = format!("The recorded id is not one that {} gives.", agent.title);
            return Err(refusal::ID_FORM.because(cause));
        }
    }
    let absolute = holes.cwd.is_some_and(Path::is_absolute);
    if (own_cwd || needs("{cwd}")) && !absolute {
        return Err(refusal::DIRECTORY_UNKNOWN.because(format!(
            "{} needs the conversation's own directory, and none is recorded.",
            agent.title
        )));
    }
    if needs("{transcript}") && !holes.transcript.is_some_and(Path::is_absolute) {
        return Err(refusal::TRANSCRIPT_UNKNOWN.because(format!(
            "{} needs the conversation's own file, and none is recorded.",
            agent.title
        )));
    }
    let program = agent.programs.first().copied().unwrap_or(agent.name);
    let mut argv = vec![OsString::from(program)];
    argv.extend(template.iter().map(|word| filled(word, holes)));
    for (hole, id) in ID_HOLES.into_iter().zip(ids) {
        let times = argv.iter().skip(1).filter(|word| holds(word, id)).count();
        if needs(hole) && times != 1 {
            let cause = "An id would not stand on the command line exactly once.";
            return Err(refusal::ID_REPEATED.because(cause));
        }
    }
    Ok(argv)
}

/// Fills a word that is a hole, or `--option=` and a hole.
fn filled(word: &str, holes: Holes<'_>) -> OsString {
    let path = |path: Option<&Path>| path.map(|path| path.as_os_str().to_owned());
    for (hole, value) in [
        ("{id}", Some(OsString::from(holes.id))),
        ("{new}", Some(OsString::from(holes.new))),
        ("{cwd}", path(holes.cwd)),
        ("{transcript}", path(holes.transcript)),
    ] {
        if let Some(option) = word.strip_suffix(hole) {
            let mut word = OsString::from(option);
            word.push(value.unwrap_or_default());
            return word;
        }
    }
    OsString::from(word)
}

/// Tells whether a word is an id, or `--option=` and the id.
fn holds(word: &OsStr, id: &str) -> bool {
    let word = word.as_encoded_bytes().strip_suffix(id.as_bytes());
    word.is_some_and(|option| option.is_empty() || option.ends_with(b"="))
}

/// Returns a fresh random id (UUID version 4), or nothing if the system has no random bytes.
pub fn new_id() -> Option<String> {
    let mut bytes = random::<16>()?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = hex(&bytes);
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
    Some(
        [
            part(0, 8),
            part(8, 12),
            part(12, 16),
            part(16, 20),
            part(20, 32),
        ]
        .join("-"),
    )
}

/// Returns random bytes of the system, or nothing if it has none.
pub fn random<const BYTES: usize>() -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    File::open("/dev/urandom")
        .ok()?
        .read_exact(&mut bytes)
        .ok()?;
    Some(bytes)
}

/// Returns bytes as lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "aaaaaaaa-0000-4000-8000-00000000000a";
    const B: &str = "bbbbbbbb-0000-4000-8000-00000000000b";

    fn agent(name: &str) -> &'static Agent {
        rejoin_agents::find(name.as_bytes()).expect("a known agent")
    }

    fn holes<'h>(id: &'h str, cwd: &'h str) -> Holes<'h> {
        Holes {
            id,
            new: B,
            cwd: Some(Path::new(cwd)),
            transcript: Some(Path::new("/t")),
        }
    }

    #[test]
    fn holes_are_filled_as_whole_words() {
        let claude = agent("claude");
        let argv = render(claude, &claude.argv.resume, holes(A, "/w")).expect("renders");
        assert_eq!(argv, ["claude", "--resume", A]);
        let codex = agent("codex");
        let argv = render(codex, &codex.argv.fork, holes(A, "/w/a b")).expect("renders");
        assert_eq!(argv, ["codex", "--no-daemon", "fork", A, "-C", "/w/a b"]);
    }

    #[test]
    fn every_way_of_every_agent_is_an_argv_that_names_one_conversation_or_says_why_not() {
        for agent in rejoin_agents::AGENTS {
            let ways = [&agent.argv.fresh, &agent.argv.resume, &agent.argv.fork];
            for (at, way) in ways.into_iter().enumerate() {
                let holes = holes(agent.id_example, "/w");
                match (way, render(agent, way, holes)) {
                    (Way::Argv { argv, env, .. }, Ok(words)) => {
                        let has = |hole: &str| argv.iter().any(|word| word.ends_with(hole));
                        let count = |id: &str| words.iter().filter(|word| holds(word, id)).count();
                        let name = agent.name;
                        assert_eq!(words[0], agent.programs[0]);
                        assert_eq!(count(agent.id_example), usize::from(has("{id}")), "{name}");
                        assert_eq!(count(B), usize::from(has("{new}")), "{name}");
                        let newly = has("{new}") || !env.is_empty();
                        let named = has("{id}") || has("{transcript}");
                        assert!(if at == 0 { newly } else { named }, "{name}");
                    }
                    (Way::Refused { code, .. }, Err(refusal)) => {
                        assert_eq!(refusal.code, *code);
                        assert!(refusal.cause.ends_with('.') && refusal.remedy.ends_with('.'));
                    }
                    (_, odd) => panic!("{}: {odd:?}", agent.name),
                }
            }
        }
    }

    #[test]
    fn a_hole_behind_an_option_is_filled_and_checked_like_any_other() {
        let copilot = agent("copilot");
        let argv = render(copilot, &copilot.argv.resume, holes(A, "/w")).expect("renders");
        assert_eq!(
            argv,
            [OsString::from("copilot"), format!("--resume={A}").into()]
        );
        for id in ["--continue", "", "x=y"] {
            let refused = render(copilot, &copilot.argv.resume, holes(id, "/w"));
            assert_eq!(refused.expect_err("refused").code, "id-form", "{id:?}");
        }
    }

    #[test]
    fn a_way_by_file_needs_the_file() {
        let gemini = agent("gemini");
        let with = holes(gemini.id_example, "/w");
        let argv = render(gemini, &gemini.argv.fork, with).expect("renders");
        assert_eq!(argv, ["gemini", "--session-file", "/t"]);
        let without = Holes {
            transcript: None,
            ..with
        };
        let refused = render(gemini, &gemini.argv.fork, without).expect_err("refused");
        assert_eq!(refused.code, "transcript-unknown");
    }

    #[test]
    fn no_text_that_is_not_an_id_reaches_an_argv() {
        let claude = agent("claude");
        for id in ["--continue", "", "../x", "x; rm -rf /", "-r"] {
            let refused = render(claude, &claude.argv.resume, holes(id, "/w"));
            assert_eq!(refused.expect_err("refused").code, "id-form", "{id:?}");
        }
    }

    #[test]
    fn a_missing_or_relative_directory_is_refused_where_it_matters() {
        let codex = agent("codex");
        let no_cwd = Holes {
            id: A,
            new: B,
            cwd: None,
            transcript: None,
        };
        for holes in [no_cwd, holes(A, "-C"), holes(A, "w")] {
            let refused = render(codex, &codex.argv.resume, holes).expect_err("refused");
            assert_eq!(refused.code, "directory-unknown");
        }
    }

    #[test]
    fn a_child_that_would_be_its_own_parent_is_refused() {
        let claude = agent("claude");
        let same = Holes {
            id: A,
            new: A,
            cwd: Some(Path::new("/w")),
            transcript: None,
        };
        assert_eq!(
            render(claude, &claude.argv.fork, same)
                .expect_err("refused")
                .code,
            "id-repeated"
        );
    }

    #[test]
    fn what_an_agent_cannot_do_says_why_and_what_to_do() {
        let codex = agent("codex");
        let refused = render(codex, &codex.argv.fresh, holes(A, "/w")).expect_err("refused");
        assert_eq!(refused.code, "no-chosen-id");
        assert!(!refused.cause.is_empty() && !refused.remedy.is_empty());
    }

    #[test]
    fn new_ids_are_uuids_of_version_four_and_differ() {
        let (one, two) = (new_id().expect("random"), new_id().expect("random"));
        assert_ne!(one, two);
        assert!(rejoin_agents::IdForm::UUID.accepts(&one), "{one}");
        assert_eq!(one.as_bytes()[14], b'4');
        assert!(matches!(one.as_bytes()[19], b'8' | b'9' | b'a' | b'b'));
    }
}
