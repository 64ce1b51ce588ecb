//! What a walk can answer. No answer but [`Found::Text`] ever holds bytes of the payload.

/// What one more chunk led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Step {
    /// All was taken; the object is not complete yet.
    More,
    /// The object is complete.
    Done {
        /// Bytes of this chunk up to and with the closing brace. The rest is the caller's.
        used: usize,
    },
    /// The payload cannot become a valid object any more.
    Invalid(Reason),
}

/// Why a payload is refused as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It ended before anything but whitespace came.
    Empty,
    /// It ended inside the object.
    Truncated,
    /// It begins like another JSON value.
    NotAnObject,
    /// It begins with (the first byte of) a UTF-8 byte order mark.
    ByteOrderMark,
    /// It breaks the grammar.
    Syntax {
        /// Bytes before the first one that cannot stand where it stands.
        offset: u32,
    },
    /// It is longer than [`PAYLOAD_BYTES_MAX`](crate::PAYLOAD_BYTES_MAX).
    TooLarge,
    /// It has more open containers than the nesting memory has bits; cannot be met with
    /// [`NESTING_WORDS`](crate::NESTING_WORDS) of it.
    TooDeep,
}

impl Reason {
    /// Gives the stable word for records and messages.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Truncated => "truncated",
            Self::NotAnObject => "not-an-object",
            Self::ByteOrderMark => "byte-order-mark",
            Self::Syntax { .. } => "syntax",
            Self::TooLarge => "too-large",
            Self::TooDeep => "too-deep",
        }
    }
}

/// What a complete object holds at a field's pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'t> {
    /// Nothing: the key, or an object above it, is not there.
    Absent,
    /// A `null`.
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// A string without a fault, escapes resolved.
    Text(&'t str),
    /// Something that cannot be used.
    Refused(Fault),
}

/// Why a field is refused, though the object is valid. `Twice` outranks the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its key, or the key of an object above it, is given twice, however spelled.
    Twice,
    /// It is a number, an object or an array.
    WrongType,
    /// It is longer than the field's `bytes_max`.
    TooLong,
    /// It holds a NUL or another control character: U+0000 to U+001F, U+007F to U+009F.
    Control,
    /// It holds half of a surrogate pair.
    LoneSurrogate,
    /// It holds bytes that are not UTF-8.
    BadUtf8,
}

impl Fault {
    /// Gives the stable word for records and messages.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Twice => "twice",
            Self::WrongType => "wrong-type",
            Self::TooLong => "too-long",
            Self::Control => "control",
            Self::LoneSurrogate => "lone-surrogate",
            Self::BadUtf8 => "bad-utf8",
        }
    }
}

/// Why a set of fields cannot be looked for. This is a mistake of the caller, not of a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// More than [`FIELDS_MAX`](crate::FIELDS_MAX) fields.
    Fields,
    /// A pointer that is malformed, names the root, has more than
    /// [`LEVELS_MAX`](crate::LEVELS_MAX) keys or a key over
    /// [`KEY_BYTES_MAX`](crate::KEY_BYTES_MAX).
    Pointer,
    /// Text memory below [`KEY_BYTES_MAX`](crate::KEY_BYTES_MAX) plus the sum of all `bytes_max`.
    Text,
}
