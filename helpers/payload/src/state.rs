//! Where the parser stands between two bytes: all that it remembers of the grammar, but for the
//! open containers.

use crate::Reason;
use crate::escape::Escape;
use crate::number::Number;

/// What may come next.
#[derive(Clone, Copy)]
pub(crate) enum State {
    /// The root object.
    Root,
    /// A key, or the end of an empty object.
    FirstKey,
    Key,
    Colon,
    /// An element, or the end of an empty array.
    FirstElement,
    Value,
    /// A comma or the end of the container.
    ValueEnd,
    /// More of a string.
    Inside,
    /// More of an escape in a string.
    Escape(Escape),
    /// The rest of `true`, `false` or `null`, the next byte lowest.
    Literal(u32),
    Number(Number),
    /// Nothing: the object is complete.
    Complete,
    /// Nothing: the payload is refused.
    Refused(Reason),
}

/// Expects the rest of a literal, filled up with zeroes.
pub(crate) const fn literal(rest: &[u8; 4]) -> State {
    State::Literal(u32::from_le_bytes(*rest))
}

/// What became of one byte.
pub(crate) enum Byte {
    /// It was taken and this state follows.
    Then(State),
    /// It ended a number and is to be looked at again.
    Again(State),
    /// It cannot stand here.
    Wrong,
    /// The payload is refused for another reason.
    Refused(Reason),
}
