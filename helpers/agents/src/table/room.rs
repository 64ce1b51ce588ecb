//! Memory for one agent that is read from a table: of a fixed size, so that a hook needs no
//! heap for it. Each bound is far above what the known agents say.

use super::nobody::NOBODY;
use crate::{Agent, Class, Condition, Event, Piece, Route, Sign};

/// Most texts in the lists `processes` and `payload.rivals` together.
const NAMES_MAX: usize = 24;
/// Most events; an agent with hooks for everything has some thirty.
const EVENTS_MAX: usize = 48;
/// Most signs; a definition names no more fields.
const SIGNS_MAX: usize = 20;
/// Most marks of all groups; those who have many have ten.
const MARKS_MAX: usize = 24;
/// Most conditions of all marks.
const CONDITIONS_MAX: usize = 32;
/// Most parts of an id; the longest known form has seven.
const PIECES_MAX: usize = 16;
/// Most variables that move the store.
const ROUTES_MAX: usize = 8;

/// Memory for one agent. It is meant to stand in a `static`.
#[derive(Debug)]
pub struct Room {
    pub(super) agent: Agent,
    pub(super) names: [&'static str; NAMES_MAX],
    pub(super) events: [Event; EVENTS_MAX],
    pub(super) signs: [Sign; SIGNS_MAX],
    pub(super) marks: [&'static [Condition]; MARKS_MAX],
    pub(super) conditions: [Condition; CONDITIONS_MAX],
    pub(super) pieces: [Piece; PIECES_MAX],
    pub(super) routes: [Route; ROUTES_MAX],
}

impl Room {
    /// Makes empty room.
    #[must_use]
    #[allow(
        clippy::new_without_default,
        reason = "some KiB by value are never wanted unasked"
    )]
    pub const fn new() -> Self {
        const EVENT: Event = Event {
            name: "",
            class: Class::Continue,
        };
        const SIGN: Sign = Sign {
            field: "",
            is: None,
        };
        const ROUTE: Route = Route { env: "", below: "" };
        Self {
            agent: NOBODY,
            names: [""; NAMES_MAX],
            events: [EVENT; EVENTS_MAX],
            signs: [SIGN; SIGNS_MAX],
            marks: [&[]; MARKS_MAX],
            conditions: [const { Condition::Set("") }; CONDITIONS_MAX],
            pieces: [Piece::Uuid; PIECES_MAX],
            routes: [ROUTE; ROUTES_MAX],
        }
    }
}
