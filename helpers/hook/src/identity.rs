//! Takes the identity out of a payload by the pointers of the agent's definition, or
//! says by one word why there is none. Pure but for reading standard input.

use crate::input::{self, Fault as InputFault};
use crate::surroundings::Surroundings;
use rejoin_agents::{Agent, Class, Cwd, ID_BYTES_MAX, Payload, Sign};
use rejoin_payload::{Fault, Field, Found, Walker};

/// Longest path that a payload may name, in bytes: what the system takes as one path.
const PATH_BYTES_MAX: usize = 4096;

/// Longest event or source name in bytes; the longest known has 20.
const NAME_BYTES_MAX: usize = 64;

/// Most fields that one payload is searched for; a definition that names more is not built.
const FIELDS_MAX: usize = 20;

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
    pub(crate) headless: bool,
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
    pub(crate) fn of(payload: &'static Payload) -> Self {
        let mut fields = Self {
            list: [ABSENT; FIELDS_MAX],
            used: 0,
        };
        fields.add(payload.id, ID_BYTES_MAX);
        for (pointer, bytes_max) in [
            (payload.event, NAME_BYTES_MAX),
            (cwd_field(payload), PATH_BYTES_MAX),
            (payload.transcript, PATH_BYTES_MAX),
            (payload.source, NAME_BYTES_MAX),
            (payload.child, ID_BYTES_MAX),
            (payload.parent, ID_BYTES_MAX),
        ] {
            if let Some(pointer) = pointer {
                fields.add(pointer, bytes_max);
            }
        }
        for rival in payload.rivals {
            fields.add(rival, ID_BYTES_MAX);
        }
        let signs = [payload.child_if, payload.foreign_if, payload.headless_if];
        for sign in signs.into_iter().flatten() {
            fields.add(sign.field, NAME_BYTES_MAX);
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
    payload: &'static Payload,
    named_event: Option<&'w str>,
    surroundings: &Surroundings,
    fields: &Fields,
    walker: &'w mut Walker<'_, '_>,
    chunk: &mut [u8],
) -> Result<Identity<'w>, &'static str> {
    input::read_object(walker, chunk).map_err(InputFault::word)?;
    let walker = &*walker;
    let find = |pointer| fields.find(walker, pointer);
    let any = |signs: &'static [Sign]| {
        signs.iter().try_fold(false, |any, sign| {
            Ok(any | holds(sign, find(Some(sign.field)))?)
        })
    };

    let own = required(find(Some(payload.id)), "no-id")?;
    for rival in payload.rivals {
        match find(Some(rival)) {
            Found::Text(other) if other == own => {}
            Found::Absent | Found::Null => {}
            _ => return Err("foreign-id"),
        }
    }
    if any(payload.foreign_if)? {
        return Err("foreign-agent");
    }
    let named = optional(find(payload.child))?;
    let child = named.or(any(payload.child_if)?.then_some(own));
    // A subagent that speaks under its own id may say whom it works for.
    let parent = optional(find(payload.parent))?;
    let id = child.and(parent).unwrap_or(own);
    if !agent.id.accepts(id) {
        return Err("id-form");
    }
    let event = optional(find(payload.event))?
        .or(named_event)
        .filter(|event| !event.is_empty() && event.len() <= NAME_BYTES_MAX)
        .ok_or("no-event")?;
    let cwd = match payload.cwd {
        Some(Cwd::Variable(name)) => surroundings.directory(name.as_bytes()),
        _ => path(find(cwd_field(payload)))?,
    };
    Ok(Identity {
        id,
        child,
        event,
        class: agent.class(event),
        cwd,
        transcript: path(find(payload.transcript))?,
        source: detail(find(payload.source))?,
        headless: any(payload.headless_if)?,
    })
}

const fn cwd_field(payload: &Payload) -> Option<&'static str> {
    match payload.cwd {
        Some(Cwd::Field(pointer)) => Some(pointer),
        Some(Cwd::Variable(_)) | None => None,
    }
}

/// Tells whether a sign holds. A value that cannot be kept is there all the same, and is
/// none of those that a definition can name.
fn holds(sign: &Sign, found: Found<'_>) -> Result<bool, &'static str> {
    let text = match found {
        Found::Absent | Found::Null => return Ok(false),
        Found::Refused(Fault::Twice) => return Err(Fault::Twice.word()),
        Found::Refused(_) => return Ok(sign.is.is_none()),
        Found::Flag(true) => "true",
        Found::Flag(false) if sign.is.is_none() => "",
        Found::Flag(false) => "false",
        Found::Text(text) => text,
    };
    Ok(sign.is.map_or(!text.is_empty(), |is| is == text))
}

/// A detail that cannot be kept is left out: a directory's odd name must not cost the id.
/// One that is given twice has no one value, and nobody honest writes that.
fn detail(found: Found<'_>) -> Result<Option<&str>, &'static str> {
    match found {
        Found::Refused(fault) if fault != Fault::Twice => Ok(None),
        Found::Flag(_) => Ok(None),
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
        Found::Flag(_) => Err(Fault::WrongType.word()),
        Found::Refused(fault) => Err(fault.word()),
    }
}

/// A field that may be missing; some agents send `null` for "none yet".
fn optional(found: Found<'_>) -> Result<Option<&str>, &'static str> {
    match found {
        Found::Text("") | Found::Absent | Found::Null => Ok(None),
        Found::Text(text) => Ok(Some(text)),
        Found::Flag(_) => Err(Fault::WrongType.word()),
        Found::Refused(fault) => Err(fault.word()),
    }
}
