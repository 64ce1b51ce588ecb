//! Makes of a definition that was read here the same value as of one that is built in. It
//! lives as long as the program, which is one answer long.

mod capture;
mod store;

use capture::{form, install, payload, publisher};
use rejoin_agents as known;
use rejoin_agents::{Agent, Known};
use rejoin_definition::{Argv, Ask, Child, Class, Definition, Heard, How, Launch, Missing, Way};
use std::collections::BTreeMap;
use store::{root, store};

/// Returns the agent that a definition describes.
pub(super) fn agent(definition: Definition) -> &'static Agent {
    let is_seen = !definition.seen.is_empty();
    let facts = Facts { is_seen };
    let id = definition.id.map(|id| (form(id.form), text(id.example)));
    let (id, id_example) = id.unwrap_or((known::IdForm(&[]), ""));
    Box::leak(Box::new(Agent {
        name: text(definition.name),
        title: text(definition.title),
        programs: texts(definition.programs),
        processes: texts(definition.processes),
        runtimes: texts(definition.runtimes),
        seen: texts(definition.seen),
        read: texts(definition.read),
        install: install(facts, definition.install),
        events: list(definition.events, |(name, class)| known::Event {
            name: text(name),
            class: match class {
                Class::Begin => known::Class::Begin,
                Class::Prompt => known::Class::Prompt,
                Class::Continue => known::Class::Continue,
                Class::End => known::Class::End,
            },
        }),
        payload: definition.payload.map(|said| payload(facts, said)),
        conversations: known::Conversations {
            heard: match definition.conversations.heard {
                Heard::Start => known::Heard::Start,
                Heard::Prompt => known::Heard::Prompt,
                Heard::Turn => known::Heard::Turn,
                Heard::Never => known::Heard::Never,
            },
            several: definition.conversations.several,
        },
        publisher: publisher(definition.publisher),
        id,
        id_example,
        config: definition.config.map(|config| root(config.roots)),
        store: store(facts, definition.store),
        argv: facts.argv(definition.argv),
        launch: launch(definition.launch),
        reply: text(definition.reply),
        quirks: texts(definition.quirks),
    }))
}

/// What counts for every part of a definition.
#[derive(Clone, Copy)]
struct Facts {
    is_seen: bool,
}

impl Facts {
    fn known(self, part_is_read: bool) -> Known {
        if self.is_seen && !part_is_read {
            Known::Seen
        } else {
            Known::Read
        }
    }

    fn argv(self, argv: Argv) -> known::Argv {
        known::Argv {
            fresh: self.way(argv.fresh),
            resume: self.way(argv.resume),
            fork: self.way(argv.fork),
            asks: list(argv.asks, ask),
        }
    }

    fn way(self, way: Way) -> known::Way {
        match (way.argv, way.refused) {
            (Some(argv), _) => known::Way::Argv {
                argv: texts(argv),
                env: variables(way.env),
                own_cwd: way.own_cwd,
                child: match way.child {
                    Child::None => known::Child::None,
                    Child::Preassigned => known::Child::Preassigned,
                    Child::Announced => known::Child::Announced,
                },
                missing: match way.missing {
                    Missing::Fails => known::Missing::Fails,
                    Missing::Starts => known::Missing::Starts,
                    Missing::Unsaid => known::Missing::Unsaid,
                },
                known: self.known(way.read),
            },
            (None, refused) => {
                let refused = refused.expect("a checked way has one of both");
                known::Way::Refused {
                    code: text(refused.code),
                    cause: text(refused.cause),
                    remedy: text(refused.remedy),
                }
            }
        }
    }
}

fn ask(ask: Ask) -> known::Ask {
    known::Ask {
        how: match ask.how {
            How::Fresh => "fresh",
            How::Resume => "resume",
            How::Fork => "fork",
        },
        argv: texts(ask.argv),
        with: texts(ask.with),
    }
}

fn launch(launch: Launch) -> known::Launch {
    known::Launch {
        args: texts(launch.args),
        env: variables(launch.env),
        keep: list(launch.keep, |kept| {
            let (option, takes) = match kept.split_once(' ') {
                None => (kept.as_str(), known::Takes::Nothing),
                Some((option, "{values}")) => (option, known::Takes::Many),
                Some((option, _)) => (option, known::Takes::One),
            };
            known::Keep {
                option: text(option.to_owned()),
                takes,
            }
        }),
    }
}

fn variables(variables: BTreeMap<String, String>) -> &'static [(&'static str, &'static str)] {
    list(variables, |(name, value)| (text(name), text(value)))
}

fn text(text: String) -> &'static str {
    text.leak()
}

fn texts(all: Vec<String>) -> &'static [&'static str] {
    list(all, text)
}

fn list<T, U>(items: impl IntoIterator<Item = T>, make: impl FnMut(T) -> U) -> &'static [U] {
    items.into_iter().map(make).collect::<Vec<_>>().leak()
}
