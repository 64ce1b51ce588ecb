//! Takes the identity out of a payload by the pointers of the agent's definition, or
//! says by one word why there is none. Pure but for reading standard input.

use crate::input::{self, Fault as InputFault};
use rejoin_agents::{Agent, Class, ID_BYTES_MAX};
use rejoin_payload::{Fault, Field, Found, Walker};

/// Longest path that a payload may name, in bytes: what the system takes as one path.
const PATH_BYTES_MAX: usize = 4096;

/// Longest event or source name in bytes; the longest known has 20.
const NAME_BYTES_MAX: usize = 64;

/// Most fields that one payload is searched for: the seven below and as many rivals.
const FIELDS_MAX: usize = 14;

/// What a payload says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Identity<'p> {
    pub(crate) id: &'p str,
    pub(crate) child: Option<&'p str>,
    pub(crate) event: &'p str,
    pub(crate) class: Class,
    pub(crate) cwd: Option<&'p str>,
    pub(crate) transcript: Option<&'p str>,
    pub(crate) source: Option<&'p str>,
}

/// The fields that a definition names, in a fixed order.
pub(crate) struct Fields {
    list: [Field<'static>; FIELDS_MAX],
    used: usize,
}

const ABSENT: Field<'static> = Field {
    pointer: "",
    bytes_max: 0,
};

impl Fields {
    pub(crate) fn of(agent: &'static Agent) -> Self {
        let mut fields = Self {
            list: [ABSENT; FIELDS_MAX],
            used: 0,
        };
        let payload = &agent.payload;
        fields.add(payload.id, ID_BYTES_MAX);
        for (pointer, bytes_max) in [
            (payload.event, NAME_BYTES_MAX),
            (payload.cwd, PATH_BYTES_MAX),
            (payload.transcript, PATH_BYTES_MAX),
            (payload.source, NAME_BYTES_MAX),
            (payload.child, ID_BYTES_MAX),
        ] {
            if let Some(pointer) = pointer {
                fields.add(pointer, bytes_max);
            }
        }
        for rival in payload.rivals {
            fields.add(rival, ID_BYTES_MAX);
        }
        fields
    }

    fn add(&mut self, pointer: &'static str, bytes_max: usize) {
        if let Some(place) = self.list.get_mut(self.used) {
            *place = Field { pointer, bytes_max };
            self.used += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Field<'static>] {
        self.list.get(..self.used).unwrap_or_default()
    }

    fn find<'w>(&self, walker: &'w Walker<'_, '_>, pointer: Option<&str>) -> Found<'w> {
        let at =
            pointer.and_then(|pointer| self.as_slice().iter().position(|f| f.pointer == pointer));
        at.map_or(Found::Absent, |at| walker.found(at))
    }
}

/// Reads standard input and takes the identity out of it.
pub(crate) fn read<'w>(
    agent: &'static Agent,
    named_event: Option<&'w str>,
    fields: &Fields,
    walker: &'w mut Walker<'_, '_>,
    chunk: &mut [u8],
) -> Result<Identity<'w>, &'static str> {
    input::read_object(walker, chunk).map_err(InputFault::word)?;
    let walker = &*walker;
    let find = |pointer| fields.find(walker, pointer);

    let id = required(find(Some(agent.payload.id)), "no-id")?;
    if !agent.id.accepts(id) {
        return Err("id-form");
    }
    for rival in agent.payload.rivals {
        match find(Some(rival)) {
            Found::Text(other) if other == id => {}
            Found::Absent | Found::Null => {}
            _ => return Err("foreign-id"),
        }
    }
    let event = match optional(find(agent.payload.event))?.or(named_event) {
        Some(event) if !event.is_empty() && event.len() <= NAME_BYTES_MAX => event,
        _ => return Err("no-event"),
    };
    Ok(Identity {
        id,
        child: optional(find(agent.payload.child))?,
        event,
        class: agent.class(event),
        cwd: path(find(agent.payload.cwd))?,
        transcript: path(find(agent.payload.transcript))?,
        source: detail(find(agent.payload.source))?,
    })
}

/// A detail that cannot be kept is left out: a directory's odd name must not cost the id.
/// One that is given twice has no one value, and nobody honest writes that.
fn detail(found: Found<'_>) -> Result<Option<&str>, &'static str> {
    match found {
        Found::Refused(fault) if fault != Fault::Twice => Ok(None),
        found => optional(found),
    }
}

fn path(found: Found<'_>) -> Result<Option<&str>, &'static str> {
    Ok(detail(found)?.filter(|path| path.starts_with('/')))
}

fn required<'w>(found: Found<'w>, missing: &'static str) -> Result<&'w str, &'static str> {
    match found {
        Found::Text(text) => Ok(text),
        Found::Absent => Err(missing),
        Found::Null => Err("null"),
        Found::Refused(fault) => Err(fault.word()),
    }
}

/// A field that may be missing; some agents send `null` for "none yet".
fn optional(found: Found<'_>) -> Result<Option<&str>, &'static str> {
    match found {
        Found::Text("") | Found::Absent | Found::Null => Ok(None),
        Found::Text(text) => Ok(Some(text)),
        Found::Refused(fault) => Err(fault.word()),
    }
}
