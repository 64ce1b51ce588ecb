//! How an agent is brought to speak, and how what it says is read.

use super::{Facts, list, text, texts};
use rejoin_agents as known;
use rejoin_definition::{
    Characters, Condition, Cwd, Exec, Form, Install, Mark, Payload, Piece, Publisher, Shape, Sign,
    Unit,
};

pub(super) fn install(facts: Facts, install: Install) -> known::Install {
    known::Install {
        shape: match install.shape {
            Shape::JsonHooks => known::Shape::JsonHooks,
            Shape::JsonFlat => known::Shape::JsonFlat,
            Shape::TomlHooks => known::Shape::TomlHooks,
            Shape::YamlHooks => known::Shape::YamlHooks,
            Shape::DropIn => known::Shape::DropIn,
            Shape::Plugin => known::Shape::Plugin,
            Shape::None => known::Shape::None,
        },
        file: text(install.file),
        exec: match install.exec {
            Exec::Args => known::Exec::Args,
            Exec::Line => known::Exec::Line,
        },
        timeout_s: install.timeout_s,
        unit: match install.unit {
            Unit::Seconds => known::Unit::Seconds,
            Unit::Milliseconds => known::Unit::Milliseconds,
        },
        events: texts(install.events),
        under: install.under.map(text),
        version: install.version,
        matcher: install.matcher.map(text),
        event_key: install.event_key.map(text),
        name_key: install.name_key.map(text),
        text: install.text.map(text),
        source: install.source.map(text),
        list: install.list.map(|entry| known::ListEntry {
            file: text(entry.file),
            at: text(entry.at),
            entry: text(entry.entry),
        }),
        consent: install.consent.map(|consent| known::Consent {
            file: text(consent.file),
            table: text(consent.table),
            ask: text(consent.ask),
        }),
        reason: install.reason.map(text),
        known: facts.known(install.read),
        also: list(install.also, |also| self::install(facts, also)),
    }
}

pub(super) fn payload(facts: Facts, payload: Payload) -> known::Payload {
    known::Payload {
        event: payload.event.map(text),
        id: text(payload.id),
        parent: payload.parent.map(text),
        child: payload.child.map(text),
        child_if: list(payload.child_if, sign),
        foreign_if: list(payload.foreign_if, sign),
        headless_if: list(payload.headless_if, sign),
        cwd: payload.cwd.map(|cwd| match cwd {
            Cwd::Field(pointer) => known::Cwd::Field(text(pointer)),
            Cwd::Variable(name) => known::Cwd::Variable(text(name)),
        }),
        transcript: payload.transcript.map(text),
        source: payload.source.map(text),
        rivals: texts(payload.rivals),
        known: facts.known(payload.read),
    }
}

fn sign(sign: Sign) -> known::Sign {
    known::Sign {
        field: text(sign.field),
        is: sign.is.map(text),
    }
}

pub(super) fn publisher(publisher: Publisher) -> known::Publisher {
    known::Publisher {
        background: marks(publisher.background),
        headless: marks(publisher.headless),
        nested: marks(publisher.nested),
        foreign: marks(publisher.foreign),
    }
}

fn marks(marks: Vec<Mark>) -> &'static [&'static [known::Condition]] {
    list(marks, |mark| match mark {
        Mark::One(one) => list([one], condition),
        Mark::All(all) => list(all, condition),
    })
}

fn condition(condition: Condition) -> known::Condition {
    match (condition.env, condition.is) {
        (Some(env), Some(value)) => known::Condition::Is(text(env), text(value)),
        (Some(env), None) => known::Condition::Set(text(env)),
        (None, _) => known::Condition::Argument(condition.argument.map_or("", text)),
    }
}

pub(super) fn form(form: Form) -> known::IdForm {
    known::IdForm(list(form.0, |piece| match piece {
        Piece::Text(literal) => known::Piece::Text(text(literal)),
        Piece::Uuid => known::Piece::Uuid,
        Piece::UuidV7 => known::Piece::UuidV7,
        Piece::Ulid => known::Piece::Ulid,
        Piece::Run { of, least, most } => known::Piece::Run {
            of: match of {
                Characters::Digit => known::Characters::Digit,
                Characters::Hex => known::Characters::Hex,
                Characters::Lower => known::Characters::Lower,
                Characters::Alnum => known::Characters::Alnum,
                Characters::Word => known::Characters::Word,
            },
            least,
            most,
        },
    }))
}
